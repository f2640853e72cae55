"""Museum by night, rule by rule: the turn from the roll to the last strip, and the end."""

import pytest

from ludothek.core import CHANCE
from ludothek.games.museum.box import AWAY, CAUGHT
from tests.playing import refused
from tests.rules.museum.setting import (
    TARGET,
    acting,
    covered,
    deal,
    do,
    ended,
    on,
    options,
    placed,
    scene,
    shipped,
    where,
)


@pytest.mark.rule("MU-2")
def test_the_set_up() -> None:
    table = scene(seats=4)
    s = table.state
    assert (s.children, s.guard, s.ida, s.lit, s.has_white) == ([0, 0, 0, 0], -4, AWAY, 0, 0)
    assert covered(table) == {"ida"}
    assert table.variant.view(s)["track"]["target"] == TARGET


@pytest.mark.rule("MU-3")
def test_a_turn_begins_with_six_rolls_of_the_blue_die() -> None:
    table = scene(seats=3)
    for symbol in ("fox", "torch", "shoe", "cap", "ida", "ida"):
        assert table.status()["legal"] == {"chance": {"fox": 1, "torch": 1, "shoe": 2, "cap": 1, "ida": 1}}
        do(table, symbol)
    assert acting(table) == [0]


@pytest.mark.rule("MU-3")
def test_turns_pass_clockwise() -> None:
    table = scene(seats=2)
    for seat in (0, 1, 0):
        do(table, *["cap"] * 6)
        assert acting(table) == [seat]
        do(table, "act")
        assert acting(table) == [CHANCE]


@pytest.mark.rule("MU-3", "MU-17")
def test_once_the_white_die_is_won_the_seat_says_first_whether_it_is_rolled() -> None:
    table = do(placed("cap cap cap cap cap cap", has_white=1, cards="light1"), "act", *["go"] * 5)
    assert options(table) == {"white", "blue"}  # and no card
    do(table, "white", *["shoe"] * 6)
    assert table.status()["legal"] == {
        "chance": {"fox": 1, "torch": 1, "shoe": 1, "cap": 1, "ida": 1, "dino": 1}
    }


@pytest.mark.rule("MU-3")
def test_without_it_it_stays_out_for_the_whole_turn() -> None:
    table = do(
        placed("cap cap cap cap cap cap", has_white=1, children=[4] * 4), "act", "blue", "shoe", *["ida"] * 5
    )
    assert options(table) == {"shoe", "ida"}  # the seventh is not rolled
    do(table, "shoe", "roll", *["cap"] * 5, "act")
    assert options(do(table, "stop")) == {"white", "blue"}  # it is asked again in every turn


@pytest.mark.rule("MU-3", "MU-15")
def test_the_white_die_is_rolled_after_the_blue_ones_once_it_is_won() -> None:
    table = scene("fox fox fox fox fox fox", has_white=1)
    assert table.status()["legal"] == {
        "chance": {"fox": 1, "torch": 1, "shoe": 1, "cap": 1, "ida": 1, "dino": 1}
    }
    do(table, "torch")
    assert options(table) == {"fox", "w:torch"}


@pytest.mark.rule("MU-4")
def test_caps_go_onto_their_strip_at_once_the_white_one_too() -> None:
    table = scene("cap fox cap fox fox fox cap", has_white=1)
    assert on(table, "cap") == 3
    assert options(table) == {"fox", "roll"}


@pytest.mark.rule("MU-5")
def test_dice_go_one_by_one_onto_open_strips_of_their_symbol() -> None:
    table = scene("fox torch shoe shoe ida ida")
    assert options(table) == {"fox", "torch", "shoe"}  # ida is covered
    do(table, "shoe")
    assert options(table) == {"fox", "torch", "shoe", "roll"}
    do(table, "shoe")
    assert options(table) == {"fox", "torch", "roll"}
    assert on(table, "shoe") == 2


@pytest.mark.rule("MU-5")
def test_a_dino_goes_onto_a_strip_of_choice_the_cap_strip_included() -> None:
    table = scene("ida ida ida ida ida ida dino", has_white=1)
    assert options(table) == {"w:dino>fox", "w:dino>torch", "w:dino>shoe", "w:dino>cap"}
    do(table, "w:dino>cap")
    assert on(table, "cap") == 1
    assert options(table) == {"roll"}


