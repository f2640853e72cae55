"""Safehouse, rule by rule."""

import re
from typing import Any

import pytest

from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.games.safehouse.rules import ROWS, WIDTH, open_tasks, put
from tests.playing import legal, opened, play, refused, refused_kit

ALL = "YyGgRrBbWw"
Moves = list[tuple[int | str, str]]


def kit(**figures: Any) -> dict[str, Any]:
    """The shipped kit with other figures."""
    return {**(find("safehouse").kit or {}), **figures}


def thrown(seat: int, dice: str, faces: str, *helps: str) -> Moves:
    """Return the moves of a throw: the dice's colours and faces, and the decisions about help."""
    return [(seat, f"throw {dice}"), *fallen(faces), *((seat, choice) for choice in helps)]


def fallen(faces: str) -> Moves:
    return [("chance", face) for face in faces]


def written(seat: int, *entries: str) -> Moves:
    return [(seat, entry) for entry in entries]


def acting(table: Table) -> list[int | str]:
    return list(table.status()["to_act"])


def dice(table: Table) -> tuple[str, str, str]:
    """The dice at hand, thrown and in the lid."""
    seen = table.variant.view(table.state)["dice"]
    return "".join(seen["at_hand"]), "".join(die["die"] for die in seen["thrown"]), "".join(seen["lid"])


def entries(table: Table, seat: int, start: str = "") -> list[str]:
    return [move for move in legal(table, seat) if move != "done" and move.startswith(start)]


def number(table: Table, seat: int, row: int, field: int) -> int:
    return int(table.state.number[seat][WIDTH * (row - 1) + field - 1])


def write_in(table: Table, seat: int, row: int, field: int, value: int) -> None:
    """Put a number on a sheet as if it had been written in an earlier turn."""
    put(table.state, seat, WIDTH * (row - 1) + field - 1, value)
    table.state.missing[seat][row - 1] -= 1


@pytest.mark.rule("SH-1")
def test_two_dice_of_each_of_five_colours() -> None:
    table = opened("safehouse", 2)
    assert dice(table) == (ALL, "", "")
    assert "throw YyGgRrBbWw" in legal(table, 0)


@pytest.mark.rule("SH-1")
def test_chance_weighs_faces_by_how_often_they_are_on_a_die() -> None:
    table = opened(
        "safehouse",
        1,
        [(0, "throw YW")],
        kit=kit(faces=[7, 1, 7, "X", 7, "X"], joker_faces=[2, 2, 2, 2, 2, 30]),
    )
    assert table.status()["legal"]["chance"] == {"7": 3, "1": 1, "X": 2}
    play(table, fallen("7"))
    assert table.status()["legal"]["chance"] == {"2": 5, "30": 1}


@pytest.mark.rule("SH-1")
def test_the_shipped_sheets_are_the_first_with_its_colours_moved_on() -> None:
    figures = kit()
    assert figures["sheets"]["S"] == ["YGR", "BYRG", "GBY", "RYGBY", "YBRGBR", "GRB6Y", "BYG6RB", "RGBY6GR"]
    for before, after in ("SA", "AF", "FE"):
        assert figures["sheets"][after] == [
            row.translate(str.maketrans("YGRB", "GRBY")) for row in figures["sheets"][before]
        ]
    assert [row["reward"] for row in figures["rows"]] == [2, 2, 2, 3, 3, 4, 5, 6]


SIX = [1, 2, 3, 4, 5, "X"]
GOOD_ROWS = [{"kind": kind, "reward": 3} for kind in ("equal", "rising", *["climbing"] * 6)]
GOOD_SHEET = ["YGR", "YGR", "YGR", "YGR", "YGR", "YGR6", "6YGR", "YG6R"]


def rows_with(row: int, **changes: Any) -> list[Any]:
    return [{**good, **changes} if k == row else good for k, good in enumerate(GOOD_ROWS)]


