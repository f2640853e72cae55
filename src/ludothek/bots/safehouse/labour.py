"""Expected number of dice to fill a gap: adjacent empty fields and the numbers they accept.

The model throws one die, or two of a colour together, whichever is better, for a random field of the gap. A
number that fits is written, which splits the gap in two, or waited out. The labour of a gap is the expected
number of dice under the best writing policy, computed from the labour of smaller gaps. The guide adds the
interaction of rows and the savings by jokers.
"""

from typing import Any

from ludothek.bots.safehouse.weights import EQUAL_GAP, GAP, GAP_POWER, RISING_GAP
from ludothek.core import ConstantTable, rule

EQUAL, RISING, CLIMBING = range(3)  # the kinds of rows

MOST_FIELDS = 6
TOP = 12  # stands for itself and all higher numbers
HOPELESS = 30.0  # dice charged for a field that accepts no number
PAIR = 1.6  # the cost of two dice of a colour, less than 2 since they share the throw

ONE = [1 / 6] * 6 + [0.0] * (TOP - 5)  # the distribution of one die: a pursuer counts 0, then 1 to 5
TWO = [sum(ONE[first] * ONE[number - first] for first in range(number + 1)) for number in range(TOP + 1)]
THROWS = ((1.0, ONE), (PAIR, TWO))


def labour_table() -> Any:
    """Compute labour[kind][fields][least][most] for all gaps."""
    sizes = range(TOP + 2)
    labour = [
        [[[HOPELESS * fields for _ in sizes] for _ in sizes] for fields in range(MOST_FIELDS + 1)]
        for _ in range(3)
    ]
    for fields in range(1, MOST_FIELDS + 1):
        for least in range(1, TOP + 1):
            for most in range(least, TOP + 1):
                for kind in (RISING, CLIMBING):
                    labour[kind][fields][least][most] = min(
                        _of_gap(labour[kind], dice, odds, fields, least, most, kind) for dice, odds in THROWS
                    )
        for number in range(1, TOP + 1):
            each = min(min(HOPELESS, dice / max(odds[number], 1e-9)) for dice, odds in THROWS)
            labour[EQUAL][fields][number][number] = fields * each
        for least in range(1, TOP):
            for most in range(least + 1, TOP + 2):
                labour[EQUAL][fields][least][most] = 1.2 + min(
                    labour[EQUAL][fields - 1][number][number] for number in range(1, 6)
                )
    return labour


def _of_gap(
    labour: Any, dice: float, odds: list[float], fields: int, least: int, most: int, kind: int
) -> float:
    step = 1 if kind == RISING else 0
    left_after = []  # pairs: the labour left after a number in a field, and its probability
    for number in range(least, most + 1):
        for left in range(fields):
            right = fields - 1 - left
            if (
                odds[number]
                and (left == 0 or least <= number - step)
                and (right == 0 or number + step <= most)
            ):
                rest = (labour[left][least][number - step] if left else 0.0) + (
                    labour[right][number + step][most] if right else 0.0
                )
                left_after.append((rest, odds[number] / fields))
    best, chance, total = HOPELESS * fields, 0.0, 0.0
    for rest, odd in sorted(left_after):  # write the number that leaves least, while waiting is no better
        if rest >= best:
            break
        chance += odd
        total += odd * rest
        best = min(best, (dice + total) / chance)
    return best


def cost_of(kind: int, fields: int, labour: float) -> float:
    """Return the cost of a gap to the team in pursuer steps, beside the cost of any field.

    It grows faster than the labour.
    """
    return float(KINDS[kind] * GAP * fields * (labour / fields) ** GAP_POWER)


KINDS = (EQUAL_GAP, RISING_GAP, 1.0)
LABOUR = labour_table()
# GAPS[kind][fields - 1][…]: the costs of gaps that accept a number, by `most` and then by `least` up to it.
GAPS = ConstantTable(
    [
        [
            cost_of(kind, fields, LABOUR[kind][fields][least][most])
            for most in range(1, TOP + 1)
            for least in range(1, most + 1)
        ]
        for fields in range(1, MOST_FIELDS + 1)
    ]
    for kind in range(3)
)
HARDEST = HOPELESS**GAP_POWER


@rule
def gap(kind: int, fields: int, least: int, most: int) -> float:
    """Return the cost of a gap that accepts the numbers from `least` to `most`."""
    least, most = min(least, TOP), min(most, TOP)
    if fields == 0:
        return 0.0
    if least > most:
        return float(KINDS[kind] * GAP * fields * HARDEST)
    return float(GAPS[kind][fields - 1][most * (most - 1) // 2 + least - 1])
