"""The player that learns: it exploits habits, and what it can lose by that is bounded."""

import random

import pytest

from ludothek.bots import Budget, PlayerView, bot
from ludothek.bots.number_poker.habits import Round
from ludothek.bots.number_poker.mixtures import CHOICES, Numbers, expected
from ludothek.bots.number_poker.players import RISK, LearningBot, Past, account, careful, forecasts, rounds
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.games.number_poker.rules import PASS, State
from tests.playing import opened, play, play_at_random

POKER = find("number_poker").variant(2)


def following(s: State, choices: list[int]) -> State:
    """The state after a round in which the seats choose like this."""
    for seat in POKER.to_act(s):
        s = POKER.after(s, seat, choices[seat])
    if s.thief:
        s = POKER.after(s, s.thief - 1, POKER.actions(s, s.thief - 1)[0])
    return s


def mixture(past: Past, now: Round, seat: int) -> Numbers:
    learner = LearningBot()
    mixes = [learner.expected(past, now, other) for other in now.seats]
    return learner.mixture(past, now, seat, now.gains(seat, mixes))


def worst(past: Past, s: State, seat: int) -> float:
    """Return the learner's value against an opponent who knows its mixtures, over the whole game tree."""
    if POKER.is_over(s):
        return POKER.scores(s)[seat]
    now = Round(POKER, s)
    mix = mixture(past, now, seat)
    values = []
    for theirs in now.allowed[1 - seat]:
        value = 0.0
        for own in (choice for choice in range(CHOICES) if mix[choice]):
            choices = [own, theirs] if seat == 0 else [theirs, own]
            value += mix[own] * worst([*past, (now, choices)], following(s, choices), seat)
        values.append(value)
    return min(values)


def late(seed: int, things: int) -> State:
    """A random state in which each seat has this number of things left."""
    rng = random.Random(seed)
    s: State = POKER.start()
    while sum(s.left[0]) > things:
        s = following(s, [rng.choice([c for c in POKER.actions(s, seat) if c != PASS]) for seat in (0, 1)])
    return s


@pytest.mark.parametrize("seed", range(12))
def test_nobody_can_take_more_than_the_risk(seed: int) -> None:
    """The best response over the last three rounds to a player that learns during them."""
    s = late(seed, things=3)
    for seat in (0, 1):
        value, left = Round(POKER, s).value(seat), worst([], s, seat)
        assert value - RISK - 1e-9 <= left <= value + 1e-9


def test_the_risk_is_taken() -> None:
    """Shows that the test above can fail: an opponent who knows the player can exploit some of it."""
    assert (
        min(worst([], late(seed, 3), 0) - Round(POKER, late(seed, 3)).value(0) for seed in range(3)) < -0.02
    )


def test_in_no_round_more_is_at_stake_than_is_held() -> None:
    rng = random.Random(1)
    for seed in range(60):
        table = play_at_random(Table(POKER), rng, rng.randrange(20))
        if POKER.is_over(table.state) or table.state.thief:
            continue
        now, seat, held = Round(POKER, table.state), seed % 2, rng.choice([0.0, 0.01, 0.1, 0.5])
        mix = careful(now, seat, [rng.random() for _ in range(CHOICES)], held)
        answers = [
            expected([row[choice] for row in now.pairs(seat)], mix) for choice in now.allowed[1 - seat]
        ]
        assert now.value(seat) - min(answers) <= held + 1e-9
        assert abs(sum(mix) - 1) < 1e-9


def test_it_learns_a_habit() -> None:
    """A player who has shown the highest three times is expected to repeat it, and the account has grown."""
    table = opened("number_poker", 2)
    for own, other in [("1", "4"), ("-", "4"), ("x1", None), ("1", "3")]:
        play(table, [(0, own)] if other is None else [(0, own), (1, other)])
    past, now = rounds(PlayerView.at(table, 0, remember=True))
    before, *_, after = forecasts(past, now, 1)
    assert [shown for _, shown in past] == [[1, 4], [0, 4], [1, 3]]
    assert after[3] > 0.4
    assert abs(before[3] - before[2]) < 0.1
    assert account(past, now, 0) > 0


def test_it_exploits_those_below() -> None:
    """A few games, always the same ones; the figures of many stand in the documents."""
    for below in ("easy", "medium"):
        won = 0.0
        for game in range(30):
            table, rng = Table(POKER), random.Random(game)
            while acting := POKER.to_act(table.state):
                player = bot(POKER.game, "hard" if acting[0] == game % 2 else below)
                view = PlayerView.at(table, acting[0], player.remembers)
                table.play(acting[0], player.choose(view, Budget(), rng.getrandbits(32)).move)
            won += POKER.scores(table.state)[game % 2]
        assert won > 0.6 * 30, below


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_seats_it_moves_and_steals(seats: int) -> None:
    table, hard, rng = opened("number_poker", seats), bot(POKER.game, "hard"), random.Random(seats)
    while acting := table.variant.to_act(table.state):
        view = PlayerView.at(table, acting[0], remember=True)
        choice = hard.choose(view, Budget(nodes=100), rng.getrandbits(32))
        assert not choice.considered or choice.considered.keys() == view.moves().keys()
        table.play(acting[0], choice.move)
