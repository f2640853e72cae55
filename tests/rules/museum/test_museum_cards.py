"""Museum by night: the cards, when they can be played and what they do."""

from typing import Any

import pytest

from ludothek.core import CHANCE
from ludothek.games.museum.box import AWAY, CAUGHT
from ludothek.games.museum.notation import CARDS
from ludothek.games.museum.rules import GAME
from tests.playing import refused
from tests.rules.museum.setting import (
    TARGET,
    acting,
    cards,
    covered,
    do,
    ended,
    on,
    options,
    placed,
    scene,
    shipped,
)

LONGEST = "guard_back guard_back guard_stays guard_stays ida_step ida_step light1 light2 turn1 turn2 reroll1 reroll2 steps2 steps3"
EVERYWHERE = {"guard_back", "ida_step", "light1", "light2", "steps2", "steps3"}


@pytest.mark.rule("MU-17")
def test_what_can_be_played_at_each_card_point() -> None:
    table = scene("cap cap torch shoe ida fox", cards=LONGEST, guard=1, ida=-7)
    assert cards(table) == EVERYWHERE | {"guard_stays", "turn1", "turn2"}  # while placing
    do(table, "torch", "shoe", "ida", "fox")
    assert cards(table) == EVERYWHERE | {"guard_stays", "reroll1", "reroll2"}  # when all are placed
    do(table, "act", "turn1")
    for strip in (1, 2, 3, 4, 5):
        assert table.state.strip == strip
        assert cards(table) == (
            EVERYWHERE | {"guard_stays", "reroll1", "reroll2"} if strip <= 3 else EVERYWHERE
        )
        assert "go" in options(table)
        do(table, "go", *(["stop"] if strip == 2 else []))
    assert acting(table) == [CHANCE]
    assert (table.state.lit, table.state.guard, table.state.ida) == (1, 3, -6)


@pytest.mark.rule("MU-5", "MU-17")
def test_there_is_room_for_the_most_legal_moves() -> None:
    table = scene("fox torch shoe ida cap cap dino", cards=LONGEST, guard=1, ida=-7, has_white=1)
    assert (
        len(options(table)) == GAME.legal == 4 + 5 + 1 + 7 + 2 * 21
    )  # blue dice, the dino, roll, cards, turning


@pytest.mark.rule("MU-17")
def test_empty_strips_have_their_card_points_too() -> None:
    table = do(scene("cap cap cap cap cap cap", cards="light1"), "act")
    for strip in (1, 2, 3, 4, 5):
        assert table.state.strip == strip
        assert options(table) == {"go", "!light1"}
        do(table, "go")
    assert acting(table) == [CHANCE]


@pytest.mark.rule("MU-17")
def test_without_a_card_that_can_be_played_play_goes_on_by_itself() -> None:
    table = do(scene("cap cap cap cap cap cap", cards="turn1 ida_step guard_back"), "act")
    assert table.state.strip == 4  # the guard has left his start field now, and Ida is in play
    assert cards(table) == {"guard_back", "ida_step"}


@pytest.mark.rule("MU-17")
def test_after_a_card_it_is_asked_again_only_while_one_can_be_played() -> None:
    table = do(scene("cap cap cap cap cap cap", cards="light1 light1"), "act", "!light1")
    assert (table.state.strip, options(table)) == (1, {"go", "!light1"})
    do(table, "!light1")
    assert acting(table) == [CHANCE]
    assert table.state.lit == 2


@pytest.mark.rule("MU-17")
def test_no_cards_during_steps_the_second_turn_or_the_placing_of_a_rerolled_die() -> None:
    everything: dict[str, Any] = {"cards": LONGEST, "guard": 1, "ida": -7}
    assert cards(do(placed("shoe shoe cap cap cap cap", **everything), "!steps2")) == set()
    assert cards(do(scene("fox fox fox fox fox shoe", **everything), "!turn2 fox>shoe")) == set()
    table = do(placed("fox fox fox fox fox fox", white="cap", has_white=1, **everything), "!reroll1", "dino")
    assert cards(table) == set()


@pytest.mark.rule("MU-17")
def test_a_drawn_card_can_be_used_before_the_next_strip_or_in_any_later_turn() -> None:
    table = do(placed("fox cap cap cap cap cap", children=[4, 4, 4, 4]), "act", "steps3")
    assert options(table) == {"go", "!steps3"}
    do(table, "go", "go", "go", "go", "go", *["cap"] * 6)
    assert options(table) == {"act", "!steps3"}