def sheets_with(row: int, fields: Any, names: str = "SAFE") -> dict[str, Any]:
    return {
        name: [fields if k == row and name in names else good for k, good in enumerate(GOOD_SHEET)]
        for name in "SAFE"
    }


BAD_FACES: list[Any] = [
    [1, 2, 3, 4, 5],
    [*SIX, 6],
    [0, *SIX[1:]],
    [True, *SIX[1:]],
    ["x", *SIX[1:]],
    [1.0, *SIX[1:]],
    6,
]


@pytest.mark.rule("SH-1")
@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("faces", value) for value in BAD_FACES],
        ("joker_faces", "12345X"),
        *[("joker_faces", faces) for faces in ([], [-1, *SIX[1:]], [10**9, *SIX[1:]])],
        *[("safehouse", value) for value in (0, True, "40", 40.0, None)],
        *[("lead", value) for value in (0, 40, 41, -1, "16")],
        ("rows", {}),
        *[("rows", rows) for rows in (GOOD_ROWS[:7], [*GOOD_ROWS, GOOD_ROWS[7]], [*GOOD_ROWS[:7], 3])],
        *[("rows", rows_with(0, kind=kind)) for kind in ("rising", "climbing", 1)],
        *[("rows", rows_with(4, reward=reward)) for reward in (1, 7, True, "3")],
        ("rows", rows_with(7, colour="Y")),
        ("rows", [{**row, "reward": 2} for row in GOOD_ROWS]),  # 16 of 24 steps
        ("sheets", []),
        ("sheets", {"S": GOOD_SHEET}),
        ("sheets", {**sheets_with(0, "YGR"), "SA": GOOD_SHEET}),
        *[
            ("sheets", sheets_with(0, fields))
            for fields in ("YG", "YGRBYGR", "YGR6", "YGW", "ygr", ["Y", "G", "R"], None)
        ],
        *[("sheets", sheets_with(5, fields)) for fields in ("YGR", "Y6G6R", "YG6", "YGRBYGR6")],
        *[("sheets", sheets_with(k, fields, "E")) for k, fields in ((0, "YGRB"), (5, "YG6R"))],
        ("sheets", dict.fromkeys("SAFE", GOOD_SHEET[:7])),
        *[("chameleons", value) for value in ([1, 1, 2], [1, 1, 2, -1], [1, 1, 2, True], 1)],
    ],
)
def test_a_bad_kit_is_refused_by_the_key_that_is_bad(key: str, value: object) -> None:
    assert re.match(f"{key}[.:]", refused_kit("safehouse", kit(**{key: value})))


@pytest.mark.rule("SH-1")
def test_a_kit_lacks_nothing_and_has_nothing_else() -> None:
    assert refused_kit("safehouse", kit(dice=10)).startswith("dice: unknown")
    for key in kit():
        assert refused_kit("safehouse", {k: v for k, v in kit().items() if k != key}).startswith(
            f"{key}: missing"
        )


@pytest.mark.rule("SH-1")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rows": rows_with(4, reward=7)}, "rows.5.reward: expected a whole number from 2 to 6, not 7"),
        (
            {"rows": rows_with(1, kind="equal")},
            'rows.2.kind: expected "rising", as the rulebook prints, not "equal"',
        ),
        (
            {"sheets": sheets_with(0, "YGRB", "F")},
            'sheets.F: row 1 must be as long as on sheet S, not "YGRB"',
        ),
        (
            {"sheets": sheets_with(5, "YG6R", "F")},
            'sheets.F: row 6 must have its 6 in the same place as on sheet S, not "YG6R"',
        ),
        ({"sheets": sheets_with(5, "YGR", "F")}, 'sheets.F: row 6 must have one printed 6, not "YGR"'),
        ({"sheets": sheets_with(4, "YGR6", "F")}, 'sheets.F: row 5 must be without a printed 6, not "YGR6"'),
    ],
)
def test_a_refusal_names_the_row(changes: dict[str, Any], said: str) -> None:
    assert refused_kit("safehouse", kit(**changes)) == said


