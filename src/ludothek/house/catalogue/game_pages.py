"""The games as the shelf and their pages show them."""

import logging
from functools import cache
from typing import Any

from ludothek.bots import guests, levels
from ludothek.bots.levels import about_levels
from ludothek.core import Game
from ludothek.core.figures import figures as figures_of
from ludothek.core.options import schema_of
from ludothek.core.registry import broken_games, installed_games
from ludothek.core.rulings import PREFIX, rules_page
from ludothek.core.texts import seat_or_none
from ludothek.house.api.catalogue_types import FigureShape, GamePage, GameShape, PhraseShape
from ludothek.house.catalogue import board_files
from ludothek.house.catalogue.kit_trials import can_try
from ludothek.house.catalogue.puzzles import has_puzzles
from ludothek.house.table.pace import has_windows, settings_of
from ludothek.house.table.refusals import Refused
from ludothek.house.table.seat_clocks import is_clock_game
from ludothek.house.table.table_texts import PHRASES, TEXTS
from ludothek.printing import can_print

log = logging.getLogger(__name__)


def games(language: str) -> list[GameShape]:
    return [GameShape(**_facts(game, language)) for game in _all()]


def game(game_id: str) -> Game:
    found = next((game for game in _all() if game.id == game_id), None)
    if found is None:
        raise Refused("no_game")
    return found


def page(game_id: str, language: str) -> GamePage:
    shown = game(game_id)
    texts = shown.texts[language]
    phrases = [PhraseShape(phrase, TEXTS[language][f"phrases.{phrase}"]) for phrase in PHRASES]
    said = {key: text for key, text in texts.templates.items() if not key.startswith(PREFIX)}
    said |= {f"levels.{level}": about for level, about in about_levels(shown, language).items()}
    return GamePage(
        **_facts(shown, language), rules=rules_page(texts), kit=shown.kit, texts=said, phrases=phrases
    )


def figures(game_id: str) -> dict[str, FigureShape]:
    """Return the positions drawn on the rules page."""
    shown = {}
    for name, figure in figures_of(game(game_id)).items():
        variant, state, before = figure.table.variant, figure.table.state, figure.before()
        earlier = None if before is None else variant.view(before, figure.viewer)
        viewer = seat_or_none(figure.viewer)
        shown[name] = FigureShape(
            variant.view(state, figure.viewer), earlier, viewer, variant.seats, not variant.to_act(state)
        )
    return shown


def _facts(game: Game, language: str) -> dict[str, Any]:
    texts, declared = game.texts[language].templates, game.declared
    return {
        "id": game.id,
        "title": texts.get("title", game.id),
        "tagline": texts.get("tagline", ""),
        "kind": texts.get("kind", ""),
        "seats": (game.fewest, game.most),
        "box": declared.box,
        "age": declared.age,
        "minutes": declared.minutes,
        "levels": [*levels(game), *guests(game)],
        "options": schema_of(game.options),
        "pace": schema_of(settings_of(game)),
        "has_kit": game.kit_source is not None,
        "has_chance": declared.chance,
        "has_windows": has_windows(game),
        "has_clocks": is_clock_game(game, game.most),
        "has_print": can_print(game),
        "has_trial": can_try(game),
        "has_puzzles": has_puzzles(game),
        "together": declared.together,
        "begins": declared.begins,
        "board": board_files.address(game, "board.js"),
        "guide": board_files.address(game, "guide.js"),
    }


@cache
def _all() -> list[Game]:
    """Return all playable games; one that fails to load is logged and left out."""
    found = []
    for refusal in broken_games().values():
        log.warning("a game is left off the shelf", extra={"reason": str(refusal)})
    for game in installed_games():
        try:
            _facts(game, "en")
            found.append(game)
        except Exception:
            log.exception("a game cannot be shown", extra={"game": game.id})
    return found
