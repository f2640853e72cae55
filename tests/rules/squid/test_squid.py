"""Squid, rule by rule."""

from typing import Any

import pytest

from ludothek.core import BadOption
from ludothek.core.registry import find
from ludothek.core.table import Table
from tests.playing import legal, opened, play, refused, refused_kit

DEFAULT = {
    "guard_actions": {"pow": 10, "empty": 4, "trick": 6},
    "tricks": {"2": 4, "-1": 4, "next": 5, "quick": 3, "again": 5},
}
NAMES = list(DEFAULT["tricks"])


def begun(*hands: str, at: int = 0, kit: Any = None, **options: Any) -> Table:
    """A table before the first vote: two tricks a hand, and the guard on that place."""
    deal = [("chance", trick) for hand in hands for trick in hand.split()]
    return opened("squid", len(hands), [*deal, (0, f"@{at}")], options=options, kit=kit)


def all_choose(table: Table, *choices: str) -> Table:
    """Choose for every seat that is asked, in seat order; then the choices are revealed."""
    return play(table, zip(to_act(table), choices, strict=True))


def to_act(table: Table) -> list[int | str]:
    acting: list[int | str] = table.status()["to_act"]
    return acting


def all_pass(table: Table) -> Table:
    """Pass for every seat that may react."""
    for seat in to_act(table):
        if "pass" in legal(table, seat):
            play(table, [(seat, "pass")])
    return table


def turn_up(table: Table, *cards: str) -> Table:
    """Turn the cards up and carry them out without reactions, a round each after the first."""
    for number, card in enumerate(cards):
        if number:
            all_choose(table, *["0"] * len(to_act(table)))
        play(all_pass(table), [("chance", card)])
        all_pass(table)
    return table


def ring(table: Table) -> list[int]:
    places: list[int] = table.variant.view(table.state)["ring"]
    return places


def guard(table: Table) -> int:
    place: int = table.variant.view(table.state)["guard"]
    return place


def hand(table: Table, seat: int) -> list[str]:
    return [name for name, n in zip(NAMES, table.state.hand[seat], strict=True) for _ in range(n)]


def discarded(table: Table) -> list[str]:
    return [name for name, n in zip(NAMES, table.state.trick_discard, strict=True) for _ in range(n)]


def give(table: Table, *hands: str) -> Table:
    """Set the hands directly; the remaining tricks form the pile."""
    s = table.state
    s.trick_pile, s.trick_discard = table.variant.kit.tricks[:], [0] * 5
    for seat, tricks in enumerate(hands):
        s.hand[seat] = [tricks.split().count(name) for name in NAMES]
        s.held[seat] = sum(s.hand[seat])
        s.trick_pile = [left - n for left, n in zip(s.trick_pile, s.hand[seat], strict=True)]
    s.tricks_left = sum(s.trick_pile)
    return table


def changed(part: str, **counts: Any) -> dict[str, Any]:
    return DEFAULT | {part: DEFAULT[part] | counts}


@pytest.mark.rule("SQ-1")
def test_the_shipped_kit() -> None:
    game = find("squid")
    assert game.kit == DEFAULT
    assert sum(DEFAULT["guard_actions"].values()) == 20
    assert sum(DEFAULT["tricks"].values()) == 21
    game.kit_reader.check(DEFAULT)


@pytest.mark.rule("SQ-1")
@pytest.mark.parametrize(
    ("kit", "message"),
    [
        ({"guard_actions": DEFAULT["guard_actions"]}, "tricks: "),
        (DEFAULT | {"guards": {}}, "guards: "),
        (DEFAULT | {"tricks": [4, 4, 5, 3, 5]}, "tricks: "),
        (DEFAULT | {"tricks": {"2": 21}}, "tricks.-1: "),
        (changed("tricks", slow=0), "tricks.slow: "),
        (changed("tricks", quick=4), "tricks: expected 21 in all, not 22"),
        (changed("guard_actions", empty=3), "guard_actions: expected 20 in all, not 19"),
        (changed("guard_actions", empty=-1, pow=15), "guard_actions.empty: "),
        (changed("guard_actions", empty=True, pow=13), "guard_actions.empty: "),
        (changed("guard_actions", empty=4.0), "guard_actions.empty: "),
        (changed("guard_actions", empty="4"), "guard_actions.empty: "),
        (changed("guard_actions", pow=0, trick=16), "guard_actions.pow: expected at least one POW"),
    ],
)
def test_a_bad_kit_is_refused_and_the_key_named(kit: Any, message: str) -> None:
    assert refused_kit("squid", kit).startswith(message)


