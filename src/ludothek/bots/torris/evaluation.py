"""Heuristic evaluation of a Torris position: the log-odds that white wins, in sixteenths.

The features are white's count less black's: points, points in tall towers, possible moves, moves that take a
tower, points in towers that cannot move, and points that pass to the opponent when the top stone moves off;
the last feature is whose turn it is. The weights depend on the number of towers. They come from a logistic
regression over self-play games, from positions after up to eight random moves, until the winner was proved.
"""

from typing import Any

from ludothek.core import rule
from ludothek.games.torris.rules import CELLS, NOTHING, WHITE, State, colour, landing, owner

LOGIT = 16  # the value of log-odds of 1
TALL = 3

COUNTS = 7
POINTS, TALL_POINTS, WAYS, TAKES, STUCK, LENT, TURN = range(COUNTS)
LATE = (0.393, -0.063, 0.262, 0.276, -0.214, -0.396, -0.183)  # the weights with 16 towers
EARLY = (-0.264, -0.033, -0.179, -0.253, 0.318, 0.45, 0.64)  # added to them for 16 more towers, in proportion


@rule
def evaluation(s: State, of: Any) -> int:
    """Return the evaluation; `of` is a buffer for the features."""
    early = (count(s, of) - 16) / 16
    total = 0.0
    for k in range(COUNTS):
        total += of[k] * (LATE[k] + EARLY[k] * early)
    return round(LOGIT * total)


@rule
def count(s: State, of: Any) -> int:
    """Write the features and return the number of towers."""
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