@pytest.mark.rule("MU-5")
def test_a_full_strip_takes_no_die() -> None:
    table = scene("fox fox fox fox fox fox dino", has_white=1)
    do(table, *["fox"] * 6)
    assert options(table) == {"w:dino>torch", "w:dino>shoe", "w:dino>cap", "roll"}
    table = scene("fox fox fox fox fox fox fox", has_white=1)
    do(table, *["fox"] * 6)
    assert options(table) == {"roll"}


@pytest.mark.rule("MU-6")
def test_rolling_again_needs_a_die_placed_since_the_last_roll() -> None:
    table = scene("fox torch shoe shoe ida ida")
    refused(table, 0, "roll")
    do(table, "fox", "roll", "fox", "fox", "fox", "fox", "torch")
    refused(table, 0, "roll")
    assert (on(table, "fox"), on(table, "torch")) == (1, 0)  # placed dice stay


@pytest.mark.rule("MU-6")
def test_a_cap_counts_as_placed() -> None:
    table = scene("cap fox fox fox fox fox")
    assert options(table) == {"fox", "roll"}
    do(table, "roll", *["fox"] * 5)
    assert options(table) == {"fox"}


@pytest.mark.rule("MU-6")
@pytest.mark.parametrize(("symbol", "counts"), [("cap", True), ("torch", False)])
def test_so_does_one_that_was_turned(symbol: str, counts: bool) -> None:
    table = do(scene("fox fox fox fox fox fox", cards="turn1"), f"!turn1 fox>{symbol}")
    assert ("roll" in options(table)) is counts


@pytest.mark.rule("MU-6")
def test_without_a_die_that_can_be_placed_rolling_is_the_only_choice() -> None:
    table = scene("ida ida ida ida ida ida")
    assert options(table) == {"roll"}
    do(table, "roll")
    assert acting(table) == [CHANCE]


@pytest.mark.rule("MU-6")
def test_the_white_die_is_rolled_again_after_the_blue_ones() -> None:
    table = do(scene("fox fox fox fox fox ida fox", has_white=1), *["fox"] * 5, "roll")
    assert "dino" not in options(table)
    do(table, "shoe")
    assert "dino" in options(table)
    do(table, "shoe")
    assert options(table) == {"shoe", "w:shoe"}


@pytest.mark.rule("MU-7")
def test_placing_goes_on_until_all_dice_are_placed() -> None:
    table = scene("fox fox fox fox fox shoe")
    do(table, *["fox"] * 5)
    assert options(table) == {"shoe", "roll"}
    do(table, "shoe")
    assert options(table) == {"act"}


@pytest.mark.rule("MU-8")
def test_the_strips_act_from_top_to_bottom_and_their_dice_are_taken_off() -> None:
    table = placed("fox torch torch shoe cap ida", ida=-7, guard=0, children=[5, 5, 5, 5])
    do(table, "act")
    assert (acting(table), table.state.lit) == ([CHANCE], 0)  # fox
    do(table, "turn1")
    assert table.state.lit == 2  # torch
    assert (on(table, "fox"), on(table, "torch"), on(table, "shoe")) == (0, 0, 1)
    assert (table.state.guard, table.state.ida) == (0, -7)
    do(table, "jo")  # shoe, then cap and ida
    assert (where(table, "jo"), table.state.guard, table.state.ida) == (6, 1, -6)
    assert sum(table.state.placed) == 0


@pytest.mark.rule("MU-8")
def test_a_strip_does_what_its_last_die_shows_and_an_empty_one_nothing() -> None:
    table = do(placed("cap cap cap torch torch torch"), "act")
    assert (table.state.guard, table.state.lit, table.state.pile_left) == (-1, 3, 20)
    assert acting(table) == [CHANCE]


@pytest.mark.rule("MU-8")
def test_act_is_asked_when_it_is_the_only_choice() -> None:
    assert options(scene("cap cap cap cap cap cap")) == {"act"}


@pytest.mark.rule("MU-9")
def test_cards_are_drawn_by_what_is_left_in_the_pile() -> None:
    table = do(placed("fox fox fox cap cap cap"), "act")
    before = table.status()["legal"]["chance"]
    assert before["turn1"] == 2
    do(table, "turn1")
    assert table.status()["legal"]["chance"] == before | {"turn1": 1}
    do(table, "turn1")
    assert table.state.hand == [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]
    assert table.state.guard == -1


