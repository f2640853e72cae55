"""Every text exists in every language, with the same gaps, and is used."""

from importlib.resources import files
from pathlib import Path

import pytest

from ludothek import bots
from ludothek.core import Choice
from ludothek.core.registry import find, game_ids
from ludothek.core.texts import LANGUAGES, Texts, gaps_of
from ludothek.server.table.pace import settings_of

TITLES = {"title", "tagline", "kind", "rules"}


def templates(texts: dict[str, Texts]) -> dict[str, dict[str, set[str]]]:
    return {
        language: {key: gaps_of(text) if key != "rules" else set() for key, text in t.templates.items()} for language, t in texts.items()
    }


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_has_the_same_texts_with_the_same_gaps_in_every_language(game_id: str) -> None:
    by_language = templates(find(game_id).texts)
    assert by_language["de"] == by_language["en"]
    assert by_language["de"].keys() >= TITLES


def test_so_has_everything_around_the_games() -> None:
    by_language = templates({language: Texts.read(files("ludothek") / "texts", language) for language in LANGUAGES})
    assert by_language["de"] == by_language["en"]


@pytest.mark.parametrize("game_id", game_ids())
def test_no_text_is_empty_and_none_is_left_untranslated(game_id: str) -> None:
    texts = find(game_id).texts
    assert all(text for t in texts.values() for text in t.templates.values())
    for key in ("tagline", "rules"):
        assert texts["de"][key] != texts["en"][key]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_option_is_explained(game_id: str) -> None:
    game = find(game_id)
    for option in game.options:
        for language in LANGUAGES:
            assert game.texts[language][f"options.{option.name}.label"]
            assert game.texts[language][f"options.{option.name}.help"]
            if isinstance(option, Choice):
                for value in option.values:
                    assert isinstance(value, int) or game.texts[language][f"options.{option.name}.values.{value}"]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_setting_of_its_pace_is_explained(game_id: str) -> None:
    game = find(game_id)
    for setting in settings_of(game):
        for language in LANGUAGES:
            assert game.texts[language][f"pace.{setting.name}.label"]
            assert game.texts[language][f"pace.{setting.name}.help"]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_figure_of_its_kit_is_explained(game_id: str) -> None:
    game = find(game_id)
    for language in LANGUAGES:
        explained = {key.split(".")[1] for key in game.texts[language].templates if key.startswith("kit.")}
        assert explained == set(game.kit or {})
        for figure in explained:
            assert game.texts[language][f"kit.{figure}.label"]
            assert game.texts[language][f"kit.{figure}.help"]


@pytest.mark.parametrize("game_id", game_ids())
def test_no_text_is_unused(game_id: str) -> None:
    game = find(game_id)
    players = Path(bots.__file__).parent  # who give reasons for their hints in the game's words
    drawn = Path(__file__).parents[2] / "web/src/games" / game_id  # the board and its guide, which speak in the game's words too
    sources = [
        *players.glob(f"{game_id}.py"),
        *players.glob(f"{game_id}/*.py"),
        *Path(str(game.folder)).glob("*.py"),
        *drawn.glob("*.svelte"),
        *drawn.glob("*.ts"),
    ]
    source = "".join(file.read_text("utf-8") for file in sources)
    for key in game.texts["en"].templates:
        group, _, rest = key.partition(".")
        name = rest.removesuffix(".one").removesuffix(".other")
        computed = f'f"{group}.' in source or f"`{group}." in source or group in ("options", "pace", "kit")
        assert key in TITLES or computed or f"{group}.{name}" in source or f'"{name}"' in source, f"{key} is never said"
