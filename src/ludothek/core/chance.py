"""Chance: a seat of its own, and two sources of what it does.

The rules contain no randomness; whoever drives a game draws. A table draws from a secret seed, by HMAC and
the number of the move, so that everybody can check every draw once the seed is shown (`SecretSeed`).
Simulation draws from a small generator that gives the same numbers interpreted, compiled and on a GPU
(`seed_stream`, `draw_below`): it keeps to 32 bits, which fit into signed 64 without overflow.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, MutableSequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludothek.core.rule import inlined, rule

CHANCE = 8  # the seat of chance; people sit on 0 to 7
CHANCE_BIT = 1 << CHANCE
WORDS = 4  # of a stream
BEGINS = "begins"  # the name of the lot that decides who begins


def lots(seats: int) -> dict[str, int]:
    """One lot for each seat, all alike."""
    return {str(seat): 1 for seat in range(seats)}


class SecretSeed:
    """Verifiable draws: the commitment is shown before the first move, the seed after the last."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    @classmethod
    def fresh(cls) -> "SecretSeed":
        return cls(secrets.token_bytes(32))

    @cached_property
    def commitment(self) -> str:
        return hashlib.sha256(self.seed).hexdigest()

    def mixed_with(self, contributions: str) -> "SecretSeed":
        """The seed that follows from this secret and the values that the seats contributed: HMAC-SHA256(seed,
        contributions).

        Without contributions it is this seed itself: so draws of earlier versions verify as before.
        """
        return SecretSeed(hmac.digest(self.seed, contributions.encode(), "sha256")) if contributions else self

    def draw(self, number: int, weights: Mapping[str, int]) -> str:
        """What chance does as move `number` of the record (counted from 0): one of the keys, by weight."""
        return self._draw(str(number), weights)

    def draw_lot(self, name: str, weights: Mapping[str, int]) -> str:
        """Draw what is no move of the record, as who begins.

        Each name is a draw of its own, and so is each number of a move.
        """
        assert name.isidentifier(), "the name of a lot must not look like the number of a move"
        return self._draw(name, weights)

    def _draw(self, name: str, weights: Mapping[str, int]) -> str:
        """One of the keys, by weight.

        HMAC-SHA256(seed, "name:attempt"), read as an integer of 256 bits, taken modulo the total; the few
        values at the top that would favour the first keys are thrown away. The keys count in their sorted
        order, so that a checker needs no rules.
        """
        total = sum(weights.values())
        limit = (1 << 256) // total * total
        attempt = 0
        while True:
            digest = hmac.digest(self.seed, f"{name}:{attempt}".encode(), "sha256")
            value = int.from_bytes(digest, "big")
            if value < limit:
                break
            attempt += 1
        value %= total
        for text in sorted(weights):
            value -= weights[text]
            if value < 0:
                return text
        raise AssertionError("weights are positive")


if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = MutableSequence[int] | NDArray[Any]  # interpreted a list, compiled an array
else:
    Words = MutableSequence  # to play interpreted needs no NumPy

_LOW32 = 0xFFFFFFFF

BLANK = -1  # what a lot says that stands for no action


@rule
@inlined
def seed_stream(stream: Words, seed: int) -> None:
    """Set the four words of a stream (sfc32) from a seed; streams of different seeds are unrelated."""
    stream[0] = seed & _LOW32
    stream[1] = (seed >> 32) & 0x7FFFFFFF
    stream[2] = 0x9E3779B9
    stream[3] = 1
    for _ in range(12):
        next_word(stream)


@rule
@inlined
def next_word(stream: Words) -> int:
    """The next 32 random bits of Chris Doty-Humphrey's sfc32."""
    a = stream[0]
    b = stream[1]
    c = stream[2]
    counter = stream[3]
    word = (a + b + counter) & _LOW32
    stream[0] = b ^ (b >> 9)
    stream[1] = (c + (c << 3)) & _LOW32
    stream[2] = ((((c << 21) | (c >> 11)) & _LOW32) + word) & _LOW32
    stream[3] = (counter + 1) & _LOW32
    return word


@rule
@inlined
def draw_below(stream: Words, bound: int) -> int:
    """A whole number from 0 to bound - 1.

    The bias, under bound / 2**32, is far below what any simulation can see.
    """
    return (next_word(stream) * bound) >> 32


@rule
@inlined
def draw_weighted(stream: Words, weights: Words, count: int) -> int:
    """The place of one of `count` weights, drawn by weight."""
    total = 0
    for k in range(count):
        total += weights[k]
    rest = draw_below(stream, total)
    k = 0
    while k < count - 1 and rest >= weights[k]:
        rest -= weights[k]
        k += 1
    return k