@pytest.mark.rule("MU-17")
def test_a_card_is_used_once() -> None:
    table = do(scene("fox fox fox fox fox shoe", cards="light1"), "!light1")
    assert cards(table) == set()
    light1 = CARDS.index("light1")
    assert (
        table.state.pile[light1] + table.state.hand[light1] == 1
    )  # the other of its kind is still in the pile


@pytest.mark.rule("MU-17")
def test_guard_back_not_on_his_start_field() -> None:
    table = scene("fox fox fox fox fox shoe", cards="guard_back guard_back", guard=-3)
    do(table, "!guard_back")
    assert table.state.guard == -4
    refused(table, 0, "!guard_back")


@pytest.mark.rule("MU-17")
def test_guard_stays_once_a_turn_and_moves_nobody_with_this_turns_caps() -> None:
    table = scene("cap cap cap cap cap cap", cards="guard_stays guard_stays", seats=2)
    do(table, "!guard_stays")
    assert options(table) == {"act"}
    do(table, "act")
    assert (table.state.guard, on(table, "cap")) == (-4, 0)
    do(table, *["cap"] * 6)
    assert options(table) == {"act", "!guard_stays"}
    do(table, "act", "go", "go", "!guard_stays")  # the last chance is before the cap strip
    assert table.state.guard == -4


@pytest.mark.rule("MU-17")
def test_ida_step_only_if_she_is_in_play_and_can() -> None:
    for ida, guard, possible in ((AWAY, -3, False), (4, 8, True), (5, 8, False)):
        table = scene("fox fox fox fox fox shoe", cards="ida_step", ida=ida, guard=guard)
        assert ("!ida_step" in options(table)) is possible
    table = do(scene("fox fox fox fox fox shoe", cards="ida_step", ida=4, guard=8), "!ida_step")
    assert table.state.ida == 5


@pytest.mark.rule("MU-17")
@pytest.mark.parametrize(("card", "lit", "then"), [("light1", 0, 1), ("light2", 0, 2), ("light2", 10, 11)])
def test_light(card: str, lit: int, then: int) -> None:
    table = do(scene("fox fox fox fox fox shoe", cards=card, lit=lit), f"!{card}")
    assert table.state.lit == then
    assert cards(scene("fox fox fox fox fox shoe", cards=card, lit=11)) == set()


@pytest.mark.rule("MU-17", "MU-18")
def test_steps_cards_while_a_child_can_step() -> None:
    table = do(scene("fox fox fox fox fox shoe", cards="steps2 steps3"), "!steps3")
    assert options(table) == {"eddie", "helene", "jo", "schoki", "stop"}
    do(table, "jo", "jo", "jo")
    assert table.state.children == [0, 0, 3, 0]
    assert options(table) == {"fox", "shoe", "!steps2"}
    do(table, "!steps2", "jo", "stop")  # may be broken off
    assert table.state.children == [0, 0, 4, 0]
    assert cards(scene("fox fox fox fox fox shoe", cards="steps2", children=[5, CAUGHT, TARGET, 5])) == set()


@pytest.mark.rule("MU-17", "MU-18")
def test_steps_at_a_late_card_point_lead_back_to_it() -> None:
    table = do(
        placed("cap cap cap torch torch torch", cards="steps2 steps3", children=[4, 4, 4, 4]),
        "act",
        "go",
        "go",
        "go",
    )
    assert table.state.strip == 4
    do(table, "!steps2", "jo", "stop")
    assert (table.state.strip, options(table)) == (4, {"go", "!steps3"})


@pytest.mark.rule("MU-17", "MU-18")
def test_turning_one_die_to_another_of_its_symbols() -> None:
    table = scene("fox fox fox shoe ida cap dino", cards="turn1", has_white=1)
    turns = {move for move in options(table) if move[0] == "!"}
    blue = {
        f"!turn1 {a}>{b}"
        for a in ("fox", "shoe", "ida")
        for b in ("fox", "torch", "shoe", "cap", "ida")
        if a != b
    }
    assert turns == blue | {f"!turn1 w:dino>{b}" for b in ("fox", "torch", "shoe", "cap", "ida")}
    do(table, "!turn1 w:dino>torch")
    assert {"fox", "shoe", "w:torch", "roll"} == options(table)


