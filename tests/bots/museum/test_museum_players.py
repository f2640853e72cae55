"""The players of Museum by Night."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ludothek.bots import Budget, PlayerView, bot
from ludothek.bots.hints import advice_at, seed_of
from ludothek.bots.levels import ADVISER
from ludothek.bots.museum import reasons
from ludothek.bots.museum.guide import guide
from ludothek.core import CHANCE, Phrase
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.games.museum.box import AWAY, CHOOSING, LAST_CARD, LAST_TILE, MEETING
from ludothek.lab.duel import play
from tests.rules.museum.setting import TARGET, do, placed, scene, specified

LIT = 11
GLANCE = Budget(nodes=60)  # enough to follow the guide


def view(table: Table) -> PlayerView:
    [seat] = table.variant.to_act(table.state)
    return PlayerView.of(table.variant, table.state, seat)


def chosen(table: Table) -> str:
    """Return the guide's move."""
    seen = view(table)
    moves = seen.moves()
    return list(moves)[
        guide(seen.variant.kit, seen.state, seen.seat, list(moves.values()), len(moves), [0] * 4)
    ]


def threatened(**fields: Any) -> Table:
    """A position with Jo right before the guard, who has a cap; the shoe strip is about to act."""
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
    assert choice.considered["!ida_step"].value > 0.99
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


REASONS_OF_ANSWERS = {
    "white": "hints.seven",
    "blue": "hints.blue",
    "draw": "hints.draw",
    "light": "hints.light",
    "leave": "hints.leave_card hints.leave_tile",
    "end": "hints.wins",
    "encore": "hints.encore",
}
QUESTIONS = (CHOOSING, LAST_CARD, LAST_TILE, MEETING)
ANSWERS = {
    CHOOSING: ["white", "blue"],
    LAST_CARD: ["draw", "leave"],
    LAST_TILE: ["light", "leave"],
    MEETING: ["end", "encore"],
}


def asked(most: int, each: int) -> Iterator[Table]:
    """Tables at which the rules ask one of the museum's questions: at most so many, and `each` of a kind."""
    met: Counter[int] = Counter()
    easy = bot(find("museum"), "easy")
    for number in range(400):
        table, rng = Table.open("museum", 1 + number % 4), random.Random(number)
        while acting := table.variant.to_act(table.state):
            stage = table.state.stage
            if stage in QUESTIONS and met[stage] < each:
                met[stage] += 1
                yield Table.load(table.record())
            if met.total() >= most:
                return
            moves = table.variant.moves(table.state, acting[0])
            if acting[0] == CHANCE or stage in QUESTIONS:
                table.play(acting[0], rng.choice(list(moves)))
            else:
                seen = PlayerView.at(table, acting[0])
                table.play(acting[0], easy.choose(seen, GLANCE, number).move)


def test_the_first_hint_at_a_question_is_what_hard_does_and_has_a_reason() -> None:
    game = find("museum")
    adviser, hard = bot(game, ADVISER), bot(game, "hard")
    budget = Budget(nodes=getattr(adviser, "nodes", None))
    met: Counter[int] = Counter()
    for table in asked(200, 60):
        [seat] = table.variant.to_act(table.state)
        assert list(table.variant.moves(table.state, seat))[:2] == ANSWERS[table.state.stage]
        seen = PlayerView.at(table, seat, adviser.remembers)
        given = advice_at(table, seat)
        assert given.hints[0].move == hard.choose(seen, budget, seed_of(seen)).move
        best = max(chance.value for chance in given.considered.values())
        assert given.considered[given.hints[0].move].value >= best - 1e-6
        for move in ANSWERS[table.state.stage]:
            reason = reasons(seen, move)
            if reason is None:
                assert move == "blue" and table.state.guard == AWAY  # noqa: PT018
                continue
            assert reason.key in REASONS_OF_ANSWERS[move].split() or reason.key in ("hints.way", "hints.wins")
            assert all(game.texts[language].say(reason) for language in ("de", "en"))
        met[table.state.stage] += 1
    assert set(met) == set(QUESTIONS), met
    assert met.total() == 200


def test_hard_looks_ahead_and_leaves_a_dangerous_white_die_out() -> None:
    """The guide always rolls seven dice; here nearly every seventh die would bring the guard to Silas."""
    kit = specified() | {"white_die": ["cap"] * 5 + ["dino"]}
    table = scene(
        kit=kit,
        stage=CHOOSING,
        has_white=1,
        children=[TARGET, TARGET, TARGET, 11],
        lit=LIT,
        guard=TARGET - 1,
        ida=AWAY,
    )
    assert chosen(table) == "white"
    choice = bot(find("museum"), "hard").choose(view(table), Budget(nodes=400), seed=1)
    assert choice.move == "blue"
    assert reasons(view(table), "blue") == Phrase("hints.blue")
