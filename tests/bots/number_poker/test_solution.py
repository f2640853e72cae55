"""Number poker for two is solved: even play cannot be exploited."""

import itertools
import random

import numpy as np
import pytest

from ludothek.bots import Budget, PlayerView, bot
from ludothek.bots.number_poker.habits import Round, Taste, careless, even
from ludothek.bots.number_poker.mixtures import CHOICES
from ludothek.bots.number_poker.public import public
from ludothek.core.registry import find
from ludothek.core.table import Table
from tests.bots.number_poker.whole import Whole
from tests.playing import play_at_random

POKER = find("number_poker").variant(2)
EXACT = 1e-9


@pytest.fixture(scope="module")
def whole() -> Whole:
    return Whole()


def test_every_game_runs_through_the_public_states(whole: Whole) -> None:
    assert len(whole.score) == 44_144
    for seed in range(30):
        table = play_at_random(Table(POKER), random.Random(seed))
        states = [state for state in table.states() if not state.thief and state.chosen == [-1] * 4]
        rounds = [
            state
            for state, before in zip(states, [None, *states], strict=False)
            if before is None or state.left != before.left
        ]
        for before, after in itertools.pairwise(rounds):
            choices = [5 if shown < 0 else shown for shown in after.shown[:2]]
            assert whole.after[whole.find(before), choices[0], choices[1]] == whole.find(after)
        assert whole.score[whole.find(table.state)] == POKER.scores(table.state)[0]


def test_even_play_cannot_be_exploited(whole: Whole) -> None:
    """The best response, knowing all public states, wins half, and in no state more than even play does."""
    value = np.array(public().worth)
    best_of_first, best_of_second = whole.best_of_first(whole.even(1)), whole.best_of_second(whole.even(0))
    assert np.abs(whole.values(whole.even(0), whole.even(1)) - value).max() < EXACT
    assert abs(value[0] - 0.5) < EXACT
    assert abs(best_of_first[0] - 0.5) < EXACT
    assert abs(best_of_second[0] - 0.5) < EXACT
    assert np.abs(best_of_first - value).max() < EXACT
    assert np.abs(best_of_second - value).max() < EXACT


@pytest.mark.parametrize(
    ("likes", "least"), [([1, 1, 1.1, 1.21, 1.331, 0], 0.55), ([1, 1, 0.4, 0.16, 0.064, 0], 0.9)]
)
def test_a_habit_can(whole: Whole, likes: list[float], least: float) -> None:
    """Shows that the exploiter works: it finds the weakness of a habit."""
    assert whole.best_of_first(whole.mixed(likes, 1))[0] > least
    assert whole.best_of_second(whole.mixed(likes, 0))[0] < 1 - least


def test_perfect_is_even_play(whole: Whole) -> None:
    """In every public state its mixture is the one that was proved."""
    for seed in range(20):
        table = play_at_random(Table(POKER), random.Random(seed), seed)
        if table.state.thief or POKER.is_over(table.state):
            continue
        now = Round(POKER, table.state)
        for seat in POKER.to_act(table.state):
            assert np.array_equal(even(now, seat), whole.even(seat)[whole.find(table.state)])
            things = POKER.actions(table.state, seat)
            assert all(even(now, seat)[choice] > 0 for choice in things if choice < CHOICES - 1)


def test_perfect_draws_by_that_mixture() -> None:
    view = PlayerView.of(POKER, POKER.start(), 0)
    perfect = bot(POKER.game, "perfect")
    drawn = [perfect.choose(view, Budget(), seed).move for seed in range(1800)]
    expected = {"-": 200, "1": 400, "2": 400, "3": 400, "4": 400}
    assert all(abs(drawn.count(move) - count) < 4 * count**0.5 for move, count in expected.items())
    choice = perfect.choose(view, Budget(), 1)
    assert all(abs(chance.value - 0.5) < EXACT for chance in choice.considered.values())


def test_habits_are_what_they_say() -> None:
    start = Round(POKER, POKER.start())
    low = Taste(rise=0.5)(start, 0)
    assert low[1] == 2 * low[2] == 4 * low[3] == 8 * low[4] == 2 * low[0]
    assert np.allclose(careless(start, 0)[:5], 0.2)
