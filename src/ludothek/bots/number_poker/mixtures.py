"""Mixtures: with which share each choice is made. Plain lists, a number for each choice.

They are added up by `fsum`: `sum` rounds otherwise since Python 3.12, and a page may have another Python than
a server.
"""

from collections.abc import Sequence
from math import fsum
from operator import mul

from ludothek.games.number_poker.rules import PASS

CHOICES = PASS + 1  # the empty hand, four values, and PASS, also of a seat that has nothing to choose

Numbers = list[float]


def shares(weights: Sequence[float]) -> Numbers:
    """Weights of choices as shares of one; who has nothing to show passes."""
    total = fsum(weights)
    return (
        [weight / total for weight in weights]
        if total > 0
        else [float(choice == PASS) for choice in range(CHOICES)]
    )


def scaled(weights: Sequence[float], factors: Sequence[float]) -> Numbers:
    return list(map(mul, weights, factors))


def expected(values: Sequence[float], mix: Sequence[float]) -> float:
    """What is to be expected of values that come with these shares."""
    return fsum(map(mul, values, mix))