@pytest.mark.rule("MU-18")
def test_a_blue_die_can_only_be_turned_to_what_is_printed_on_it() -> None:
    kit = shipped(
        blue_die=["fox", "fox", "shoe", "shoe", "cap", "ida"],
        white_die=["fox", "torch", "shoe", "shoe", "cap", "dino"],
    )
    table = scene("shoe shoe shoe shoe shoe shoe fox", cards="turn1", has_white=1, kit=kit)
    turns = {move.partition(" ")[2] for move in options(table) if move[0] == "!"}
    assert turns == {
        "shoe>fox",
        "shoe>cap",
        "shoe>ida",
        "w:fox>torch",
        "w:fox>shoe",
        "w:fox>cap",
        "w:fox>dino",
    }


@pytest.mark.rule("MU-18")
def test_a_die_turned_to_cap_goes_onto_its_strip_at_once() -> None:
    table = do(scene("fox fox fox fox fox fox", cards="turn1"), "!turn1 fox>cap")
    assert on(table, "cap") == 1
    table = do(scene("cap cap cap cap cap fox", cards="turn1"), "!turn1 fox>cap")
    assert options(table) == {"act"}


@pytest.mark.rule("MU-18")
def test_the_second_die_is_a_different_one() -> None:
    table = do(scene("shoe ida cap cap cap cap", cards="turn2"), "!turn2 shoe>ida")
    assert options(table) == {"keep", "+ida>fox", "+ida>torch", "+ida>shoe", "+ida>cap"}  # the other ida
    do(table, "+ida>shoe")
    assert table.state.loose[2] == table.state.loose[4] == 1
    table = do(scene("shoe fox cap cap cap cap", cards="turn2"), "!turn2 shoe>ida")
    assert options(table) == {
        "keep",
        "+fox>ida",
        "+fox>torch",
        "+fox>shoe",
        "+fox>cap",
    }  # not the one just turned
    do(table, "keep")
    assert options(table) == {"fox", "roll"}
    table = do(scene("shoe fox cap cap cap cap", cards="turn1 turn2"), "!turn2 shoe>ida", "keep")
    assert "!turn1 ida>torch" in options(table)  # by another card it may be turned again


@pytest.mark.rule("MU-18")
def test_the_white_die_is_turned_once() -> None:
    table = do(scene("cap cap cap cap cap fox dino", cards="turn2", has_white=1), "!turn2 w:dino>fox")
    assert options(table) == {"keep", "+fox>torch", "+fox>shoe", "+fox>cap", "+fox>ida"}
    table = do(scene("cap cap cap cap cap fox dino", cards="turn2", has_white=1), "!turn2 fox>ida")
    assert options(table) == {
        "keep",
        "+w:dino>fox",
        "+w:dino>torch",
        "+w:dino>shoe",
        "+w:dino>cap",
        "+w:dino>ida",
    }


@pytest.mark.rule("MU-18")
def test_if_no_other_die_can_be_turned_it_is_not_asked() -> None:
    table = do(scene("cap cap cap cap cap fox", cards="turn2"), "!turn2 fox>shoe")
    assert options(table) == {"shoe", "roll"}
    table = do(scene("cap cap cap cap fox fox", cards="turn2"), "!turn2 fox>cap", "+fox>cap")
    assert options(table) == {"act"}


@pytest.mark.rule("MU-18")
def test_a_rerolled_cap_is_placed_by_its_new_symbol() -> None:
    table = do(placed("cap cap fox fox fox fox", cards="reroll1"), "!reroll1")
    assert (acting(table), on(table, "cap")) == ([CHANCE], 1)
    do(table, "shoe")
    assert (on(table, "cap"), on(table, "shoe"), options(table)) == (1, 1, {"act"})
    table = do(placed("cap cap fox fox fox fox", cards="reroll1"), "!reroll1", "cap")
    assert (on(table, "cap"), options(table)) == (2, {"act"})


@pytest.mark.rule("MU-18")
def test_it_is_rolled_until_it_can_be_placed() -> None:
    table = do(placed("cap fox fox fox fox fox", cards="reroll1", lit=11), "!reroll1", "ida", "torch", "ida")
    assert acting(table) == [CHANCE]
    do(table, "fox")
    assert (on(table, "fox"), options(table)) == (6, {"act"})
    table = do(
        placed("cap cap cap cap cap cap", cards="reroll1 reroll2"),
        "!reroll2",
        "shoe",
        "fox",
        "!reroll1",
        "ida",
        "cap",
    )
    assert (on(table, "cap"), options(table)) == (4, {"act"})


