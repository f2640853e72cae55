"""The bot of five wins: it finds forced moves in both phases, and gives reasons."""

from typing import Any

import pytest

from ludothek.bots import Budget, Estimate, PlayerView, bot
from ludothek.bots.five_in_a_row import reasons
from ludothek.bots.five_in_a_row.lines import made_at, tables
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.games.five_in_a_row.rules import RING, WIDTH
from tests.rules.five_in_a_row.fields import drawn, endgame

GAME = find("five_in_a_row")
HARD = bot(GAME, "expert")

# A moves to 4,1: a four, which must be blocked at 5,1. Then 4,4 makes another with two open ends.
FOUR_AND_FOUR = """
......
...BAB
...BAB
BAAA..
A.B...
"""
# A lays a stone beside the three, and has four with both ends open.
OPEN_FOUR = """
..AAA..
.BBABB.
.ABBAA.
..ABB..
"""
# A takes 2,0: the part cut off on the left is removed, and B is left with two stones.
CUT = """
.B...B.
BB.A.BA
.BAAAAA
"""
# The fifth cell of A's diagonal touches no stone, on either side.
OUT_OF_REACH = """
..BA
.BA.
BA..
ABA.
"""


def laying(picture: str) -> Table:
    """A table at which these stones have been laid so far."""
    field = drawn(picture)
    table = endgame(field, len(field) % 2)
    table.state.moves = len(field)
    return table


def chosen(table: Table) -> Any:
    return HARD.choose(PlayerView.at(table, table.state.turn), Budget(), seed=1)


def is_forced(table: Table, moves: int) -> bool:
    """Whether the player, as seat 0, wins in a number of moves of its own, whatever the other does."""
    if table.variant.is_over(table.state) or moves == 0:
        return bool(table.state.winner == 0)
    after = played(table, chosen(table).move)
    if table.variant.is_over(after.state):
        return bool(after.state.winner == 0)
    return all(is_forced(played(after, reply), moves - 1) for reply in table.variant.moves(after.state, 1))


def played(table: Table, move: str) -> Table:
    after = Table(table.variant)
    after.state = table.variant.play(table.state, table.state.turn, move)
    return after


@pytest.mark.parametrize(
    ("seat", "cell", "makes"),
    [(0, -1, 3), (1, -1, 1), (0, 3, 1), (1, 3, 2), (0, WIDTH, 2), (1, 2 + WIDTH, 2)],
)
def test_a_cell_is_read_by_what_a_stone_makes_there(seat: int, cell: int, makes: int) -> None:
    """B on the right of AA is in the way of every window that reaches it."""
    assert made_at(laying("AAB").state, tables(), seat, cell & RING) == makes


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(
    ("picture", "move"),
    [
        ("BBBB.\nAA.AA", "2,0"),  # both could; A is to move
        ("BBBBA\nAAA..", "-1,1"),  # B must not
    ],
)
def test_a_five_is_completed_and_a_five_is_blocked(level: str, picture: str, move: str) -> None:
    assert bot(GAME, level).choose(PlayerView.at(laying(picture), 0), Budget(), seed=1).move == move


def test_a_win_by_threats_is_seen_while_laying_and_holds_against_every_defence() -> None:
    table = laying(FOUR_AND_FOUR)
    choice = chosen(table)
    assert choice.considered[choice.move] == Estimate(1.0)
    assert is_forced(table, moves=3)
    assert not is_forced(table, moves=2)


def test_a_win_by_threats_is_seen_in_the_endgame_and_holds_against_every_defence() -> None:
    table = endgame(drawn(OPEN_FOUR), 0)
    choice = chosen(table)
    assert choice.considered[choice.move] == Estimate(1.0)
    assert is_forced(table, moves=2)


def test_a_win_by_capture_is_seen() -> None:
    table = endgame(drawn(CUT), 0)
    choice = chosen(table)
    after = table.variant.play(table.state, 0, choice.move)
    assert choice.considered[choice.move] == Estimate(1.0)
    assert after.winner == 0


def test_a_diagonal_four_whose_fifth_cell_nobody_can_reach_is_no_threat() -> None:
    table = laying(OUT_OF_REACH)
    assert not {"4,4", "-1,-1"} & table.variant.moves(table.state, 1).keys()
    choice = chosen(table)
    assert choice.considered[choice.move].value > 0.0


def test_the_smallest_budget_gives_a_move() -> None:
    for table in (laying(FOUR_AND_FOUR), endgame(drawn(OPEN_FOUR), 0)):
        view = PlayerView.at(table, 0)
        for budget in (Budget(nodes=1), Budget(seconds=0.0)):
            assert HARD.choose(view, budget, seed=1).move in view.moves()


REASONS = [
    (laying("BBBB\nAAAA"), "4,0", "Damit hast du fünf in einer Reihe.", "This completes five in a row."),
    (
        endgame(drawn(CUT), 0),
        "2,0>6,2",
        "Damit bleiben der Gegenseite weniger als fünf Steine.",
        "This leaves the other side with fewer than five stones.",
    ),
    (
        laying("BBBB.\nAA.AA"),
        "4,1",
        "Das verhindert eine Fünferreihe der Gegenseite.",
        "This stops the other side's five in a row.",
    ),
    (
        laying("BBB\nAAA"),
        "3,0",
        "Das droht an zwei Stellen zugleich mit fünf in einer Reihe.",
        "This threatens five in a row in two places at once.",
    ),
    (
        endgame(drawn("BBBBAA..\nAABBAAAB"), 0),
        "6,0>6,1",
        "Das schlägt einen fremden Stein.",
        "This captures one of their stones.",
    ),
    (
        endgame(drawn("BBBBAA...\nAABBAAABB"), 0),
        "6,0>6,1",
        "Das schlägt 2 fremde Steine.",
        "This captures 2 of their stones.",
    ),
    (
        laying(FOUR_AND_FOUR),
        "4,1",
        "Das macht vier in einer Reihe, und die Gegenseite muss antworten.",
        "This makes four in a row, which they have to answer.",
    ),
    (
        laying(OUT_OF_REACH.replace("ABA.", "ABAB")),
        "3,4",
        "Danach droht eine Fünferreihe, und die Gegenseite muss antworten.",
        "After this you threaten five in a row, which they have to answer.",
    ),
    (
        laying("A.A.\nBBB.\n.A.."),
        "3,1",
        "Das verhindert, dass die Gegenseite hier auf vier in einer Reihe kommt.",
        "This keeps the other side from getting four in a row here.",
    ),
    (
        laying("BB.\nAA."),
        "2,0",
        "Das macht drei in einer Reihe, mit Platz für fünf.",
        "This makes three in a row, with room for five.",
    ),
    (
        laying("BB.\nAA."),
        "2,1",
        "Das verhindert, dass die Gegenseite hier auf drei in einer Reihe kommt.",
        "This keeps the other side from getting three in a row here.",
    ),
]


@pytest.mark.parametrize(("table", "move", "german", "english"), REASONS)
def test_reasons_are_drawn_from_the_position(table: Table, move: str, german: str, english: str) -> None:
    reason = reasons(PlayerView.at(table, 0), move)
    assert reason
    assert [GAME.texts[language].say(reason) for language in ("de", "en")] == [german, english]


def test_a_move_that_does_nothing_of_note_needs_no_reason() -> None:
    assert reasons(PlayerView.at(laying("A"), 1), "1,0") is None