@pytest.mark.rule("SH-1")
def test_a_kit_may_be_unlike_the_shipped_one() -> None:
    unlike = kit(
        faces=["X"] * 6,
        lead=1,
        safehouse=25,
        rows=GOOD_ROWS,
        sheets=sheets_with(3, "YYYYYY"),
        chameleons=[0, 9, 0, 0],
    )
    assert opened("safehouse", 2, kit=unlike).state.chameleons == [9, 9, 0, 0]


@pytest.mark.rule("SH-1", "SH-14")
@pytest.mark.parametrize(("seats", "chameleons"), [(1, 1), (2, 1), (3, 2), (4, 3)])
def test_chameleons_depend_on_the_number_of_seats(seats: int, chameleons: int) -> None:
    assert opened("safehouse", seats).state.chameleons[:seats] == [chameleons] * seats


@pytest.mark.rule("SH-2")
def test_sheets_and_positions_at_the_start() -> None:
    table = opened("safehouse", 4)
    seen = table.variant.view(table.state, 2)
    assert [seat["sheet"] for seat in seen["seats"]] == ["S", "A", "F", "E"]
    assert [[field["colour"] for field in seat["rows"][1]["fields"]] for seat in seen["seats"]] == [
        list(row) for row in ("BYRG", "YGBR", "GRYB", "RBGY")
    ]
    assert [seat["position"] for seat in seen["seats"]] == [16] * 4
    assert seen["pursuer"] == 0
    assert seen == table.variant.view(table.state)  # all is open


@pytest.mark.rule("SH-3", "SH-17")
def test_the_throw_goes_round_clockwise() -> None:
    table = opened("safehouse", 3)
    for turn, die in enumerate("YGRB"):
        assert acting(table) == [turn % 3]
        play(table, thrown(turn % 3, die, "1", "keep"))
        play(table, [(seat, "done") for seat in (2, 0, 1)])
    assert acting(table) == [1]


@pytest.mark.rule("SH-4")
def test_any_dice_with_a_coloured_one_may_be_thrown() -> None:
    table = opened("safehouse", 1)
    assert len(legal(table, 0)) == (3**4 - 1) * 3
    for move in ("throw W", "throw Ww", "throw", "throw yY", "throw y", "throw Gy", "recall", "throw Y "):
        refused(table, 0, move)


@pytest.mark.rule("SH-4")
def test_one_die_of_a_colour_is_the_first_at_hand() -> None:
    table = opened("safehouse", 1, [*thrown(0, "YGgW", "1111", "keep"), (0, "done")])
    assert dice(table) == ("yRrBbw", "", "YGgW")
    assert {"throw y", "throw yR", "throw yw", "throw Rrw", "recall"} <= set(legal(table, 0))
    assert len(legal(table, 0)) == (2 * 3 * 3 - 1) * 2 + 1
    for move in ("throw Y", "throw r", "throw g", "throw yW", "throw w"):
        refused(table, 0, move)


@pytest.mark.rule("SH-5")
def test_a_recall_costs_the_most_open_tasks_of_one_seat() -> None:
    table = opened("safehouse", 2, thrown(0, "YGR", "123", "keep"))
    play(table, written(0, "1.1=Y", "done"))
    play(table, written(1, "1.1=G", "2.4=R", "done"))
    play(table, [(1, "recall")])
    assert table.state.pursuer == 1 + 2
    assert acting(table) == [1]
    assert dice(table) == (ALL, "", "")
    refused(table, 1, "recall")


@pytest.mark.rule("SH-5")
def test_a_recall_may_cost_nothing() -> None:
    table = opened("safehouse", 1, [*thrown(0, "Y", "1", "keep"), (0, "done"), (0, "recall")])
    assert table.state.pursuer == 1