@pytest.mark.rule("MU-18")
def test_reroll2_takes_as_many_caps_as_there_are_blue_before_white() -> None:
    table = do(placed("cap fox fox fox fox fox", cards="reroll2"), "!reroll2")
    assert (table.state.to_roll, table.state.white_to_roll) == (1, 0)
    table = do(placed("cap fox fox fox fox fox", cards="reroll2", white="cap", has_white=1), "!reroll2")
    assert (table.state.to_roll, table.state.white_to_roll, on(table, "cap")) == (1, 1, 0)
    assert "dino" not in options(table)
    do(table, "shoe")
    assert "dino" in options(table)
    do(table, "torch")
    assert options(table) == {"act"}
    table = do(placed("cap cap fox fox fox fox", cards="reroll2", white="cap", has_white=1), "!reroll2")
    assert (table.state.to_roll, table.state.white_to_roll, on(table, "cap")) == (2, 0, 1)


@pytest.mark.rule("MU-18")
def test_a_rerolled_dino_goes_where_the_seat_says() -> None:
    table = placed("fox fox fox fox fox fox", white="cap", cards="reroll1", has_white=1)
    do(table, "!reroll1", "dino")
    assert options(table) == {"w:dino>torch", "w:dino>shoe", "w:dino>cap"}  # fox is full, ida covered
    do(table, "w:dino>shoe")
    assert (on(table, "shoe"), options(table)) == (1, {"act"})


@pytest.mark.rule("MU-17", "MU-18")
def test_caps_are_rolled_again_until_their_strip_has_acted() -> None:
    table = do(
        placed("fox cap cap shoe torch torch"), "act", "reroll1"
    )  # also by a card that the fox has just brought
    assert options(table) == {"go", "!reroll1"}
    do(table, "!reroll1", "torch")
    assert (table.state.lit, options(table)) == (3, {"eddie", "helene", "jo", "schoki", "stop"})
    do(table, "stop")
    assert table.state.guard == -3  # one cap is left


@pytest.mark.rule("MU-18")
def test_a_strip_that_has_acted_takes_a_rerolled_die_and_does_nothing_more_with_it() -> None:
    table = do(
        placed("cap cap torch torch shoe shoe", cards="reroll2 light1"),
        "act",
        "go",
        "go",
        "stop",
        "!reroll2",
        "torch",
        "fox",
    )
    assert (table.state.strip, on(table, "torch"), on(table, "fox"), options(table)) == (
        3,
        1,
        1,
        {"go", "!light1"},
    )
    do(table, "go", "go", "go")
    assert (table.state.lit, table.state.pile_left, table.state.guard) == (2, 18, -4)
    assert sum(table.state.placed) == 0  # all strips are emptied at the end of the turn


@pytest.mark.rule("MU-18")
def test_a_dino_rerolled_between_the_strips_goes_where_the_seat_says() -> None:
    table = do(
        placed("torch torch torch shoe shoe shoe", white="cap", cards="reroll1", has_white=1),
        "act",
        "go",
        "!reroll1",
        "dino",
    )
    assert options(table) == {"w:dino>fox", "w:dino>torch", "w:dino>shoe", "w:dino>cap"}
    do(table, "w:dino>shoe")
    assert (table.state.steps, options(table)) == (6, {"eddie", "helene", "jo", "schoki", "stop"})


@pytest.mark.rule("MU-18")
def test_a_dino_on_the_cap_strip_shows_no_cap() -> None:
    table = placed("fox fox fox fox fox fox", white="dino>cap", cards="reroll1 reroll2", has_white=1)
    assert options(table) == {"act"}
    table = placed("cap fox fox fox fox fox", white="dino>cap", cards="reroll2", has_white=1)
    do(table, "!reroll2")
    assert (table.state.to_roll, table.state.white_to_roll, on(table, "cap")) == (1, 0, 1)


@pytest.mark.rule("MU-18", "MU-20")
def test_a_guard_moved_back_onto_idas_field_is_reached() -> None:
    table = do(scene("fox fox fox fox fox fox", cards="guard_back", guard=3, ida=2), "!guard_back")
    assert options(table) == {"end", "encore"}
    assert ended(do(table, "end")) == ("ida", 1)


@pytest.mark.rule("MU-18", "MU-21")
def test_so_an_encore_can_begin_while_placing() -> None:
    table = scene("cap fox fox fox fox shoe", cards="guard_back", guard=3, ida=2, children=[CAUGHT, 4, 4, 4])
    do(table, "!guard_back", "encore")
    assert options(table) == {"fox", "shoe", "roll"}
    assert (table.state.guard, table.state.children, covered(table)) == (AWAY, [0, 4, 4, 4], {"cap"})
