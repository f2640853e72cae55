"""Five wins, rule by rule."""

import random

import pytest

from ludothek.core.table import Table
from ludothek.games.five_in_a_row.rules import NOBODY, QUIET, REPEATED, TOO_FEW, TOO_QUIET
from tests.playing import legal, opened, play, refused
from tests.rules.five_in_a_row.fields import Cell, all_laid, drawn, endgame, field_of, text, touching

STRIPES = [(x, y) for x in (0, 2, 4, 6) for y in range(4)], [(x, y) for x in (1, 3, 5, 7) for y in range(4)]
BLOCK = [(x, y) for x in range(4) for y in range(4)]
WALL = sorted(touching(BLOCK))


def targets(table: Table, origin: str) -> set[str]:
    """Return where the stone from `origin` may be placed."""
    seat = table.state.turn
    return {move.partition(">")[2] for move in legal(table, seat) if move.startswith(f"{origin}>")}


def scores(table: Table) -> list[float] | None:
    outcome = table.variant.outcome(table.state)
    return outcome["scores"] if outcome else None


def told(table: Table) -> list[str]:
    """Return the keys of the last move's events."""
    return [event.key for event in table.events[-1]]


@pytest.mark.rule("FI-1")
def test_the_first_stone_lies_on_the_origin() -> None:
    table = opened("five_in_a_row", 2)
    assert table.status() == {"over": False, "to_act": [0], "legal": {"0": ["0,0"]}}
    refused(table, 0, "1,0")


@pytest.mark.rule("FI-2")
def test_a_stone_is_laid_beside_another_not_corner_to_corner() -> None:
    table = opened("five_in_a_row", 2, [(0, "0,0")])
    assert legal(table, 1) == sorted(["1,0", "-1,0", "0,1", "0,-1"])
    refused(table, 1, "1,1")
    refused(table, 0, "1,0")
    play(table, [(1, "0,1")])
    assert legal(table, 0) == sorted(["1,0", "-1,0", "0,-1", "1,1", "-1,1", "0,2"])


@pytest.mark.rule("FI-3")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ([(k, 0) for k in range(5)], [(k, 1) for k in range(4)]),
        ([(0, -k) for k in range(5)], [(1, -k) for k in range(4)]),
        ([(k, k) for k in range(5)], [(k + 1, k) for k in range(4)]),
        ([(-k, k) for k in range(5)], [(-k - 1, k) for k in range(4)]),
    ],
    ids=["across", "down", "rising", "falling"],
)
def test_five_in_a_straight_line_win_at_once(mine: list[Cell], theirs: list[Cell]) -> None:
    table = opened("five_in_a_row", 2)
    for k in range(4):
        play(table, [(0, text(mine[k])), (1, text(theirs[k]))])
    assert scores(table) is None
    play(table, [(0, text(mine[4]))])
    assert scores(table) == [1, 0]
    assert told(table) == ["events.lays", "events.five"]
    assert sorted(table.variant.view(table.state)["five"]) == sorted(map(list, mine))


@pytest.mark.rule("FI-3")
def test_more_than_five_count_but_gaps_do_not() -> None:
    field = drawn("""
        BBBABB
        AAA.AA
        B....A
    """)
    table = play(endgame(field, 0), [(0, "5,0>3,1")])
    assert scores(table) == [1, 0]
    assert len(table.variant.view(table.state)["five"]) == 6
    assert scores(play(endgame(field, 0), [(0, "5,0>-1,1")])) is None  # four, a gap and two


@pytest.mark.rule("FI-3", "FI-4")
@pytest.mark.parametrize(("last", "outcome"), [((1, 4), [0, 1]), ((7, 3), None)])
def test_the_last_stone_laid_wins_or_begins_the_endgame(last: Cell, outcome: list[float] | None) -> None:
    table = all_laid(STRIPES[0], [*STRIPES[1][:-1], last])
    assert table.moves[-1] == (1, text(last))
    assert scores(table) == outcome
    assert told(table) == ["events.lays", "events.five" if outcome else "events.endgame"]


@pytest.mark.rule("FI-4")
def test_in_the_endgame_a_stone_of_ones_own_is_laid_elsewhere() -> None:
    table = all_laid(*STRIPES)
    refused(table, 0, "0,4")  # nothing is left to lay
    refused(table, 0, "1,0>8,0")  # the other's
    refused(table, 0, "0,0>0,0")  # never back
    refused(table, 0, "0,0>2,0")  # not empty
    play(table, [(0, "0,0>8,0")])
    before = set(STRIPES[0] + STRIPES[1])
    assert field_of(table).keys() == before - {(0, 0)} | {(8, 0)}
    assert field_of(table)[8, 0] == 0
    assert table.variant.to_act(table.state) == [1]