@pytest.mark.rule("SH-5")
def test_neither_a_complete_task_nor_a_printed_6_is_open_but_a_row_that_cannot_be_completed_is() -> None:
    table = opened("safehouse", 1, thrown(0, "YGRB", "5555", "keep"))
    assert open_tasks(table.variant.kit, table.state, 0) == 0
    play(table, written(0, "1.1=Y", "1.2=G"))
    assert open_tasks(table.variant.kit, table.state, 0) == 1
    play(table, written(0, "1.3=R"))
    assert open_tasks(table.variant.kit, table.state, 0) == 0
    write_in(table, 0, 2, 2, 1)  # nothing is left for the first field
    assert open_tasks(table.variant.kit, table.state, 0) == 1


@pytest.mark.rule("SH-5", "SH-16")
def test_seats_in_the_safehouse_count_for_a_recall() -> None:
    table = opened("safehouse", 2, thrown(0, "YGRB", "4444", "keep"), kit=kit(lead=38))
    play(table, written(0, "1.1=Y", "1.2=G", "1.3=R", "2.1=B", "done"))
    play(table, [(1, "done"), (1, "recall")])
    assert table.state.position[:2] == [40, 38]
    assert table.state.pursuer == 1 + 1


@pytest.mark.rule("SH-5")
def test_without_a_coloured_die_at_hand_a_recall_is_the_only_choice() -> None:
    table = opened("safehouse", 1, [*thrown(0, "YyGgRrBb", "1" * 8, "keep"), (0, "done")])
    assert dice(table)[0] == "Ww"
    assert legal(table, 0) == ["recall"]


@pytest.mark.rule("SH-6")
def test_the_pursuer_moves_one_field_and_the_dice_fall_in_their_order() -> None:
    table = opened("safehouse", 1, [(0, "throw YyGBW")])
    assert table.state.pursuer == 1
    for die in "YyGBW":
        assert acting(table) == ["chance"]
        waiting = [
            seen["die"]
            for seen in table.variant.view(table.state, 0)["dice"]["thrown"]
            if seen["shows"] is None
        ]
        assert waiting[0] == die
        play(table, fallen("2"))
    assert acting(table) == [0]


@pytest.mark.rule("SH-7")
def test_again_throws_any_of_the_dice_just_thrown() -> None:
    table = opened("safehouse", 1, thrown(0, "YGRW", "12X4"))
    assert len(legal(table, 0)) == 2**4 - 1 + len(("keep", "calm"))
    for move in ("again B", "again", "again y", "again GY", "again YY"):
        refused(table, 0, move)
    play(table, [(0, "again RW"), *fallen("5X")])
    assert table.variant.view(table.state, 0)["dice"]["thrown"] == [
        {"die": "Y", "shows": 1},
        {"die": "G", "shows": 2},
        {"die": "R", "shows": 5},
        {"die": "W", "shows": "X"},
    ]
    assert table.state.pursuer == 1  # the pursuer thrown again has not run, nor does again cost a step
    assert legal(table, 0) == ["calm", "keep"]


@pytest.mark.rule("SH-7")
def test_both_of_two_equal_dice_can_be_named() -> None:
    table = opened("safehouse", 1, thrown(0, "Yy", "33"))
    assert legal(table, 0) == ["again Y", "again Yy", "again y", "keep"]


@pytest.mark.rule("SH-7")
def test_calm_only_when_a_pursuer_is_shown_and_only_once() -> None:
    table = opened("safehouse", 1, thrown(0, "YG", "12"))
    refused(table, 0, "calm")
    play(table, [(0, "keep"), (0, "done"), *thrown(0, "yg", "XX", "calm")])
    assert table.state.pursuer == 2
    assert acting(table) == [0]
    assert legal(table, 0) == ["done"]
    play(table, [(0, "done"), *thrown(0, "R", "X")])
    assert legal(table, 0) == ["again R", "keep"]


