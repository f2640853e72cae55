"""Puzzles: positions on the way to a solution, with few stones left and a given cell for the last one.

A puzzle is the beginning of a record, the moves from the start to its position, so it is played like any
unfinished record. It has one solution: the same jumps, in any order. (Without a given cell there are always
at least two, since the last two stones can jump over each other.) Its difficulty is the binary logarithm of
how many attempts a random player needs: at difficulty 6, one attempt in 2⁶ = 64 succeeds. Generation is
deterministic for a seed, the same on all machines.
"""

import datetime
import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from ludothek.bots.clear_board.boards import (
    CHANGES,
    Boards,
    action_between,
    after,
    array,
    before,
    common,
    jumps_on,
)
from ludothek.bots.clear_board.solver import ENDING, can_be_cleared, endings, last_cells
from ludothek.core import Nothing, Phrase
from ludothek.core.chance import draw_below, seed_stream
from ludothek.games.clear_board.notation import name, write
from ludothek.games.clear_board.rules import START, State


class Grade(NamedTuple):
    """The number of stones and the range of difficulties of a grade's puzzles."""

    stones: int
    easiest: int
    hardest: int


GRADES = {
    1: Grade(6, 2, 4),
    2: Grade(8, 4, 6),
    3: Grade(10, 6, 9),
    4: Grade(12, 9, 13),
    5: Grade(14, 13, 20),
}
WEEK = (1, 2, 2, 3, 3, 4, 5)  # the grade of the daily puzzle, from Monday to Sunday

BRANCH = 19  # stones left after the random jumps; all boards that can follow are enumerated
TRIES = 8  # candidate positions examined after each series of random jumps


@dataclass(frozen=True)
class Puzzle:
    grade: int
    difficulty: float
    stones: int  # the number of stones left
    last: str  # the cell where the last stone must end
    moves: tuple[str, ...]  # from the start to the puzzle

    def goal(self) -> Phrase:
        return Phrase("puzzle.goal", stones=self.stones, cell=self.last)

    def record(self) -> dict[str, Any]:
        return {"game": "clear_board", "seats": 1, "options": {}, "moves": [[0, move] for move in self.moves]}


def daily(date: datetime.date) -> Puzzle:
    """Return the puzzle of the day, the same for all players; easy on Mondays, hard on Sundays."""
    digest = hashlib.sha256(f"clear_board {date.isoformat()}".encode()).digest()
    return puzzles(WEEK[date.weekday()], 1, int.from_bytes(digest[:7], "big"))[0]


def is_solved(goal: str, s: State) -> bool:
    """Whether one stone is left, on the cell `goal`."""
    return s.left == 1 and name(s.stones.bit_length() - 1) == goal


@lru_cache(maxsize=64)
def puzzles(grade: int, number: int, seed: int) -> tuple[Puzzle, ...]:
    """Return `number` different puzzles of a grade, always the same for a seed."""
    found: dict[tuple[int, str], Puzzle] = {}
    for board, puzzle in _puzzles(grade, seed):
        found.setdefault((board, puzzle.last), puzzle)
        if len(found) == number:
            break
    return tuple(found.values())


def _puzzles(grade: int, seed: int) -> Iterator[tuple[int, Puzzle]]:
    """Yield puzzles of a grade with their boards, without end and possibly repeated."""
    stones, easiest, hardest = GRADES[grade]
    stream = [0] * 4
    seed_stream(stream, seed)
    while True:
        way = _random_way(stream)
        levels = _levels(way[-1])
        winning = _winning(levels, stones)
        for _ in range(TRIES):
            board = winning[draw_below(stream, len(winning))]
            cells = last_cells(board)
            last = cells[draw_below(stream, len(cells))]
            chance, solution = PuzzleAnalysis(1 << last).of(board)
            if solution and 2.0**-hardest <= chance <= 2.0**-easiest:
                difficulty = round(-math.log2(chance), 1)
                yield (
                    board,
                    Puzzle(grade, difficulty, stones, name(last), _moves([*way, *_way_down(levels, board)])),
                )
                break


def _random_way(stream: list[int]) -> list[int]:
    """Return the boards of random jumps from the start to a solvable board with BRANCH stones."""
    way = [START]
    while way[-1].bit_count() > BRANCH:
        later = after(array(way[-1]))
        way.append(later[draw_below(stream, len(later))] if len(later) else 0)
    return way if can_be_cleared(way[-1]) else _random_way(stream)


def _levels(top: int) -> dict[int, Boards]:
    """Return `top` and all boards that can follow it, by the number of stones left."""
    levels = {BRANCH: array(top)}
    for left in range(BRANCH - 1, 0, -1):
        levels[left] = after(levels[left + 1])
    return levels


def _winning(levels: dict[int, Boards], stones: int) -> Boards:
    """Return the boards with this many stones that can be cleared."""
    top = levels[BRANCH][0]
    winning = common(levels[min(stones, ENDING)], endings(last_cells(top))[min(stones, ENDING)])
    for left in range(ENDING + 1, stones + 1):
        winning = common(before(winning), levels[left])
    return winning


def _way_down(levels: dict[int, Boards], board: int) -> list[int]:
    """Return the boards of a way to this one, from the first after the board with BRANCH stones."""
    way = [board]
    while (left := way[0].bit_count()) < BRANCH - 1:
        way.insert(0, common(before(array(way[0])), levels[left + 1])[0])
    return way


def _moves(way: list[int]) -> tuple[str, ...]:
    return tuple(write(Nothing(), State(), 0, action_between(old, new)) for old, new in pairwise(way))


class PuzzleAnalysis:
    """The probability that random jumps reach the goal board, and the solution if it is unique.

    A solution is a sorted tuple of jumps: the same jumps in another order count as the same solution. It is
    None if there is no solution, or more than one.
    """

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.known: dict[int, tuple[float, tuple[int, ...] | None]] = {}

    def of(self, board: int) -> tuple[float, tuple[int, ...] | None]:
        """Return the probability and the unique solution from a board, cached."""
        if board not in self.known:
            self.known[board] = self._examined(board)
        return self.known[board]

    def _examined(self, board: int) -> tuple[float, tuple[int, ...] | None]:
        if board.bit_count() == 1:
            return (1.0, ()) if board == self.goal else (0.0, None)
        actions = jumps_on(board)
        chances, solutions = 0.0, set()
        for action in actions:
            chance, solution = self.of(board ^ CHANGES[action])
            if chance:
                chances += chance
                solutions.add(None if solution is None else tuple(sorted((action, *solution))))
        return (
            (chances / len(actions), solutions.pop() if len(solutions) == 1 else None)
            if actions
            else (0.0, None)
        )
