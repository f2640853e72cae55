"""Squid's hidden information: each seat's view, and properties of every game (SQ-19)."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludothek.core import CHANCE
from ludothek.core.table import Table
from ludothek.core.texts import SPECTATOR
from ludothek.games.squid.rules import DEAL, GIFT
from tests.playing import opened, play, play_at_random
from tests.rules.squid.test_squid import all_choose, all_pass, begun, discarded
from tests.rules.squid.worlds import permuted

SEEDS = st.integers(0, 2**32)


@st.composite
def kits(draw: st.DrawFn) -> dict[str, Any]:
    trick = draw(st.integers(0, 9))
    pow_ = draw(st.integers(trick + 1, 20 - trick))
    cuts = [0, *sorted(draw(st.lists(st.integers(0, 21), min_size=4, max_size=4))), 21]
    names = ("2", "-1", "next", "quick", "again")
    return {
        "guard_actions": {"pow": pow_, "empty": 20 - pow_ - trick, "trick": trick},
        "tricks": {name: high - low for name, low, high in zip(names, cuts, cuts[1:], strict=False)},
    }


@st.composite
def tables(draw: st.DrawFn) -> Table:
    options = {
        "characters": draw(st.sampled_from([2, 3])),
        "layout": draw(st.sampled_from(["even", "groups", "random"])),
    }
    return Table.open("squid", draw(st.integers(2, 6)), options, draw(kits()))


@pytest.mark.rule("SQ-1", "SQ-18")
@given(tables(), SEEDS)
@settings(max_examples=60, deadline=None)
def test_games_end_and_cards_and_characters_are_conserved(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    kit, characters = table.variant.kit, table.variant.options["characters"] * table.variant.seats
    seen, drawn = table.state, 0
    while not table.variant.is_over(table.state):
        play_at_random(table, rng, most=1)
        s = table.state
        assert [
            sum(counts) for counts in zip(s.guard_pile, s.guard_discard, strict=True)
        ] == kit.guard_actions
        assert [
            sum(counts) for counts in zip(s.trick_pile, s.trick_discard, *s.hand, strict=True)
        ] == kit.tricks
        assert s.tricks_left == sum(s.trick_pile)
        assert s.held == [sum(hand) for hand in s.hand]
        assert s.standing == [s.ring[: s.size].count(seat) for seat in range(6)]
        assert s.size <= seen.size or s.round == 0
        drawn += table.moves[-1][0] == CHANCE and sum(s.guard_pile) < sum(seen.guard_pile)
        # Every run through the pile has a pow that no trick from it can void; the deal can void two a seat.
        assert drawn <= 20 * (2 * table.variant.seats + characters)
        seen = s
    assert sorted(table.status()["outcome"]["ranking"]) == list(range(table.variant.seats))
    assert sum(table.status()["outcome"]["scores"]) == 1


@pytest.mark.rule("SQ-19")
def test_a_view_shows_the_own_hand_and_of_the_others_the_size() -> None:
    table = begun("2 next", "quick again", "again again")
    view = table.variant.view(table.state, 1)
    assert [seat["hand_size"] for seat in view["seats"]] == [2, 2, 2]
    assert [seat["hand"] for seat in view["seats"]] == [
        None,
        {"2": 0, "-1": 0, "next": 0, "quick": 1, "again": 1},
        None,
    ]
    assert view["trick_pile_size"] == 15
    assert view["unseen_tricks"] == {"2": 4, "-1": 4, "next": 5, "quick": 2, "again": 4}
    spectator = table.variant.view(table.state)
    assert [seat["hand"] for seat in spectator["seats"]] == [None, None, None]
    assert spectator["unseen_tricks"] == {"2": 4, "-1": 4, "next": 5, "quick": 3, "again": 5}


@pytest.mark.rule("SQ-19")
def test_a_view_shows_who_has_chosen_and_ones_own_choice() -> None:
    table = play(begun("2 next", "quick again", "again again"), [(0, "2"), (2, "1")])
    seats = table.variant.view(table.state, 0)["seats"]
    assert [seat["has_chosen"] for seat in seats] == [True, False, True]
    assert [seat["choice"] for seat in seats] == ["2", None, None]
    assert [seat["vote"] for seat in seats] == [None, None, None]
    play(table, [(1, "0")])
    for viewer in (0, 1, 2, SPECTATOR):
        assert [seat["vote"] for seat in table.variant.view(table.state, viewer)["seats"]] == ["2", "0", "1"]


@pytest.mark.rule("SQ-8", "SQ-19")
def test_choices_taken_back_are_never_shown() -> None:
    chosen = all_choose(begun("next 2", "2 2", "quick 2"), "0", "0", "0")
    passed = Table.load(chosen.record())
    play(chosen, [(0, "next"), (2, "quick")])
    play(passed, [(0, "next"), (2, "pass")])
    assert chosen.play(1, "pass") == passed.play(1, "pass")
    assert chosen.state == passed.state
    assert discarded(chosen) == ["next"]


@pytest.mark.rule("SQ-19")
def test_when_the_game_is_over_all_is_shown() -> None:
    table = play_at_random(opened("squid", 3), random.Random(5))
    assert table.variant.seen_by(table.state) == table.state
    assert all(seat["hand"] is not None for seat in table.variant.view(table.state)["seats"])


@pytest.mark.rule("SQ-19")
@given(tables(), SEEDS, st.integers(0, 250))
@settings(max_examples=150, deadline=None)
def test_states_that_differ_in_hidden_things_look_the_same(table: Table, seed: int, most: int) -> None:
    rng = random.Random(seed)
    play_at_random(table, rng, most)
    variant = table.variant
    for viewer in [*range(variant.seats), SPECTATOR]:
        hidden = variant.seen_by(table.state, viewer)
        if not variant.is_over(table.state):
            assert variant.seen_by(permuted(variant, table.state, viewer, rng), viewer) == hidden
        assert variant.seen_by(hidden, viewer) == hidden
        assert variant.to_act(hidden) == variant.to_act(table.state)
        if viewer in variant.to_act(table.state):
            assert variant.moves(hidden, viewer) == variant.moves(table.state, viewer)


@pytest.mark.rule("SQ-19")
@given(tables(), SEEDS, st.integers(0, 250))
@settings(max_examples=100, deadline=None)
def test_what_is_hidden_is_not_told(table: Table, seed: int, most: int) -> None:
    """The others read the same words whatever a drawn trick is, or a choice that completes no reveal."""
    play_at_random(table, random.Random(seed), most)
    variant, s = table.variant, table.state
    acting = variant.to_act(s)
    if len(acting) == 1 and s.stage not in (DEAL, GIFT):
        return
    for seat in acting:
        for viewer in [*range(variant.seats), SPECTATOR]:
            drawers = [k for k in range(variant.seats) if seat == CHANCE and variant.view(s)["drawer"] == k]
            if viewer in (seat, *drawers):
                continue
            told = []
            for action in variant.actions(s, seat):
                after = variant.after(s, seat, action)
                told.append([event for event in variant.tell(s, seat, action, after) if event.is_for(viewer)])
            assert all(events == told[0] for events in told)


@pytest.mark.rule("SQ-14", "SQ-19")
def test_a_trick_drawn_is_told_in_full_to_its_drawer_only() -> None:
    table = opened("squid", 2)
    events = table.play(CHANCE, "quick")
    assert [event.key for event in events if event.is_for(0)] == ["events.you_draw"]
    for viewer in (1, SPECTATOR):
        assert [event.key for event in events if event.is_for(viewer)] == ["events.draws"]


@pytest.mark.rule("SQ-19")
def test_only_what_revealed_nothing_can_be_taken_back() -> None:
    table = begun("next again", "2 again")
    play(table, [(0, "1")])
    assert table.can_take_back()  # no other player has seen it
    play(table, [(1, "0")])
    assert not table.can_take_back()  # the votes are open
    play(table, [(0, "next")])
    assert table.can_take_back()
    play(table, [(1, "pass")])
    assert not table.can_take_back()  # the trick has been seen
    play(all_pass(table), [("chance", "empty"), (0, "pass"), (1, "pass")])
    assert not table.can_take_back()  # the others know now that no trick was played
