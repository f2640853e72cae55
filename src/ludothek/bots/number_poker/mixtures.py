"""Mixed strategies as plain lists with one number for each choice.

They are summed by `fsum`: `sum` rounds floats differently since Python 3.12, and a page may run another
Python version than the server.
"""

from collections.abc import Sequence
from math import fsum
from operator import mul

from ludothek.games.number_poker.rules import PASS

CHOICES = PASS + 1  # the empty hand, four values, and PASS for a seat without a choice

Numbers = list[float]


def shares(weights: Sequence[float]) -> Numbers:
    """Normalise weights to sum to one; if all are 0, the seat passes."""
    total = fsum(weights)
    return (
        [weight / total for weight in weights]
        if total > 0
        else [float(choice == PASS) for choice in range(CHOICES)]
    )


def scaled(weights: Sequence[float], factors: Sequence[float]) -> Numbers:
    return list(map(mul, weights, factors))


def expected(values: Sequence[float], mix: Sequence[float]) -> float:
    """Return the expected value under a mixture."""
    return fsum(map(mul, values, mix))
