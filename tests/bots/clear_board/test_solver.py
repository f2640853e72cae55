"""The solver, against a plain search and against the rules."""

import random
import subprocess
import sys

import pytest

from ludothek.bots.clear_board import hint, solution, solvable, solver
from ludothek.bots.clear_board.boards import ALL, CELLS, after, array, before
from ludothek.bots.clear_board.solver import Effort, GaveUp, can_be_cleared, endings, last_cells, winning_line
from ludothek.core.table import Table
from ludothek.games.clear_board.notation import name
from ludothek.games.clear_board.rules import START
from tests.bots.clear_board import plain

WHERE_IT_ENDS = ["b2", "e2", "b5", "e5"]
LOST_AT_20 = 0o51_44_73_23_33_45  # twenty stones that cannot be cleared


def random_boards(seed: int, stones: range, count: int) -> list[int]:
    rng = random.Random(seed)
    return [sum(1 << cell for cell in rng.sample(range(CELLS), rng.choice(stones))) for _ in range(count)]


def solvable_boards(seed: int, stones: int, count: int) -> list[int]:
    """Made by taking jumps back from a last stone."""
    rng, found = random.Random(seed), list[int]()
    while len(found) < count:
        board = 1 << rng.randrange(CELLS)
        while board.bit_count() < stones and len(earlier := before(array(board))):
            board = rng.choice(earlier)
        found.append(board)
    return found


def test_many_boards_at_once_jump_as_one_does() -> None:
    boards = random_boards(1, range(2, 34), 200)
    expected = {later.stones for board in boards for _, later in plain.jumps(board)}
    assert after(array(*boards)).tolist() == sorted(expected)


def test_taking_back_is_the_inverse_of_jumping() -> None:
    for board in random_boards(2, range(4, 30), 40):
        assert all(board in before(array(later)).tolist() for later in after(array(board)).tolist())
        assert all(board in after(array(earlier)).tolist() for earlier in before(array(board)).tolist())


def test_a_jump_never_changes_where_the_last_stone_can_stand() -> None:
    for board in random_boards(3, range(3, 34), 100):
        assert {last_cells(later) for later in after(array(board)).tolist()} <= {last_cells(board)}
    assert [name(cell) for cell in last_cells(START)] == WHERE_IT_ENDS


def test_it_agrees_with_plain_search_on_any_board() -> None:
    answers = []
    for board in random_boards(4, range(1, 11), 300) + solvable_boards(5, 10, 30):
        answers.append(can_be_cleared(board))
        assert answers[-1] == plain.solvable(board)
    assert 50 < sum(answers) < 250


def test_what_did_not_fit_is_looked_at_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "WIDTHS", ())
    monkeypatch.setattr(solver, "WIDEST", 3)
    boards = random_boards(6, range(9, 12), 60) + solvable_boards(7, 11, 20)
    answers = [can_be_cleared(board) for board in boards]
    assert answers == [plain.solvable(board) for board in boards]
    assert 20 <= sum(answers) < 60


def test_a_narrow_search_that_finds_nothing_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "WIDTHS", (1,))
    assert all(can_be_cleared(board) for board in solvable_boards(8, 13, 20))


def test_the_start_is_solved_as_the_rules_say() -> None:
    table = Table.open("clear_board", 1)
    jumps = solution(table.state)
    assert jumps
    assert hint(table.state) == jumps[0]
    for jump in jumps:
        assert solvable(table.state)
        table.play(0, jump)
    assert table.status()["outcome"]["scores"] == [1]
    assert name(table.state.last) in WHERE_IT_ENDS


@pytest.mark.parametrize("last", WHERE_IT_ENDS)
def test_the_last_stone_can_be_asked_for(last: str) -> None:
    line = winning_line(START, last=[name(cell) for cell in range(CELLS)].index(last))
    assert line
    assert name(line[-1].bit_length() - 1) == last


def test_the_last_stone_cannot_stand_elsewhere() -> None:
    assert solution(plain.state_of(START), last="c3") is None
    assert not solvable(plain.state_of(START), last="a1")


def test_what_is_lost_has_no_solution() -> None:
    assert not solvable(plain.state_of(LOST_AT_20))
    assert solution(plain.state_of(LOST_AT_20)) is None
    assert hint(plain.state_of(LOST_AT_20)) is None


def test_an_effort_is_not_exceeded() -> None:
    effort = Effort(boards=5000)
    with pytest.raises(GaveUp):
        can_be_cleared(LOST_AT_20, effort)
    with pytest.raises(GaveUp):
        can_be_cleared(LOST_AT_20, Effort(seconds=0))


def test_endings_lie_on_the_board_and_are_counted() -> None:
    """How many boards can be cleared, up to the eight symmetries, was found by another program."""
    levels = endings(last_cells(START))
    assert [len({canonical(board) for board in level.tolist()}) for level in levels[1:7]] == [
        1,
        1,
        2,
        12,
        61,
        308,
    ]
    assert all(board & ~ALL == 0 for level in levels for board in level)


def canonical(board: int) -> int:
    cells = [(cell % 6, cell // 6) for cell in range(CELLS) if board >> cell & 1]
    images = []
    for _ in range(4):
        cells = [(5 - y, x) for x, y in cells]
        images += [sum(1 << x + 6 * y for x, y in cells), sum(1 << y + 6 * x for x, y in cells)]
    return min(images)


def test_the_start_is_solved_within_a_second_from_cold_and_without_compiling() -> None:
    code = (
        "import os, sys; from ludothek.bots.clear_board import solution;"
        "from ludothek.core.table import Table;"
        "assert solution(Table.open('clear_board', 1).state);"
        "sys.exit('numba' in sys.modules or sum(os.times()[:2]) > 1)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
