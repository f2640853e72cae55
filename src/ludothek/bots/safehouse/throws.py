"""Which dice to throw, when to recall them and when to use help.

A set of dice is worth what its colours are expected to bring all seats, less the price of the dice and of the throw.
"""

from typing import Any

from ludothek.bots.safehouse.entries import chameleon_price, coloured, entry_worth, needed_of, opening_price, plan
from ludothek.bots.safehouse.labour import TOP
from ludothek.bots.safehouse.weights import (
    AGAIN_AT,
    CALM_AT,
    DANGER,
    DIE,
    DIE_LAST,
    LATE,
    LEAST,
    NEEDY,
    RECALL_STEP,
    SECOND_JOKER,
    STEP,
    THROW,
    WHITE_DIE,
    Weights,
)
from ludothek.core import rule
from ludothek.games.safehouse.rules import (
    AGAIN,
    CALM,
    COLOURS,
    DICE,
    KEEP,
    PURSUER,
    RECALL,
    Kit,
    State,
    open_tasks,
    pursuers,
    rearmost,
    sum_of,
)

COLOURED = (1 << 2 * COLOURS) - 1


@rule
def expect(kit: Kit, s: State, gains: Any, w: Weights) -> None:
    """gains[seat, colour, number]: the most that such a number is worth to a seat."""
    total = 0.0
    for seat in range(s.seats):
        _, labour = plan(kit, s, seat, w)
        total += labour ** w[NEEDY]
    for seat in range(s.seats):
        rows, labour = plan(kit, s, seat, w)
        share = labour ** w[NEEDY] / max(total, 1e-9)
        price = opening_price(kit, s, seat, w)
        chameleon = chameleon_price(s, seat, rows, w)
        for colour in range(COLOURS):
            needed = needed_of(kit, s, seat, rows, colour, w)
            for k in range(kit.first[seat][colour], kit.first[seat][colour + 1]):
                place = kit.places[seat][k]
                for number in range(max(1, s.least[seat][place]), min(TOP, s.most[seat][place]) + 1):
                    worth = entry_worth(kit, s, seat, place, number, rows, needed, price, w) - w[LEAST]
                    for other in range(COLOURS if s.chameleons[seat] else 0):
                        gains[seat, other, number] = max(gains[seat, other, number], share * (worth - chameleon))
                    gains[seat, colour, number] = max(gains[seat, colour, number], share * worth)


@rule
def what_to_throw(kit: Kit, s: State, gains: Any, w: Weights) -> int:
    now = -1e9
    dice = RECALL
    if s.at_hand & COLOURED:
        dice, now = best_dice(kit, s, s.at_hand, gains, w)
    if s.lid:
        steps = 0
        for seat in range(s.seats):
            steps = max(steps, open_tasks(kit, s, seat))
        _, then = best_dice(kit, s, s.at_hand | s.lid, gains, w)
        if s.pursuer + steps < rearmost(s) and then - w[RECALL_STEP] * w[STEP] * steps > now:
            return RECALL
    return dice


@rule
def best_dice(kit: Kit, s: State, dice: int, gains: Any, w: Weights) -> tuple[int, float]:
    """Which of these dice to throw, and what that is worth."""
    price = w[DIE] * (1.0 - (w[DIE_LAST] if coloured(dice) <= COLOURS else 0.0)) + w[DANGER] / (rearmost(s) - s.pursuer)
    chosen, worth = 0, -w[THROW]
    least_bad, loss = 0, -1e9
    for colour in range(COLOURS):
        both = dice & 3 << 2 * colour
        one = both & -both
        if both == 0:
            continue
        best, these = expected(kit, s, gains, colour, 1) - price, one
        if both != one:
            two = expected(kit, s, gains, colour, 2) - 2 * price
            if two > best:
                best, these = two, both
        if best > 0:
            chosen |= these
            worth += best
        elif best > loss:
            least_bad, loss = these, best
    if chosen == 0:
        chosen, worth = least_bad, worth + loss
    part = 1.0
    for joker in range(2 * COLOURS, DICE):
        if dice >> joker & 1:
            added = part * joker_worth(kit, s, gains, chosen) - w[WHITE_DIE]
            if added > 0:
                chosen |= 1 << joker
                worth += added
            part = w[SECOND_JOKER]
    return chosen, worth


