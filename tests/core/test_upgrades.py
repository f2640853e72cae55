"""Rules have versions: a game of an earlier version is replayed with the choices that it made implicitly."""

from dataclasses import replace
from typing import Any

import pytest

from ludothek.core import CHANCE, BadGame, BadRecord
from ludothek.core.chance import SecretSeed
from ludothek.core.registry import find, packages
from ludothek.core.table import Table
from ludothek.house.table.consequences import play
from ludothek.house.table.entries import Facts, Moved, Started, TakenBack
from ludothek.house.table.replaying import FinishedTable
from ludothek.house.table.sitting import Sitting

SEED = SecretSeed(bytes(32))
FIRST: dict[str, Any] = {"game": "lamps", "seats": 1, "options": {"bright": True}}
ROLLS = [["chance", "2"], [0, "go"]]
PRESENT: dict[str, Any] = {"game": "lamps", "seats": 1, "options": {}, "version": 2}


@pytest.fixture(autouse=True)
def lamps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(packages(), "lamps", "tests.core.lamps")


def test_a_later_version_needs_an_upgrade() -> None:
    with pytest.raises(BadGame, match=r"parts must be .*upgrade"):
        replace(find("torris").declared, version=2)


def test_a_record_of_the_first_version_is_upgraded() -> None:
    table = Table.load(FIRST | {"moves": ROLLS * 3})
    assert (table.state.lit, table.state.total) == (3, 3)
    assert table.record() == PRESENT | {"moves": [[0, "on"], *ROLLS] * 3}
    assert Table.load(table.record()).state == table.state


def test_an_unfinished_one_stands_where_it_stood() -> None:
    assert Table.load(FIRST | {"moves": ROLLS}).status()["to_act"] == ["chance"]


def test_a_record_without_a_version_is_first_read_by_the_present_rules() -> None:
    table = Table.load({"game": "lamps", "seats": 1, "moves": [[0, "leave"], *ROLLS]})
    assert (table.state.lit, table.status()["to_act"]) == (0, [0])


def test_a_game_of_one_version_says_nothing_of_it() -> None:
    assert "version" not in Table.open("torris", 2).record()
    assert Table.load(Table.open("torris", 2).record() | {"version": 1})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"version": 3},
            "played by version 3 of the rules of lamps, "
            "and this program knows them up to version 2: update Ludothek",
        ),
        ({"version": 0}, "a whole number from 1, not 0"),
        ({"version": "2"}, "a whole number from 1, not '2'"),
        ({"version": True}, "a whole number from 1, not True"),
        (
            {"moves": [["chance", "2"], [0, "fly"]]},
            "move 1 of the record: 'fly' is not legal for seat 0; legal: go",
        ),
        ({"moves": [["chance", "2"], [0, "go"], [0, "leave"]]}, "move 2 of the record"),
        ({"options": {"loud": 1}}, "no option 'loud'"),
    ],
)
def test_a_bad_record_is_refused_in_a_sentence(change: dict[str, Any], said: str) -> None:
    with pytest.raises(Exception, match=said.replace("?", r"\?")):
        Table.load(FIRST | {"moves": ROLLS} | change)


def facts(**changes: Any) -> Facts:
    fixed: dict[str, Any] = {
        "name": "",
        "companion": False,
        "public": False,
        "child_safe": False,
        "clock": False,
        "creator": "a",
        "created": 0,
    }
    return Facts(
        id="t",
        game="lamps",
        seats=1,
        options={"bright": True},
        kit=None,
        pace={},
        seed=bytes(32).hex(),
        **fixed | changes,
    )


def played(count: int) -> Sitting:
    """A table of version 1 after so many of its moves, with the draws that its seed led to then."""
    sitting = Sitting(facts())
    sitting.apply(Started(at=0))
    for number in range(count):
        move = SEED.draw(number, {"1": 1, "2": 1, "3": 1}) if number % 2 == 0 else "go"
        sitting.apply(Moved(seat=CHANCE if number % 2 == 0 else 0, move=move, at=number))
    return sitting


def test_a_journal_of_the_first_version_verifies() -> None:
    sitting = played(6)
    assert (sitting.phase, sitting.table.state.lit, len(sitting.table.moves)) == ("over", 3, 9)
    checked = FinishedTable.of(sitting).checked_chance()
    assert checked.correct
    assert [draw.number for draw in checked.draws] == [0, 2, 4]


def test_a_move_of_the_first_version_is_taken_back_with_its_silent_choices() -> None:
    sitting = played(2)
    sitting.apply(TakenBack(seat=0, at=9))
    assert [move for _, move in sitting.table.moves] == ["on", sitting.table.moves[1][1]]
    assert sitting.to_act == [0]


def test_a_game_goes_on_by_the_present_rules_and_is_read_again_so() -> None:
    sitting = played(3)
    entries = list(play(sitting, 0, "go", 10).entries)
    for entry in entries:
        sitting.apply(entry)
    assert [entry.kind for entry in entries] == ["rules", "move"]
    assert list(sitting.legal_moves[0]) == ["on", "leave"]  # the seat decides now
    decision = play(sitting, 0, "leave", 11)
    decision.carry_out(sitting)
    entries += decision.entries
    again = played(3)
    for entry in entries:
        again.apply(entry)
    assert again.table.moves == sitting.table.moves
    assert again.table.state == sitting.table.state
    play(sitting, 0, "go", 12).carry_out(sitting)
    assert sitting.phase == "over"
    assert FinishedTable.of(sitting).checked_chance().correct


def test_a_table_of_a_later_version_is_refused() -> None:
    with pytest.raises(BadRecord, match="update Ludothek"):
        Sitting(facts(rules=3))