@pytest.mark.rule("MU-9")
def test_draws_from_an_empty_pile_are_lost_and_the_fox_strip_is_covered() -> None:
    table = placed("fox fox fox fox fox fox", pile=[0] * 5 + [2] + [0] * 5, pile_left=2)
    do(table, "act", "turn1")
    assert "fox" not in covered(table)
    assert options(table) == {"draw", "leave"}
    do(table, "draw", "turn1")
    assert table.state.to_roll == 6  # the third draw is lost
    assert "fox" in covered(table)
    do(table, *["fox"] * 6)
    assert "fox" not in options(table)


@pytest.mark.rule("MU-9")
def test_the_last_card_may_be_left() -> None:
    table = do(placed("fox fox fox fox cap cap", pile=[0] * 5 + [1] + [0] * 5, pile_left=1, cards=""), "act")
    assert options(table) == {"draw", "leave"}  # also before the first draw
    do(table, "leave")
    assert (table.state.pile_left, on(table, "fox"), "fox" in covered(table)) == (1, 0, False)


@pytest.mark.rule("MU-10")
def test_the_last_tile_may_be_left_dark() -> None:
    table = do(placed("torch torch torch cap cap cap", lit=9), "act")
    assert (table.state.lit, options(table)) == (10, {"light", "leave"})
    do(table, "leave")
    assert (table.state.lit, on(table, "torch"), "torch" in covered(table)) == (10, 0, False)


@pytest.mark.rule("MU-10")
def test_a_card_lights_the_last_tile_without_asking() -> None:
    table = do(scene("fox fox fox fox fox shoe", cards="light2", lit=10), "!light2")
    assert table.state.lit == 11


@pytest.mark.rule("MU-8")
def test_a_strip_that_shows_nothing_does_nothing() -> None:
    kit = shipped(
        strips=shipped()["strips"]
        | {strip: [0, 0, 0, 0, 0, 0, 1] for strip in ("fox", "torch", "shoe", "cap", "ida")}
    )
    table = do(placed("fox torch shoe cap ida ida", kit=kit, guard=1, ida=-3, lit=10), "act")
    assert acting(table) == [CHANCE]
    assert (
        table.state.guard,
        table.state.ida,
        table.state.lit,
        table.state.pile_left,
        sum(table.state.placed),
    ) == (1, -3, 10, 20, 0)


@pytest.mark.rule("MU-4", "MU-18")
def test_a_cap_without_room_stays_loose() -> None:
    kit = shipped(strips=shipped()["strips"] | {"cap": [1, 1, 2, 3, 4, 5]})
    table = scene("cap cap cap cap cap cap cap", has_white=1, kit=kit, cards="turn1")
    assert (on(table, "cap"), options(table)) == (6, {"roll"})
    table = scene("cap cap cap cap cap cap shoe", has_white=1, kit=kit, cards="turn1")
    do(table, "!turn1 w:shoe>cap")
    assert (on(table, "cap"), options(table)) == (6, {"roll"})


@pytest.mark.rule("MU-10")
def test_the_torch_lights_the_next_tiles_and_is_covered_when_all_are_lit() -> None:
    table = do(placed("torch torch cap cap cap cap"), "act")
    assert table.state.lit == 2
    table = do(placed("torch torch cap cap cap cap", lit=8), "act")
    assert (table.state.lit, "torch" in covered(table)) == (10, False)
    table = do(placed("torch torch torch cap cap cap", lit=10), "act", "light")
    assert (table.state.lit, "torch" in covered(table)) == (11, True)


@pytest.mark.rule("MU-11")
def test_steps_are_shared_among_the_children_and_may_be_left() -> None:
    table = do(placed("shoe shoe shoe cap cap cap"), "act")  # four steps
    assert options(table) == {"eddie", "helene", "jo", "schoki", "stop"}
    do(table, "jo", "jo", "eddie")
    assert options(table) == {"eddie", "helene", "jo", "schoki", "stop"}
    do(table, "jo")
    assert table.state.children == [1, 0, 3, 0]
    table = do(placed("shoe shoe shoe cap cap cap"), "act", "stop")
    assert table.state.children == [0, 0, 0, 0]
    assert acting(table) == [CHANCE]


