"""Lines of five, read from the field: what a stone is worth on a cell, and whether it makes four or five.

A cell lies on four lines, and on each of them in five windows of five cells. The four cells on either side of
it say all about these windows: each is empty, seat 0's or seat 1's, so a line through a cell is a number
below 3 ** 8, and what it means stands in tables.

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
)  # what a stone adds that is one of 0, 1, 2 … in a window without a stone of the other seat
REACH = ENOUGH - 1
ALONG = 2 * REACH
CODES = 3**ALONG


class Lines(Struct):
    """By seat and by line: what the seat's stone on the cell means there."""

    share = int32(2, CODES)  # what the stone adds to the worth of the position
    gain = int32(
        2, CODES
    )  # by how much the position gets better by it, the other seat's windows that it spoils included
    made = int8(2, CODES)  # how many of the seat's stones a window has with it, at most


@rule
def fill_lines(lines: Lines) -> None:
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
    """For those who ask here, and not in a search."""
    lines = Lines()
    fill_lines(lines)
    return lines


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
def gain_at(s: State, lines: Lines, seat: int, cell: int) -> int:
    """How much better for a seat its stone on the cell makes the position; or how much it gives up by taking
    it from there.
    """
    gain = 0
    for step in LINES:
        gain += lines.gain[seat][line_through(s, cell, step)]
    return gain


@rule
def made_at(s: State, lines: Lines, seat: int, cell: int) -> int:
    """How many stones in a window the seat's stone on the cell makes, at most."""
    made = 0
    for step in LINES:
        made = max(made, lines.made[seat][line_through(s, cell, step)])
    return made


@rule
def worth(s: State, lines: Lines, seat: int) -> int:
    """What the lines on the field are worth for a seat, less what they are for the other."""
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
    """Whether a stone on the cell is the first to touch another on which the seat would complete a five.

    (Only diagonals have such.)
    """
    for side in SIDES:
        beside = (cell + side) & RING
        if s.board[beside] == 0:
            for step in DIAGONALS:
                if lines.made[seat][line_through(s, beside, step)] == ENOUGH:
                    return True
    return False
