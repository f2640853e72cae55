"""Every text exists in every language, with the same gaps, and is used."""

from importlib.resources import files
from pathlib import Path

import pytest

from ludothek import bots, review
from ludothek.core.registry import find, game_ids
from ludothek.core.texts import LANGUAGES, Texts, gaps_of

TITLES = {"title", "tagline", "kind", "rules"}


def templates(texts: dict[str, Texts]) -> dict[str, dict[str, set[str]]]:
    return {
        language: {key: gaps_of(text) if key != "rules" else set() for key, text in t.templates.items()}
        for language, t in texts.items()
    }


def test_so_has_everything_around_the_games() -> None:
    by_language = templates(
        {language: Texts.read(files("ludothek") / "texts", language) for language in LANGUAGES}
    )
    assert by_language["de"] == by_language["en"]


@pytest.mark.parametrize("game_id", game_ids())
def test_no_text_is_unused(game_id: str) -> None:
    game = find(game_id)
    players = Path(bots.__file__).parent  # bots give reasons for hints in the game's words
    reviews = Path(review.__file__).parent
    root = Path(__file__).parents[2]
    boards = (
        root / "web/src/games" / game_id,
        root / "examples" / game_id / "board",
    )  # they speak in the game's words
    sources = [
        *players.glob(f"{game_id}.py"),
        *players.glob(f"{game_id}/*.py"),
        *reviews.glob("*.py"),
        *Path(str(game.folder)).glob("*.py"),
        *(file for board in boards for kind in ("*.svelte", "*.ts") for file in board.glob(kind)),
    ]
    source = "".join(file.read_text("utf-8") for file in sources)
    for key in game.texts["en"].templates:
        group, _, rest = key.partition(".")
        name = rest.removesuffix(".one").removesuffix(".other")
        computed = (
            f'f"{group}.' in source
            or f'f"{name.partition(".")[0]}.' in source
            or f"`{group}." in source
            or group in ("options", "pace", "kit", "narrow", "rulings")
        )
        assert key in TITLES or computed or f"{group}.{name}" in source or f'"{name}"' in source, (
            f"{key} is never said"
        )
