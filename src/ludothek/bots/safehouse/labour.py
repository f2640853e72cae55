"""How many dice it takes to fill a gap: empty fields side by side, and what may be written in them.

Dice fall one at a time, for any field of the gap. A number that fits may be written, which leaves two smaller gaps, or waited out. One die
is thrown, or two of a colour together, whichever is better. The labour of a gap is the number of dice that this takes on average, if what
to write is chosen well; it follows from the labour of smaller gaps. What rows cost each other, and what jokers save, is left to the guide.
"""

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.safehouse.weights import EQUAL_GAP, GAP, GAP_POWER, RISING_GAP

EQUAL, RISING, CLIMBING = range(3)  # the kinds of rows

MOST_FIELDS = 6
TOP = 12  # this number, or any above
HOPELESS = 30.0  # dice for a field that nothing fits any more
PAIR = 1.6  # two dice of a colour cost less than twice one: they share the throw

ONE = np.array([1 / 6] * 6 + [0.0] * (TOP - 5))  # of a die: the pursuer, which counts 0, and 1 to 5
TWO = np.convolve(ONE, ONE)[: TOP + 1]
THROWS = ((1.0, ONE), (PAIR, TWO))


def labour_table() -> NDArray[np.float64]:
    """labour[kind, fields, least, most]"""
    labour = np.zeros((3, MOST_FIELDS + 1, TOP + 2, TOP + 2))
    for fields in range(1, MOST_FIELDS + 1):
        labour[:, fields] = HOPELESS * fields
        for least in range(1, TOP + 1):
            for most in range(least, TOP + 1):
                for kind in (RISING, CLIMBING):
                    labour[kind, fields, least, most] = min(
                        _of_gap(labour[kind], dice, odds, fields, least, most, kind) for dice, odds in THROWS
                    )
        for number in range(1, TOP + 1):
            each = min(min(HOPELESS, dice / max(odds[number], 1e-9)) for dice, odds in THROWS)
            labour[EQUAL, fields, number, number] = fields * each
        for least in range(1, TOP):
            labour[EQUAL, fields, least, least + 1 :] = 1.2 + labour[EQUAL, fields - 1, range(1, 6), range(1, 6)].min()
    return labour


def _of_gap(labour: NDArray[np.float64], dice: float, odds: NDArray[np.float64], fields: int, least: int, most: int, kind: int) -> float:
    step = 1 if kind == RISING else 0
    left_after = []  # the labour left after a number in a field, and how likely that is
    for number in range(least, most + 1):
        for left in range(fields):
            right = fields - 1 - left
            if odds[number] and (left == 0 or least <= number - step) and (right == 0 or number + step <= most):
                rest = (labour[left, least, number - step] if left else 0.0) + (labour[right, number + step, most] if right else 0.0)
                left_after.append((rest, odds[number] / fields))
    best, chance, total = HOPELESS * fields, 0.0, 0.0
    for rest, odd in sorted(left_after):  # write what leaves least, as long as waiting is no better
        if rest >= best:
            break
        chance += odd
        total += odd * rest
        best = min(best, (dice + total) / chance)
    return best


def gap_table(labour: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a gap costs the team, in steps of the pursuer's, beside what any field costs: hard ones more than their labour says."""
    fields = np.maximum(np.arange(MOST_FIELDS + 1), 1)[:, np.newaxis, np.newaxis]
    kinds = np.array([EQUAL_GAP, RISING_GAP, 1.0])[:, np.newaxis, np.newaxis, np.newaxis]
    table: NDArray[np.float64] = kinds * GAP * fields * (labour / fields) ** GAP_POWER
    return table


LABOUR = labour_table()
GAPS = gap_table(LABOUR)
