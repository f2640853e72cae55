"""The challenge of a day for every game: a puzzle, a team game or a duel, the same for everybody everywhere.

    puzzle    where a game has a puzzle of the day
    team      where all win or lose together: with as few seats as the game has, its dice and cards given
    duel      in every other game: against bots of a given level, on a given seat, with given chance

All of it follows from the date and the game's id, by SHA-256: no clock, no machine and no server adds
anything of its own. It is easy on Mondays and hard on Sundays. A day begins at midnight UTC, for everybody at
the same moment. What that means: docs/decisions/018.
"""

import datetime
import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ludothek.bots.levels import RANDOM, levels
from ludothek.core import Game, Phrase
from ludothek.house.api.table_types import NewTable, SeatRequest
from ludothek.house.api.value_types import Moves
from ludothek.house.catalogue import puzzles
from ludothek.house.table.entries import ChallengeMarker as Mark
from ludothek.house.table.refusals import Refused

FIRST = datetime.date(2026, 11, 1)
MOST_SEATS = 4  # of a duel: more others make it longer, not better
OUTSIDE = {RANDOM, "perfect"}  # who is no step on the ladder is nobody's opponent


@dataclass(frozen=True)
class DailyChallenge:
    game: Game
    date: datetime.date

    @property
    def kind(self) -> str:
        return (
            "puzzle"
            if puzzles.has_puzzles(self.game)
            else "team"
            if self.game.declared.together or self.game.most == 1
            else "duel"
        )

    @cached_property
    def seats(self) -> int:
        fewest, most = self.game.fewest, min(self.game.most, max(self.game.fewest, MOST_SEATS))
        return fewest + self._drawn("seats", most - fewest + 1) if self.kind == "duel" else fewest

    @cached_property
    def seat(self) -> int:
        return self._drawn("seat", self.seats)

    @cached_property
    def level(self) -> str | None:
        """Of whoever sits on the other seats."""
        if self.seats == 1:
            return None
        steps = [level for level in levels(self.game) if level not in OUTSIDE] or [RANDOM]
        return steps[self.date.weekday() * len(steps) // 7]

    @property
    def grade(self) -> int | None:
        return puzzles.grade_of_day(self.game, self.date) if self.kind == "puzzle" else None

    @property
    def seed(self) -> bytes:
        """From which its dice and cards follow."""
        return self._digest("chance")

    def wish(self, *, counted: bool, name: str) -> tuple[NewTable, Mark]:
        """The table to open. A puzzle is made now, which takes a while."""
        puzzle = puzzles.daily(self.game, self.date) if self.kind == "puzzle" else None
        seats = [
            SeatRequest("me") if seat == self.seat else SeatRequest("bot", level=self.level)
            for seat in range(self.seats)
        ]
        moves: Moves = [(0, move) for move in puzzle.moves] if puzzle else []
        wish = NewTable(self.game.id, seats, name=name, hints=not counted, clock=False, moves=moves)
        return wish, Mark(self.date.isoformat(), counted, puzzle.last if puzzle else "")

    def _drawn(self, what: str, bound: int) -> int:
        return int.from_bytes(self._digest(what), "big") % bound

    def _digest(self, what: str) -> bytes:
        return hashlib.sha256(
            f"ludothek challenge {self.date.isoformat()} {self.game.id} {what}".encode()
        ).digest()


@lru_cache(512)
def challenge(game: Game, date: datetime.date) -> DailyChallenge:
    return DailyChallenge(game, date)


def number_of(date: datetime.date) -> int:
    """The first day is the first."""
    return (date - FIRST).days + 1


def said(day: datetime.date) -> Phrase:
    """As people write it."""
    return Phrase("words.day", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}")


def day_of(text: str | None, today: datetime.date) -> datetime.date:
    """The day that somebody names; today where they name none.

    What lies ahead or before the first day is refused.
    """
    if not text:
        return today
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        raise Refused("bad_date") from None
    if day > today:
        raise Refused("day_ahead", day=said(day))
    if day < FIRST:
        raise Refused("day_before", first=said(FIRST))
    return day