@pytest.mark.rule("SQ-1")
def test_a_kit_decides_what_can_be_drawn() -> None:
    kit = {
        "guard_actions": {"pow": 20, "empty": 0, "trick": 0},
        "tricks": {"2": 21, "-1": 0, "next": 0, "quick": 0, "again": 0},
    }
    table = opened("squid", 2, kit=kit)
    assert table.status()["legal"] == {"chance": {"2": 21}}
    table = begun("2 2", "2 2", kit=kit)
    all_choose(table, "0", "0")
    all_pass(table)
    assert table.status()["legal"] == {"chance": {"pow": 20}}


@pytest.mark.rule("SQ-2")
@pytest.mark.parametrize(("seats", "default"), [(2, 3), (3, 3), (4, 2), (5, 2), (6, 2)])
def test_characters_in_the_ring(seats: int, default: int) -> None:
    assert len(ring(opened("squid", seats))) == seats * default
    for characters in (2, 3):
        places = ring(opened("squid", seats, options={"characters": characters}))
        assert [places.count(seat) for seat in range(seats)] == [characters] * seats


@pytest.mark.rule("SQ-2")
@pytest.mark.parametrize("characters", [1, 4, True, "2", 2.5])
def test_no_other_number_of_characters(characters: object) -> None:
    with pytest.raises(BadOption):
        opened("squid", 2, options={"characters": characters})


@pytest.mark.rule("SQ-3")
def test_even_and_grouped_layouts() -> None:
    assert ring(opened("squid", 3)) == [0, 1, 2, 0, 1, 2, 0, 1, 2]
    assert ring(opened("squid", 4, options={"layout": "even"})) == [0, 1, 2, 3, 0, 1, 2, 3]
    assert ring(opened("squid", 3, options={"layout": "groups"})) == [0, 0, 0, 1, 1, 1, 2, 2, 2]


@pytest.mark.rule("SQ-3")
def test_a_random_layout_is_drawn_place_by_place() -> None:
    table = opened("squid", 2, options={"layout": "random", "characters": 2})
    assert table.status()["legal"] == {"chance": {"0": 2, "1": 2}}
    play(table, [("chance", "1")])
    assert table.status()["legal"] == {"chance": {"0": 2, "1": 1}}
    play(table, [("chance", "1")])
    assert table.status()["legal"] == {"chance": {"0": 2}}
    play(table, [("chance", "0"), ("chance", "0")])
    assert ring(table) == [1, 1, 0, 0]
    assert table.status()["legal"]["chance"] == DEFAULT["tricks"]


@pytest.mark.rule("SQ-3", "SQ-15")
def test_places_are_numbered_anew_when_one_leaves() -> None:
    table = begun("2 2", "2 2", "next next", characters=2, layout="groups", at=1)
    all_choose(table, "0", "1", "0")
    turn_up(table, "pow")
    assert ring(table) == [0, 0, 1, 2, 2]
    assert guard(table) == 2


@pytest.mark.rule("SQ-4")
def test_each_seat_in_turn_draws_two_tricks() -> None:
    table = opened("squid", 3, [("chance", "2"), ("chance", "quick")])
    assert hand(table, 0) == ["2", "quick"]
    assert table.status()["legal"] == {"chance": {"2": 3, "-1": 4, "next": 5, "quick": 2, "again": 5}}
    play(table, [("chance", "quick"), ("chance", "quick")])
    assert "quick" not in table.status()["legal"]["chance"]
    play(table, [("chance", "next"), ("chance", "-1")])
    assert [hand(table, seat) for seat in range(3)] == [["2", "quick"], ["quick", "quick"], ["-1", "next"]]
    assert to_act(table) == [0]


@pytest.mark.rule("SQ-5")
def test_seat_0_puts_the_guard_on_one_of_its_own() -> None:
    table = opened("squid", 2, [("chance", "2")] * 4, options={"layout": "groups"})
    assert to_act(table) == [0]
    assert legal(table, 0) == ["@0", "@1", "@2"]
    refused(table, 0, "@3")
    play(table, [(0, "@2")])
    assert guard(table) == 2
    assert to_act(table) == [0, 1]


@pytest.mark.rule("SQ-6")
def test_votes_are_simultaneous_and_each_is_cast_once() -> None:
    table = begun("2 -1", "2 next", "quick again")
    assert table.status()["legal"] == {"0": ["0", "1", "2", "-1"], "1": ["0", "1", "2"], "2": ["0", "1"]}
    play(table, [(1, "2")])
    assert to_act(table) == [0, 2]
    refused(table, 1, "0")
    refused(table, 2, "-1")
    assert discarded(table) == []
    assert guard(table) == 0