@pytest.mark.rule("SH-7")
@pytest.mark.parametrize(
    ("faces", "again", "asked"),
    [("X", "X", ["calm", "keep"]), ("X", "1", None), ("1", "X", ["calm", "keep"]), ("1", "2", None)],
)
def test_after_again_it_is_asked_only_if_calm_can_be_used(
    faces: str, again: str, asked: list[str] | None
) -> None:
    table = opened("safehouse", 1, [*thrown(0, "Y", faces, "again Y"), *fallen(again)])
    assert (legal(table, 0) if "keep" in legal(table, 0) else None) == asked
    assert ("done" in legal(table, 0)) == (asked is None)


@pytest.mark.rule("SH-7")
def test_it_is_not_asked_when_both_are_spent_even_if_a_pursuer_is_shown() -> None:
    table = opened(
        "safehouse", 1, [*thrown(0, "YG", "X1", "again G"), *fallen("X"), (0, "calm"), (0, "done")]
    )
    play(table, thrown(0, "yg", "X1"))
    assert "done" in legal(table, 0)
    assert table.state.pursuer == 3


@pytest.mark.rule("SH-7", "SH-3")
def test_helps_are_shared_and_the_thrower_decides() -> None:
    table = opened("safehouse", 2, [*thrown(0, "Y", "1", "again Y"), *fallen("2"), (0, "done"), (1, "done")])
    play(table, thrown(1, "G", "X"))
    assert acting(table) == [1]
    assert legal(table, 1) == ["calm", "keep"]


@pytest.mark.rule("SH-8")
@pytest.mark.parametrize(("choice", "field"), [("keep", 1 + 3), ("calm", 1)])
def test_the_pursuer_moves_a_field_for_each_x(choice: str, field: int) -> None:
    table = opened("safehouse", 1, thrown(0, "YyGWw", "X2XX1", choice))
    assert table.state.pursuer == field


@pytest.mark.rule("SH-9", "SH-6")
def test_caught_before_the_dice_fall() -> None:
    table = opened("safehouse", 2, [(0, "throw Y")], kit=kit(lead=1, safehouse=20))
    assert acting(table) == []
    assert table.status()["outcome"]["scores"] == [0, 0]
    assert table.state.pursuer == 1


@pytest.mark.rule("SH-9", "SH-8")
def test_the_pursuer_stops_where_he_catches_somebody() -> None:
    table = opened("safehouse", 2, thrown(0, "YyGgR", "XXXX1", "keep"), kit=kit(lead=3, safehouse=20))
    assert acting(table) == []
    assert table.state.pursuer == 3


@pytest.mark.rule("SH-9", "SH-5")
def test_caught_by_a_recall() -> None:
    table = opened("safehouse", 1, thrown(0, "YG", "12", "keep"), kit=kit(lead=2, safehouse=20))
    play(table, written(0, "1.1=Y", "2.4=G", "done", "recall"))
    assert acting(table) == []
    assert table.state.pursuer == 2
    assert dice(table)[2] == "YG"  # the rest of the move lapses


@pytest.mark.rule("SH-9")
def test_one_caught_seat_is_enough_and_one_step_short_is_not_caught() -> None:
    table = opened("safehouse", 2, thrown(0, "YGR", "444", "keep"), kit=kit(lead=3, safehouse=20))
    play(table, [*written(0, "1.1=Y", "1.2=G", "1.3=R", "done"), (1, "done"), *thrown(1, "B", "1", "keep")])
    assert table.state.position[:2] == [5, 3]
    assert table.state.pursuer == 2
    assert acting(table) == [0, 1]
    play(table, [(0, "done"), (1, "done"), (0, "throw b")])
    assert acting(table) == []


@pytest.mark.rule("SH-10")
def test_all_write_at_once_until_done() -> None:
    table = opened("safehouse", 3, thrown(0, "YG", "12", "keep"))
    assert acting(table) == [0, 1, 2]
    play(table, written(2, "1.3=Y"))
    assert acting(table) == [0, 1, 2]
    assert number(table, 2, 1, 3) == 1  # counts at once
    play(table, written(2, "done"))
    assert acting(table) == [0, 1]
    refused(table, 2, "done")
    play(table, written(0, "done"))
    assert acting(table) == [1]


