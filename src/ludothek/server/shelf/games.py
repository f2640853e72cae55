"""The games, as the shelf and a game's page show them."""

import logging
import random
from functools import cache
from importlib import import_module
from typing import Any

from ludothek.bots import levels
from ludothek.core import CHANCE, Game
from ludothek.core.figures import figures as figures_of
from ludothek.core.options import schema_of
from ludothek.core.registry import find, game_ids
from ludothek.core.table import Table
from ludothek.core.texts import seat_or_none
from ludothek.printing import can_print
from ludothek.server.shelf.puzzles import has_puzzles
from ludothek.server.table.pace import has_windows, settings_of
from ludothek.server.table.shapes import FigureShape, GamePage, GameShape, PhraseShape
from ludothek.server.table.words import PHRASES, TEXTS, Refused

log = logging.getLogger(__name__)
MOST_MOVES = 2000


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
    return GamePage(
        **_facts(shown, language), rules=texts.templates.get("rules", ""), kit=shown.kit, texts=texts.templates, phrases=phrases
    )


def figures(game_id: str) -> dict[str, FigureShape]:
    """The positions that the rules page draws."""
    shown = {}
    for name, figure in figures_of(game(game_id)).items():
        variant, state = figure.table.variant, figure.table.state
        shown[name] = FigureShape(variant.view(state, figure.viewer), seat_or_none(figure.viewer), variant.seats, not variant.to_act(state))
    return shown


def _facts(game: Game, language: str) -> dict[str, Any]:
    texts, package = game.texts[language].templates, import_module(game.package)
    return {
        "id": game.id,
        "title": texts.get("title", game.id),
        "tagline": texts.get("tagline", ""),
        "kind": texts.get("kind", ""),
        "seats": (game.fewest, game.most),
        "box": getattr(package, "BOX", ""),
        "age": getattr(package, "AGE", None),
        "minutes": getattr(package, "MINUTES", None),
        "levels": levels(game),
        "options": schema_of(game.options),
        "pace": schema_of(settings_of(game)),
        "has_kit": game.kit_source is not None,
        "has_chance": has_chance(game.id),
        "has_windows": has_windows(game),
        "has_print": can_print(game),
        "has_puzzles": has_puzzles(game),
        "together": is_together(game),
    }


def is_together(game: Game) -> bool:
    """Whether all win or lose as one: a team, or a single person with a puzzle."""
    return bool(getattr(import_module(game.package), "TOGETHER", game.most == 1))


@cache
def _all() -> list[Game]:
    """Every game that can be played. One that cannot be loaded, a half-installed game of others, leaves the shelf standing."""
    found = []
    for game_id in game_ids():
        try:
            game = find(game_id)
            _facts(game, "en")
            found.append(game)
        except Exception:
            log.exception("a game cannot be loaded", extra={"game": game_id})
    return found


@cache
def has_chance(game_id: str) -> bool:
    """Whether anything is rolled or drawn in one game played at random."""
    game = find(game_id)
    table, rng = Table(game.variant(game.fewest)), random.Random(1)
    variant = table.variant
    for _ in range(MOST_MOVES):
        acting = variant.to_act(table.state)
        if not acting or CHANCE in acting:
            return bool(acting)
        table.state = variant.after(table.state, acting[0], rng.choice(variant.actions(table.state, acting[0])))
    return False
