"""Museum by night played at random with kits of all shapes: it ends, and no die and no card is lost."""

import random
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from ludothek.core import CHANCE
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.core.texts import LANGUAGES
from ludothek.games.museum import terminal
from ludothek.games.museum.box import (
    CARD,
    FOX,
    JOKER,
    NONE,
    PLACING,
    READY,
    REROLLING,
    ROLLING,
    TURN_ANOTHER,
    TURNING,
    State,
)
from ludothek.games.museum.notation import CARDS, SYMBOLS
from ludothek.games.museum.rules import act
from tests.rules.museum.setting import shipped

GATHERING = (ROLLING, REROLLING, PLACING, TURNING, READY, JOKER)  # the stages before the strips act


@st.composite
def kits(draw: st.DrawFn) -> dict[str, Any]:
    """Any kit whose games end: without torches and shoes an encore might never open the way to Silas."""

    def die(symbols: tuple[str, ...], *needed: str) -> list[str]:
        return [*needed, *(draw(st.sampled_from(symbols)) for _ in range(6 - len(needed)))]

    def strip(least: int, last: int = 0) -> list[int]:
        numbers = sorted(draw(st.lists(st.integers(0, 12), min_size=max(least, 0), max_size=9)))
        return (
            [*numbers[:6], *(max(last, number) for number in numbers[6:])]
            if len(numbers) > 6
            else [max(last, n) for n in numbers]
        )

    shoe = strip(1, 1)
    kinds = draw(st.lists(st.sampled_from(CARDS), min_size=20, max_size=20))
    return {
        "purple_fields": draw(st.integers(0, 6)),
        "tiles": 11,
        "red_fields": draw(st.integers(1, 9)),
        "ida_behind": draw(st.integers(1, 9)),
        "blue_die": die(SYMBOLS[:5], "cap", "shoe", "ida", "torch"),
        "white_die": die(SYMBOLS, "dino"),
        "strips": {
            "fox": strip(0),
            "torch": strip(1, 1),
            "shoe": shoe,
            "cap": strip(6, 1),
            "ida": strip(7 - len(shoe)),
        },
        "cards": {card: kinds.count(card) for card in CARDS},
    }


@pytest.mark.rule("MU-1", "MU-5", "MU-7", "MU-9")
@settings(max_examples=60, deadline=None)
@given(data=st.data(), seats=st.integers(1, 4), seed=st.integers(0, 2**32))
def test_games_end_and_dice_and_cards_are_conserved(data: st.DataObject, seats: int, seed: int) -> None:
    kit = data.draw(kits())
    variant = find("museum").variant(seats, None, kit)
    s, rng = variant.start(), random.Random(seed)
    used = white_plays = moves = 0
    while acting := variant.to_act(s):
        action = rng.choice(variant.actions(s, acting[0]))
        used += acting[0] != CHANCE and CARD <= action < TURN_ANOTHER
        act(variant.kit, s, acting[0], action)
        moves += 1
        assert moves < 200_000, "it does not end"
        assert s.pile_left == sum(s.pile)
        assert s.pile_left + sum(s.hand) + used == 20
        assert all(n <= len(kit["strips"][symbol]) for symbol, n in zip(SYMBOLS, s.placed, strict=False))
        if s.to_roll == 6 and sum(s.placed) == 0 and s.stage == ROLLING:
            white_plays = s.white_to_roll
        if s.stage in GATHERING and s.strip == FOX:
            assert_dice_conserved(s, white_plays)
    s.pack()


def assert_dice_conserved(s: State, white_plays: int) -> None:
    assert s.to_roll + sum(s.loose) + sum(s.placed) - (s.white_on != NONE) == 6
    assert s.white_to_roll + (s.white != NONE) == white_plays
    assert min(s.loose + s.placed) >= 0


def kind() -> dict[str, Any]:
    """A museum in which random play meets everything: late guard, quick children and Ida."""
    quick = {"shoe": [3, 6, 9, 9, 9, 9], "torch": [3, 5, 7, 9, 9, 9], "ida": [3, 6, 9, 9, 9, 9]}
    return shipped(red_fields=12, purple_fields=1, strips=shipped()["strips"] | quick)


@pytest.mark.rule("MU-15", "MU-21")
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_can_happen_can_be_said_and_drawn(language: str) -> None:
    variant = find("museum").variant(3, None, kind())
    say = variant.game.texts[language].say
    told = set()
    for seed in range(8):
        table, rng = Table(variant), random.Random(seed)
        while acting := variant.to_act(table.state):
            moves = variant.labels(table.state, acting[0])
            assert len({say(label) for label in moves.values()}) == len(moves)
            for event in table.play(acting[0], rng.choice(list(moves))):
                assert say(event)
                told.add(event.key)
        Console(width=80, file=StringIO()).print(terminal.draw(variant.view(table.state), say))
    assert told >= {
        "events.white_won",
        "events.encore",
        "events.ida_comes",
        "events.covered",
        "events.won_all",
        "events.rerolls_again",
    }