@pytest.mark.rule("SH-10")
def test_done_is_needed_even_when_nothing_can_be_written() -> None:
    table = opened("safehouse", 1, thrown(0, "Y", "X", "keep"))
    assert acting(table) == [0]
    assert legal(table, 0) == ["done"]


@pytest.mark.rule("SH-11")
def test_two_dice_of_a_colour_are_added_and_only_their_sum_counts() -> None:
    table = opened("safehouse", 1, thrown(0, "RrBb", "3445", "keep"))  # the example of the rulebook
    play(table, written(0, "4.1=R", "5.2=B"))
    assert (number(table, 0, 4, 1), number(table, 0, 5, 2)) == (7, 9)


@pytest.mark.rule("SH-11")
@pytest.mark.parametrize(("faces", "value"), [("X4", 4), ("4X", 4), ("44", 8), ("XX", None)])
def test_one_of_two_still_counts_beside_a_pursuer(faces: str, value: int | None) -> None:
    table = opened("safehouse", 1, thrown(0, "Yy", faces, "keep"))
    if value is None:
        assert entries(table, 0) == []
    else:
        play(table, written(0, "1.1=Y"))
        assert number(table, 0, 1, 1) == value


@pytest.mark.rule("SH-11")
def test_each_seat_uses_each_colour_once() -> None:
    table = opened("safehouse", 2, thrown(0, "YGRB", "4444", "keep"))
    play(table, written(0, "1.1=Y"))
    assert {entry[4] for entry in entries(table, 0)} == {"G", "R", "B"}
    assert {entry[4] for entry in entries(table, 1)} == {"Y", "G", "R", "B"}
    play(table, written(0, "1.2=G", "1.3=R", "3.2=B"))
    assert legal(table, 0) == ["done"]


@pytest.mark.rule("SH-12")
def test_jokers_are_added_to_one_colour_or_to_two_or_left() -> None:
    table = opened("safehouse", 3, thrown(0, "YGWw", "1154", "keep"))
    assert entries(table, 0, "1.1=Y") == ["1.1=Y", "1.1=Y+W", "1.1=Y+Ww", "1.1=Y+w"]
    play(table, written(0, "1.1=Y+Ww"))
    assert number(table, 0, 1, 1) == 10
    assert not any("+" in entry for entry in entries(table, 0))
    play(table, written(1, "4.2=G+w"))
    assert number(table, 1, 4, 2) == 5
    assert entries(table, 1, "3.2=Y") == ["3.2=Y", "3.2=Y+W"]
    play(table, written(1, "3.2=Y+W"))
    assert number(table, 1, 3, 2) == 6
    play(table, written(2, "1.3=Y", "2.1=G"))
    assert (number(table, 2, 1, 3), number(table, 2, 2, 1)) == (1, 1)


@pytest.mark.rule("SH-12")
def test_ina_adds_a_joker_to_both_yellow_dice() -> None:
    table = opened("safehouse", 2, thrown(0, "YyW", "515", "keep"))  # the example of the rulebook
    play(table, written(0, "1.1=Y+W"))
    assert number(table, 0, 1, 1) == 11


@pytest.mark.rule("SH-12")
def test_a_joker_with_an_x_or_beside_a_colour_without_value_is_of_no_use() -> None:
    table = opened("safehouse", 1, thrown(0, "YGWw", "X1X4", "keep"))
    assert {entry[3:] for entry in entries(table, 0)} == {"=G", "=G+w"}


@pytest.mark.rule("SH-12")
def test_jokers_that_show_the_same_are_still_two() -> None:
    table = opened("safehouse", 1, thrown(0, "YWw", "122", "keep"))
    assert {"1.1=Y+W", "1.1=Y+w"} <= set(legal(table, 0))


