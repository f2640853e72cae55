"""Lookup tables for lines of five: what a stone on a cell is worth, and whether it makes four or five.

A cell lies on four lines, and on each line in five windows of five cells. The four cells on either side
determine these windows. Each is empty, seat 0's or seat 1's, so a line through a cell is a number below 3 **
8, the index into the tables.

    + 4  3  2  1  cell  1  2  3  4 -
"""

from functools import cache

from ludothek.core import Struct, int8, int32, rule, wholes
from ludothek.games.five_in_a_row.rules import ENOUGH, LINES, RING, SIDES, STONES, State

DIAGONALS = LINES[2:]
SHARES = (
    0,
    1,
    4,
    14,
    60,
    200,
)  # by the seat's stones in a window without the other's: what each of them is worth
REACH = ENOUGH - 1
ALONG = 2 * REACH
CODES = 3**ALONG


class Lines(Struct):
    """Tables by seat and line: the effect of the seat's stone on the cell."""

    share = int32(2, CODES)  # the stone's own worth in its windows
    gain = int32(
        2, CODES
    )  # the gain in worth by the stone, including the other seat's windows that it blocks
    made = int8(2, CODES)  # the most stones of the seat in a window with it


@rule
def fill_lines(lines: Lines) -> None:
    """Fill in the tables for all lines."""
    cells = wholes(ALONG)  # along the line, without the cell itself
    for code in range(CODES):
        rest = code
        for k in range(ALONG - 1, -1, -1):
            cells[k if k >= REACH else REACH - 1 - k] = rest % 3
            rest //= 3
        for seat in range(2):
            share = gain = made = 0
            for start in range(ENOUGH):
                mine = theirs = 0
                for k in range(start, start + REACH):
                    mine += cells[k] == 1 + seat
                    theirs += cells[k] == 2 - seat
                if theirs == 0:
                    share += SHARES[mine + 1]
                    gain += SHARES[mine + 1] * (mine + 1) - SHARES[mine] * mine
                    made = max(made, mine + 1)
                if mine == 0:
                    gain += SHARES[theirs] * theirs
            lines.share[seat][code] = share
            lines.gain[seat][code] = gain
            lines.made[seat][code] = made


@cache
def tables() -> Lines:
    """Return the tables for interpreted callers; a search fills its own."""
    lines = Lines()
    fill_lines(lines)
    return lines


@rule
def line_through(s: State, cell: int, step: int) -> int:
    """Return the number of the line through a cell in a direction."""
    code = 0
    for k in range(1, ENOUGH):
        code = 3 * code + colour(s.board[(cell + k * step) & RING])
    for k in range(1, ENOUGH):
        code = 3 * code + colour(s.board[(cell - k * step) & RING])
    return code


@rule
def colour(there: int) -> int:
    """Return 0 for an empty cell, 1 for seat 0's stone and 2 for seat 1's."""
    return 2 - (there & 1) if there > 0 else 0


@rule
def gain_at(s: State, lines: Lines, seat: int, cell: int) -> int:
    """Return what a seat's stone on the cell gains, or what the seat loses by removing it."""
    gain = 0
    for step in LINES:
        gain += lines.gain[seat][line_through(s, cell, step)]
    return gain


@rule
def made_at(s: State, lines: Lines, seat: int, cell: int) -> int:
    """Return the most stones in a window that the seat's stone on the cell makes."""
    made = 0
    for step in LINES:
        made = max(made, lines.made[seat][line_through(s, cell, step)])
    return made


@rule
def worth(s: State, lines: Lines, seat: int) -> int:
    """Return the worth of a seat's lines less that of the other's."""
    total = 0
    for stone in range(STONES):
        if s.field >> stone & 1:
            owner = stone & 1
            for step in LINES:
                share = lines.share[owner][line_through(s, s.at[stone], step)]
                total += share if owner == seat else -share
    return total


@rule
def wakes(s: State, lines: Lines, seat: int, cell: int) -> bool:
    """Whether a stone on the cell makes an adjacent cell playable on which the seat would complete a five.

    Only diagonals need checking.
    """
    for side in SIDES:
        beside = (cell + side) & RING
        if s.board[beside] == 0:
            for step in DIAGONALS:
                if lines.made[seat][line_through(s, beside, step)] == ENOUGH:
                    return True
    return False
