"""Torris, rule by rule."""

import random
import re
from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.core import CHANCE
from ludothek.core.table import Table
from ludothek.core.texts import SPECTATOR
from ludothek.games.torris.notation import name
from ludothek.games.torris.rules import CELLS, colour
from tests.playing import legal, opened, play, play_at_random, refused

NAMES = [name(cell) for cell in range(CELLS)]
MARKS = "1234" * 8  # on a chessboard: four of each mark in either colour


def dealt(marks: str = MARKS) -> Table:
    """A table whose set-up drew these marks, a1 first."""
    return opened("torris", 2, [("chance", mark) for mark in marks])


def position(seat: int, towers: Mapping[str, str]) -> Table:
    """A table where that seat moves next; towers such as `b2 w1`, black 2 below white 1, by cell."""
    table = opened("torris", 2)
    s = table.state
    s.laid, s.bag, s.acting = CELLS, [[0] * 5, [0] * 5], 1 << seat
    unused = [[stone for stone in range(CELLS) if colour(stone) == k] for k in (0, 1)]
    for cell, stones in towers.items():
        at = NAMES.index(cell)
        for text in stones.split():
            stone = unused["wb".index(text[0])].pop()
            s.mark[stone] = int(text[1])
            s.under[stone], s.top[at] = s.top[at], stone
            s.height[at] += 1
    return table


def towers(table: Table) -> dict[str, str]:
    """The towers on the table, as `position` takes them."""
    shown = table.variant.view(table.state)["towers"]
    return {
        cell: " ".join(f"{stone['colour'][0]}{stone['mark']}" for stone in tower)
        for cell, tower in shown.items()
        if tower
    }


def naive_moves(seat: int, field: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """TO-4 to TO-8, written over lines of text: every move of a seat, and the towers after it."""
    lines = [[file + row for file in "abcdefgh"] for row in "1234"] + [
        [file + row for row in "1234"] for file in "abcdefgh"
    ]
    found = {}
    for line in lines + [line[::-1] for line in lines]:
        standing = [cell for cell in line if cell in field]
        for place, cell in enumerate(standing):
            stones = field[cell].split()
            target = place + int(stones[-1][1])
            if (
                stones[-1][0] != "wb"[seat]
                or target >= len(standing)
                or len(field[standing[target]].split()) < len(stones)
            ):
                continue
            after = dict(field)
            after[cell] = " ".join(stones[:-1])
            after[standing[target]] += f" {stones[-1]}"
            if len(stones) == 1:
                # The run behind and the gap ahead of it change places.
                pattern = "".join("#" if after.get(c) else "." for c in line)
                run = re.search(r"#*$", pattern[: line.index(cell)])
                gap = re.match(r"\.+", pattern[line.index(cell) :])
                assert run
                assert gap
                content = [after.get(c, "") for c in line]
                first, middle, last = run.start(), run.end(), run.end() + gap.end()
                content = content[:first] + content[middle:last] + content[first:middle] + content[last:]
                after |= dict(zip(line, content, strict=True))
            found[f"{cell}-{standing[target]}"] = {c: tower for c, tower in after.items() if tower}
    return found


@st.composite
def positions(draw: st.DrawFn) -> dict[str, str]:
    """Some of the 32 stones, of any marks, heaped onto a few cells."""
    colours = draw(st.permutations("wb" * 16))[: draw(st.integers(2, 32))]
    cells = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=len(NAMES), unique=True))
    field: dict[str, str] = {}
    for k, stone in enumerate(colours):
        cell = cells[k] if k < len(cells) else draw(st.sampled_from(cells))
        field[cell] = f"{field.get(cell, '')} {stone}{draw(st.sampled_from('1234'))}".strip()
    return field


@pytest.mark.rule("TO-1", "TO-2")
def test_four_of_each_mark_in_each_colour_on_a_chessboard() -> None:
    field = towers(play_at_random(opened("torris", 2), random.Random(1), most=32))
    assert Counter(field.values()) == {colour + mark: 4 for colour in "wb" for mark in "1234"}
    for cell, stone in field.items():
        dark = (ord(cell[0]) - ord("a") + int(cell[1])) % 2  # a1 is black
        assert stone[0] == "wb"[dark]


@pytest.mark.rule("TO-2")
def test_the_corner_of_the_chessboard() -> None:
    field = towers(dealt())
    assert [field[cell][0] for cell in ("a1", "b1", "a2", "b2", "h4")] == ["b", "w", "w", "b", "b"]


@pytest.mark.rule("TO-3")
def test_marks_are_drawn_in_reading_order_each_from_what_its_colour_has_left() -> None:
    table = opened("torris", 2, [("chance", "3"), ("chance", "1")])
    assert towers(table) == {"a1": "b3", "b1": "w1"}
    assert table.status()["legal"] == {"chance": {"1": 4, "2": 4, "3": 3, "4": 4}}  # c1 is black
    play(table, [("chance", "3")])
    assert table.status()["legal"] == {"chance": {"1": 3, "2": 4, "3": 4, "4": 4}}  # d1 is white