@pytest.mark.rule("MU-11")
def test_no_child_steps_onto_an_unlit_tile() -> None:
    table = do(placed("shoe shoe shoe shoe shoe cap", children=[5, 6, 7, 4], lit=2), "act")
    assert options(table) == {"eddie", "helene", "schoki", "stop"}
    do(table, "eddie", "eddie", "helene", "schoki", "schoki")
    assert options(table) == {"schoki", "stop"}
    do(table, "schoki")  # the seventh step is lost
    assert (table.state.children, acting(table)) == ([7, 7, 7, 7], [CHANCE])


@pytest.mark.rule("MU-11")
def test_the_target_is_entered_from_the_last_tile_when_it_is_lit() -> None:
    assert "jo" not in options(do(placed("shoe cap cap cap cap cap", children=[0, 0, 15, 0], lit=10), "act"))
    table = do(placed("shoe cap cap cap cap cap", children=[0, 0, 16, 0], lit=11), "act", "jo")
    assert where(table, "jo") == TARGET
    assert "jo" not in options(do(placed("shoe cap cap cap cap cap", children=[0, 0, 17, 0], lit=11), "act"))


@pytest.mark.rule("MU-11")
def test_without_a_child_that_can_step_the_shoe_strip_is_not_asked() -> None:
    table = do(placed("shoe shoe shoe cap cap cap", children=[5, 5, 5, 5]), "act")
    assert acting(table) == [CHANCE]
    assert "shoe" not in covered(table)


@pytest.mark.rule("MU-11")
def test_the_shoe_strip_is_covered_when_no_child_is_under_way() -> None:
    table = placed(
        "shoe shoe cap cap cap cap", children=[CAUGHT, TARGET, 16, CAUGHT], lit=11, guard=3, ida=-7
    )
    assert "shoe" not in covered(table)
    do(table, "act", "jo")
    assert "shoe" in covered(table)
    do(table, "white", *["shoe"] * 7)
    assert options(table) == {"roll"}


@pytest.mark.rule("MU-12")
def test_the_guard_catches_every_child_on_a_field_that_he_enters() -> None:
    table = do(placed("cap cap cap torch torch torch", guard=4, ida=-7, children=[5, 7, 8, 5], lit=1), "act")
    assert table.state.guard == 7  # beyond the lit tiles
    assert table.state.children == [CAUGHT, CAUGHT, 8, CAUGHT]
    assert {"eddie", "jo"} & options(do(table, *["shoe"] * 6, *["shoe"] * 6, "act")) == {"jo"}


@pytest.mark.rule("MU-13")
def test_ida_comes_into_play_when_the_guard_reaches_the_start_for_the_first_time() -> None:
    table = do(placed("cap cap cap torch torch torch"), "act")
    assert (table.state.guard, table.state.ida) == (-1, AWAY)
    table = do(placed("cap cap cap cap cap torch"), "act")  # also when he walks over it
    assert (table.state.guard, table.state.ida) == (1, -7)
    assert "ida" not in covered(table)


@pytest.mark.rule("MU-13")
def test_a_second_arrival_leaves_ida_where_she_is() -> None:
    table = placed("cap fox fox fox fox fox", cards="guard_back", guard=0, ida=-3)
    do(table, "!guard_back", "act", "turn1", "turn1", "turn2")
    assert (table.state.guard, table.state.ida) == (0, -3)


@pytest.mark.rule("MU-14")
def test_ida_stops_before_an_unlit_tile() -> None:
    table = do(placed("ida ida ida ida ida ida", guard=12, ida=4, lit=1), "act")
    assert table.state.ida == 6
    table = do(placed("ida ida ida ida ida ida", guard=12, ida=4, lit=5), "act")
    assert table.state.ida == 7


@pytest.mark.rule("MU-15")
def test_the_first_child_at_the_target_wins_the_white_die_for_the_next_turn() -> None:
    table = scene("fox fox fox fox fox ida", cards="steps2", children=[16, 0, 0, 0], lit=11)
    do(table, "!steps2", "eddie", "stop", "fox", "roll")
    do(table, *["cap"] * 5)
    assert options(table) == {"act"}  # the white die was not rolled this turn
    do(table, "act", "turn1", "white", *["fox"] * 6)
    assert "dino" in options(table)


@pytest.mark.rule("MU-16")
def test_a_card_covers_a_strip_at_once_and_its_dice_stay_without_effect() -> None:
    table = do(scene("torch torch fox fox fox fox", cards="light2", lit=9), "torch", "!light2")
    assert "torch" in covered(table)
    assert options(table) == {"fox", "roll"}
    assert on(table, "torch") == 1
    do(table, "roll", *["cap"] * 5, "act")
    assert (table.state.lit, on(table, "torch")) == (11, 0)


