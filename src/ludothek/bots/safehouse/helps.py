"""Decide when to throw again, which dice, and when to calm the pursuers."""

from typing import Any

from ludothek.bots.safehouse.labour import TOP
from ludothek.bots.safehouse.sheet import SEATS
from ludothek.bots.safehouse.throws import TOPS, fill_gains, pursuer_odds
from ludothek.bots.safehouse.weights import AGAIN_WORTH, CALM_WORTH
from ludothek.core import floats, rule
from ludothek.games.safehouse.rules import (
    AGAIN,
    CALM,
    COLOURS,
    DICE,
    KEEP,
    PURSUER,
    Kit,
    State,
    pursuers,
    rearmost,
    sum_of,
)


@rule
def what_helps(kit: Kit, s: State) -> int:
    """Return the help to use, or KEEP."""
    caught = pursuers(s) >= rearmost(s) - s.pursuer
    if s.again:
        dice, gain = best_again(kit, s)
        if dice and (gain > AGAIN_WORTH or (caught and not s.calm)):
            return AGAIN + dice
    if s.calm and pursuers(s) and (pursuers(s) >= CALM_WORTH or caught):
        return CALM
    return KEEP


@rule
def best_again(kit: Kit, s: State) -> tuple[int, float]:
    """Return the dice to throw again and the expected gain.

    Candidates are dice that show a pursuer and colours that brought little.
    """
    gains, runs = floats(SEATS, COLOURS, TOPS), running(s)
    fill_gains(kit, s, gains)
    chosen, gain = runs >> 2 * COLOURS << 2 * COLOURS, 0.0  # the jokers among them
    for joker in range(2 * COLOURS, DICE):
        if chosen >> joker & 1:
            gain += 1.0 - pursuer_odds(kit, 1)
    for colour in range(COLOURS):
        both, run = s.thrown >> 2 * colour & 3, runs >> 2 * colour & 3
        best, these = 0.0, 0
        for dice in range(1, 4):
            if dice in (both, run):
                more = again_gain(kit, s, gains, colour, dice)
                if more > best:
                    best, these = more, dice
        chosen |= these << 2 * colour
        gain += best
    return chosen, gain


@rule
def running(s: State) -> int:
    """Return the thrown dice that show a pursuer, as a bit set."""
    dice = 0
    for die in range(DICE):
        if s.thrown >> die & 1 and s.shown[die] == PURSUER:
            dice |= 1 << die
    return dice


@rule
def again_gain(kit: Kit, s: State, gains: Any, colour: int, dice: int) -> float:
    """Return the expected gain of rethrowing dice of a colour (bit 0 the first die, bit 1 the second)."""
    kept, steps = 0, 0.0
    for k in range(2):
        if dice >> k & 1:
            steps += (1.0 if s.shown[2 * colour + k] == PURSUER else 0.0) - pursuer_odds(kit, 0)
        else:
            kept += s.shown[2 * colour + k]
    expected = 0.0
    for k in range(kit.kinds[0]):
        odds, number = kit.face_weights[0][k] / 6, kept + kit.faces[0][k]
        if dice == 3:
            for other in range(kit.kinds[0]):
                expected += (
                    odds
                    * kit.face_weights[0][other]
                    / 6
                    * brought(s, gains, colour, number + kit.faces[0][other])
                )
        else:
            expected += odds * brought(s, gains, colour, number)
    return expected - brought(s, gains, colour, sum_of(s, colour, 0)) + steps


@rule
def brought(s: State, gains: Any, colour: int, number: int) -> float:
    """Return what a number of a colour saves, summed over the seats."""
    total = 0.0
    for seat in range(s.seats):
        total += gains[seat][colour][min(number, TOP)]
    return total
