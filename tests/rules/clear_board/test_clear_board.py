"""Clear the board, rule by rule."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.core.table import Table
from ludothek.games.clear_board.notation import name
from tests.playing import legal, opened, play, play_at_random, refused

CELLS = [name(cell) for cell in range(36)]
CORNERS = {"a1", "a6", "f1", "f6"}
INTO_CORNERS = ["a3-a1", "a4-a6", "c1-a1", "c6-a6", "d1-f1", "d6-f6", "f3-f1", "f4-f6"]


def position(*cells: str) -> Table:
    """A table with stones on just these cells."""
    table = opened("clear_board", 1)
    table.state.stones = sum(1 << CELLS.index(cell) for cell in cells)
    table.state.white &= table.state.stones
    table.state.left = len(cells)
    return table


def stones(table: Table) -> set[str]:
    return {cell for cell, stone in table.variant.view(table.state, 0)["cells"].items() if stone}


def jumps(table: Table, *moves: str) -> Table:
    return play(table, [(0, move) for move in moves])


def naive_jumps(occupied: set[str]) -> dict[str, set[str]]:
    """CB-2 cell by cell: every jump, and the stones after it."""
    found = {}
    for cell in occupied:
        x, y = ord(cell[0]), int(cell[1])
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            over, to = (f"{chr(x + k * dx)}{y + k * dy}" for k in (1, 2))
            if over in occupied and to in CELLS and to not in occupied:
                found[f"{cell}-{to}"] = occupied - {cell, over} | {to}
    return found


@pytest.mark.rule("CB-1")
def test_32_stones_white_ones_inside_black_ones_around_corners_empty() -> None:
    table = opened("clear_board", 1)
    cells = table.variant.view(table.state, 0)["cells"]
    inner = {file + row for file in "bcde" for row in "2345"}
    assert {cell for cell in cells if cells[cell] == "white"} == inner
    assert {cell for cell in cells if cells[cell] is None} == CORNERS
    assert {cell for cell in cells if cells[cell] == "black"} == set(CELLS) - inner - CORNERS


@pytest.mark.rule("CB-1")
def test_a_stone_keeps_its_colour_where_it_jumps() -> None:
    table = jumps(opened("clear_board", 1), "c1-a1", "c3-c1", "a3-c3")
    cells = table.variant.view(table.state, 0)["cells"]
    assert (cells["a1"], cells["c1"], cells["c3"]) == ("black", "white", "black")
    assert {cell for cell in cells if cells[cell] is None} == CORNERS - {"a1"} | {"a3", "b1", "b3", "c2"}


@pytest.mark.rule("CB-2")
def test_the_first_jump_goes_to_a_corner() -> None:
    assert legal(opened("clear_board", 1), 0) == INTO_CORNERS


@pytest.mark.rule("CB-2")
def test_the_stone_jumped_over_is_removed() -> None:
    table = jumps(opened("clear_board", 1), "c1-a1")
    assert stones(table) == set(CELLS) - CORNERS - {"b1", "c1"} | {"a1"}


@pytest.mark.rule("CB-2")
@pytest.mark.parametrize("corner", ["a1", "a6", "f1", "f6"])
def test_corners_may_be_jumped_from(corner: str) -> None:
    beside = corner.replace("a", "b").replace("f", "e")
    landing = corner.replace("a", "c").replace("f", "d")
    assert f"{corner}-{landing}" in legal(position(corner, beside, "c3", "c4"), 0)


@pytest.mark.rule("CB-2")
def test_no_jump_leaves_the_board_or_runs_round_its_edge() -> None:
    table = position("e1", "f1", "a2", "b2", "d5", "d6")
    assert legal(table, 0) == ["a2-c2", "d6-d4", "f1-d1"]


@pytest.mark.rule("CB-2")
def test_a_jump_needs_a_neighbour_and_an_empty_cell_and_is_never_diagonal() -> None:
    assert legal(position("a1", "b1", "c1", "e3", "f4"), 0) == ["b1-d1"]
    refused(position("b2", "c3"), 0, "b2-d4")
    refused(position("a1", "d1"), 0, "a1-e1")


@pytest.mark.rule("CB-2")
@given(st.sets(st.sampled_from(CELLS), min_size=1), st.randoms(use_true_random=False))
def test_jumps_as_a_naive_board_makes_them(cells: set[str], rng: random.Random) -> None:
    table = position(*cells)
    expected = naive_jumps(cells)
    while expected:
        assert legal(table, 0) == sorted(expected)
        move = rng.choice(sorted(expected))
        jumps(table, move)
        assert stones(table) == expected[move]
        assert table.state.left == len(expected[move])
        expected = naive_jumps(expected[move])
    assert table.variant.is_over(table.state)


@pytest.mark.rule("CB-3", "CB-4")
def test_solved_with_one_stone_left() -> None:
    table = position("a1", "b1")
    assert not table.variant.is_over(table.state)
    outcome = jumps(table, "a1-c1").variant.outcome(table.state)
    assert outcome is not None
    assert (outcome["scores"], outcome["left"], outcome["chains"]) == ([1], 1, 1)
    assert stones(table) == {"c1"}


@pytest.mark.rule("CB-3", "CB-4")
def test_failed_with_more_stones_left_and_none_that_can_jump() -> None:
    table = jumps(position("a1", "b1", "f6"), "a1-c1")
    outcome = table.variant.outcome(table.state)
    assert outcome is not None
    assert (outcome["scores"], outcome["left"], outcome["chains"]) == ([0], 2, 1)
    refused(table, 0, "c1-a1")


@pytest.mark.rule("CB-4")
@pytest.mark.parametrize(
    ("moves", "chains"),
    [
        (["a1-c1", "c1-c3", "f6-f4", "f4-f2"], 2),
        (["a1-c1", "f6-f4", "f4-f2", "c1-c3"], 3),  # its stone was interrupted
        (["f6-f4", "a1-c1", "f4-f2", "c1-c3"], 4),
    ],
)
def test_consecutive_jumps_of_one_stone_are_one_chain(moves: list[str], chains: int) -> None:
    table = jumps(position("a1", "b1", "c2", "f6", "f5", "f3"), *moves)
    outcome = table.variant.outcome(table.state)
    assert outcome is not None
    assert (outcome["left"], outcome["chains"]) == (2, chains)


@pytest.mark.rule("CB-4")
def test_a_stone_that_jumps_over_the_last_jumper_opens_a_chain() -> None:
    table = jumps(position("a1", "b1", "d1", "c2", "f6"), "a1-c1", "d1-b1")
    assert table.state.chains == 2
    assert stones(table) == {"b1", "c2", "f6"}


@pytest.mark.rule("CB-5")
def test_moves_are_taken_back_to_the_very_start() -> None:
    table = jumps(opened("clear_board", 1), "c1-a1", "c3-c1", "d1-b1")
    assert table.take_back() == (0, "d1-b1")
    assert table.record()["moves"] == [[0, "c1-a1"], [0, "c3-c1"]]
    assert table.state == jumps(opened("clear_board", 1), "c1-a1", "c3-c1").state
    table.take_back()
    table.take_back()
    assert table.state == opened("clear_board", 1).state
    assert legal(table, 0) == INTO_CORNERS
    assert not table.can_take_back()


@pytest.mark.rule("CB-5")
def test_the_end_can_be_taken_back_too() -> None:
    table = play_at_random(opened("clear_board", 1), random.Random(1))
    assert table.variant.is_over(table.state)
    _, last = table.take_back()
    assert last in legal(table, 0)


@pytest.mark.rule("CB-5")
def test_an_unfinished_record_is_a_valid_one() -> None:
    table = jumps(opened("clear_board", 1), "c1-a1", "c3-c1")
    loaded = Table.load(table.record())
    assert loaded.state == table.state
    assert not loaded.status()["over"]
