"""Policy for Safehouse: what to write, which dice to throw and when to use help.

`candidates` lists the alternatives that a lookahead bot compares with the policy's own action.
"""

from typing import Any

from ludothek.bots.safehouse.entries import KEPT, find, keep_best, sheet_before_writing, what_to_write
from ludothek.bots.safehouse.helps import best_again, running, what_helps
from ludothek.bots.safehouse.throws import what_to_throw
from ludothek.core import floats, rule, wholes
from ludothek.games.safehouse.rules import (
    AGAIN,
    CALM,
    COLOURS,
    DONE,
    HELP,
    KEEP,
    PLACES,
    RECALL,
    ROWS,
    WRITING,
    Kit,
    State,
)


@rule
def guide(kit: Kit, s: State, seat: int, actions: Any, count: int, stream: Any) -> int:
    """Return the index of the action that a seat takes in playouts."""
    if count == 1:
        return 0
    if s.stage == WRITING:
        return what_to_write(kit, s, seat, actions, count)
    return find(actions, count, what_helps(kit, s) if s.stage == HELP else what_to_throw(kit, s))


@rule
def candidates(kit: Kit, s: State, seat: int, actions: Any, count: int, out: Any) -> int:
    """Write the indices of the candidates in `actions` to `out`; return their number."""
    if s.stage == WRITING:
        return other_entries(kit, s, seat, actions, count, out)
    if s.stage == HELP:
        return other_helps(kit, s, actions, count, out)
    return other_throws(kit, s, actions, count, out)


@rule
def other_entries(kit: Kit, s: State, seat: int, actions: Any, count: int, out: Any) -> int:
    """List DONE and, for each colour, the entry that is best if it is the only one."""
    sheet = sheet_before_writing(kit, s, seat, wholes(2, PLACES), floats(2, ROWS))
    kept, alone, number_kept = wholes(COLOURS, KEPT), floats(COLOURS, KEPT), wholes(COLOURS)
    keep_best(kit, s, sheet, actions, count, kept, alone, number_kept)
    out[0] = find(actions, count, DONE)
    n = 1
    for colour in range(COLOURS):
        if number_kept[colour] > 1:
            out[n] = kept[colour][1]
            n += 1
    return n


@rule
def other_helps(kit: Kit, s: State, actions: Any, count: int, out: Any) -> int:
    """List KEEP, CALM, and throwing again all thrown dice, those with a pursuer, or the best set."""
    runs = running(s)
    best, _ = best_again(kit, s)
    n = 0
    for k in range(count):
        dice = actions[k] - AGAIN
        if actions[k] == KEEP or actions[k] == CALM or dice == s.thrown or dice in (runs, best):
            out[n] = k
            n += 1
    return n


@rule
def other_throws(kit: Kit, s: State, actions: Any, count: int, out: Any) -> int:
    """List RECALL, the best set of dice, and that set without one colour or without the jokers."""
    best = what_to_throw(kit, s)
    n = 0
    for k in range(count):
        colours = 0  # left out of the best set; any other difference counts as two
        for colour in range(COLOURS + 1):
            both = 3 << 2 * colour
            if actions[k] & both != best & both:
                colours += 1 if actions[k] & both == 0 else 2
        if actions[k] == RECALL or colours <= 1:
            out[n] = k
            n += 1
    return n
