"""Puzzles of a game that has some: positions to go on from, one for each day and one of each grade, the same for everybody.

A game has puzzles where its players' module has `GRADES`, `daily(date)` and `puzzles(grade, number, seed)`.
"""

import asyncio
import datetime
from types import ModuleType
from typing import Any

from ludothek.bots.levels import module_of
from ludothek.core import Game
from ludothek.server.table.shapes import PuzzleShape
from ludothek.server.table.words import Refused

DAILY = "daily"


def has_puzzles(game: Game) -> bool:
    return _module(game) is not None


async def of_day(game: Game, date: str | None, language: str) -> list[PuzzleShape]:
    """The puzzles of a day, made in a thread of their own; today's (UTC) where none is given."""
    module = _module(game)
    if module is None:
        raise Refused("no_puzzles")
    try:
        day = datetime.date.fromisoformat(date) if date else datetime.datetime.now(datetime.UTC).date()
    except ValueError:
        raise Refused("bad_request", f"a date is written 2026-11-16, not {date!r}") from None
    return await asyncio.to_thread(_made, game, module, day, language)


def _made(game: Game, module: ModuleType, day: datetime.date, language: str) -> list[PuzzleShape]:
    found: dict[str, Any] = {DAILY: module.daily(day)}
    for grade in module.GRADES:
        found[str(grade)] = module.puzzles(grade, 1, day.toordinal())[0]
    say = game.texts[language].say
    return [
        PuzzleShape(name, puzzle.grade, puzzle.difficulty, say(puzzle.goal(), ()), [(0, move) for move in puzzle.moves])
        for name, puzzle in found.items()
    ]


def _module(game: Game) -> ModuleType | None:
    module = module_of(game)
    return module if hasattr(module, "GRADES") else None
