"""What a review says, as plain data: numbers and the texts of moves, to be kept and to be said in any language."""

from dataclasses import dataclass
from typing import Literal

VERSION = 1  # of what is kept; another one is made anew

# What a decision is called: by how much of the chance to win it gave away.
GRADES = ((0.02, "best"), (0.06, "good"), (0.15, "weak"), (2.0, "mistake"))

Cause = Literal["decision", "luck"]


@dataclass(frozen=True)
class Decision:
    """A move that somebody chose, by what could be known then: what it was worth, and the best of the others."""

    number: int  # of the move in the record, from 0
    seat: int
    made: str
    got: float  # the chance to win with it
    better: str | None  # None where nothing was better
    best: float  # the chance to win with that, or with what was made

    @property
    def lost(self) -> float:
        return max(0.0, self.best - self.got)

    @property
    def grade(self) -> str:
        return next(name for bound, name in GRADES if self.lost < bound)


@dataclass(frozen=True)
class Moment:
    """A move after which the chances were others: how they changed, by side."""

    number: int
    cause: Cause
    seat: int | None  # who decided; None for luck
    change: list[float]


@dataclass(frozen=True)
class Balance:
    """Of one side: result - start = luck + own + others."""

    start: float  # the chance to win before anything was dealt, rolled or decided
    result: float
    luck: float  # what dice, cards and what was hidden gave
    own: float  # what its own decisions gave, those of the team in a team
    others: float  # and those of the others

    @property
    def skill(self) -> float:
        """All decisions together."""
        return self.own + self.others


@dataclass(frozen=True)
class Review:
    """Sides are the seats; a team is one side, the first."""

    version: int
    nodes: int
    is_over: bool
    curve: list[list[float]]  # the chance to win of each side: before the first move, and after each
    balances: list[Balance]
    moments: list[Moment]  # those that decided, as they happened
    decisions: list[Decision]
