"""Which players a game has, from the weakest to the strongest.

A game with players of its own has a module of its name here, with `LEVELS`. Every other game, also one of another author, gets the general
search at three strengths.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from ludothek.bots.contract import Bot
from ludothek.bots.random import RandomBot
from ludothek.bots.search import SearchBot
from ludothek.core import BadOption, Game

GENERAL: Mapping[str, Bot] = {
    "easy": SearchBot(nodes=60, slips=0.15),
    "medium": SearchBot(nodes=800),
    "hard": SearchBot(nodes=20_000),
}


def levels(game: Game) -> list[str]:
    return list(_players(game))


def bot(game: Game, level: str) -> Bot:
    players = _players(game)
    if level not in players:
        raise BadOption(f"{game.id} has no player {level!r}; it has: {', '.join(players)}")
    return players[level]


@cache
def module_of(game: Game) -> ModuleType | None:
    """The module of a game's own players; None where it has none."""
    name = f"ludothek.bots.{game.id}"
    return import_module(name) if find_spec(name) else None


@cache
def _players(game: Game) -> dict[str, Bot]:
    own: Mapping[str, Bot] = getattr(module_of(game), "LEVELS", GENERAL)
    return {"random": RandomBot(), **own}