@pytest.mark.rule("MU-16")
def test_steps_by_a_card_cover_the_shoe_strip_under_its_dice() -> None:
    table = scene(
        "shoe shoe fox fox fox fox",
        cards="steps2",
        children=[16, TARGET, CAUGHT, CAUGHT],
        lit=11,
        has_white=0,
    )
    do(table, "shoe", "!steps2", "eddie")
    assert "shoe" in covered(table)
    assert options(table) == {"fox", "roll"}
    do(table, "roll", *["cap"] * 5, "act")
    assert options(table) == {"white", "blue"}
    assert on(table, "shoe") == 0


@pytest.mark.rule("MU-19", "MU-21")
@pytest.mark.parametrize("guard", [12, AWAY])
def test_all_children_at_the_target_win_at_once(guard: int) -> None:
    table = placed(
        "shoe shoe cap cap cap cap",
        children=[TARGET, TARGET, 16, TARGET],
        lit=11,
        guard=guard,
        ida=0,
        seats=3,
    )
    do(table, "act", "jo")
    assert ended(table) == ("all", 1)


@pytest.mark.rule("MU-19")
def test_a_caught_child_is_missing() -> None:
    table = placed("shoe shoe cap cap cap cap", children=[TARGET, TARGET, 16, CAUGHT], lit=11, guard=2, ida=0)
    assert ended(do(table, "act", "jo")) is None


@pytest.mark.rule("MU-20")
def test_ida_on_the_guards_field_wins() -> None:
    table = placed("ida ida ida ida ida fox", guard=3, ida=1, children=[CAUGHT, 5, 5, 5])
    do(table, "act", "turn1")
    assert options(table) == {"end", "encore"}
    do(table, "end")
    assert ended(table) == ("ida", 1)
    assert table.state.ida == table.state.guard == 3  # her third step is not taken


@pytest.mark.rule("MU-20")
def test_she_needs_a_lit_tile_under_him() -> None:
    table = do(placed("ida ida ida ida ida ida", guard=6, ida=5), "act")
    assert (ended(table), table.state.ida) == (None, 5)


@pytest.mark.rule("MU-22")
def test_the_guard_at_the_target_loses_the_game() -> None:
    table = placed(
        "cap cap cap ida ida ida",
        guard=15,
        ida=14,
        children=[TARGET, TARGET, TARGET, CAUGHT],
        lit=11,
        seats=2,
    )
    do(table, "act")
    assert ended(table) == ("guard", 0)
    assert table.state.children == [CAUGHT] * 4
    assert table.state.guard == TARGET


@pytest.mark.rule("MU-20")
def test_the_seat_in_turn_is_asked_at_once_also_after_a_card_and_no_card_can_be_played() -> None:
    table = do(
        placed("cap cap cap cap cap cap", cards="ida_step light1", guard=3, ida=2, seats=3, turn=1),
        "!ida_step",
    )
    assert (acting(table), options(table)) == ([1], {"end", "encore"})
    assert ended(do(table, "end")) == ("ida", 1)


@pytest.mark.rule("MU-21")
def test_after_the_encore_play_goes_on_where_it_was() -> None:
    table = do(placed("cap cap cap cap cap cap", cards="ida_step", guard=3, ida=2), "!ida_step", "encore")
    assert options(table) == {"act"}
    table = do(
        placed("ida cap cap cap cap cap", cards="ida_step light1", guard=3, ida=2, stays=1),
        "act",
        "!ida_step",
        "encore",
    )
    assert (table.state.strip, options(table)) == (1, {"go", "!light1"})
    do(table, *["go"] * 4)
    assert (table.state.strip, table.state.ida, options(table)) == (5, 4, {"go", "!light1"})


@pytest.mark.rule("MU-6", "MU-21")
def test_in_an_encore_a_roll_with_caps_may_always_be_rolled_again() -> None:
    table = scene("cap shoe shoe shoe shoe shoe", guard=AWAY, ida=3)
    assert options(table) == {"shoe", "roll"}
    table = scene("shoe shoe shoe shoe shoe shoe cap", guard=AWAY, ida=3, has_white=1)
    assert options(table) == {"shoe", "roll"}
    assert options(scene("ida shoe shoe shoe shoe shoe", guard=AWAY, ida=3)) == {"ida", "shoe"}


