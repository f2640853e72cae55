"""The same questions answered the slow way: one board at a time, by the rules alone."""

from collections.abc import Iterator
from functools import cache

from ludothek.core.registry import find
from ludothek.games.clear_board.rules import NOWHERE, State

VARIANT = find("clear_board").variant(1)


def state_of(board: int, last: int = NOWHERE) -> State:
    s = State()
    s.stones, s.left, s.last = board, board.bit_count(), last
    return s


def jumps(board: int, last: int = NOWHERE) -> Iterator[tuple[int, State]]:
    """Every jump and where it leads."""
    s = state_of(board, last)
    for action in VARIANT.actions(s, 0)[:]:
        yield action, VARIANT.after(s, 0, action)


@cache
def solvable(board: int) -> bool:
    return board.bit_count() == 1 or any(solvable(later.stones) for _, later in jumps(board))


@cache
def fewest_chains(board: int, last: int) -> float:
    """Return the fewest chains that a solution begins; infinite if there is no solution."""
    if board.bit_count() == 1:
        return 0
    return min(
        (later.chains + fewest_chains(later.stones, later.last) for _, later in jumps(board, last)),
        default=float("inf"),
    )


def solutions(board: int, goal: int) -> Iterator[list[int]]:
    """Every order of jumps that leads to the goal."""
    if board == goal:
        yield []
    for action, later in jumps(board):
        for rest in solutions(later.stones, goal):
            yield [action, *rest]


@cache
def chance(board: int, goal: int) -> float:
    """Return the probability that random jumps reach the goal."""
    later = [chance(later.stones, goal) for _, later in jumps(board)]
    return sum(later) / len(later) if later else float(board == goal)
