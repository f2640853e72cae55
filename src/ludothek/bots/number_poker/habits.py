"""Habits, the mixed strategies of human players, and best responses to them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ludothek.bots.number_poker.mixtures import CHOICES, Numbers, expected, scaled, shares
from ludothek.bots.number_poker.outlook import outlook
from ludothek.bots.number_poker.public import public, things_of
from ludothek.core import Variant
from ludothek.games.number_poker.rules import State

GAMES = 8000  # playouts to value choices, with three and four seats


class Round:
    """A round before its choices, as all players see it."""

    def __init__(self, variant: Variant, s: State) -> None:
        self.variant = variant
        self.s = s
        self.seats = range(variant.seats)
        self.things = [[things_of(s, seat, choice) for choice in range(CHOICES)] for seat in self.seats]
        self.allowed = [variant.actions(s, seat) for seat in self.seats]

    @cached_property
    def place(self) -> int:
        """The index of this state among the public states of two seats."""
        return public().find(self.s)

    def value(self, seat: int) -> float:
        """Return the equilibrium value for a seat, with two seats."""
        value = public().worth[self.place]
        return value if seat == 0 else 1 - value

    def pairs(self, seat: int) -> Sequence[Sequence[float]]:
        """Return the payoff matrix with two seats: own choice by row, the opponent's by column.

        Values are chances to win with even play from then on.
        """
        return self._pairs[seat]

    @cached_property
    def _pairs(self) -> tuple[Sequence[Sequence[float]], Sequence[Sequence[float]]]:
        worths = public().worths_after(self.place)
        return worths, [[1 - worth for worth in column] for column in zip(*worths, strict=True)]

    def gains(self, seat: int, mixes: Sequence[Numbers], games: int = GAMES, seed: int = 0) -> Numbers:
        """Return the chance to win with each choice against the mixtures mixes[seat][choice].

        All seats play evenly from then on. The values are exact with two seats and come from playouts with
        more.
        """
        if len(self.seats) == 2:
            return [expected(row, mixes[1 - seat]) for row in self.pairs(seat)]
        gains = [0.0] * CHOICES
        for choice, gain in zip(
            self.allowed[seat], outlook(self.variant, self.s, seat, mixes, games, seed), strict=True
        ):
            gains[choice] = gain
        return gains


@lru_cache(256)
def round_at(variant: Variant, s: State) -> Round:
    return Round(variant, s)


Habit = Callable[[Round, int], Numbers]  # returns the shares of a seat's choices


def even(now: Round, seat: int) -> Numbers:
    """Show each thing with the same chance, the equilibrium with two seats."""
    return shares(now.things[seat])


def careless(now: Round, seat: int) -> Numbers:
    """Show each allowed choice with the same chance, however many things it stands for."""
    return shares([float(choice in now.allowed[seat]) for choice in range(CHOICES)])


@dataclass(frozen=True)
class Taste:
    """Prefer each value to the next lower one by the factor `rise`, and the empty hand to a 1 by `hand`."""

    rise: float
    hand: float = 1.0

    def __call__(self, now: Round, seat: int) -> Numbers:
        likes = [self.hand, *(self.rise**k for k in range(4)), 0.0]
        return shares(scaled(now.things[seat], likes))


@dataclass(frozen=True)
class CounterHabit:
    """Expect a habit of the others and lean to the best response, the more the higher `sharpness`."""

    habit: Habit
    sharpness: float

    def __call__(self, now: Round, seat: int) -> Numbers:
        return _answer(self, now, seat)


@lru_cache(256)  # LearningBot evaluates all rounds of a game at each decision
def _answer(answer: CounterHabit, now: Round, seat: int) -> Numbers:
    gains = now.gains(seat, [answer.habit(now, other) for other in now.seats])
    return leaning(now, seat, gains, answer.sharpness)


def leaning(now: Round, seat: int, gains: Numbers, sharpness: float) -> Numbers:
    """Shift even play towards choices with higher gains (a softmax by `sharpness`)."""
    best = max(gains[choice] for choice in now.allowed[seat])
    return shares(scaled(now.things[seat], [math.exp(sharpness * min(gain - best, 0.0)) for gain in gains]))
