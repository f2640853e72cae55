"""Seat 0 begins; who sits there is drawn by lot, chosen, or follows from the game before."""

from collections import Counter

import pytest

from ludothek.core.chance import BEGINS, SecretSeed, lots
from ludothek.house.api.review_types import Lot
from ludothek.house.api.table_types import NewTable, SeatRequest
from ludothek.house.people.person import Person
from ludothek.house.table import actions
from ludothek.house.table.consequences import play
from ludothek.house.table.decide import DecisionContext, decide, start_entry
from ludothek.house.table.ending import GameEnding
from ludothek.house.table.entries import Started
from ludothek.house.table.opening import rematch_table, requested_table
from ludothek.house.table.refusals import Refused
from ludothek.house.table.replaying import FinishedTable
from ludothek.house.table.sitting import Sitting


def asking() -> DecisionContext:
    return DecisionContext(Person("anna", "Anna"), 1000, lambda game: ["random"])


def table(begins: str = "", game: str = "torris", names: tuple[str, ...] = ("Anna", "Bruno")) -> Sitting:
    seats = [SeatRequest("me", name) for name in names]
    return requested_table(NewTable(game, seats, begins=begins), asking(), 1.0).sitting


def test_the_first_seat_begins_where_nothing_is_wished() -> None:
    sitting = table()
    assert sitting.names == ("Anna", "Bruno")
    assert sitting.lot is None


def test_somebody_may_be_chosen_to_begin_and_all_keep_their_order() -> None:
    assert table("2", "shell_game", ("Anna", "Bruno", "Cleo")).names == ("Cleo", "Anna", "Bruno")


def test_a_lot_is_drawn_fairly_from_the_seed_and_told() -> None:
    found: Counter[str] = Counter()
    for _ in range(100):
        sitting = table("lot", "shell_game", ("Anna", "Bruno", "Cleo"))
        assert sitting.lot == int(sitting.seed.draw_lot(BEGINS, lots(3)))
        assert sitting.names[0] == ("Anna", "Bruno", "Cleo")[sitting.lot]
        found[sitting.names[0]] += 1
    assert min(found[name] for name in ("Anna", "Bruno", "Cleo")) > 10
    told = [event.key for one in sitting.log.after(0) for event in one.events]
    assert "events.lot" in told


def test_the_lot_can_be_checked_and_a_false_one_is_found() -> None:
    sitting = table("lot")
    finished = FinishedTable.of(sitting)
    check = finished.checked_chance()
    assert check.correct
    assert isinstance(check.lot, Lot)
    assert check.lot.drawn == str(sitting.lot)
    false = FinishedTable(
        *[
            1 - sitting.lot if value is sitting.lot and name == "lot" else value
            for name, value in vars(finished).items()
        ]
    )
    assert not false.checked_chance().correct


def test_the_lot_is_a_draw_of_its_own() -> None:
    seed = SecretSeed(b"x" * 32)
    weights = {str(n): 1 for n in range(1000)}
    assert seed.draw_lot(BEGINS, weights) != seed.draw(0, weights)


def test_the_host_chooses_when_all_have_come() -> None:
    opening = requested_table(
        NewTable("squid", [SeatRequest("me"), SeatRequest("bot"), SeatRequest("open")]), asking(), 1.0
    )
    sitting = opening.sitting
    decide(sitting, actions.StartAction(id="1", fill="random", begins="2"), asking()).carry_out(sitting)
    assert sitting.seats[1].owner == "anna"
    assert sitting.seats[0].kind == "bot"


def test_no_seat_that_is_not_there_begins() -> None:
    with pytest.raises(Refused):
        table("5")


def test_a_game_that_goes_on_from_a_record_keeps_its_seats() -> None:
    wish = NewTable(
        "five_in_a_row",
        [SeatRequest("me", "Anna"), SeatRequest("me", "Bruno")],
        moves=[(0, "0,0")],
        begins="1",
    )
    assert requested_table(wish, asking(), 1.0).sitting.names == ("Anna", "Bruno")


def test_a_journal_of_an_earlier_version_has_not_moved_anybody() -> None:
    sitting = table()
    assert Started(at=1).turned == 0
    assert start_entry(sitting, 1, "").begins == ""


def played_to_its_end() -> Sitting:
    """The person on seat 1 wins: five in a row before the other."""
    sitting = table(game="five_in_a_row")
    moves = ["0,0", "0,1", "1,0", "1,1", "3,1", "2,1", "2,0", "3,0", "-1,0", "4,1"]
    while sitting.phase == "playing":
        (seat,) = sitting.to_act
        move = next(iter(sitting.legal_moves[seat]))
        play(
            sitting, seat, moves.pop(0) if moves and moves[0] in sitting.legal_moves[seat] else move, 2000
        ).carry_out(sitting)
    return sitting


def test_a_rematch_moves_on_by_one_seat_unless_they_choose_otherwise() -> None:
    old = played_to_its_end()
    assert rematch_table(old, 3000).sitting.names == ("Bruno", "Anna")
    assert rematch_table(old, 3000, begins="0").sitting.names == ("Anna", "Bruno")
    assert rematch_table(old, 3000, begins="lot").sitting.lot is not None
    scores = GameEnding.of(old).scores
    loser = old.names[scores.index(min(scores))]
    assert rematch_table(old, 3000, begins="loser").sitting.names[0] == (
        loser if min(scores) < max(scores) else "Bruno"
    )
