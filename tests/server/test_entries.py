"""Stored entries: every kind is read from its row unchanged, and a move's rules are computed once."""

import random
from typing import Any, get_args

import msgspec
import pytest

from ludothek.core import CHANCE
from ludothek.core.game import Variant
from ludothek.core.table import Table
from ludothek.house.table import entries
from ludothek.house.table.consequences import chance_moves, play
from ludothek.house.table.entries import (
    AnyEntry,
    BotGone,
    BotSeated,
    Entry,
    Facts,
    Joined,
    Started,
    TakenBack,
)
from ludothek.house.table.frames import FrameMoment, FrameRenderer
from ludothek.house.table.sitting import Sitting
from ludothek.server.database import entry_rows

SAMPLE: dict[Any, Any] = {int: 3, str: "anything", str | None: "somebody"}


def sample(kind: type[Entry]) -> Any:
    return kind(**{field.name: SAMPLE[field.type] for field in msgspec.structs.fields(kind)})


@pytest.mark.parametrize("kind", get_args(AnyEntry))
def test_an_entry_comes_back_from_its_row_as_it_was(kind: type[Entry]) -> None:
    made = sample(kind)
    row = dict(zip(entry_rows.COLUMNS, entry_rows.row("table", 7, made), strict=True))
    assert (row["table_id"], row["number"]) == ("table", 7)
    assert entry_rows.entry(row) == made


def test_every_entry_can_be_kept_as_json_too() -> None:
    """In a browser, tables are stored as JSON."""
    made = [sample(kind) for kind in get_args(AnyEntry)]
    assert msgspec.json.decode(msgspec.json.encode(made), type=list[AnyEntry]) == made
    assert len({entry.kind for entry in made}) == len(made)
    assert {
        kind for name, kind in vars(entries).items() if isinstance(kind, type) and issubclass(kind, Entry)
    } == {
        Entry,
        entries.AtSeat,
        *get_args(AnyEntry),
    }


def begun(game: str, seats: int) -> Sitting:
    facts: dict[str, Any] = {
        "options": {},
        "kit": None,
        "pace": {},
        "clock": False,
        "companion": False,
        "public": False,
        "child_safe": False,
    }
    sitting = Sitting(
        Facts(id="t", game=game, seats=seats, name="", creator="p", seed="07" * 32, created=0, **facts)
    )
    for seat in range(seats):
        sitting.apply(Joined(seat=seat, name=f"Person {seat}", token="", person="p", at=0))
    sitting.apply(Started(at=0))
    return sitting


class Counted:
    """Counts how often the rules carry out an action."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.actions: list[int] = []
        really = Variant.after

        def after(variant: Variant, state: Any, seat: int, action: int) -> Any:
            self.actions.append(seat)
            return really(variant, state, seat, action)

        patch.setattr(Variant, "after", after)


@pytest.mark.parametrize(("game", "seats"), [("torris", 2), ("squid", 3), ("museum", 2)])
def test_what_a_move_leads_to_is_worked_out_once(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, rng, time = begun(game, seats), random.Random(1), 0
    counted = Counted(monkeypatch)
    by_chance = 0
    for _ in range(40):
        if sitting.phase == "over":
            break
        counted.actions.clear()
        before, time = len(sitting.table.moves), time + 10**6
        if CHANCE in sitting.legal_moves:
            decision = chance_moves(sitting, time)
        else:
            seat = rng.choice(sitting.to_act)
            decision = play(sitting, seat, rng.choice(list(sitting.legal_moves[seat])), time)
        decision.carry_out(sitting)
        made = [seat for seat, _ in sitting.table.moves[before:]]
        assert counted.actions == made
        by_chance += made.count(CHANCE)
    assert by_chance, "chance has acted too"
    record = sitting.table.record()
    assert Table.load(record).state == sitting.table.state  # and it is what the rules say


def test_a_move_taken_back_replays_the_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, moves, time = begun("five_in_a_row", 2), 12, 0
    states = [sitting.table.state]
    for number in range(moves):
        seat = sitting.to_act[0]
        play(sitting, seat, list(sitting.legal_moves[seat])[number % 3], time).carry_out(sitting)
        states.append(sitting.table.state)
    counted = Counted(monkeypatch)
    sitting.apply(TakenBack(seat=(moves - 1) % 2, at=time))
    assert len(counted.actions) == moves - 1
    assert (sitting.table.state, sitting.before) == (states[-2], states[-3])


@pytest.mark.parametrize(
    ("game", "is_secret"), [("torris", False), ("shell_game", False), ("number_poker", True), ("squid", True)]
)
def test_who_chooses_in_secret_or_knows_more_than_all_has_a_secret(game: str, is_secret: bool) -> None:
    sitting = begun(game, 2)
    while CHANCE in sitting.legal_moves:
        chance_moves(sitting, 0).carry_out(sitting)
    assert sitting.has_secret(sitting.to_act[0]) is is_secret


def test_while_a_bot_plays_for_somebody_they_are_asked_nothing() -> None:
    sitting = begun("number_poker", 2)
    frames = FrameRenderer(sitting)

    def asked(seat: int) -> tuple[str | None, bytes]:
        frame = frames.frame(seat, "en", 0, FrameMoment(0))
        assert frame.to_act == [0, 1]
        return frame.prompt, msgspec.json.encode(frame.moves)

    before = asked(0)
    assert before == asked(1) != (None, b"[]")
    sitting.apply(BotSeated(seat=0, level="random", name="Bruno", person="p", at=1))
    assert (asked(0), asked(1)) == ((None, b"[]"), before)
    sitting.apply(BotGone(seat=0, person="p", at=2))
    assert asked(0) == before
