"""Votes `0` `1` `2` `-1`, reactions `pass` `next` `quick` `again`, `@4` to put the guard on place 4.

Chance names a seat or a card.
"""

from ludothek.core import CHANCE
from ludothek.games.squid.rules import AT, DRAW, LAYOUT, Kit, State

CHOICES = ("2", "-1", "next", "quick", "again", "0", "1", "pass")
TRICK_NAMES = CHOICES[:5]
GUARD_ACTION_NAMES = ("pow", "empty", "trick")


def write(kit: Kit, s: State, seat: int, action: int) -> str:
    if seat == CHANCE and s.stage == LAYOUT:
        return str(action)
    if seat == CHANCE and s.stage == DRAW:
        return GUARD_ACTION_NAMES[action]
    return f"@{action - AT}" if action >= AT else CHOICES[action]
