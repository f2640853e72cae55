"""Safehouse with any accepted kit: games end, dice and numbers are conserved, texts and drawings work."""

import io
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from ludothek.core import CHANCE, Phrase
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.core.texts import Say
from ludothek.games.safehouse import terminal
from ludothek.games.safehouse.rules import DICE, LOST, ROWS, WIDTH, WON, State
from ludothek.games.safehouse.view import places
from tests.playing import play_at_random

NAMES = ["Ina", "Sami", "Maximiliane", "Bo"]
SHIPPED = find("safehouse").kit or {}
EASY = {
    **SHIPPED,
    "faces": [4] * 6,
    "lead": 39,
    "sheets": dict.fromkeys("SAFE", ["YGR"] * 5 + ["YGR6"] * 3),
    "chameleons": [48] * 4,
}

face = st.sampled_from([1, 2, 3, 4, 5, 6, 9, 40, "X", "X"])


@st.composite
def kits(draw: st.DrawFn) -> dict[str, Any]:
    rewards = draw(st.lists(st.integers(2, 6), min_size=ROWS, max_size=ROWS))
    lead = draw(st.integers(1, 30))
    lengths = draw(st.lists(st.integers(3, 6), min_size=ROWS, max_size=ROWS))
    sixes = [draw(st.integers(0, length)) for length in lengths[5:]]

    def sheet() -> list[str]:
        rows = [draw(st.text("YGRB", min_size=length, max_size=length)) for length in lengths]
        return rows[:5] + [row[:six] + "6" + row[six:] for row, six in zip(rows[5:], sixes, strict=True)]

    return {
        "faces": draw(st.lists(face, min_size=6, max_size=6)),
        "joker_faces": draw(st.lists(face, min_size=6, max_size=6)),
        "safehouse": lead + draw(st.integers(1, sum(rewards))),
        "lead": lead,
        "rows": [
            {"kind": ("equal", "rising", "climbing")[min(row, 2)], "reward": reward}
            for row, reward in enumerate(rewards)
        ],
        "sheets": {name: sheet() for name in "SAFE"},
        "chameleons": draw(st.lists(st.integers(0, 4), min_size=4, max_size=4)),
    }


def drawn(seen: dict[str, Any], say: Say) -> str:
    console = Console(width=80, file=io.StringIO(), record=True)
    console.print(terminal.draw(seen, say))
    return console.export_text()


def check_conserved(table: Table, before: State, after: State) -> None:
    kit = table.variant.kit
    assert (
        after.at_hand ^ after.thrown ^ after.lid
        == after.at_hand + after.thrown + after.lid
        == (1 << DICE) - 1
    )
    assert after.rolling & ~after.thrown == 0
    assert after.pursuer >= before.pursuer
    for seat in range(after.seats):
        steps = 0
        for row in range(ROWS):
            numbers = [after.number[seat][place] for place in places(kit, row)]
            assert numbers.count(0) == after.missing[seat][row]
            assert all(
                was in (0, now) for was, now in zip(before.number[seat], after.number[seat], strict=True)
            )
            there = [number for number in numbers if number]
            assert there == (
                [there[0]] * len(there)
                if row == 0 and there
                else sorted(set(there))
                if row == 1
                else sorted(there)
            )
            steps += 0 if 0 in numbers else kit.rewards[row]
        assert after.position[seat] == min(kit.lead + steps, kit.safehouse)
        assert sum(map(bool, after.number[seat])) - sum(map(bool, before.number[seat])) in (0, 1)
        assert 0 <= after.chameleons[seat] <= before.chameleons[seat]


@pytest.mark.rule("SH-1", "SH-9", "SH-13", "SH-15", "SH-16", "SH-17")
@given(kits(), st.integers(1, 4), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_games_end_and_dice_and_numbers_are_conserved(kit: dict[str, Any], seats: int, seed: int) -> None:
    table, rng = Table.open("safehouse", seats, kit=kit), random.Random(seed)
    while not table.variant.is_over(table.state):
        before = table.state
        play_at_random(table, rng, most=1)
        check_conserved(table, before, table.state)
    throws = sum(move.startswith("throw") for _, move in table.moves)
    assert throws <= table.state.pursuer  # each throw moves the pursuer, who cannot move past the safehouse
    assert table.state.stage in (WON, LOST)
    assert (table.state.pursuer == min(table.state.position[:seats])) == (table.state.stage == LOST)


@pytest.mark.rule("SH-18")
@given(st.integers(1, 4), st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_won_exactly_when_everybody_is_in_the_safehouse(seats: int, seed: int) -> None:
    table = play_at_random(Table.open("safehouse", seats, kit=EASY), random.Random(seed))
    won = table.state.position[:seats] == [40] * seats
    assert table.state.stage == (WON if won else LOST)
    assert table.status()["outcome"]["scores"] == [int(won)] * seats


@pytest.mark.rule("SH-2")
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize(("kit", "ending"), [(SHIPPED, LOST), (EASY, WON)], ids=["shipped", "easy"])
def test_every_position_can_be_said_and_drawn(
    kit: dict[str, Any], ending: int, seats: int, language: str
) -> None:
    table, rng = Table.open("safehouse", seats, kit=kit), random.Random(seats)
    texts, variant = find("safehouse").texts[language], table.variant

    def say(phrase: Phrase) -> str:
        return texts.say(phrase, NAMES)

    while True:
        seen = variant.view(table.state)
        assert json.loads(json.dumps(seen)) == seen
        assert all(map(say, variant.describe(table.state, 0)))
        if len(table.moves) % 8 == 0 or variant.is_over(table.state):
            assert len(drawn(seen, say).splitlines()) == seats + 7 + 10 * -(
                -seats // 2
            )  # nothing is too wide for its line
        if variant.is_over(table.state):
            break
        for seat in variant.to_act(table.state):
            labels = variant.labels(table.state, seat)
            assert say(variant.ask(table.state, seat))
            assert len({say(label) for label in labels.values()}) == len(labels)
        seat = rng.choice(variant.to_act(table.state))
        moves = list(variant.chances(table.state) if seat == CHANCE else variant.moves(table.state, seat))
        assert all(map(say, table.play(seat, rng.choice(moves))))
    assert table.state.stage == ending


@pytest.mark.rule("SH-15")
def test_a_drawing_marks_a_field_that_nothing_fits() -> None:
    table = Table.open("safehouse", 1)
    table.state.least[0][WIDTH], table.state.most[0][WIDTH] = 5, 4
    assert "2< +2 B – Y   R   G" in drawn(
        table.variant.view(table.state, 0), find("safehouse").texts["en"].say
    )
