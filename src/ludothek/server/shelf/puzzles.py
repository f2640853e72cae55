"""Puzzles of a game that has some: positions to go on from, one for each day and one of each grade, the same for everybody.

A game has puzzles where its players' module has `GRADES`, `daily(date)` and `puzzles(grade, number, seed)`.
"""

import asyncio
import datetime
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from types import ModuleType
from typing import Any

from ludothek.bots.levels import module_of
from ludothek.core import Game
from ludothek.server.table.refusals import Refused
from ludothek.server.table.shapes import PuzzleShape

DAILY = "daily"
EARLIEST = datetime.timedelta(days=366)  # how long a day's puzzles can be looked at again
AHEAD = datetime.timedelta(days=1)  # somewhere it is tomorrow already
_maker = ThreadPoolExecutor(1, "puzzles")  # one at a time, apart from what requests wait for


def stop_making() -> None:
    """Nobody waits any more for those that were asked for."""
    global _maker
    _maker.shutdown(wait=False, cancel_futures=True)
    _maker = ThreadPoolExecutor(1, "puzzles")


def has_puzzles(game: Game) -> bool:
    return _module(game) is not None


async def of_day(game: Game, date: str | None, language: str) -> list[PuzzleShape]:
    """The puzzles of a day, today's (UTC) where none is given."""
    module = _module(game)
    if module is None:
        raise Refused("no_puzzles")
    today = datetime.datetime.now(datetime.UTC).date()
    try:
        day = datetime.date.fromisoformat(date) if date else today
    except ValueError:
        raise Refused("bad_request", f"a date is written 2026-11-16, not {date!r}") from None
    if not today - EARLIEST <= day <= today + AHEAD:
        raise Refused("bad_request", f"there are puzzles from {today - EARLIEST} to {today + AHEAD}, none for {day}")
    found = await asyncio.get_running_loop().run_in_executor(_maker, _made, module, day)
    say = game.texts[language].say
    return [
        PuzzleShape(name, puzzle.grade, puzzle.difficulty, say(puzzle.goal(), ()), puzzle.last, [(0, move) for move in puzzle.moves])
        for name, puzzle in found.items()
    ]


@lru_cache(EARLIEST.days)
def _made(module: ModuleType, day: datetime.date) -> dict[str, Any]:
    """The day's puzzle, and one of each grade, by name."""
    graded = {str(grade): module.puzzles(grade, 1, day.toordinal())[0] for grade in module.GRADES}
    return {DAILY: module.daily(day)} | graded


def _module(game: Game) -> ModuleType | None:
    module = module_of(game)
    return module if hasattr(module, "GRADES") else None
