"""Whether a board can still be cleared, and how.

Backwards: all boards of up to eight stones that can be cleared are found by taking jumps back from the last
stone. Where that one can stand is known beforehand by the rule of three: number the diagonals 0, 1, 2, 0, 1,
2 …; every jump changes one cell of each number, so whether two numbers have equally many stones, modulo 2,
never changes.

Forwards: from the board in question level by level, a jump at a time, down to those eight stones. At first
only the few most promising boards of each level are followed, then more and more. What can be cleared is
nearly always found with the few; what cannot is known when none had to be left out.
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

from ludothek.bots.clear_board.boards import (
    ALL,
    CELLS,
    DIGIT,
    DIGITS,
    Boards,
    after,
    array,
    before,
    common,
    order,
    the_game,
)
from ludothek.bots.machine_pool import borrow_machine
from ludothek.compiler import Program
from ludothek.core import rule
from ludothek.core.game import RulesModule

ENDING = 8  # stones
WIDTHS = (64, 512, 4096, 32768)  # how many boards of a level are followed, one attempt after the other
WIDEST = 1 << 20  # and in the last attempt, which then returns to the others

CORNERS = 0o41_00_00_00_00_41
RIM = 0o77_41_41_41_41_77
RING = 0o77_77_63_63_77_77  # all but the four in the middle
WITHOUT_A = 0o76_76_76_76_76_76
WITHOUT_F = 0o37_37_37_37_37_37


class GaveUp(Exception):
    """The question was not answered with the effort allowed."""


class Effort:
    """How many boards may be looked at, and for how long."""

    def __init__(self, boards: int | None = None, seconds: float | None = None) -> None:
        self.boards = boards
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.seen = 0

    def apart(self, boards: int) -> "Effort":
        """As much effort again, for other boards, within the same time."""
        other = Effort(boards)
        other.deadline = self.deadline
        return other

    def spend(self, boards: int) -> None:
        self.seen += boards
        if (self.boards is not None and self.seen > self.boards) or (
            self.deadline is not None and time.monotonic() > self.deadline
        ):
            raise GaveUp


def can_be_cleared(stones: int, effort: Effort | None = None, last: int | None = None) -> bool:
    """Whether one stone can be left, on the cell `last` where that is given."""
    return bool(search(stones, effort, last).levels)


def winning_line(stones: int, effort: Effort | None = None, last: int | None = None) -> list[int] | None:
    """The boards from this one to the last stone, a jump apart; None where no way leads there."""
    descent = search(stones, effort, last)
    return descent.line() if descent.levels else None


def search(stones: int, effort: Effort | None = None, last: int | None = None) -> "Descent":
    """A descent that found an ending, or followed every way down."""
    effort = effort or Effort()
    cells = tuple(cell for cell in last_cells(stones) if last in (None, cell))
    for width in WIDTHS:
        descent = Descent(stones, cells, width, False, effort)
        if descent.levels or descent.complete:
            return descent
    return Descent(stones, cells, WIDEST, True, effort)


class Descent:
    """The levels between a board and an ending, if one was found, and whether every way down was followed."""

    def __init__(self, stones: int, last: tuple[int, ...], width: int, patient: bool, effort: Effort) -> None:
        self.endings = endings(last)
        self.width = width
        self.patient = patient  # whether to return to what did not fit into the width
        self.effort = effort
        self.complete = True
        self.levels = self._follow(array(stones), stones.bit_count()) if last else []

    def _follow(self, boards: Boards, left: int) -> list[Boards]:
        levels = [boards]
        while left > ENDING:
            boards, left = after(boards), left - 1
            self.effort.spend(len(boards))
            if len(boards) > self.width and self.patient:
                ranked = most_promising(boards, len(boards))
                for first in range(0, len(ranked), self.width):
                    if deeper := self._follow(array(*sorted(ranked[first : first + self.width])), left):
                        return levels + deeper
                return []
            if len(boards) > self.width:
                self.complete = False
                boards = array(*sorted(most_promising(boards, self.width)))
            levels.append(boards)
        levels[-1] = common(boards, self.endings[left])
        return levels if len(levels[-1]) else []

    def line(self) -> list[int]:
        """One way through the levels, and on to the last stone."""
        line = [self.levels[-1][0]]
        for level in reversed(self.levels[:-1]):
            line.insert(0, common(before(array(line[0])), level)[0])
        while (left := line[-1].bit_count()) > 1:
            line.append(common(after(array(line[-1])), self.endings[left - 1])[0])
        return line


@cache
def endings(last: tuple[int, ...]) -> list[Boards]:
    """The boards that can be cleared with the last stone on one of these cells, by their number of stones."""
    levels = [array(), array(*(1 << cell for cell in last))]
    while len(levels) <= ENDING:
        levels.append(before(levels[-1]))
    return levels


def last_cells(stones: int) -> tuple[int, ...]:
    """Where the last stone can stand, by the rule of three."""
    return tuple(cell for cell in range(CELLS) if _parities(1 << cell) == _parities(stones))


def _parities(stones: int) -> tuple[bool, ...]:
    odd = [(stones & diagonals).bit_count() % 2 for diagonals in DIAGONALS]
    return odd[0] == odd[1], odd[1] == odd[2], odd[3] == odd[4], odd[4] == odd[5]


DIAGONALS = [
    sum(1 << cell for cell in range(CELLS) if (cell % 6 + sign * (cell // 6)) % 3 == number)
    for sign in (1, -1)
    for number in range(3)
]


def most_promising(boards: Boards, number: int) -> Boards:
    """So many of the boards, those with the least trouble; the board itself decides between equals, so that
    all machines agree.
    """
    with borrow_machine(the_game(), RANK) as here:
        ranked, spare = here.zeros("i8", len(boards)), here.zeros("i8", len(boards))
        here.write(ranked, boards)
        here.run(RANK, len(boards), ranked, spare)
        return array(*here.read(ranked, number))


@rule
def trouble(board: int) -> int:
    """What makes a board hard to clear: stones far from the middle, and stones without a neighbour."""
    beside = (board & WITHOUT_F) << 1 | (board & WITHOUT_A) >> 1 | board << 6 | board >> 6
    far = 2 * (board & CORNERS).bit_count() + (board & RIM).bit_count() + (board & RING).bit_count()
    return far + 2 * (board & ~beside).bit_count()


def factory(rules: RulesModule) -> Callable[..., Any]:
    def rank(first: int, last: int, counts: Any, boards: Any, spare: Any) -> None:
        for k in range(first, last):
            boards[k] |= trouble(boards[k]) << CELLS
        order(boards, spare, counts, first, last, 0, CELLS + 2 * DIGIT)
        for k in range(first, last):
            boards[k] &= ALL

    return rank


RANK = Program("rank", factory, ("i8", "i8"), (("i8", DIGITS),))