@pytest.mark.rule("SH-13")
def test_a_number_goes_into_any_empty_field_of_its_colour() -> None:
    table = opened("safehouse", 1, thrown(0, "B", "3", "keep"), kit=kit(chameleons=[0, 0, 0, 0]))
    # BYRG GBY RYGBY YBRGBR GRB6Y BYG6RB RGBY6GR: a 3 must not stand to the right of a printed 6
    assert entries(table, 0) == ["2.1=B", "3.2=B", "4.4=B", "5.2=B", "5.5=B", "6.3=B", "7.1=B", "8.3=B"]
    play(table, [*written(0, "5.5=B", "done"), *thrown(0, "b", "3", "keep")])
    assert entries(table, 0) == ["2.1=B", "3.2=B", "4.4=B", "5.2=B", "6.3=B", "7.1=B", "8.3=B"]


@pytest.mark.rule("SH-13")
def test_nothing_is_written_into_the_printed_6_or_beyond_a_row() -> None:
    table = opened("safehouse", 1, thrown(0, "YyGgRrBb", "33333333", "keep"))
    assert not {"6.4", "7.4", "8.5", "1.4", "6.6", "7.7"} & {entry[:3] for entry in entries(table, 0)}


@pytest.mark.rule("SH-14")
def test_a_chameleon_allows_another_colour_once_each() -> None:
    table = opened(
        "safehouse", 1, thrown(0, "YRW", "254", "keep")
    )  # the example of the rulebook: a red 9 in a yellow field
    assert {entry[:3] for entry in entries(table, 0, "3.")} == {"3.1", "3.2", "3.3"}
    play(table, written(0, "3.3=Y"))  # the field's own colour takes none
    assert table.state.chameleons[0] == 1
    play(table, written(0, "4.2=R+W"))
    assert number(table, 0, 4, 2) == 9
    assert table.state.chameleons[0] == 0
    assert legal(table, 0) == ["done"]


@pytest.mark.rule("SH-14")
def test_chameleons_are_personal_and_several_may_be_used_at_once() -> None:
    table = opened("safehouse", 3, thrown(0, "YRB", "333", "keep"))
    play(table, written(0, "2.2=R", "4.1=Y"))
    assert table.state.chameleons[:3] == [0, 2, 2]
    assert {entry[:3] for entry in entries(table, 0)} == {"3.2", "4.4", "5.2", "5.5", "6.3", "7.1", "8.3"}


FACES = [3, 4, 5, 6, 7, "X"]


@pytest.mark.rule("SH-15")
@pytest.mark.parametrize(
    ("row", "there", "field", "fits"),
    [
        (1, {}, 1, "34567"),
        (1, {1: 5}, 3, "5"),
        (1, {3: 5}, 1, "5"),
        (2, {}, 4, "34567"),  # a 3 leaves too little room, which is the seat's own worry
        (2, {1: 4}, 4, "567"),
        (2, {4: 4}, 1, "3"),
        (2, {1: 4, 4: 6}, 2, "5"),
        (2, {1: 4, 3: 5}, 2, ""),
        (2, {2: 7}, 4, ""),
        (3, {1: 4}, 3, "4567"),
        (3, {3: 4}, 1, "34"),
        (3, {1: 4, 3: 6}, 2, "456"),
        (5, {3: 4, 6: 4}, 4, "4"),
        (5, {1: 5}, 6, "567"),  # not only the neighbour counts
        (5, {3: 4, 6: 7}, 2, "34"),  # nor only the last one written
        (5, {4: 6, 1: 3}, 6, "67"),
        (6, {}, 3, "3456"),
        (6, {}, 5, "67"),
        (6, {1: 5}, 3, "56"),
        (8, {1: 4}, 7, "67"),
        (8, {6: 7}, 7, "7"),
    ],
)
def test_what_a_row_takes(row: int, there: dict[int, int], field: int, fits: str) -> None:
    colour = kit()["sheets"]["S"][row - 1][field - 1]
    for face in "34567":
        table = opened("safehouse", 1, kit=kit(faces=FACES))
        for other, value in there.items():
            write_in(table, 0, row, other, value)
        play(table, thrown(0, colour, face, "keep"))
        assert (f"{row}.{field}={colour}" in legal(table, 0)) == (face in fits)


