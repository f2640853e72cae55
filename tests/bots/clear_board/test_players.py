"""The players of clear_board, and the reasons that they give."""

import random
from typing import Any

import pytest

from ludothek.bots import Bot, Budget, Estimate, PlayerView
from ludothek.bots.clear_board import LEVELS, reasons, solvable
from ludothek.bots.clear_board.players import EASY, HARD, PERFECT
from ludothek.core import Phrase
from ludothek.core.table import Table
from ludothek.core.texts import LANGUAGES
from ludothek.games.clear_board.notation import name
from ludothek.games.clear_board.rules import NOWHERE
from tests.bots.clear_board import plain
from tests.bots.clear_board.test_solver import LOST_AT_20
from tests.playing import play_at_random


def played(player: Bot, state: Any, seed: int) -> Any:
    """The end of a game by that player."""
    while not plain.VARIANT.is_over(state):
        choice = player.choose(PlayerView.of(plain.VARIANT, state, 0), Budget(), seed + state.left)
        state = plain.VARIANT.play(state, 0, choice.move)
    return state


def position(cells: str, last: str | None = None) -> PlayerView:
    board = sum(1 << cell for cell in range(36) if name(cell) in cells.split())
    return PlayerView.of(plain.VARIANT, plain.state_of(board, NOWHERE if last is None else cell_of(last)), 0)


def cell_of(named: str) -> int:
    return next(cell for cell in range(36) if name(cell) == named)


def test_the_perfect_player_solves_whatever_can_be_solved() -> None:
    solved = []
    for seed in (3, 4, 10, 11):
        state = play_at_random(Table(plain.VARIANT), random.Random(seed), 15).state
        solved.append(solvable(state))
        assert (played(PERFECT, state, 1).left == 1) == solved[-1]
    assert set(solved) == {True, False}


def test_the_perfect_player_knows_which_moves_are_good() -> None:
    table = play_at_random(Table(plain.VARIANT), random.Random(11), 15)
    choice = PERFECT.choose(PlayerView.at(table, 0), Budget(), 1)
    solved = {
        move: solvable(plain.VARIANT.play(table.state, 0, move)) for move in table.status()["legal"]["0"]
    }
    assert choice.considered == {move: Estimate(float(is_solvable)) for move, is_solvable in solved.items()}
    assert set(solved.values()) == {False, True}
    assert solved[choice.move]


def test_the_perfect_player_goes_on_where_all_is_lost() -> None:
    choice = PERFECT.choose(PlayerView.of(plain.VARIANT, plain.state_of(LOST_AT_20), 0), Budget(), 1)
    assert set(choice.considered.values()) == {Estimate(0.0)}


def test_the_levels_are_in_order() -> None:
    start = plain.VARIANT.start()
    easy, medium, hard, perfect = (
        sum(played(player, start, seed).left for seed in (100, 200)) for player in LEVELS.values()
    )
    assert easy > medium > hard >= perfect == 2


def test_a_player_with_hardly_any_budget_still_moves() -> None:
    view = PlayerView.of(plain.VARIANT, plain.VARIANT.start(), 0)
    for player in LEVELS.values():
        for budget in (Budget(nodes=1), Budget(seconds=0.0)):
            assert player.choose(view, budget, 1).move in view.moves()


def test_nothing_but_the_seed_decides_among_equals() -> None:
    view = PlayerView.of(plain.VARIANT, plain.VARIANT.start(), 0)
    assert len({EASY.choose(view, Budget(), seed).move for seed in range(20)}) > 2
    assert len({HARD.choose(view, Budget(), 7).move for _ in range(3)}) == 1


@pytest.mark.parametrize(
    ("view", "move", "reason"),
    [
        (position("c2 d2"), "c2-e2", Phrase("hints.solves")),
        (position("b2 c2 e2"), "b2-d2", Phrase("hints.only_way")),
        (position("b2 c2 e2"), "c2-a2", Phrase("hints.spoils")),
        (position("c1 c2 d2"), "c2-e2", Phrase("hints.too_late")),
        (position("a1 a2 a5 a6"), "a1-a3", Phrase("hints.leaves_corner", cell="a1")),
        (position("d4 e5 f5 e6"), "e6-e4", Phrase("hints.keeps_solvable")),
        (position("d4 e5 f5 e6"), "f5-d5", Phrase("hints.keeps_solvable")),
        (position("d4 e5 f5 e6", last="f5"), "f5-d5", Phrase("hints.goes_on")),
    ],
)
def test_reasons(view: PlayerView, move: str, reason: Phrase) -> None:
    assert reasons(view, move) == reason


def test_reasons_while_more_than_one_way_leads_on() -> None:
    table = Table.open("clear_board", 1)
    assert reasons(PlayerView.at(table, 0), "c1-a1") == Phrase("hints.keeps_solvable")


def test_every_reason_can_be_said() -> None:
    for language in LANGUAGES:
        texts = plain.VARIANT.game.texts[language]
        said = {texts.say(Phrase(key, cell="a1")) for key in texts.templates if key.startswith("hints.")}
        assert len(said) == 7