@pytest.mark.rule("SQ-6")
def test_used_tricks_are_discarded_when_the_votes_are_revealed() -> None:
    table = all_choose(begun("2 2", "-1 again", "next next"), "2", "-1", "1")
    assert discarded(table) == ["2", "-1"]
    assert [hand(table, seat) for seat in range(3)] == [["2"], ["again"], ["next", "next"]]


@pytest.mark.rule("SQ-7")
@pytest.mark.parametrize(
    ("votes", "place"),
    [
        ("0 0 0", 0),
        ("1 0 0", 1),
        ("1 1 1", 3),
        ("-1 0 0", 5),
        ("-1 -1 0", 4),
        ("-1 1 0", 0),
        ("2 2 2", 0),
        ("1 2 2", 5),
    ],
)
def test_the_guard_walks_the_sum_of_the_votes(votes: str, place: int) -> None:
    table = begun("2 -1", "2 -1", "2 -1", characters=2)
    assert guard(all_choose(table, *votes.split())) == place


@pytest.mark.rule("SQ-7")
def test_the_guard_may_walk_more_than_once_round_the_ring() -> None:
    table = turn_up(all_choose(begun("2 2", "again 2", characters=2), "0", "0"), "pow", "pow")
    assert ring(table) == [0, 1]
    place = guard(table)
    all_choose(table, "2", "1")
    assert guard(table) == (place + 3) % 2


@pytest.mark.rule("SQ-8")
def test_all_who_hold_a_trick_are_asked_also_when_the_guard_stayed() -> None:
    table = all_choose(begun("next quick", "again again", "2 -1"), "0", "0", "0")
    assert table.status()["legal"] == {"0": ["pass", "next", "quick"], "1": ["pass"], "2": ["pass"]}
    all_choose(table, "pass", "pass", "pass")
    assert to_act(table) == ["chance"]


@pytest.mark.rule("SQ-8")
def test_an_empty_hand_is_not_asked() -> None:
    table = all_choose(give(begun("2 2", "2 2"), "2", "quick quick"), "2", "0")
    assert to_act(table) == [1]


@pytest.mark.rule("SQ-8", "SQ-12")
def test_without_any_trick_in_hand_the_reactions_are_left_out() -> None:
    table = all_choose(give(begun("2 2", "2 2"), "2", "-1"), "2", "-1")
    assert to_act(table) == ["chance"]
    play(table, [("chance", "empty")])
    assert table.state.round == 2
    assert to_act(table) == [0, 1]


@pytest.mark.rule("SQ-8")
@pytest.mark.parametrize(
    ("steps", "player"),
    [(0, 0), (1, 1), (2, 3), (3, 3)],  # the owner is seat 0, 1, 2 (which passes) and 3
)
def test_of_several_tricks_the_first_from_the_owner_on_takes_effect(steps: int, player: int) -> None:
    table = begun("next again", "next again", "again again", "next quick")
    all_choose(table, *["1"] * steps, *["0"] * (4 - steps))
    all_choose(table, "next", "next", "pass", "next")
    assert guard(table) == steps + 1
    assert discarded(table) == ["next"]
    assert [table.state.held[seat] for seat in range(4)] == [1 if seat == player else 2 for seat in range(4)]
    assert to_act(table) == [0, 1, 2, 3]  # a new reaction


@pytest.mark.rule("SQ-8")
def test_the_order_follows_the_guard_as_he_moves_on() -> None:
    table = all_choose(begun("next next", "next next", "next again"), "0", "0", "0")
    for player in (0, 1, 2, 0, 1):
        before = table.state.held[player]
        all_choose(table, *["next" if "next" in legal(table, seat) else "pass" for seat in to_act(table)])
        assert table.state.held[player] == before - 1


@pytest.mark.rule("SQ-8")
def test_seats_that_are_out_are_passed_over_in_the_order() -> None:
    table = begun("next again", "2 2", "next again", characters=2, layout="groups", at=1)
    turn_up(all_choose(table, "0", "1", "0"), "pow", "pow")
    assert ring(table) == [0, 0, 2, 2]
    all_choose(table, "0", "0")
    assert guard(table) == 2
    all_choose(table, "next", "next")
    assert hand(table, 2) == ["again"]
    all_choose(table, "pass", "pass")


