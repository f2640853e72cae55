"""Lines of five, read from the field: what a stone is worth on a cell, and whether it makes four or five.

A cell lies on four lines, and on each of them in five windows of five cells. The four cells on either side of it say all about these
windows: each is empty, seat 0's or seat 1's, so a line through a cell is a number below 3 ** 8, and what it means stands in tables.

    + 4  3  2  1  cell  1  2  3  4 -
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludothek.core import rule
from ludothek.games.five_in_a_row.rules import ENOUGH, LINES, RING, SIDES, STONES, State

DIAGONALS = LINES[2:]
SHARES = (0, 1, 4, 14, 60, 200)  # what a stone adds that is one of 0, 1, 2 … in a window without a stone of the other seat


class Tables(NamedTuple):
    """By seat and by line: what the seat's stone on the cell means there."""

    share: NDArray[np.int32]  # what the stone adds to the worth of the position
    gain: NDArray[np.int32]  # by how much the position gets better by it, the other seat's windows that it spoils included
    made: NDArray[np.int8]  # how many of the seat's stones a window has with it, at most


@cache
def tables() -> Tables:
    reach = ENOUGH - 1
    codes = np.arange(3 ** (2 * reach))
    digits = np.stack([codes // 3**k % 3 for k in reversed(range(2 * reach))])
    cells = np.concatenate([digits[reach - 1 :: -1], digits[reach:]])  # along the line, without the cell itself
    share, gain, made = (np.zeros((2, len(codes)), np.int64) for _ in range(3))
    shares = np.array(SHARES)
    worths = shares * np.arange(ENOUGH + 1)
    for seat in range(2):
        for start in range(ENOUGH):
            others = cells[start : start + reach]
            mine, theirs = (others == 1 + seat).sum(0), (others == 2 - seat).sum(0)
            share[seat] += np.where(theirs == 0, shares[mine + 1], 0)
            gain[seat] += np.where(theirs == 0, worths[mine + 1] - worths[mine], 0) + np.where(mine == 0, worths[theirs], 0)
            made[seat] = np.maximum(made[seat], np.where(theirs == 0, mine + 1, 0))
    return Tables(share.astype(np.int32), gain.astype(np.int32), made.astype(np.int8))


@rule
def line_through(s: State, cell: int, step: int) -> int:
    """The number of the line through a cell in a direction."""
    code = 0
    for k in range(1, ENOUGH):
        code = 3 * code + colour(s.board[(cell + k * step) & RING])
    for k in range(1, ENOUGH):
        code = 3 * code + colour(s.board[(cell - k * step) & RING])
    return code


@rule
def colour(there: int) -> int:
    """0 for an empty cell, 1 for seat 0's stone, 2 for seat 1's."""
    return 2 - (there & 1) if there > 0 else 0


@rule
def gain_at(s: State, lines: Any, seat: int, cell: int) -> int:
    """How much better for a seat its stone on the cell makes the position; or how much it gives up by taking it from there."""
    gain = 0
    for step in LINES:
        gain += lines.gain[seat, line_through(s, cell, step)]
    return gain


@rule
def made_at(s: State, lines: Any, seat: int, cell: int) -> int:
    """How many stones in a window the seat's stone on the cell makes, at most."""
    made = 0
    for step in LINES:
        made = max(made, lines.made[seat, line_through(s, cell, step)])
    return made


@rule
def worth(s: State, lines: Any, seat: int) -> int:
    """What the lines on the field are worth for a seat, less what they are for the other."""
    total = 0
    for stone in range(STONES):
        if s.field >> stone & 1:
            owner = stone & 1
            for step in LINES:
                share = lines.share[owner, line_through(s, s.at[stone], step)]
                total += share if owner == seat else -share
    return total


@rule
def wakes(s: State, lines: Any, seat: int, cell: int) -> bool:
    """Whether a stone on the cell is the first to touch another on which the seat would complete a five. (Only diagonals have such.)"""
    for side in SIDES:
        beside = (cell + side) & RING
        if s.board[beside] == 0:
            for step in DIAGONALS:
                if lines.made[seat, line_through(s, beside, step)] == ENOUGH:
                    return True
    return False