@pytest.mark.rule("TO-3")
def test_a_mark_that_is_used_up_is_not_listed_and_a_forced_draw_is_still_a_move() -> None:
    table = dealt("111122223333")
    assert table.status()["legal"] == {"chance": {"1": 2, "2": 2, "3": 2, "4": 4}}
    play(table, [("chance", "3")] * 4)
    assert table.status()["legal"] == {"chance": {"1": 2, "2": 2, "4": 4}}
    refused(table, "chance", "3")
    play(table, [("chance", mark) for mark in "112211224444444"])
    assert table.status() == {"over": False, "to_act": ["chance"], "legal": {"chance": {"4": 1}}}
    play(table, [("chance", "4")])
    assert table.status()["to_act"] == [0]


@pytest.mark.rule("TO-4")
def test_only_the_top_stone_of_an_own_tower_moves() -> None:
    table = position(0, {"a1": "w1", "b1": "w1 b1", "c1": "b4 w2", "d1": "b1"})
    assert legal(table, 0) == ["a1-b1"]  # b1 is black's; white 2 on c1 would have to land on a1
    assert towers(play(table, [(0, "a1-b1")])) == {"b1": "w1 b1 w1", "c1": "b4 w2", "d1": "b1"}


@pytest.mark.rule("TO-5")
@pytest.mark.parametrize(
    ("mark", "moves"),
    [(1, ["d2-b2", "d2-d1", "d2-d4", "d2-e2"]), (2, ["d2-a2", "d2-g2"]), (3, ["d2-h2"]), (4, [])],
)
def test_a_stone_moves_exactly_its_mark_counting_occupied_cells_only(mark: int, moves: list[str]) -> None:
    others = dict.fromkeys(["a2", "b2", "e2", "g2", "h2", "d1", "d4"], "b4")
    assert legal(position(0, others | {"d2": f"w{mark}"}), 0) == moves


@pytest.mark.rule("TO-5")
def test_it_may_land_on_an_own_tower() -> None:
    table = play(position(0, {"a1": "w1", "c1": "w4", "h4": "b1"}), [(0, "a1-c1")])
    assert towers(table) == {"c1": "w4 w1", "h4": "b1"}


@pytest.mark.rule("TO-6")
@pytest.mark.parametrize(("height", "climbs"), [(1, False), (2, False), (3, True), (4, True)])
def test_the_top_of_a_tower_of_three_lands_on_no_lower_one(height: int, climbs: bool) -> None:
    table = position(0, {"a1": "b1 b1 w1", "b1": "b4 " * height})
    assert legal(table, 0) == (["a1-b1"] if climbs else [])


@pytest.mark.rule("TO-7")
def test_worked_case_the_block_shifts_by_two() -> None:
    table = play(position(0, {"a3": "b2", "b3": "b4", "c3": "w1", "e3": "b1 b3"}), [(0, "c3-e3")])
    assert towers(table) == {"c3": "b2", "d3": "b4", "e3": "b1 b3 w1"}


@pytest.mark.rule("TO-7")
@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        # towers move up whole, to the left and down as well
        ({"h1": "b1 b2", "g1": "w1", "d1": "b3"}, "g1-d1", {"e1": "b1 b2", "d1": "b3 w1"}),
        ({"c4": "b1 b2", "c3": "w1", "c1": "b3"}, "c3-c1", {"c2": "b1 b2", "c1": "b3 w1"}),
        # they close up to the tower jumped over; the run ends at the first empty cell
        (
            {"a1": "b1", "c1": "b2", "d1": "w2", "f1": "b3 b3", "h1": "b4"},
            "d1-h1",
            {"a1": "b1", "e1": "b2", "f1": "b3 b3", "h1": "b4 w2"},
        ),
        # an empty cell right behind: nothing shifts
        ({"a1": "b1", "c1": "w1", "d1": "b2"}, "c1-d1", {"a1": "b1", "d1": "b2 w1"}),
        # a tower of two leaves no gap
        ({"a1": "b1", "b1": "b2 w1", "d1": "b3 b4"}, "b1-d1", {"a1": "b1", "b1": "b2", "d1": "b3 b4 w1"}),
        # only the line of the move is touched
        (
            {"b1": "b1", "b2": "w1", "b3": "b2", "a2": "b3", "d2": "b4"},
            "b2-d2",
            {"b1": "b1", "b3": "b2", "c2": "b3", "d2": "b4 w1"},
        ),
    ],
)
def test_the_run_behind_a_single_stone_moves_up(
    before: dict[str, str], move: str, after: dict[str, str]
) -> None:
    assert towers(play(position(0, before), [(0, move)])) == after


