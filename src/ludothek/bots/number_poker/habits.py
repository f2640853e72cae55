"""How people show their stones: habits, and answers to habits."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ludothek.bots.number_poker.outlook import outlook
from ludothek.bots.number_poker.public import CHOICES, Numbers, public, shares, things_of, worth
from ludothek.core import Variant
from ludothek.games.number_poker.rules import State

GAMES = 8000  # played out to know what choices are worth, with three and four seats


class Round:
    """A round as everybody sees it before the choices."""

    def __init__(self, variant: Variant, s: State) -> None:
        self.variant = variant
        self.s = s
        self.seats = range(variant.seats)
        self.things = np.array([[things_of(s, seat, choice) for choice in range(CHOICES)] for seat in self.seats])
        self.allowed = np.zeros((variant.seats, CHOICES), bool)
        for seat in self.seats:
            self.allowed[seat, variant.actions(s, seat)] = True

    @cached_property
    def place(self) -> int:
        """Among the public states of two seats."""
        return public().find(self.s)

    def value(self, seat: int) -> float:
        """Of two seats: the chance to win if both play evenly."""
        value = float(worth()[self.place])
        return value if seat == 0 else 1 - value

    def pairs(self, seat: int) -> Numbers:
        """Of two seats: the chance to win after one's own choice (row) and the other's (column), if both play evenly from then on."""
        worths: Numbers = worth()[public().after[self.place]]
        return worths if seat == 0 else 1 - worths.T

    def gains(self, seat: int, mixes: Numbers, games: int = GAMES, seed: int = 0) -> Numbers:
        """The chance to win with each choice if the others choose like this (mixes[seat, choice]), and all evenly from then on.

        Exact with two seats; with more it is what the games say.
        """
        if len(self.seats) == 2:
            exact: Numbers = self.pairs(seat) @ mixes[1 - seat]
            return exact
        gains = np.zeros(CHOICES)
        gains[self.allowed[seat]] = outlook(self.variant, self.s, seat, mixes, games, seed)
        return gains


@lru_cache(256)
def round_at(variant: Variant, s: State) -> Round:
    return Round(variant, s)


Habit = Callable[[Round, int], Numbers]  # the shares of a seat's choices


def even(now: Round, seat: int) -> Numbers:
    """Every thing alike."""
    return shares(now.things[seat])


def careless(now: Round, seat: int) -> Numbers:
    """Every choice alike, as if one had of each just one."""
    return shares(now.allowed[seat].astype(float))


@dataclass(frozen=True)
class Taste:
    """Prefers every value to the next lower by this factor, and the empty hand to a 1 by that."""

    rise: float
    hand: float = 1.0

    def __call__(self, now: Round, seat: int) -> Numbers:
        likes = np.array([self.hand, *(self.rise**k for k in range(4)), 0.0])
        return shares(now.things[seat] * likes)


@dataclass(frozen=True)
class Answer:
    """Expects the others to have a habit, and leans to what is best against it; the sharper, the more."""

    habit: Habit
    sharpness: float

    def __call__(self, now: Round, seat: int) -> Numbers:
        return _answer(self, now, seat)


@lru_cache(256)  # whoever learns asks for all rounds of a game again and again
def _answer(answer: Answer, now: Round, seat: int) -> Numbers:
    gains = now.gains(seat, np.array([answer.habit(now, other) for other in now.seats]))
    return leaning(now, seat, gains, answer.sharpness)


def leaning(now: Round, seat: int, gains: Numbers, sharpness: float) -> Numbers:
    """Even play, shifted towards what gains more."""
    behind = np.minimum(gains - gains[now.allowed[seat]].max(), 0.0)
    return shares(now.things[seat] * np.exp(sharpness * behind))