@pytest.mark.rule("MU-21")
def test_in_an_encore_the_guard_leaves_and_caught_children_start_again() -> None:
    table = placed("ida ida ida ida ida cap", guard=2, ida=0, children=[CAUGHT, 4, CAUGHT, 3], stays=1)
    do(table, "act", "encore")
    assert (table.state.guard, table.state.children) == (AWAY, [0, 4, 0, 3])
    assert table.state.ida == 3  # she takes her remaining step
    assert covered(table) == {"cap"}
    assert acting(table) == [CHANCE]


@pytest.mark.rule("MU-21")
def test_an_encore_uncovers_the_shoe_strip() -> None:
    table = placed(
        "ida cap cap cap cap cap", cards="ida_step", guard=2, ida=1, children=[CAUGHT, CAUGHT, TARGET, CAUGHT]
    )
    assert "shoe" in covered(table)
    do(table, "!ida_step", "encore")
    assert "shoe" not in covered(table)


@pytest.mark.rule("MU-21")
def test_caps_on_the_strip_move_nobody_any_more_and_may_be_rerolled() -> None:
    table = placed("cap cap fox fox fox fox", cards="ida_step reroll1 guard_stays guard_back", guard=2, ida=1)
    do(table, "!ida_step", "encore")
    assert options(table) == {"act", "!reroll1"}  # guard cards can no longer be played
    do(table, "!reroll1", "cap")
    assert acting(table) == [CHANCE]  # a cap cannot go back onto a covered strip
    do(table, "ida")
    assert (on(table, "cap"), on(table, "ida")) == (1, 1)
    do(table, "act", "turn1", "turn1")
    assert (table.state.guard, on(table, "cap"), table.state.ida) == (AWAY, 0, 3)


@pytest.mark.rule("MU-21")
def test_loose_caps_can_be_neither_placed_nor_turned() -> None:
    table = scene("cap cap shoe shoe shoe shoe cap", cards="turn1 turn2", guard=AWAY, ida=3, has_white=1)
    assert on(table, "cap") == 0
    assert {move for move in options(table) if "!" not in move} == {"shoe", "roll"}
    assert {move.split(">")[0] for move in options(table) if "!" in move} == {"!turn1 shoe", "!turn2 shoe"}
    do(table, "!turn1 shoe>cap")
    assert on(table, "cap") == 0
    do(table, "!turn2 shoe>cap", "keep")
    assert table.state.loose[3] == 4


@pytest.mark.rule("MU-21")
def test_only_loose_caps_left_are_rolled_again() -> None:
    table = scene("cap cap cap cap cap cap dino", guard=AWAY, ida=3, has_white=1)
    assert options(table) == {"w:dino>fox", "w:dino>torch", "w:dino>shoe", "w:dino>ida", "roll"}
    table = scene("cap cap cap cap cap cap cap", guard=AWAY, ida=3, has_white=1)
    assert options(table) == {"roll"}


@pytest.mark.rule("MU-21")
def test_ida_may_walk_on_to_the_target_and_no_further() -> None:
    table = do(placed("ida ida ida ida ida ida", guard=AWAY, ida=15, lit=11), "act")
    assert table.state.ida == TARGET
    assert "ida" not in covered(table)
    deal(table, "ida_step")
    do(table, "ida", "ida", "ida", "ida", "ida", "fox")
    assert options(table) == {"ida", "fox"}


@pytest.mark.rule("MU-21")
def test_an_encore_by_a_card_lets_dice_on_a_covered_shoe_strip_act_again() -> None:
    table = placed(
        "shoe fox fox fox fox fox",
        cards="steps2 guard_back",
        guard=4,
        ida=3,
        children=[16, CAUGHT, CAUGHT, CAUGHT],
        lit=11,
    )
    do(table, "!steps2", "eddie")
    assert "shoe" in covered(table)
    do(table, "!guard_back", "encore", "act", "turn1", "turn1", "turn2")
    assert options(table) == {"helene", "jo", "schoki", "stop"}


@pytest.mark.rule("MU-2", "MU-12")
def test_the_figures_of_the_kit_are_the_ones_played_with() -> None:
    table = placed("cap cap cap cap cap cap", kit=shipped(red_fields=2, ida_behind=9, purple_fields=1))
    assert table.state.guard == -2
    do(table, "act")
    assert (table.state.guard, table.state.ida) == (4, -9)
    assert table.variant.view(table.state)["track"]["target"] == 13
