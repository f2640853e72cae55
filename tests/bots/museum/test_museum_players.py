"""The players of Museum by Night."""

from typing import Any

import pytest

from ludothek.bots import Budget, Estimate, PlayerView, bot
from ludothek.bots.museum import reasons
from ludothek.bots.museum.guide import guide
from ludothek.core import Phrase
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.lab.duel import play
from tests.rules.museum.setting import TARGET, do, placed, scene

LIT = 11
GLANCE = Budget(nodes=60)  # enough to do what the guide says


def view(table: Table) -> PlayerView:
    [seat] = table.variant.to_act(table.state)
    return PlayerView.of(table.variant, table.state, seat)


def chosen(table: Table) -> str:
    """What the guide does."""
    seen = view(table)
    moves = seen.moves()
    return list(moves)[
        guide(seen.variant.kit, seen.state, seen.seat, list(moves.values()), len(moves), [0] * 4)
    ]


def threatened(**fields: Any) -> Table:
    """Jo stands right before the guard, who has a cap; the shoe strip is about to act."""
    return do(placed("shoe shoe cap", children=[9, 9, 6, 9], guard=5, lit=LIT, **fields), "act")


def test_the_child_that_the_guard_is_about_to_catch_walks_first() -> None:
    table = threatened()
    assert chosen(table) == "jo"
    assert reasons(view(table), "jo") == Phrase("hints.saves", names=["Jo"], name="Jo")
    assert reasons(view(table), "eddie") is None


@pytest.mark.parametrize("card", ["steps2", "guard_stays"])
def test_a_card_saves_a_child(card: str) -> None:
    table = do(
        placed("cap", children=[9, 9, 6, 9], guard=5, lit=LIT, cards=card, pile=[0] * 11, pile_left=0), "act"
    )
    while table.state.strip < 3:  # up to the card point before the cap strip
        do(table, "go")
    assert chosen(table) == f"!{card}"


def test_hard_takes_a_win_and_says_so() -> None:
    table = placed("fox fox", cards="ida_step", guard=3, ida=2, lit=LIT)
    choice = bot(find("museum"), "hard").choose(view(table), Budget(nodes=200), seed=1)
    assert choice.move == "!ida_step"
    assert choice.considered["!ida_step"] == Estimate(1)
    assert reasons(view(table), "!ida_step") == Phrase("hints.wins")


def test_hard_has_a_chance_to_state_even_without_time_to_think() -> None:
    choice = bot(find("museum"), "hard").choose(view(threatened()), Budget(seconds=0), seed=1)
    assert 0 < choice.considered[choice.move].value < 1


@pytest.mark.parametrize(("guard", "first"), [(3, "fox"), (TARGET - 3, "shoe")])
def test_cards_are_worth_less_the_nearer_the_guard_is_to_his_goal(guard: int, first: str) -> None:
    table = scene(
        "shoe shoe fox fox ida ida",
        children=[TARGET, TARGET, TARGET, TARGET - 1],
        guard=guard,
        ida=2,
        lit=LIT,
    )
    assert chosen(table) == first


def test_reasons_name_what_a_move_does() -> None:
    table = do(placed("shoe", children=[TARGET - 1, 9, 6, 9], guard=-3, lit=LIT), "act")
    assert reasons(view(table), "eddie") == Phrase("hints.white", name="Eddie")
    table = placed("cap cap cap", cards="guard_stays", guard=-4)
    assert reasons(view(table), "!guard_stays") == Phrase("hints.stays", n=3)
    assert reasons(view(table), "act") == Phrase("hints.keeps")
    table = placed("fox", cards="guard_back", guard=6, ida=2, lit=LIT)
    assert reasons(view(table), "!guard_back") == Phrase("hints.nearer", n=3)


def test_the_guide_is_far_better_than_chance() -> None:
    variant = find("museum").variant(2)
    won = {
        level: sum(
            variant.scores(play(variant, [level] * 2, number, budget=GLANCE).state)[0] for number in range(6)
        )
        for level in ("random", "hard")
    }
    assert won["random"] <= 1
    assert won["hard"] >= 3
