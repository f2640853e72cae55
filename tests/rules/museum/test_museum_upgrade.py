"""Games that were played by version 1 of the museum's rules open, replay and end as they did then."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludothek.core import BadKit, BadRecord
from ludothek.core.registry import find
from ludothek.core.table import Table, seat_of
from ludothek.house.people.finished_game import played_by
from ludothek.house.table.ending import GameEnding
from ludothek.house.table.entries import Facts, Joined, Moved, Started
from ludothek.house.table.sitting import Sitting
from tests.rules.museum.setting import options, shipped

# Records made by version 1, with every number of seats, with and without an encore, finished and not: each
# with the outcome of that time.
THEN: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "version_1" / "records.jsonl").read_text().splitlines()
]
ANSWERS = {"white", "draw", "light", "end", "encore", "go"}


def recorded(moves: list[list[Any]], **changes: Any) -> dict[str, Any]:
    return {"game": "museum", "seats": 1, "options": {"encore": False}, "moves": moves} | changes


def test_there_are_records_of_every_kind() -> None:
    assert {then["record"]["seats"] for then in THEN} == {1, 2, 3, 4}
    assert {then["record"]["options"]["encore"] for then in THEN} == {True, False}
    assert {then["outcome"] and then["outcome"]["reason"] for then in THEN} >= {None, "ida", "guard", "all"}


@pytest.mark.parametrize("then", THEN)
@pytest.mark.parametrize("says_so", [True, False])
def test_a_record_of_version_1_leads_where_it_led(then: dict[str, Any], says_so: bool) -> None:
    table = Table.load(then["record"] | ({"version": 1} if says_so else {}))
    assert table.variant.outcome(table.state) == then["outcome"]
    record = table.record()
    assert (record["version"], record["options"]) == (2, {})
    assert Table.load(record).state == table.state
    moves, added = iter(record["moves"]), []
    for move in then["record"]["moves"]:  # nothing is changed but that silent choices are added
        while (now := next(moves)) != move:
            added.append(now[1])
    assert set(added + [move for _, move in moves]) <= ANSWERS


def test_the_silent_choices_are_all_met() -> None:
    met = {move for then in THEN for _, move in Table.load(then["record"]).moves}
    assert met >= ANSWERS


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"moves": [["chance", "fox"], ["chance", "hat"]]},
            "move 1 of the record: 'hat' is not legal for chance; legal: fox",
        ),
        (
            {"version": 1, "moves": [["chance", "fox"], [0, "white"]]},
            "move 1 of the record: seat 0 is not to act",
        ),
        (
            {"version": 3},
            "played by version 3 of the rules of museum, and this program knows them up to version 2: update Ludothek",
        ),
    ],
)
def test_what_no_version_allows_is_refused_in_a_sentence(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord) as refused:
        Table.load(recorded([["chance", "fox"]]) | changes)
    assert said in str(refused.value)


def test_a_kit_that_only_version_1_allowed_can_still_be_played_to_the_end() -> None:
    kit = shipped(white_die=["fox", "torch", "shoe", "cap", "ida", "ida"])
    with pytest.raises(BadKit):
        find("museum").variant(1, kit=kit)
    table = Table.load(recorded([["chance", "fox"]] * 6, kit=kit))
    assert options(Table.load(table.record())) == {"fox"}


def test_a_kit_that_no_version_allowed_is_refused() -> None:
    with pytest.raises(BadKit):
        Table.load(recorded([], kit=shipped(strips=shipped()["strips"] | {"cap": [1, 2, 3]})))


@pytest.mark.parametrize("then", THEN)
def test_a_journal_of_version_1_stands_where_it_stood(then: dict[str, Any]) -> None:
    record = then["record"]
    fixed: dict[str, Any] = {
        "pace": {},
        "name": "",
        "public": False,
        "child_safe": False,
        "clock": False,
        "creator": "a",
        "created": 0,
    }
    facts = {name: record[name] for name in ("game", "seats", "options")} | {"kit": record.get("kit")}
    sitting = Sitting(Facts(id="t", companion=True, seed="07" * 32, **facts, **fixed))
    sitting.apply(Started(at=0))
    for number, (label, move) in enumerate(record["moves"]):
        sitting.apply(Moved(seat=seat_of(label), move=move, at=number))
    assert sitting.phase == ("over" if then["outcome"] else "playing")
    assert sitting.variant.outcome(sitting.table.state) == then["outcome"]
    assert sitting.table.number() == len(
        record["moves"]
    )  # so that later draws follow from the numbers that they would have had
    assert Table.load(sitting.table.record()).state == sitting.table.state


@pytest.mark.parametrize("reason", ["ida", "all", "guard"])
def test_a_narrow_win_is_the_headline_and_is_remembered(reason: str) -> None:
    then = next(
        then
        for then in THEN
        if then["outcome"] and then["outcome"]["reason"] == reason and then["record"]["seats"] == 2
    )
    record = Table.load(then["record"]).record()
    sitting = Sitting(
        Facts(
            id="t",
            game="museum",
            seats=2,
            options={},
            kit=record.get("kit"),
            pace={},
            rules=2,
            seed="07" * 32,
            name="",
            companion=True,
            public=False,
            child_safe=False,
            clock=False,
            creator="anna",
            created=0,
        )
    )
    for seat, owner in enumerate(("anna", "ben")):
        sitting.apply(Joined(seat=seat, name=owner.title(), person=owner, token=owner, at=0))
    sitting.apply(Started(at=0))
    for mover, move in record["moves"]:
        sitting.apply(Moved(seat=seat_of(mover), move=move, at=1))
    ending = GameEnding.of(sitting)
    german, english = ending.outcome("de"), ending.outcome("en")
    is_narrow = reason == "ida"
    assert (german["headline"] == "Knapp gewonnen!") == is_narrow
    assert (english["headline"] == "A narrow win!") == is_narrow
    assert (german["reason"], german["narrow"]) == (reason, is_narrow)
    finished = played_by("anna", sitting, [])
    assert finished
    assert (finished.outcome, finished.narrow) == ("lost" if reason == "guard" else "won", is_narrow)
