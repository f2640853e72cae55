"""Tables and records: invalid ones are refused with clear errors."""

import json
from typing import Any

import pytest

from ludothek.core import BadKit, BadOption, BadRecord, IllegalMove, UnknownGame
from ludothek.core.table import Table
from tests.playing import opened

GOOD: dict[str, Any] = {
    "game": "number_poker",
    "seats": 2,
    "options": {},
    "moves": [[0, "4"], [1, "-"], [1, "x0"], [0, "1"]],
}


def test_a_record_is_what_was_loaded() -> None:
    assert Table.load(GOOD).record() == GOOD
    assert Table.load(json.loads(json.dumps(GOOD))).record() == GOOD


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"moves": [[0, "4"], [1, "5"]]},
            "move 1 of the record: '5' is not legal for seat 1; legal: -, 1, 2, 3, 4",
        ),
        (
            {"moves": [[0, "4"], [0, "4"]]},
            "move 1 of the record: seat 0 is not to act and cannot play '4'; to act: seat 1",
        ),
        ({"moves": [["chance", "4"]]}, "chance is not to act"),
        ({"moves": [[7, "4"]]}, "seat 7 is not to act"),
        ({"moves": [[-1, "4"]]}, "a seat is a number"),
        ({"moves": [[True, "4"]]}, "a seat is a number"),
        ({"moves": [[0, 4]]}, "a move is a text"),
        ({"moves": [[0]]}, "must be [seat, move]"),
        ({"moves": "4"}, "must be a list"),
        ({"game": 3}, "must be a text"),
        ({"surprise": 1}, "unknown keys: surprise"),
    ],
)
def test_a_bad_record_is_refused_with_the_place(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord) as refused:
        Table.load(GOOD | change)
    assert said in str(refused.value)


@pytest.mark.parametrize("record", [None, [], "x", 3, {}, {"game": "number_poker"}])
def test_what_is_no_record_is_refused(record: object) -> None:
    with pytest.raises(BadRecord):
        Table.load(record)


def test_unknown_games_options_seats_and_kits_are_refused() -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'chess'; there are: .*number_poker"):
        opened("chess", 2)
    for seats in (1, 5, "2", 2.0, True, None):
        with pytest.raises(BadOption, match="2 to 4 seats"):
            opened("number_poker", seats)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="no option 'speed'; it has none"):
        opened("number_poker", 2, options={"speed": 1})
    with pytest.raises(BadOption, match="must be an object"):
        opened("number_poker", 2, options=[])
    with pytest.raises(BadKit, match="has no kit"):
        opened("number_poker", 2, kit={})


def test_a_choice_that_is_still_secret_can_be_taken_back_and_a_revealed_one_cannot() -> None:
    table = opened("number_poker", 2, [(0, "4")])
    assert table.take_back() == (0, "4")
    table = opened("number_poker", 2, [(0, "4"), (1, "3")])
    assert not table.can_take_back()
    with pytest.raises(IllegalMove):
        table.take_back()
    assert len(table.moves) == 2


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    with pytest.raises(IllegalMove):
        opened("number_poker", 2).take_back()


def test_a_table_answers_questions_about_its_position() -> None:
    table = Table.load(GOOD)
    status = table.status()
    assert (table.is_over(), table.to_act()) == (status["over"], status["to_act"])
    assert {str(seat): table.legal_moves(seat) for seat in table.to_act()} == status["legal"]
    assert table.legal_moves(1 - table.to_act()[0]) == []
    assert table.outcome() is None
    assert table.view(0)["seats"] != table.view()["seats"]
