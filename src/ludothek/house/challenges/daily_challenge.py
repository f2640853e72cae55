"""The daily challenge of each game: a puzzle, a team game or a duel, the same for all players everywhere.

    puzzle    for games with a puzzle of the day
    team      for cooperative and solo games: with the fewest seats and given chance
    duel      for other games: against bots of a given level, on a given seat, with given chance

All of it follows from the date and the game's id by SHA-256. Challenges are easy on Mondays and hard on
Sundays. A day begins at midnight UTC. See docs/decisions/018.
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
MOST_SEATS = 4  # of a duel
OUTSIDE = {RANDOM, "perfect"}  # levels that are not steps of the ladder


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
        """The level of the bots on the other seats."""
        if self.seats == 1:
            return None
        steps = [level for level in levels(self.game) if level not in OUTSIDE] or [RANDOM]
        return steps[self.date.weekday() * len(steps) // 7]

    @property
    def grade(self) -> int | None:
        return puzzles.grade_of_day(self.game, self.date) if self.kind == "puzzle" else None

    @property
    def seed(self) -> bytes:
        """The seed of dice and cards."""
        return self._digest("chance")

    def wish(self, *, counted: bool, name: str) -> tuple[NewTable, Mark]:
        """Return the table to open, with its marker; generating a puzzle takes seconds."""
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
    """Return the number of the day; the first is 1."""
    return (date - FIRST).days + 1


def said(day: datetime.date) -> Phrase:
    """Return the date as a phrase."""
    return Phrase("words.day", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}")


def day_of(text: str | None, today: datetime.date) -> datetime.date:
    """Parse a date, by default today; refuse days in the future and before the first challenge."""
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