@pytest.mark.rule("SQ-9")
def test_any_number_of_next_may_follow_each_other() -> None:
    table = all_choose(begun("next next", "next again"), "1", "0")
    for _ in range(3):
        all_choose(table, *["next" if "next" in legal(table, seat) else "pass" for seat in to_act(table)])
    assert guard(table) == 4
    assert not table.state.quick
    assert discarded(table) == ["next"] * 3


@pytest.mark.rule("SQ-10", "SQ-16")
def test_a_quick_round_goes_on_until_a_character_leaves() -> None:
    table = all_choose(begun("quick again", "2 2"), "0", "0")
    all_choose(table, "quick", "pass")
    assert guard(table) == 1
    turn_up(table, "empty")
    assert guard(table) == 2
    assert table.state.round == 1
    assert to_act(table) == [0, 1]
    assert legal(table, 0) == ["pass"]  # the reaction to the move, opened again
    play(all_pass(table), [("chance", "trick")])
    play(all_pass(table), [("chance", "next")])
    assert guard(table) == 3
    turn_up(table, "pow")
    assert guard(table) == 3
    assert table.state.round == 2
    assert legal(table, 0) == ["0", "1"]
    turn_up(all_choose(table, "0", "0"), "empty")
    assert table.state.round == 3  # a quick round lasts until it ends


@pytest.mark.rule("SQ-10")
def test_a_second_quick_in_a_quick_round_moves_the_guard_only() -> None:
    table = all_choose(begun("quick quick", "2 2"), "0", "0")
    all_choose(table, "quick", "pass")
    all_choose(table, "quick", "pass")
    assert guard(table) == 2
    turn_up(table, "empty")
    assert guard(table) == 3
    turn_up(table, "pow")
    assert table.state.round == 2


@pytest.mark.rule("SQ-11")
def test_guard_actions_are_drawn_by_what_the_pile_holds() -> None:
    table = all_pass(all_choose(begun("2 2", "2 2"), "0", "0"))
    assert table.status()["legal"] == {"chance": {"pow": 10, "empty": 4, "trick": 6}}
    play(table, [("chance", "empty")])
    assert table.state.guard_discard == [0, 1, 0]
    all_pass(all_choose(all_pass(table), "0", "0"))
    assert table.status()["legal"] == {"chance": {"pow": 10, "empty": 3, "trick": 6}}


@pytest.mark.rule("SQ-11", "SQ-12")
def test_an_empty_guard_pile_is_made_anew_from_its_discard_before_the_draw() -> None:
    table = begun("again 2", "2 2")
    table.state.guard_pile, table.state.guard_discard = [0, 1, 0], [10, 3, 6]
    play(all_pass(all_choose(table, "0", "0")), [("chance", "empty")])
    assert table.state.guard_pile == [0, 0, 0]  # not before it is needed
    all_choose(table, "again", "pass")
    assert table.status()["legal"] == {
        "chance": {"pow": 10, "empty": 4, "trick": 6}
    }  # the void card among them
    assert table.state.guard_discard == [0, 0, 0]


@pytest.mark.rule("SQ-12")
@pytest.mark.parametrize("card", ["pow", "empty", "trick"])
@pytest.mark.parametrize("player", [0, 1])
def test_again_voids_any_card_on_anybodys_character(card: str, player: int) -> None:
    table = all_choose(begun("again 2", "again next"), "0", "0")
    play(all_pass(table), [("chance", card)])
    assert table.status()["legal"] == {"0": ["pass", "again"], "1": ["pass", "again"]}
    play(table, [(player, "again"), (1 - player, "pass")])
    assert to_act(table) == ["chance"]
    assert guard(table) == 0
    assert len(ring(table)) == 6
    assert discarded(table) == ["again"]
    play(table, [("chance", "empty")])
    assert to_act(table) == [0, 1]  # the new card can be reacted to again
    all_pass(table)
    assert table.state.round == 2


@pytest.mark.rule("SQ-12")
@pytest.mark.parametrize(("votes", "player"), [("0 0 0", 1), ("0 1 0", 1), ("0 1 1", 2)])
def test_of_several_again_only_the_first_from_the_owner_on_is_used(votes: str, player: int) -> None:
    table = all_choose(begun("2 2", "again 2", "again 2"), *votes.split())
    play(all_pass(table), [("chance", "pow")])
    all_choose(table, "pass", "again", "again")
    assert discarded(table) == ["again"]
    assert "again" not in hand(table, player)
    assert "again" in hand(table, 3 - player)


@pytest.mark.rule("SQ-13")
def test_an_empty_magazine_spares_the_character() -> None:
    table = turn_up(all_choose(begun("2 2", "next next"), "0", "1"), "empty")
    assert len(ring(table)) == 6
    assert guard(table) == 1
    assert table.state.held[:2] == [2, 2]
    assert table.state.round == 2


