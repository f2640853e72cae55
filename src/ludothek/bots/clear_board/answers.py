"""Answers to questions about a position: whether and how it can be solved, and why a jump is good or bad.

In all functions, `last` is the cell where the last stone must end, or None for any cell.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from ludothek.bots.clear_board.boards import CELLS, action_between, after, array
from ludothek.bots.clear_board.chains import in_few_chains
from ludothek.bots.clear_board.players import boards_after
from ludothek.bots.clear_board.solver import (
    CORNERS,
    Effort,
    GaveUp,
    can_be_cleared,
    most_promising,
    winning_line,
)
from ludothek.bots.contract import PlayerView
from ludothek.core import Nothing, Phrase
from ludothek.games.clear_board.notation import name, write
from ludothek.games.clear_board.rules import NOWHERE, State

PATIENCE = 300_000  # the most boards searched for a reason
FOLLOWED = 64  # the beam width of `fewest`


def solvable(state: State, last: str | None = None) -> bool:
    """Whether one stone can still be left."""
    return can_be_cleared(state.stones, last=_cell(last))


def solution(state: State, last: str | None = None) -> list[str] | None:
    """Return the jumps of a solution, or None."""
    line = winning_line(state.stones, last=_cell(last))
    return None if line is None else _moves(state, line)


def hint(state: State, last: str | None = None) -> str | None:
    """Return the next jump of a solution, or None."""
    moves = solution(state, last)
    return moves[0] if moves else None


def fewest(state: State) -> int:
    """Return an upper bound of the fewest stones that can be left, found by a beam search."""
    boards = array(state.stones)
    while len(later := after(boards)):
        boards = later if len(later) <= FOLLOWED else most_promising(later, FOLLOWED)
    return boards[0].bit_count()


class Elegant(NamedTuple):
    """A solution in few chains, the chains of the whole game, and whether fewer are proved impossible."""

    moves: list[str]
    chains: int
    proved: bool


def elegant(state: State) -> Elegant | None:
    """Return a solution in few chains, or None if there is no solution."""
    found = in_few_chains(state.stones, 0 if state.last == NOWHERE else 1 << state.last)
    return (
        None
        if found is None
        else Elegant(_moves(state, found.line), state.chains + found.chains, found.proved)
    )


def reasons(view: PlayerView, move: str) -> Phrase | None:
    """Return the reason for or against a jump, if the solver decides the position within PATIENCE boards."""
    state, action = view.state, view.moves()[move]
    later = view.variant.after(state, view.seat, action)
    if later.left == 1:
        return Phrase("hints.solves")
    with suppress(GaveUp):
        effort = Effort(PATIENCE)
        if not can_be_cleared(later.stones, effort):
            return Phrase("hints.spoils" if can_be_cleared(state.stones, effort) else "hints.too_late")
        if _is_only_way(view, move):
            return Phrase("hints.only_way")
        if CORNERS >> action // 4 & 1:  # an action is 4 * cell + direction
            return Phrase("hints.leaves_corner", cell=name(action // 4))
        if later.chains == state.chains:
            return Phrase("hints.goes_on")
        return Phrase("hints.keeps_solvable")
    return None


def _is_only_way(view: PlayerView, move: str) -> bool:
    """Whether every other jump is proved to make the position unsolvable."""
    effort = Effort(PATIENCE)
    try:
        return not any(
            can_be_cleared(board, effort) for other, board in boards_after(view).items() if other != move
        )
    except GaveUp:
        return False


def _cell(named: str | None) -> int | None:
    """Return the number of a named cell."""
    return None if named is None else next(cell for cell in range(CELLS) if name(cell) == named)


def _moves(state: State, line: Sequence[int]) -> list[str]:
    """Return the jumps between the boards of a line, as text."""
    return [write(Nothing(), state, 0, action_between(old, new)) for old, new in pairwise(line)]