@rule
def expected(kit: Kit, s: State, gains: Any, colour: int, dice: int) -> float:
    """What one or two dice of a colour are expected to bring all seats."""
    total = 0.0
    for k in range(kit.kinds[0]):
        if dice == 1:
            total += kit.face_weights[0][k] / 6 * brought(s, gains, colour, kit.faces[0][k])
        else:
            for other in range(kit.kinds[0]):
                odds = kit.face_weights[0][k] * kit.face_weights[0][other] / 36
                total += odds * brought(s, gains, colour, kit.faces[0][k] + kit.faces[0][other])
    return total


@rule
def brought(s: State, gains: Any, colour: int, number: int) -> float:
    total = 0.0
    for seat in range(s.seats):
        total += gains[seat, colour, min(number, TOP)]
    return total


@rule
def joker_worth(kit: Kit, s: State, gains: Any, dice: int) -> float:
    """What a joker is expected to add, if each seat adds it to the colour where that does most; of two dice the second is taken for a 3."""
    total = 0.0
    for seat in range(s.seats):
        most = 0.0
        for colour in range(COLOURS):
            thrown = dice >> 2 * colour & 3
            if thrown == 0:
                continue
            added = 0.0
            for k in range(kit.kinds[0]):
                if kit.faces[0][k] == PURSUER:
                    continue
                number = kit.faces[0][k] + (3 if thrown == 3 else 0)
                for other in range(kit.kinds[1]):
                    odds = kit.face_weights[0][k] * kit.face_weights[1][other] / 36
                    gain = gains[seat, colour, min(number + kit.faces[1][other], TOP)] - gains[seat, colour, min(number, TOP)]
                    added += odds * max(gain, 0.0)
            most = max(most, added)
        total += most
    return total


# Help


@rule
def what_helps(kit: Kit, s: State, gains: Any, w: Weights) -> int:
    late = min(1.0, w[LATE] + (kit.safehouse - rearmost(s)) / (kit.safehouse - kit.lead))
    caught = pursuers(s) >= rearmost(s) - s.pursuer
    if s.again:
        dice, gain = best_again(kit, s, gains, w)
        if dice and (gain > w[AGAIN_AT] * late or caught):
            return AGAIN + dice
    if s.calm and pursuers(s) and (pursuers(s) >= w[CALM_AT] * late or caught):
        return CALM
    return KEEP


@rule
def best_again(kit: Kit, s: State, gains: Any, w: Weights) -> tuple[int, float]:
    """Which dice to throw again, and what that is expected to gain: those that show a pursuer, and colours that brought little."""
    chosen, gain = 0, 0.0
    for colour in range(COLOURS):
        both = s.thrown >> 2 * colour & 3
        if both == 0:
            continue
        number = sum_of(s, colour, 0)
        running = 0
        for k in range(2):
            if both >> k & 1 and s.shown[2 * colour + k] == PURSUER:
                running |= 1 << k
        now = brought(s, gains, colour, number)
        dice = 2 if both == 3 else 1
        chased = (running & 1) + (running >> 1)
        best, these = expected(kit, s, gains, colour, dice) - now - w[STEP] * (dice / 6 - chased), both
        if chased == 1 and dice == 2:
            kept = -now + w[STEP] * 5 / 6
            for k in range(kit.kinds[0]):
                kept += kit.face_weights[0][k] / 6 * brought(s, gains, colour, number + kit.faces[0][k])
            if kept > best:
                best, these = kept, running
        if best > 0:
            chosen |= these << 2 * colour
            gain += best
    for joker in range(2 * COLOURS, DICE):
        if s.thrown >> joker & 1 and s.shown[joker] == PURSUER:
            chosen |= 1 << joker
            gain += w[STEP] * 5 / 6
    return chosen, gain
