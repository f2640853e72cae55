"""What a position of Torris is worth before it has been played to the end: the log-odds that white wins, in
sixteenths.

Counted are, white's less black's: points, those in tall towers, ways to move, those of them that take a
tower, points under stones that cannot move, and points that fall to the other when the stone on top moves
off; and whose turn it is. How much each weighs changes with the number of towers left. The weights come from
a logistic regression over games that these players played against themselves, from positions with up to eight
random moves, until the winner was proved.
"""

from typing import Any

from ludothek.core import rule
from ludothek.games.torris.rules import CELLS, NOTHING, WHITE, State, colour, landing, owner

LOGIT = 16  # what log-odds of one count
TALL = 3

COUNTS = 7
POINTS, TALL_POINTS, WAYS, TAKES, STUCK, LENT, TURN = range(COUNTS)
LATE = (0.393, -0.063, 0.262, 0.276, -0.214, -0.396, -0.183)  # with 16 towers
EARLY = (-0.264, -0.033, -0.179, -0.253, 0.318, 0.45, 0.64)  # what is added for 16 more


@rule
def evaluation(s: State, of: Any) -> int:
    """`of` is room for the counts."""
    early = (count(s, of) - 16) / 16
    total = 0.0
    for k in range(COUNTS):
        total += of[k] * (LATE[k] + EARLY[k] * early)
    return round(LOGIT * total)


@rule
def count(s: State, of: Any) -> int:
    """Write the counts; how many towers there are."""
    for k in range(COUNTS):
        of[k] = 0
    towers = 0
    for cell in range(CELLS):
        seat = owner(s, cell)
        if seat == NOTHING:
            continue
        towers += 1
        ways = 0
        takes = 0
        for direction in range(4):
            target = landing(s, cell, direction)
            if target != NOTHING:
                ways += 1
                takes += owner(s, target) != seat
        points = s.height[cell]
        beneath = s.under[s.top[cell]]
        sign = 1 if seat == WHITE else -1
        of[POINTS] += sign * points
        of[WAYS] += sign * ways
        of[TAKES] += sign * takes
        if points >= TALL:
            of[TALL_POINTS] += sign * points
        if ways == 0:
            of[STUCK] += sign * points
        elif beneath != NOTHING and colour(beneath) != seat:
            of[LENT] += sign * points
    of[TURN] = 1 if s.acting == 1 << WHITE else -1
    return towers