@pytest.mark.rule("FI-5")
def test_only_a_stone_with_a_free_side_is_taken() -> None:
    table = all_laid(*STRIPES)
    taken = {move.partition(">")[0] for move in legal(table, 0)}
    assert taken == {text((x, y)) for x, y in STRIPES[0] if x == 0 or y in (0, 3)}


@pytest.mark.rule("FI-5")
def test_a_hole_is_a_free_side_and_may_be_laid_into() -> None:
    field = drawn("""
        .BBB.
        BAAAB
        BA.AB
        BAAAB
        .BBB.
    """)
    table = endgame(field, 0)
    assert {move.partition(">")[0] for move in legal(table, 0)} == {"2,1", "1,2", "3,2", "2,3"}
    play(table, [(0, "2,1>2,2")])
    assert field_of(table)[2, 2] == 0


HOOK = drawn("""
    ABABABA
    B.B...A
    A....AB
""")


@pytest.mark.rule("FI-6")
@pytest.mark.parametrize("to", [(-1, 2), (5, 1)], ids=["elsewhere", "touching what is captured"])
def test_stones_cut_off_are_captured_whosever_they_are(to: Cell) -> None:
    table = play(endgame(HOOK, 0), [(0, text((6, 1), to))])
    cut_off = {(6, 1), (6, 0), (5, 0)}
    assert field_of(table) == {cell: seat for cell, seat in HOOK.items() if cell not in cut_off} | {to: 0}
    assert told(table) == ["events.moves", "events.captured", "events.captured"]
    assert table.variant.to_act(table.state) == [1]


@pytest.mark.rule("FI-6")
@pytest.mark.parametrize(("above", "stays"), [("...BA", True), ("....A", False)])
def test_corners_do_not_connect(above: str, stays: bool) -> None:
    table = endgame(drawn(f"{above} ABABA BABA."), 0)
    play(table, [(0, "4,1>0,2")])
    assert ((4, 2) in field_of(table)) == stays


@pytest.mark.rule("FI-6")
@pytest.mark.parametrize(("to", "kept"), [("7,1", range(4, 7)), ("2,2", range(3))])
def test_of_tied_groups_the_one_that_is_laid_to_is_the_field(to: str, kept: range) -> None:
    field = drawn("""
        BA...AB
        ABAAABA
        BA...AB
    """)
    table = play(endgame(field, 0), [(0, f"3,1>{to}")])
    assert {text(cell) for cell in field_of(table)} == {text(cell) for cell in field if cell[0] in kept} | {
        to
    }


@pytest.mark.rule("FI-6")
def test_a_cell_that_touches_two_tied_groups_is_not_allowed() -> None:
    table = endgame(
        drawn("""
            BAB.BAB
            A.....A
            BABABAB
        """),
        0,
    )
    refused(table, 0, "3,0>3,2")
    assert {"2,3", "4,3", "2,1", "4,1", "2,-1", "4,-1"} <= targets(table, "3,0")
    assert "3,2" in targets(table, "1,0")  # where no groups are tied


@pytest.mark.rule("FI-6")
def test_a_group_smaller_than_the_tied_ones_is_captured_and_forbids_nothing() -> None:
    field = drawn("""
        ....A....
        ....B....
        ABABABABA
    """)
    table = endgame(field, 0)
    assert {"3,1", "5,1"} <= targets(table, "4,0")  # beside the small group and one tied group
    assert {"4,3", "3,2", "4,1"}.isdisjoint(targets(table, "4,0"))  # beside or on the small group alone
    play(table, [(0, "4,0>3,1")])
    assert field_of(table).keys() == {(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)}


@pytest.mark.rule("FI-6")
def test_captured_stones_do_not_count_towards_a_five() -> None:
    field = drawn("""
        A....
        ABAB.
        BBBBA
        AAA.A
    """)
    assert scores(play(endgame(field, 0), [(0, "0,3>3,0")])) == [1, 0]
    table = play(endgame(field, 0), [(0, "4,1>3,0")])
    assert scores(table) is None
    assert (4, 0) not in field_of(table)


@pytest.mark.rule("FI-7")
def test_the_stone_is_laid_to_the_field_and_captured_cells_are_free_later() -> None:
    table = endgame(HOOK, 0)
    assert {"6,0", "5,0", "7,0", "5,-1", "4,0"}.isdisjoint(
        targets(table, "6,1")
    )  # beside a captured stone, or in its place
    assert {"7,3", "-1,3"}.isdisjoint(targets(table, "6,1"))  # corner to corner
    play(table, [(0, "6,1>5,1"), (1, "2,1>6,1")])
    assert "6,0" in targets(table, "5,1")


