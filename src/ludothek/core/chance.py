"""Chance: a seat of its own, and two sources of random draws.

The rules contain no randomness; the caller draws. A table draws by HMAC from a secret seed and the number of
the move, so that every draw can be verified once the seed is published (`SecretSeed`). Simulations draw from
a small generator with the same numbers interpreted, compiled and on a GPU (`seed_stream`, `draw_below`); it
works on 32-bit words, which fit into signed 64-bit integers without overflow.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, MutableSequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludothek.core.rule import inlined, rule

CHANCE = 8  # the seat of chance; players have 0 to 7
CHANCE_BIT = 1 << CHANCE
WORDS = 4  # the size of a stream
BEGINS = "begins"  # the name of the lot that decides who begins


def lots(seats: int) -> dict[str, int]:
    """One lot per seat, equally likely."""
    return {str(seat): 1 for seat in range(seats)}


class SecretSeed:
    """Verifiable draws: the commitment is published before the first move, the seed after the last."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    @classmethod
    def fresh(cls) -> "SecretSeed":
        return cls(secrets.token_bytes(32))

    @cached_property
    def commitment(self) -> str:
        return hashlib.sha256(self.seed).hexdigest()

    def mixed_with(self, contributions: str) -> "SecretSeed":
        """Derive a seed from this one and the contributions of the seats: HMAC-SHA256(seed, contributions).

        Without contributions return this seed itself, so that games of earlier versions still verify.
        """
        return SecretSeed(hmac.digest(self.seed, contributions.encode(), "sha256")) if contributions else self

    def draw(self, number: int, weights: Mapping[str, int]) -> str:
        """Draw chance move `number` of the record (counted from 0): one of the keys, by weight."""
        return self._draw(str(number), weights)

    def draw_lot(self, name: str, weights: Mapping[str, int]) -> str:
        """Draw something that is no move of the record, such as the starting seat.

        Each name is an independent draw, independent also of the moves.
        """
        assert name.isidentifier(), "the name of a lot must not look like the number of a move"
        return self._draw(name, weights)

    def _draw(self, name: str, weights: Mapping[str, int]) -> str:
        """Draw one of the keys, by weight.

        HMAC-SHA256(seed, "name:attempt"), read as a 256-bit integer, modulo the total; values at the top that
        would favour the first keys are rejected. Keys are in sorted order, so that a verifier needs no rules.
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

    Words = MutableSequence[int] | NDArray[Any]  # a list interpreted, an array compiled
else:
    Words = MutableSequence  # interpreted play needs no NumPy

_LOW32 = 0xFFFFFFFF

BLANK = -1  # the result of a lot without an action


@rule
@inlined
def seed_stream(stream: Words, seed: int) -> None:
    """Initialize the four words of a stream (sfc32) from a seed; different seeds give unrelated streams."""
    stream[0] = seed & _LOW32
    stream[1] = (seed >> 32) & 0x7FFFFFFF
    stream[2] = 0x9E3779B9
    stream[3] = 1
    for _ in range(12):
        next_word(stream)


@rule
@inlined
def next_word(stream: Words) -> int:
    """Return the next 32 bits of Chris Doty-Humphrey's sfc32."""
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
    """Draw an integer from 0 to bound - 1.

    The bias, below bound / 2**32, is far below what a simulation can detect.
    """
    return (next_word(stream) * bound) >> 32


@rule
@inlined
def draw_weighted(stream: Words, weights: Words, count: int) -> int:
    """Draw the index of one of `count` weights, by weight."""
    total = 0
    for k in range(count):
        total += weights[k]
    rest = draw_below(stream, total)
    k = 0
    while k < count - 1 and rest >= weights[k]:
        rest -= weights[k]
        k += 1
    return k
