"""How people show their stones: habits, and answers to habits."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ludothek.bots.number_poker.mixtures import CHOICES, Numbers, expected, scaled, shares
from ludothek.bots.number_poker.outlook import outlook
from ludothek.bots.number_poker.public import public, things_of
from ludothek.core import Variant
from ludothek.games.number_poker.rules import State

GAMES = 8000  # played out to know what choices are worth, with three and four seats


class Round:
    """A round as everybody sees it before the choices."""

    def __init__(self, variant: Variant, s: State) -> None:
        self.variant = variant
        self.s = s
        self.seats = range(variant.seats)
        self.things = [[things_of(s, seat, choice) for choice in range(CHOICES)] for seat in self.seats]
        self.allowed = [variant.actions(s, seat) for seat in self.seats]

    @cached_property
    def place(self) -> int:
        """Among the public states of two seats."""
        return public().find(self.s)

    def value(self, seat: int) -> float:
        """Of two seats: the chance to win if both play evenly."""
        value = public().worth[self.place]
        return value if seat == 0 else 1 - value

    def pairs(self, seat: int) -> Sequence[Sequence[float]]:
        """Of two seats: the chance to win after one's own choice (row) and the other's (column), if both play
        evenly from then on.
        """
        return self._pairs[seat]

    @cached_property
    def _pairs(self) -> tuple[Sequence[Sequence[float]], Sequence[Sequence[float]]]:
        worths = public().worths_after(self.place)
        return worths, [[1 - worth for worth in column] for column in zip(*worths, strict=True)]

    def gains(self, seat: int, mixes: Sequence[Numbers], games: int = GAMES, seed: int = 0) -> Numbers:
        """The chance to win with each choice if the others choose like this (mixes[seat][choice]), and all
        evenly from then on.

        Exact with two seats; with more it is what the games say.
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


Habit = Callable[[Round, int], Numbers]  # the shares of a seat's choices


def even(now: Round, seat: int) -> Numbers:
    """Every thing alike."""
    return shares(now.things[seat])


def careless(now: Round, seat: int) -> Numbers:
    """Every choice alike, as if one had of each just one."""
    return shares([float(choice in now.allowed[seat]) for choice in range(CHOICES)])


@dataclass(frozen=True)
class Taste:
    """Prefers every value to the next lower by this factor, and the empty hand to a 1 by that."""

    rise: float
    hand: float = 1.0

    def __call__(self, now: Round, seat: int) -> Numbers:
        likes = [self.hand, *(self.rise**k for k in range(4)), 0.0]
        return shares(scaled(now.things[seat], likes))


@dataclass(frozen=True)
class CounterHabit:
    """Expects the others to have a habit, and leans to what is best against it; the sharper, the more."""

    habit: Habit
    sharpness: float

    def __call__(self, now: Round, seat: int) -> Numbers:
        return _answer(self, now, seat)


@lru_cache(256)  # whoever learns asks for all rounds of a game again and again
def _answer(answer: CounterHabit, now: Round, seat: int) -> Numbers:
    gains = now.gains(seat, [answer.habit(now, other) for other in now.seats])
    return leaning(now, seat, gains, answer.sharpness)


def leaning(now: Round, seat: int, gains: Numbers, sharpness: float) -> Numbers:
    """Even play, shifted towards what gains more."""
    best = max(gains[choice] for choice in now.allowed[seat])
    return shares(scaled(now.things[seat], [math.exp(sharpness * min(gain - best, 0.0)) for gain in gains]))