@pytest.mark.rule("FI-8")
def test_a_seat_that_is_walled_in_is_skipped() -> None:
    table = all_laid(BLOCK, WALL)
    assert table.status()["to_act"] == [1]
    assert told(table) == ["events.lays", "events.endgame", "events.skipped"]
    play(table, [(1, "-1,0>-2,1")])
    assert table.status()["to_act"] == [0]
    assert {move.partition(">")[0] for move in legal(table, 0)} == {"0,0"}


WALLED = drawn("""
    ..BBB.
    .BAAAB
    BBAAAB
    ..BBB.
""")


@pytest.mark.rule("FI-8", "FI-9")
def test_a_seat_is_skipped_again_and_again_and_the_position_counts_after_the_skip() -> None:
    table = endgame(WALLED, 1)
    for move in ("0,1>0,2", "0,2>0,1", "0,1>0,2"):
        play(table, [(1, move)])
        assert table.status()["to_act"] == [1]
        assert told(table) == ["events.moves", "events.skipped"]
    play(table, [(1, "0,2>0,1")])
    assert scores(table) == [0.5, 0.5]
    assert table.state.ended == REPEATED


@pytest.mark.rule("FI-9")
@pytest.mark.parametrize(
    ("picture", "move", "outcome"),
    [
        ("A......... BBABBABBAA", "9,0>8,1", None),
        ("A......... BBABBABBAA", "8,0>0,2", [0, 1]),
        (".A....... BABABABAB", "7,0>0,1", [1, 0]),
        ("ABABABABAB", "4,0>9,1", [0.5, 0.5]),
    ],
    ids=["five are enough", "the mover", "the other", "both"],
)
def test_fewer_than_five_stones_lose(picture: str, move: str, outcome: list[float] | None) -> None:
    table = play(endgame(drawn(picture), 0), [(0, move)])
    assert scores(table) == outcome
    assert table.state.ended == (TOO_FEW if outcome else 0)


@pytest.mark.rule("FI-9")
def test_the_third_occurrence_of_a_position_is_a_draw_wherever_it_lies() -> None:
    table = endgame(drawn("ABABABABAB"), 0)
    for x in range(3):  # a caterpillar: the last stone goes to the front
        play(table, [(x % 2, text((x, 0), (x + 10, 0)))])
        assert scores(table) is None
    assert table.variant.view(table.state)["occurrences"] == 2
    play(table, [(1, "3,0>13,0")])
    assert scores(table) == [0.5, 0.5]
    assert told(table)[-1] == "events.repeated"


@pytest.mark.rule("FI-9")
def test_the_position_after_the_32nd_stone_counts() -> None:
    table = all_laid(*STRIPES)
    there = [(0, "0,0>8,0"), (1, "7,3>-1,3")]
    back = [(0, "8,0>0,0"), (1, "-1,3>7,3")]
    play(table, [*there, *back, *there, *back[:1]])
    assert scores(table) is None
    play(table, back[1:])
    assert scores(table) == [0.5, 0.5]


@pytest.mark.rule("FI-9")
def test_a_hundred_moves_without_a_capture_are_a_draw() -> None:
    table = all_laid(*STRIPES)
    rng = random.Random(7)
    for number in range(1, QUIET + 1):
        seat = table.state.turn
        moves = table.variant.moves(table.state, seat)
        quiet = (move for move in rng.sample(list(moves), len(moves)) if _is_quiet(table, seat, move))
        table.play(seat, next(quiet))
        assert table.variant.is_over(table.state) == (number == QUIET)
    assert scores(table) == [0.5, 0.5]
    assert table.state.ended == TOO_QUIET


def _is_quiet(table: Table, seat: int, move: str) -> bool:
    after = table.variant.play(table.state, seat, move)
    return bool(after.field == table.state.field and after.winner == NOBODY)


@pytest.mark.rule("FI-9")
def test_a_capture_starts_the_count_again_and_a_five_wins_before_it_ends() -> None:
    table = endgame(HOOK, 0)
    table.state.quiet = QUIET - 1
    assert scores(play(table, [(0, "6,1>5,1")])) is None
    assert table.state.quiet == 0
    table = endgame(drawn("AAAA. BBBBA"), 0)
    table.state.quiet = QUIET - 1
    assert scores(play(table, [(0, "4,0>4,1")])) == [1, 0]


@pytest.mark.rule("FI-10")
def test_everybody_sees_everything() -> None:
    table = play(endgame(HOOK, 0), [(0, "6,1>5,1")])
    view = table.variant.view(table.state)
    assert view == table.variant.view(table.state, 0) == table.variant.view(table.state, 1)
    assert {(stone["x"], stone["y"]): stone["seat"] for stone in view["stones"]} == field_of(table)
    assert [seat["captured"] for seat in view["seats"]] == [16 - 6, 16 - 5]
    assert view["last"] == {"seat": 0, "from": [6, 1], "to": [5, 1]}
