"""The data of a review: numbers and move texts, to be stored and formatted in any language."""

from dataclasses import dataclass
from typing import Literal

VERSION = 3  # of what is kept; another one is made anew

# What a decision is called: by how much of the chance to win it gave away.
GRADES = ((0.02, "best"), (0.06, "good"), (0.15, "weak"), (2.0, "mistake"))

# Grades of readability: by the share of choices that could be foreseen beyond those guessed.
EASILY, PARTLY = 0.2, 0.05

Cause = Literal["decision", "luck"]


@dataclass(frozen=True)
class DecisionReview:
    """A decision judged by the information at the time: the value of the chosen move, and of the
    best other.
    """

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
class KeyMoment:
    """A move that changed the chances, with the change by side."""

    number: int
    cause: Cause
    seat: int | None  # who decided; None for luck
    change: list[float]


@dataclass(frozen=True)
class LuckBalance:
    """The balance of one side: result - start = luck + own + others."""

    # The chance to win before anything was dealt, rolled or decided: what the seat is worth, which is neither
    # luck nor skill
    start: float
    result: float
    luck: float  # what dice, cards and what was hidden gave
    own: float  # what its own decisions gave, those of the team in a team
    others: float  # and those of the others

    @property
    def skill(self) -> float:
        """All decisions together."""
        return self.own + self.others


@dataclass(frozen=True)
class ReadabilityReport:
    """Of one seat: how many of its choices an attentive opponent would have foreseen, and what could be made
    of that.
    """

    seat: int
    choices: int
    foreseen: int
    guessed: float  # how many of them one would have guessed
    read: (
        float  # what an opponent who foresaw them would have had on average: a chance, of what the game says
    )
    unread: float  # and one who did not care

    @property
    def how(self) -> str:
        more = (self.foreseen - self.guessed) / self.choices
        return "easily" if more >= EASILY else "partly" if more >= PARTLY else "hardly"


@dataclass(frozen=True)
class Review:
    """Sides are the seats; a team is one side, the first."""

    version: int
    nodes: int
    is_over: bool
    curve: list[list[float]]  # the chance to win of each side: before the first move, and after each
    left: list[int]  # where a puzzle is to leave few stones: how few could still be left, at the same moments
    balances: list[LuckBalance]
    moments: list[KeyMoment]  # those that decided, as they happened
    decisions: list[DecisionReview]
    readable: list[ReadabilityReport]  # by seat, in games where all choose at once and people have habits
