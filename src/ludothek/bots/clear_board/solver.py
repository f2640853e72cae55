"""Solver: whether a board can still be cleared, and how.

Backwards: all boards of up to eight stones that can be cleared (the endings) are enumerated by taking back
jumps from the last stone. The rule of three says where the last stone can stand: number the diagonals 0, 1,
2, 0, 1, 2 …; every jump changes one cell of each number, so it flips the parity of the stones of all three
numbers, and whether two of these parities are equal never changes.

Forwards: a breadth-first search from the given board, a jump per level, down to the endings. It begins as a
narrow beam of the most promising boards of each level and is widened on failure. Solvable boards are nearly
always solved by a narrow beam; a board is proved unsolvable when a search fails without pruning.
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

ENDING = 8  # the most stones of an ending
WIDTHS = (64, 512, 4096, 32768)  # the beam widths of successive attempts
WIDEST = 1 << 20  # the beam width of the last attempt, which backtracks to the boards outside the beam

CORNERS = 0o41_00_00_00_00_41
RIM = 0o77_41_41_41_41_77
RING = 0o77_77_63_63_77_77  # all but the four in the middle
WITHOUT_A = 0o76_76_76_76_76_76
WITHOUT_F = 0o37_37_37_37_37_37


class GaveUp(Exception):
    """The search exceeded its effort."""


class Effort:
    """A limit on the number of boards to search and on the time; None: no limit."""

    def __init__(self, boards: int | None = None, seconds: float | None = None) -> None:
        self.boards = boards
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.seen = 0

    def apart(self, boards: int) -> "Effort":
        """Return a fresh allowance of boards within the same deadline."""
        other = Effort(boards)
        other.deadline = self.deadline
        return other

    def spend(self, boards: int) -> None:
        """Count searched boards; raise `GaveUp` if they, or the time, exceed the limit."""
        self.seen += boards
        if (self.boards is not None and self.seen > self.boards) or (
            self.deadline is not None and time.monotonic() > self.deadline
        ):
            raise GaveUp


def can_be_cleared(stones: int, effort: Effort | None = None, last: int | None = None) -> bool:
    """Whether one stone can be left, on the cell `last` if given."""
    return bool(search(stones, effort, last).levels)


def winning_line(stones: int, effort: Effort | None = None, last: int | None = None) -> list[int] | None:
    """Return the boards from this one to the last stone, one jump apart, or None."""
    descent = search(stones, effort, last)
    return descent.line() if descent.levels else None


def search(stones: int, effort: Effort | None = None, last: int | None = None) -> "Descent":
    """Return a descent that found an ending, or that failed without pruning any board."""
    effort = effort or Effort()
    cells = tuple(cell for cell in last_cells(stones) if last in (None, cell))
    for width in WIDTHS:
        descent = Descent(stones, cells, width, False, effort)
        if descent.levels or descent.complete:
            return descent
    return Descent(stones, cells, WIDEST, True, effort)


class Descent:
    """A beam search from a board to an ending.

    `levels` has the boards of each level, and is empty if no ending was found; `complete` says whether no
    board was pruned.
    """

    def __init__(self, stones: int, last: tuple[int, ...], width: int, patient: bool, effort: Effort) -> None:
        self.endings = endings(last)
        self.width = width
        self.patient = patient  # whether to try the boards outside the beam later, instead of pruning them
        self.effort = effort
        self.complete = True
        self.levels = self._follow(array(stones), stones.bit_count()) if last else []

    def _follow(self, boards: Boards, left: int) -> list[Boards]:
        """Return the levels from these boards, with `left` stones, to an ending; empty if none is found."""
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
        """Return one way through the levels and on to the last stone."""
        line = [self.levels[-1][0]]
        for level in reversed(self.levels[:-1]):
            line.insert(0, common(before(array(line[0])), level)[0])
        while (left := line[-1].bit_count()) > 1:
            line.append(common(after(array(line[-1])), self.endings[left - 1])[0])
        return line


@cache
def endings(last: tuple[int, ...]) -> list[Boards]:
    """Return the boards that can be cleared to one of these cells, indexed by their number of stones."""
    levels = [array(), array(*(1 << cell for cell in last))]
    while len(levels) <= ENDING:
        levels.append(before(levels[-1]))
    return levels


def last_cells(stones: int) -> tuple[int, ...]:
    """Return the cells where the last stone can stand, by the rule of three."""
    return tuple(cell for cell in range(CELLS) if _parities(1 << cell) == _parities(stones))


def _parities(stones: int) -> tuple[bool, ...]:
    """Return which numbers of diagonals have the same parity of stones; jumps do not change this."""
    odd = [(stones & diagonals).bit_count() % 2 for diagonals in DIAGONALS]
    return odd[0] == odd[1], odd[1] == odd[2], odd[3] == odd[4], odd[4] == odd[5]


# The cells of the diagonals with the numbers 0, 1, 2 in one direction, then in the other
DIAGONALS = [
    sum(1 << cell for cell in range(CELLS) if (cell % 6 + sign * (cell // 6)) % 3 == number)
    for sign in (1, -1)
    for number in range(3)
]


def most_promising(boards: Boards, number: int) -> Boards:
    """Return the `number` boards with the least `trouble`, the best first.

    The board itself breaks ties, so that all machines agree.
    """
    with borrow_machine(the_game(), RANK) as here:
        ranked, spare = here.zeros("i8", len(boards)), here.zeros("i8", len(boards))
        here.write(ranked, boards)
        here.run(RANK, len(boards), ranked, spare)
        return array(*here.read(ranked, number))


@rule
def trouble(board: int) -> int:
    """Rate how hard a board is to clear: stones far from the middle, and stones without a neighbour."""
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
