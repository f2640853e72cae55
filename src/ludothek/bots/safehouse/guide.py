"""How a good team plays Safehouse: what it writes, which dice it throws, when it uses help; and what else is worth a look."""

from typing import Any

import numpy as np

from ludothek.bots.safehouse.entries import find, weigh_entries, what_to_write
from ludothek.bots.safehouse.labour import TOP
from ludothek.bots.safehouse.throws import (
    COLOURED,
    best_again,
    best_dice,
    expect,
    what_helps,
    what_to_throw,
)
from ludothek.bots.safehouse.weights import WEIGHTS, Weights
from ludothek.core import rule
from ludothek.games.safehouse.rules import (
    AGAIN,
    CALM,
    COLOURS,
    DICE,
    DONE,
    HELP,
    KEEP,
    PURSUER,
    RECALL,
    WRITING,
    Kit,
    State,
)


@rule
def guide(kit: Kit, s: State, seat: int, actions: Any, count: int, stream: Any) -> int:
    return decide(kit, s, seat, actions, count, WEIGHTS)


@rule
def decide(kit: Kit, s: State, seat: int, actions: Any, count: int, w: Weights) -> int:
    """The place of the action that a good team takes, by these weights."""
    if count == 1:
        return 0
    if s.stage == WRITING:
        worth = np.full((COLOURS, 4), -1.0)
        entries = np.zeros((COLOURS, 4), np.int64)
        weigh_entries(kit, s, seat, actions, count, worth, entries, w)
        return what_to_write(s, seat, actions, count, worth, entries)
    gains = np.zeros((4, COLOURS, TOP + 1))
    expect(kit, s, gains, w)
    return find(actions, count, what_helps(kit, s, gains, w) if s.stage == HELP else what_to_throw(kit, s, gains, w))


@rule
def candidates(kit: Kit, s: State, seat: int, actions: Any, count: int, out: Any) -> int:
    if s.stage == WRITING:
        return other_entries(kit, s, seat, actions, count, out)
    gains = np.zeros((4, COLOURS, TOP + 1))
    expect(kit, s, gains, WEIGHTS)
    if s.stage == HELP:
        return other_helps(kit, s, gains, actions, count, out)
    return other_throws(kit, s, gains, actions, count, out)


@rule
def other_entries(kit: Kit, s: State, seat: int, actions: Any, count: int, out: Any) -> int:
    """DONE, and for every colour and choice of jokers the best entry, if it is worth anything."""
    worth = np.full((COLOURS, 4), -1.0)
    entries = np.zeros((COLOURS, 4), np.int64)
    weigh_entries(kit, s, seat, actions, count, worth, entries, WEIGHTS)
    out[0] = find(actions, count, DONE)
    n = 1
    for colour in range(COLOURS):
        for jokers in range(4):
            if worth[colour, jokers] > 0:
                out[n] = entries[colour, jokers]
                n += 1
    return n


@rule
def other_helps(kit: Kit, s: State, gains: Any, actions: Any, count: int, out: Any) -> int:
    """To keep, to calm, to throw all again, those with a pursuer, or those that seem best."""
    running = 0
    for die in range(DICE):
        if s.thrown >> die & 1 and s.shown[die] == PURSUER:
            running |= 1 << die
    best, _ = best_again(kit, s, gains, WEIGHTS)
    n = 0
    for k in range(count):
        dice = actions[k] - AGAIN
        if actions[k] == KEEP or actions[k] == CALM or dice == s.thrown or dice in (running, best):
            out[n] = k
            n += 1
    return n


@rule
def other_throws(kit: Kit, s: State, gains: Any, actions: Any, count: int, out: Any) -> int:
    """To recall, the dice that seem best, and those with another number of dice of one colour."""
    best, _ = best_dice(kit, s, s.at_hand, gains, WEIGHTS) if s.at_hand & COLOURED else (0, 0.0)
    n = 0
    for k in range(count):
        differing = actions[k] ^ best
        colours = 0
        for colour in range(COLOURS + 1):
            if differing >> 2 * colour & 3:
                colours += 1
        if actions[k] == RECALL or colours <= 1:
            out[n] = k
            n += 1
    return n
