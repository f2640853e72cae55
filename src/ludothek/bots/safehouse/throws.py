"""Which dice to throw, when to recall them and when to use help.

A set of dice is worth what its colours are expected to save all seats, jokers added where they save most; it costs a step for the throw
and one for every pursuer. In the long run dice are recalled, thrown, and perhaps what is left is thrown as well: the best that can be saved
by a step so is the measure. What is at hand is thrown as long as it saves more by a step than that.
"""

from typing import Any

import numpy as np

from ludothek.bots.safehouse.labour import TOP
from ludothek.bots.safehouse.sheet import after_one, left_after, left_with, shares, sheet_of
from ludothek.bots.safehouse.weights import CHAMELEON, RECALL, RECALL_OPEN, SECOND_THROW
from ludothek.core import rule
from ludothek.games.safehouse.rules import COLOURS, PURSUER, Kit, State, most_open, rearmost
from ludothek.games.safehouse.rules import RECALL as RECALLED

SETS = 3 ** (COLOURS + 1)  # how many dice of each colour, and jokers: the digits of a number to base 3
ALL = SETS - 1
DIGITS = np.array([[number // 3**digit % 3 for digit in range(COLOURS + 1)] for number in range(SETS)])
DICE_OF = DIGITS.sum(1)
# Which throws a set allows: no more of any kind, and at least one coloured die.
WITHIN = np.array([[(these <= those).all() and these[:COLOURS].any() for these in DIGITS] for those in DIGITS])
AT_A_RECALL = 0.5  # of the coloured dice are gone, say


@rule
def what_to_throw(kit: Kit, s: State) -> int:
    gains = gains_of(kit, s)
    saved, steps = saved_by_sets(kit, s, gains), steps_of_sets(kit)
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
    """The most that can be saved by a step, from recall to recall, in one throw or two. (Dinkelbach's way: it is the rate at which
    nothing is left after paying it.)"""
    rate = 0.0
    for _ in range(4):
        first, _ = best_throw(saved, steps, ALL, rate)
        second = best_second(saved, steps, ALL - first, rate)
        rate = (saved[first] + SECOND_THROW * saved[second]) / (recall + steps[first] + steps[second])
    return rate


@rule
def best_throw(saved: Any, steps: Any, dice: int, rate: float) -> tuple[int, float]:
    """What to throw of a set of dice, and what that saves more than its steps are worth, with a second throw if that pays."""
    then = np.zeros(SETS)  # the best second throw out of each set, or none
    for number in range(1, SETS):
        if WITHIN[dice, number]:
            then[number] = max(then[number], SECOND_THROW * saved[number] - rate * steps[number])
    for digit in range(COLOURS + 1):
        one = 3**digit
        for number in range(SETS):
            if DIGITS[number, digit]:
                then[number] = max(then[number], then[number - one])
    chosen, most = 0, -1e18
    for number in range(1, SETS):
        if WITHIN[dice, number]:
            net = saved[number] - rate * steps[number] + then[dice - number]
            if net > most:
                chosen, most = number, net
    return chosen, most


@rule
def best_second(saved: Any, steps: Any, dice: int, rate: float) -> int:
    """The best second throw, or none if none pays."""
    chosen, most = 0, 0.0
    for number in range(1, SETS):
        if WITHIN[dice, number]:
            net = SECOND_THROW * saved[number] - rate * steps[number]
            if net > most:
                chosen, most = number, net
    return chosen


@rule
def steps_of_sets(kit: Kit) -> Any:
    """What a throw of each set costs on average: a step, and one for every pursuer."""
    steps = np.zeros(SETS)
    die, joker = pursuer_odds(kit, 0), pursuer_odds(kit, 1)
    for number in range(1, SETS):
        jokers = DIGITS[number, COLOURS]
        steps[number] = 1.0 + (DICE_OF[number] - jokers) * die + jokers * joker
    return steps


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
        dice |= 0 if DIGITS[number, digit] == 0 else both if DIGITS[number, digit] == 2 else both & -both
    return dice


# What dice save


@rule
def gains_of(kit: Kit, s: State) -> Any:
    """gains[seat, colour, number]: the most that such a number saves the team by one entry."""
    gains = np.zeros((4, COLOURS, TOP + 1))
    share = shares(kit, s)
    for seat in range(s.seats):
        sheet = sheet_of(kit, s, seat, AT_A_RECALL)
        before = left_after(kit, s, sheet, 0, 0)
        needed, spared = after_one(kit, s, sheet)
        for colour in range(COLOURS):
            for k in range(kit.first[seat][colour], kit.first[seat][colour + 1]):
                place = kit.places[seat][k]
                for number in range(max(1, s.least[seat][place]), min(TOP, s.most[seat][place]) + 1):
                    saved = share[seat] * (before - left_with(kit, sheet, place, number, needed, spared))
                    gains[seat, colour, number] = max(gains[seat, colour, number], saved)
                    for other in range(COLOURS if s.chameleons[seat] else 0):
                        gains[seat, other, number] = max(gains[seat, other, number], saved - share[seat] * CHAMELEON)
    return gains


@rule
def saved_by_sets(kit: Kit, s: State, gains: Any) -> Any:
    """What every set of dice is expected to save, each seat adding the jokers to the colours where that saves most."""
    expected = expect(kit, s, gains)
    saved = np.zeros(SETS)
    for number in range(SETS):
        jokers = DIGITS[number, COLOURS]
        for seat in range(s.seats):
            most = second = both = 0.0
            for colour in range(COLOURS):
                dice = DIGITS[number, colour]
                plain = expected[seat, colour, dice, 0]
                saved[number] += plain
                added = expected[seat, colour, dice, 1] - plain
                if added > most:
                    most, second = added, most
                elif added > second:
                    second = added
                both = max(both, expected[seat, colour, dice, 2] - plain)
            if jokers:
                saved[number] += most if jokers == 1 else max(both, most + second)
    return saved


@rule
def expect(kit: Kit, s: State, gains: Any) -> Any:
    """expected[seat, colour, dice, jokers]: what that number of dice saves a seat on average, if that number of jokers is for it."""
    expected = np.zeros((4, COLOURS, 3, 3))
    for seat in range(s.seats):
        for colour in range(COLOURS):
            best = with_jokers(kit, gains[seat, colour])
            for k in range(kit.kinds[0]):
                odds, face = kit.face_weights[0][k] / 6, min(kit.faces[0][k], TOP)
                for jokers in range(3):
                    expected[seat, colour, 1, jokers] += odds * best[jokers, min(face, TOP)]
                for other in range(kit.kinds[0]):
                    odds_of_both, both = odds * kit.face_weights[0][other] / 6, min(face + min(kit.faces[0][other], TOP), TOP)
                    for jokers in range(3):
                        expected[seat, colour, 2, jokers] += odds_of_both * best[jokers, both]
    return expected


@rule
def with_jokers(kit: Kit, gains: Any) -> Any:
    """best[jokers, number]: what a number saves on average if none, one or two jokers may be added. To no number nothing is added."""
    best = np.zeros((3, TOP + 1))
    for number in range(1, TOP + 1):
        best[0, number] = gains[number]
        for k in range(kit.kinds[1]):
            odds, face = kit.face_weights[1][k] / 6, min(kit.faces[1][k], TOP)
            one = max(gains[number], gains[min(number + face, TOP)])
            best[1, number] += odds * one
            for n in range(kit.kinds[1]):
                odds_of_both, other = odds * kit.face_weights[1][n] / 6, min(kit.faces[1][n], TOP)
                best[2, number] += odds_of_both * max(one, gains[min(number + other, TOP)], gains[min(number + face + other, TOP)])
    return best
