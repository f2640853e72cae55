"""Which dice to throw, when to recall them and when to use help.

A set of dice is worth what its colours are expected to save all seats, jokers added where they save most; it
costs a step for the throw and one for every pursuer. In the long run dice are recalled, thrown, and perhaps
what is left is thrown as well: the best that can be saved by a step so is the measure. What is at hand is
thrown as long as it saves more by a step than that.
"""

from typing import Any

from ludothek.bots.safehouse.labour import TOP
from ludothek.bots.safehouse.sheet import SEATS, fill_after_one, fill_shares, left_after, left_with, sheet_of
from ludothek.bots.safehouse.weights import CHAMELEON, RECALL, RECALL_OPEN, SECOND_THROW
from ludothek.core import ConstantTable, floats, rule, wholes
from ludothek.games.safehouse.rules import COLOURS, PLACES, PURSUER, ROWS, Kit, State, most_open, rearmost
from ludothek.games.safehouse.rules import RECALL as RECALLED

SETS = 3 ** (COLOURS + 1)  # how many dice of each colour, and jokers: the digits of a number to base 3
ALL = SETS - 1
PACKED = ConstantTable(
    (sum(number // 3**digit % 3 << 3 * digit for digit in range(COLOURS + 1)) for number in range(SETS)), "i4"
)  # 3 bits each
SPARE = sum(4 << 3 * digit for digit in range(COLOURS + 1))  # the highest of these bits, which no digit needs
COLOURED = (1 << 3 * COLOURS) - 1
TOPS = TOP + 1
AT_A_RECALL = 0.5  # of the coloured dice are gone, say


@rule
def digit_of(number: int, digit: int) -> int:
    """How many dice of a colour there are in a set, or of jokers."""
    return int(PACKED[number] >> 3 * digit & 3)


@rule
def is_within(these: int, those: int) -> bool:
    """Whether a set allows a throw: no more of any kind, and at least one coloured die.

    (A digit that is too large borrows a spare bit.)
    """
    wanted, there = int(PACKED[these]), int(PACKED[those])
    return (there | SPARE) - wanted & SPARE == SPARE and wanted & COLOURED != 0


@rule
def what_to_throw(kit: Kit, s: State) -> int:
    gains, saved, steps = floats(SEATS, COLOURS, TOPS), floats(SETS), floats(SETS)
    fill_gains(kit, s, gains)
    fill_saved(kit, s, gains, saved)
    fill_steps(kit, steps)
    opened = most_open(kit, s)
    rate = best_rate(saved, steps, RECALL + RECALL_OPEN * opened)
    if s.lid == 0:
        return dice_of(s.at_hand, best_throw(saved, steps, ALL, rate)[0])
    if s.at_hand & ((1 << 2 * COLOURS) - 1) == 0:
        return RECALLED
    throw, net = best_throw(saved, steps, set_of(s.at_hand), rate)
    if net < 0 and s.pursuer + opened < rearmost(s):
        return RECALLED
    return dice_of(s.at_hand, throw)


@rule
def best_rate(saved: Any, steps: Any, recall: float) -> float:
    """The most that can be saved by a step, from recall to recall, in one throw or two. (Dinkelbach's way: it
    is the rate at which nothing is left after paying it.)
    """
    rate = 0.0
    for _ in range(4):
        first, _ = best_throw(saved, steps, ALL, rate)
        second = best_second(saved, steps, ALL - first, rate)
        rate = (saved[first] + SECOND_THROW * saved[second]) / (recall + steps[first] + steps[second])
    return rate


@rule
def best_throw(saved: Any, steps: Any, dice: int, rate: float) -> tuple[int, float]:
    """What to throw of a set of dice, and what that saves more than its steps are worth, with a second throw
    if that pays.
    """
    then = floats(SETS)  # the best second throw out of each set, or none
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
    """The best second throw, or none if none pays."""
    chosen, most = 0, 0.0
    for number in range(1, SETS):
        if is_within(number, dice):
            net = SECOND_THROW * saved[number] - rate * steps[number]
            if net > most:
                chosen, most = number, net
    return chosen


@rule
def fill_steps(kit: Kit, steps: Any) -> None:
    """What a throw of each set costs on average: a step, and one for every pursuer."""
    die, joker = pursuer_odds(kit, 0), pursuer_odds(kit, 1)
    for number in range(1, SETS):
        coloured = 0
        for colour in range(COLOURS):
            coloured += digit_of(number, colour)
        steps[number] = 1.0 + coloured * die + digit_of(number, COLOURS) * joker


@rule
def pursuer_odds(kit: Kit, joker: int) -> float:
    for k in range(kit.kinds[joker]):
        if kit.faces[joker][k] == PURSUER:
            return kit.face_weights[joker][k] / 6
    return 0.0


@rule
def set_of(hand: int) -> int:
    number = 0
    for digit in range(COLOURS + 1):
        both = hand >> 2 * digit & 3
        number += 3**digit * ((both & 1) + (both >> 1))
    return number


@rule
def dice_of(hand: int, number: int) -> int:
    """Which dice these are, of those at hand."""
    dice = 0
    for digit in range(COLOURS + 1):
        both = hand & 3 << 2 * digit
        wanted = digit_of(number, digit)
        dice |= 0 if wanted == 0 else both if wanted == 2 else both & -both
    return dice


# What dice save


@rule
def fill_gains(kit: Kit, s: State, gains: Any) -> None:
    """gains[seat][colour][number]: the most that such a number saves the team by one entry."""
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
    """What every set of dice is expected to save, each seat adding the jokers to the colours where that saves
    most.
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
    """expected[seat][colour][dice][jokers]: what that number of dice saves a seat on average, if that number
    of jokers is for it.
    """
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
    """best[jokers][number]: what a number saves on average if none, one or two jokers may be added.

    To no number nothing is added.
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
