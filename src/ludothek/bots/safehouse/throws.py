"""Choose which dice to throw and when to recall them.

Savings and costs are in steps of the pursuer. The saving of a set of dice is what its colours are expected
to save all seats, with jokers added where they save most. A throw costs a step, plus one for every die that
shows a pursuer. In the long run, the dice are recalled after one or two throws; the best saving per step over
such a cycle is the reference rate. The dice at hand are thrown while they save more per step than that rate.

A set counts the dice of each colour and the jokers, as a number to base 3 with one digit for each.
"""

from typing import Any

from ludothek.bots.safehouse.labour import TOP
from ludothek.bots.safehouse.sheet import SEATS, fill_after_one, fill_shares, left_after, left_with, sheet_of
from ludothek.bots.safehouse.weights import CHAMELEON, RECALL, RECALL_OPEN, SECOND_THROW
from ludothek.core import ConstantTable, floats, rule, wholes
from ludothek.games.safehouse.rules import COLOURS, PLACES, PURSUER, ROWS, Kit, State, most_open, rearmost
from ludothek.games.safehouse.rules import RECALL as RECALLED

SETS = 3 ** (COLOURS + 1)  # the number of sets
ALL = SETS - 1  # the set of all dice
PACKED = ConstantTable(
    (sum(number // 3**digit % 3 << 3 * digit for digit in range(COLOURS + 1)) for number in range(SETS)), "i4"
)  # the digits of each set, in 3 bits each
SPARE = sum(
    4 << 3 * digit for digit in range(COLOURS + 1)
)  # the highest bit of each digit, which is always 0
COLOURED = (1 << 3 * COLOURS) - 1  # the digits of the colours
TOPS = TOP + 1
AT_A_RECALL = 0.5  # the share of coloured dice assumed to be thrown already when dice are recalled


@rule
def digit_of(number: int, digit: int) -> int:
    """Return the number of dice of a colour, or of jokers, in a set."""
    return int(PACKED[number] >> 3 * digit & 3)


@rule
def is_within(these: int, those: int) -> bool:
    """Whether the set `these` can be thrown from the dice `those`: a part of them, with a coloured die.

    Subtracting too large a digit borrows from the spare bit of that digit, which is then 0.
    """
    wanted, there = int(PACKED[these]), int(PACKED[those])
    return (there | SPARE) - wanted & SPARE == SPARE and wanted & COLOURED != 0


@rule
def what_to_throw(kit: Kit, s: State) -> int:
    """Return the dice to throw as a bit set, or RECALL."""
    gains, saved, steps = floats(SEATS, COLOURS, TOPS), floats(SETS), floats(SETS)
    fill_gains(kit, s, gains)
    fill_saved(kit, s, gains, saved)
    fill_steps(kit, steps)
    opened = most_open(kit, s)
    rate = best_rate(saved, steps, RECALL + RECALL_OPEN * opened)
    if s.lid == 0:  # nothing to recall
        return dice_of(s.at_hand, best_throw(saved, steps, ALL, rate)[0])
    if s.at_hand & ((1 << 2 * COLOURS) - 1) == 0:  # no coloured die left
        return RECALLED
    throw, net = best_throw(saved, steps, set_of(s.at_hand), rate)
    if net < 0 and s.pursuer + opened < rearmost(s):  # a recall costs a step for each open row (SH-5)
        return RECALLED
    return dice_of(s.at_hand, throw)


@rule
def best_rate(saved: Any, steps: Any, recall: float) -> float:
    """Return the highest saving per step over a cycle from recall to recall, with one or two throws.

    This is Dinkelbach's algorithm: at the optimal rate the best net saving is zero.
    """
    rate = 0.0
    for _ in range(4):
        first, _ = best_throw(saved, steps, ALL, rate)
        second = best_second(saved, steps, ALL - first, rate)
        rate = (saved[first] + SECOND_THROW * saved[second]) / (recall + steps[first] + steps[second])
    return rate


@rule
def best_throw(saved: Any, steps: Any, dice: int, rate: float) -> tuple[int, float]:
    """Return the best throw from a set of dice, and its net saving: the saving less the steps at this rate.

    It includes the net saving of the best second throw with the remaining dice, if that is positive.
    """
    then = floats(SETS)  # the net saving of the best second throw from each set, at least 0
    for number in range(1, SETS):
        if is_within(number, dice):
            then[number] = max(then[number], SECOND_THROW * saved[number] - rate * steps[number])
    for digit in range(COLOURS + 1):
        one = 3**digit
        for number in range(SETS):
            if digit_of(number, digit):
                then[number] = max(then[number], then[number - one])
    chosen, most = 0, -1e18
    for number in range(1, SETS):
        if is_within(number, dice):
            net = saved[number] - rate * steps[number] + then[dice - number]
            if net > most:
                chosen, most = number, net
    return chosen, most


@rule
def best_second(saved: Any, steps: Any, dice: int, rate: float) -> int:
    """Return the best second throw from a set of dice; 0 if none has a positive net saving."""
    chosen, most = 0, 0.0
    for number in range(1, SETS):
        if is_within(number, dice):
            net = SECOND_THROW * saved[number] - rate * steps[number]
            if net > most:
                chosen, most = number, net
    return chosen


@rule
def fill_steps(kit: Kit, steps: Any) -> None:
    """Fill in the expected steps of a throw of each set: one, plus the expected number of pursuers."""
    die, joker = pursuer_odds(kit, 0), pursuer_odds(kit, 1)
    for number in range(1, SETS):
        coloured = 0
        for colour in range(COLOURS):
            coloured += digit_of(number, colour)
        steps[number] = 1.0 + coloured * die + digit_of(number, COLOURS) * joker


@rule
def pursuer_odds(kit: Kit, joker: int) -> float:
    """Return the probability that a coloured die, or a joker die, shows a pursuer."""
    for k in range(kit.kinds[joker]):
        if kit.faces[joker][k] == PURSUER:
            return kit.face_weights[joker][k] / 6
    return 0.0


@rule
def set_of(hand: int) -> int:
    """Convert a bit set of dice to the number of their set."""
    number = 0
    for digit in range(COLOURS + 1):
        both = hand >> 2 * digit & 3
        number += 3**digit * ((both & 1) + (both >> 1))
    return number


@rule
def dice_of(hand: int, number: int) -> int:
    """Return dice of a hand (both bit sets) that make up a set."""
    dice = 0
    for digit in range(COLOURS + 1):
        both = hand & 3 << 2 * digit
        wanted = digit_of(number, digit)
        dice |= 0 if wanted == 0 else both if wanted == 2 else both & -both
    return dice


# Expected savings of sets of dice


@rule
def fill_gains(kit: Kit, s: State, gains: Any) -> None:
    """Fill in gains[seat][colour][number]: the most that writing this number of a colour saves the team."""
    share, numbers, costs = floats(SEATS), wholes(2, PLACES), floats(2, ROWS)
    needed, spared = floats(ROWS), floats(ROWS)
    fill_shares(kit, s, share)
    for seat in range(s.seats):
        sheet = sheet_of(kit, s, seat, AT_A_RECALL, numbers, costs)
        before = left_after(kit, s, sheet, 0, 0)
        fill_after_one(kit, s, sheet, needed, spared)
        for colour in range(COLOURS):
            for k in range(kit.first[seat][colour], kit.first[seat][colour + 1]):
                place = kit.places[seat][k]
                for number in range(max(1, s.least[seat][place]), min(TOP, s.most[seat][place]) + 1):
                    saved = share[seat] * (before - left_with(kit, sheet, place, number, needed, spared))
                    gains[seat][colour][number] = max(gains[seat][colour][number], saved)
                    for other in range(COLOURS if s.chameleons[seat] else 0):
                        gains[seat][other][number] = max(
                            gains[seat][other][number], saved - share[seat] * CHAMELEON
                        )


@rule
def fill_saved(kit: Kit, s: State, gains: Any, saved: Any) -> None:
    """Fill in what every set of dice is expected to save.

    Each seat adds the jokers to the colours where that saves most.
    """
    expected = floats(SEATS, COLOURS, 3, 3)
    expect(kit, s, gains, expected)
    for number in range(SETS):
        jokers = digit_of(number, COLOURS)
        for seat in range(s.seats):
            most = second = both = 0.0
            for colour in range(COLOURS):
                dice = digit_of(number, colour)
                plain = expected[seat][colour][dice][0]
                saved[number] += plain
                added = expected[seat][colour][dice][1] - plain
                if added > most:
                    most, second = added, most
                elif added > second:
                    second = added
                both = max(both, expected[seat][colour][dice][2] - plain)
            if jokers:
                saved[number] += most if jokers == 1 else max(both, most + second)


@rule
def expect(kit: Kit, s: State, gains: Any, expected: Any) -> None:
    """Fill in expected[seat][colour][dice][jokers]: the mean saving of a seat by these dice and jokers."""
    best = floats(3, TOPS)
    for seat in range(s.seats):
        for colour in range(COLOURS):
            fill_with_jokers(kit, gains[seat][colour], best)
            for k in range(kit.kinds[0]):
                odds, face = kit.face_weights[0][k] / 6, min(kit.faces[0][k], TOP)
                for jokers in range(3):
                    expected[seat][colour][1][jokers] += odds * best[jokers][min(face, TOP)]
                for other in range(kit.kinds[0]):
                    odds_of_both, both = (
                        odds * kit.face_weights[0][other] / 6,
                        min(face + min(kit.faces[0][other], TOP), TOP),
                    )
                    for jokers in range(3):
                        expected[seat][colour][2][jokers] += odds_of_both * best[jokers][both]


@rule
def fill_with_jokers(kit: Kit, gains: Any, best: Any) -> None:
    """Fill in best[jokers][number]: the mean saving of a number if 0 to 2 jokers may be added.

    Jokers cannot be added without a number.
    """
    for number in range(1, TOP + 1):
        best[0][number] = gains[number]
        best[1][number] = best[2][number] = 0.0
        for k in range(kit.kinds[1]):
            odds, face = kit.face_weights[1][k] / 6, min(kit.faces[1][k], TOP)
            one = max(gains[number], gains[min(number + face, TOP)])
            best[1][number] += odds * one
            for n in range(kit.kinds[1]):
                odds_of_both, other = odds * kit.face_weights[1][n] / 6, min(kit.faces[1][n], TOP)
                best[2][number] += odds_of_both * max(
                    one, gains[min(number + other, TOP)], gains[min(number + face + other, TOP)]
                )
