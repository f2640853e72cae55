"""Puzzles: valid beginnings of records, with one solution, of the difficulty that they state."""

import datetime
import math

import pytest

from ludothek.bots.clear_board import GRADES, daily, puzzles, solution
from ludothek.core.table import Table
from ludothek.games.clear_board.notation import name
from tests.bots.clear_board import plain

NAMES = [name(cell) for cell in range(36)]


@pytest.mark.parametrize("grade", GRADES)
def test_a_puzzle_is_an_unfinished_record_that_can_be_solved(grade: int) -> None:
    (puzzle,) = puzzles(grade, 1, seed=3)
    table = Table.load(puzzle.record())
    assert table.record() == puzzle.record()
    assert table.state.left == puzzle.stones == GRADES[grade].stones
    assert GRADES[grade].easiest <= puzzle.difficulty <= GRADES[grade].hardest
    for move in solution(table.state, puzzle.last) or []:
        table.play(0, move)
    assert (table.state.left, name(table.state.last)) == (1, puzzle.last)


@pytest.mark.parametrize("grade", [1, 2, 3])
def test_a_puzzle_has_one_solution_and_the_difficulty_that_it_states(grade: int) -> None:
    for puzzle in puzzles(grade, 2, seed=4):
        board, goal = Table.load(puzzle.record()).state.stones, 1 << NAMES.index(puzzle.last)
        assert len({tuple(sorted(jumps)) for jumps in plain.solutions(board, goal)}) == 1
        assert puzzle.difficulty == round(-math.log2(plain.chance(board, goal)), 1)


def test_puzzles_differ() -> None:
    made = puzzles(2, 3, seed=5)
    assert len({(puzzle.moves, puzzle.last) for puzzle in made}) == 3
    assert puzzles(2, 1, seed=6)[0] not in made


def test_the_daily_puzzle_is_the_same_for_everybody() -> None:
    """A fixed result: it must be the same on every machine and in every version."""
    puzzle = daily(datetime.date(2026, 1, 5))
    assert (puzzle.grade, puzzle.difficulty, puzzle.last) == (1, 3.0, "e2")
    assert puzzle.moves[-3:] == ("a4-c4", "c4-c6", "b6-d6")


def test_the_daily_puzzle_changes_and_grows_harder_towards_the_weekend() -> None:
    week = [daily(datetime.date(2026, 1, 5) + datetime.timedelta(day)) for day in (0, 2, 4, 5)]
    assert [puzzle.grade for puzzle in week] == [1, 2, 3, 4]
    assert daily(datetime.date(2026, 1, 12)) != week[0]