@pytest.mark.rule("SQ-14")
def test_a_new_trick_spares_the_character_and_its_owner_draws() -> None:
    table = turn_up(all_choose(begun("2 2", "next next"), "0", "1"), "trick")
    assert table.status()["legal"] == {"chance": {"2": 2, "-1": 4, "next": 3, "quick": 3, "again": 5}}
    play(table, [("chance", "again")])
    assert hand(table, 1) == ["next", "next", "again"]
    assert len(ring(table)) == 6
    assert to_act(table) == [0, 1]
    assert table.state.round == 2


@pytest.mark.rule("SQ-14")
def test_an_empty_trick_pile_is_made_anew_from_its_discard_before_the_draw() -> None:
    table = give(
        begun("2 2", "2 2"),
        "2 2",
        " ".join(["2"] * 2 + ["-1"] * 4 + ["next"] * 5 + ["quick"] * 3 + ["again"] * 5),
    )
    turn_up(all_choose(table, "2", "-1"), "empty")
    assert table.state.tricks_left == 0
    turn_up(all_choose(table, "2", "2"), "trick")
    assert table.status()["legal"] == {"chance": {"2": 3, "-1": 1}}
    assert discarded(table) == []


@pytest.mark.rule("SQ-14")
@pytest.mark.parametrize("quick", [False, True])
def test_nothing_is_drawn_when_pile_and_discard_are_empty(quick: bool) -> None:
    table = give(
        begun("2 2", "2 2"),
        " ".join(["2"] * 4 + ["-1"] * 4),
        " ".join(["next"] * 5 + ["quick"] * 3 + ["again"] * 5),
    )
    table.state.quick = quick
    turn_up(all_choose(table, "0", "0"), "trick")
    assert table.state.held[:2] == [8, 13]
    assert guard(table) == quick
    assert "events.no_trick" in [event.key for event in table.events[-1]]
    assert legal(table, 0) == (["pass"] if quick else ["-1", "0", "1", "2"])


@pytest.mark.rule("SQ-15")
@pytest.mark.parametrize(("steps", "left", "stands"), [(2, [0, 1, 0, 1, 2], 2), (5, [0, 1, 2, 0, 1], 0)])
def test_pow_takes_the_character_and_the_guard_stands_on_the_next(
    steps: int, left: list[int], stands: int
) -> None:
    table = begun("2 2", "2 2", "-1 -1", characters=2)
    all_choose(table, *(("1", "1", "0") if steps == 2 else ("0", "0", "-1")))
    assert guard(table) == steps
    turn_up(table, "pow")
    assert ring(table) == left
    assert guard(table) == stands


@pytest.mark.rule("SQ-17")
def test_a_seat_without_characters_is_out_and_its_hand_discarded() -> None:
    table = begun("2 2", "again quick", "next next", characters=2, layout="groups", at=1)
    turn_up(all_choose(table, "0", "1", "0"), "pow")
    assert to_act(table) == [0, 1, 2]
    turn_up(all_choose(table, "0", "0", "0"), "pow")
    assert ring(table) == [0, 0, 2, 2]
    assert hand(table, 1) == []
    assert discarded(table) == ["quick", "again"]
    assert to_act(table) == [0, 2]
    refused(table, 1, "0")
    all_choose(table, "0", "0")
    assert to_act(table) == [0, 2]


@pytest.mark.rule("SQ-18")
def test_the_last_colour_wins_and_the_ranking_is_the_reverse_order_of_leaving() -> None:
    table = begun("2 2", "again quick", "next next", characters=2, layout="groups", at=1)
    turn_up(all_choose(table, "0", "1", "0"), "pow", "pow", "pow", "pow")
    status = table.status()
    assert status["over"]
    assert status["outcome"]["scores"] == [1, 0, 0]
    assert status["outcome"]["ranking"] == [0, 2, 1]
    assert ring(table) == [0, 0]
    refused(table, 0, "0")


@pytest.mark.rule("SQ-18")
def test_the_game_ends_at_once_also_in_a_quick_round() -> None:
    table = all_choose(begun("quick quick", "2 2", characters=2, layout="groups", at=1), "0", "0")
    all_choose(table, "quick", "pass")
    turn_up(table, "pow")
    all_choose(table, "0", "0")
    all_choose(table, "pass", "pass")
    play(table, [("chance", "pow")])
    all_choose(table, "pass", "pass")
    assert table.status()["outcome"]["ranking"] == [0, 1]