@pytest.mark.rule("SH-16")
def test_a_complete_task_moves_its_seat_at_once() -> None:
    table = opened("safehouse", 2, thrown(0, "YGRB", "4444", "keep"))
    play(table, written(0, "1.3=R", "1.1=Y"))
    assert table.state.position[:2] == [16, 16]
    play(table, written(0, "1.2=G"))
    assert table.state.position[:2] == [18, 16]


@pytest.mark.rule("SH-16")
@pytest.mark.parametrize("row", range(1, ROWS + 1))
def test_each_row_pays_its_reward_when_its_last_field_is_filled(row: int) -> None:
    table = opened("safehouse", 1, kit=kit(faces=FACES))
    fields = kit()["sheets"]["S"][row - 1]
    last = len(fields)
    for field in range(1, last):
        if fields[field - 1] != "6":
            write_in(table, 0, row, field, 6 if row != 2 else field)
    play(table, [*thrown(0, fields[-1], "6", "keep"), (0, f"{row}.{last}={fields[-1]}")])
    assert table.state.position[0] == 16 + [2, 2, 2, 3, 3, 4, 5, 6][row - 1]


@pytest.mark.rule("SH-16", "SH-18")
def test_no_further_than_the_safehouse_and_who_is_there_plays_on() -> None:
    table = opened("safehouse", 2, thrown(0, "YGRB", "4444", "keep"), kit=kit(lead=39))
    play(table, written(0, "1.1=Y", "1.2=G", "1.3=R"))
    assert table.state.position[:2] == [40, 39]
    assert acting(table) == [0, 1]
    assert entries(table, 0)
    play(table, [(0, "done"), (1, "done")])
    assert acting(table) == [1]


@pytest.mark.rule("SH-17")
def test_all_dice_thrown_go_into_the_lid_when_all_are_done() -> None:
    table = opened("safehouse", 2, thrown(0, "YyW", "X2X", "calm"))
    play(table, [(1, "done")])
    assert dice(table) == ("GgRrBbw", "YyW", "")
    play(table, [(0, "done")])
    assert dice(table) == ("GgRrBbw", "", "YyW")
    assert acting(table) == [1]
    play(table, [*thrown(1, "G", "2", "keep"), (0, "done"), (1, "done")])
    assert dice(table) == ("gRrBbw", "", "YyGW")


@pytest.mark.rule("SH-18")
def test_won_with_the_entry_that_brings_in_the_last_seat() -> None:
    table = opened("safehouse", 2, thrown(0, "YGRB", "4444", "keep"), kit=kit(lead=38))
    play(table, written(0, "1.1=Y", "1.2=G", "1.3=R"))
    play(table, written(1, "1.1=G", "1.2=R"))
    assert acting(table) == [0, 1]
    play(table, written(1, "1.3=B"))
    assert acting(table) == []  # seat 0's remaining entries lapse
    assert table.status()["outcome"]["scores"] == [1, 1]


@pytest.mark.rule("SH-18")
def test_from_the_lead_to_the_safehouse_it_is_24_steps() -> None:
    table = opened("safehouse", 1, kit=kit(faces=FACES))
    for row, fields in enumerate(kit()["sheets"]["S"][3:], 4):  # 21 steps in the last five rows
        for field, colour in enumerate(fields, 1):
            if colour != "6" and (row, field) != (8, 7):
                write_in(table, 0, row, field, 6)
    table.state.position[0] += 3 + 3 + 4 + 5
    play(table, [*thrown(0, "YGRB", "6666", "keep"), *written(0, "8.7=R", "3.1=G", "3.2=B", "3.3=Y", "done")])
    assert table.state.position[0] == 16 + 23
    assert acting(table) == [0]
    play(table, [*thrown(0, "ygr", "666", "keep"), *written(0, "1.1=Y", "1.2=G", "1.3=R")])
    assert table.state.position[0] == 16 + 24
    assert acting(table) == []
