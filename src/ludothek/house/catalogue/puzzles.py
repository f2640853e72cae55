"""Puzzles of games that have some: positions to continue from, one per day and grade, the same for all.

A game has puzzles if its players' module has `GRADES`, `WEEK` (the grade of each weekday),
`daily(date)`, `puzzles(grade, number, seed)` and `is_solved(goal, state)`.
"""

import datetime
from functools import lru_cache
from types import ModuleType
from typing import Any

from ludothek.bots.levels import module_of
from ludothek.core import Game
from ludothek.house.api.catalogue_types import PuzzleShape
from ludothek.house.table.refusals import Refused

DAILY = "daily"
EARLIEST = datetime.timedelta(days=366)  # how long the puzzles of a day stay available
AHEAD = datetime.timedelta(days=1)  # time zones ahead of UTC


def has_puzzles(game: Game) -> bool:
    return _module(game) is not None


def of_day(game: Game, date: str | None, language: str) -> list[PuzzleShape]:
    """Return the puzzles of a day, by default today (UTC); generating them takes seconds once."""
    module = _module(game)
    if module is None:
        raise Refused("no_puzzles")
    today = datetime.datetime.now(datetime.UTC).date()
    try:
        day = datetime.date.fromisoformat(date) if date else today
    except ValueError:
        raise Refused("bad_request", f"a date is written 2026-11-16, not {date!r}") from None
    if not today - EARLIEST <= day <= today + AHEAD:
        raise Refused(
            "bad_request", f"there are puzzles from {today - EARLIEST} to {today + AHEAD}, none for {day}"
        )
    found = _made(module, day)
    say = game.texts[language].say
    return [
        PuzzleShape(
            name,
            puzzle.grade,
            puzzle.difficulty,
            say(puzzle.goal(), ()),
            puzzle.last,
            [(0, move) for move in puzzle.moves],
        )
        for name, puzzle in found.items()
    ]


def daily(game: Game, day: datetime.date) -> Any:
    """Return only the daily puzzle."""
    module = _module(game)
    assert module is not None, "only asked of a game with puzzles"
    return _daily(module, day)


def grade_of_day(game: Game, day: datetime.date) -> int:
    """Return the grade of a day's puzzle without generating it."""
    module = _module(game)
    assert module is not None, "only asked of a game with puzzles"
    return int(module.WEEK[day.weekday()])


def is_solved(game: Game, goal: str, state: Any) -> bool:
    module = _module(game)
    return module is not None and bool(module.is_solved(goal, state))


@lru_cache(EARLIEST.days)
def _daily(module: ModuleType, day: datetime.date) -> Any:
    return module.daily(day)


@lru_cache(EARLIEST.days)
def _made(module: ModuleType, day: datetime.date) -> dict[str, Any]:
    """Return the daily puzzle and one of each grade, by name."""
    graded = {str(grade): module.puzzles(grade, 1, day.toordinal())[0] for grade in module.GRADES}
    return {DAILY: _daily(module, day)} | graded


def _module(game: Game) -> ModuleType | None:
    module = module_of(game)
    return module if hasattr(module, "GRADES") else None