@pytest.mark.rule("TO-8")
def test_worked_case_a_block_shorter_than_the_gap() -> None:
    table = play(position(0, {"d1": "b2", "e1": "w1", "h1": "b3"}), [(0, "e1-h1")])
    assert towers(table) == {"g1": "b2", "h1": "b3 w1"}


@pytest.mark.rule("TO-4", "TO-5", "TO-6", "TO-7", "TO-8")
@given(positions(), st.integers(0, 1))
def test_moves_as_a_naive_field_makes_them(field: dict[str, str], seat: int) -> None:
    table = position(seat, field)
    expected = naive_moves(seat, field)
    assert legal(table, seat) == sorted(expected)
    for move, after in expected.items():
        assert towers(play(position(seat, field), [(seat, move)])) == after


@pytest.mark.rule("TO-9")
def test_seats_alternate_white_first() -> None:
    table = dealt()
    assert table.status()["to_act"] == [0]
    play(table, [(0, legal(table, 0)[0])])
    assert table.status()["to_act"] == [1]
    refused(table, 0, legal(table, 0)[0])
    play(table, [(1, legal(table, 1)[0])])
    assert table.status()["to_act"] == [0]


@pytest.mark.rule("TO-9")
def test_a_blocked_seat_is_skipped_until_it_can_move_again() -> None:
    table = position(0, {"a1": "b1 w1", "b1": "w2 w4", "a4": "w1", "b4": "w1"})
    play(table, [(0, "a4-b4")])
    assert table.status()["to_act"] == [0]  # black tops no tower
    play(table, [(0, "a1-b1")])
    assert table.status()["to_act"] == [1]
    assert legal(table, 1) == ["a1-b1"]


@pytest.mark.rule("TO-10")
def test_the_game_ends_when_neither_can_move_and_towers_count_their_height() -> None:
    table = play(position(0, {"a1": "w1", "b1": "b4", "d2": "b3 b4", "h4": "b4"}), [(0, "a1-b1")])
    status = table.status()
    assert status["over"]
    assert status["outcome"]["points"] == [2, 3]
    assert status["outcome"]["scores"] == [0, 1]


@pytest.mark.rule("TO-10")
def test_a_game_goes_on_while_anybody_can_move_and_all_stones_count() -> None:
    table = play_at_random(opened("torris", 2), random.Random(3))
    assert not naive_moves(0, towers(table))
    assert not naive_moves(1, towers(table))
    outcome = table.variant.outcome(table.state)
    assert outcome is not None
    assert sum(outcome["points"]) == 32


@pytest.mark.rule("TO-11")
@pytest.mark.parametrize(
    ("field", "points", "scores"),
    [
        ({"a1": "b1 b1 w4", "c3": "b4 b4"}, [3, 2], [1, 0]),
        ({"a1": "w1 w1 b4", "c3": "w4", "e4": "w4 w4 w4"}, [4, 3], [1, 0]),
        ({"a1": "w1 w1 b4", "c3": "w4", "e4": "w4 w4"}, [3, 3], [0, 1]),  # black owns white's tower
        ({"a1": "w1 w1 w4", "c3": "b4", "e4": "b4 b4"}, [3, 3], [1, 0]),
        ({"a1": "w4 w4", "c3": "b4 b4"}, [2, 2], [0.5, 0.5]),
        ({"a1": "w4", "b1": "w4 w4", "c3": "b4 b4", "e4": "b4"}, [3, 3], [0.5, 0.5]),
    ],
)
def test_more_points_win_then_the_highest_tower_then_drawn(
    field: dict[str, str], points: list[int], scores: list[float]
) -> None:
    table = position(0, field)
    table.state.acting = 0
    outcome = table.variant.outcome(table.state)
    assert outcome is not None
    assert outcome["points"] == points
    assert outcome["scores"] == scores


@pytest.mark.rule("TO-12")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_everybody_sees_every_stone_of_a_tower_from_bottom_to_top(viewer: int) -> None:
    table = play(position(0, {"b2": "w1", "c2": "b1 w2 b3", "h4": "b4"}), [(0, "b2-c2")])
    assert table.variant.seen_by(table.state, viewer) == table.state
    tower = table.variant.view(table.state, viewer)["towers"]["c2"]
    assert [(stone["colour"], stone["mark"]) for stone in tower] == [
        ("black", 1),
        ("white", 2),
        ("black", 3),
        ("white", 1),
    ]


@pytest.mark.rule("TO-12")
def test_a_move_reveals_nothing_and_can_be_taken_back_but_a_draw_cannot() -> None:
    table = dealt()
    assert table.moves[-1][0] == CHANCE
    assert not table.can_take_back()
    before = table.state
    play(table, [(0, legal(table, 0)[0])])
    table.take_back()
    assert table.state == before
