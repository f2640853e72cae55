"""Bots of Number Poker: each expects strategies of the others and mixes its own choices."""

import math
import random
from itertools import pairwise

from ludothek.bots.contract import Budget, Choice, Estimate, PlayerView
from ludothek.bots.number_poker.habits import (
    GAMES,
    CounterHabit,
    Habit,
    Round,
    Taste,
    careless,
    even,
    leaning,
    round_at,
)
from ludothek.bots.number_poker.mixtures import CHOICES, Numbers, expected
from ludothek.bots.number_poker.outlook import outlook
from ludothek.games.number_poker.rules import NOT_YET, PASS, State

SHARP = 60.0  # how sharply a bot leans to its best response

Past = list[tuple[Round, list[int]]]  # the rounds played, each with every seat's choice


class HabitBot:
    """A bot that expects the habit `expects` of the others and shows by the habit `shows`.

    Without `shows` it leans to the best response to what it expects. With more than two seats, where the best
    response is hard to compute, it uses `among_more`, if given, instead of `shows`.
    """

    remembers = False

    def __init__(
        self, expects: Habit = even, shows: Habit | None = None, among_more: Habit | None = None
    ) -> None:
        self.expects = expects
        self.shows = shows
        self.among_more = among_more or shows

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        moves = view.moves()
        if len(moves) == 1:
            return Choice(next(iter(moves)))
        variant, state, seat = view.variant, view.state, view.seat
        games = budget.nodes or GAMES
        if state.thief:
            chances = outlook(variant, state, seat, [[0.0] * CHOICES] * variant.seats, games, seed)
            best = max(zip(chances, moves, strict=True), key=lambda pair: pair[0])[1]
            return Choice(best, dict(zip(moves, _estimates(chances, games), strict=True)))
        past, now = rounds(view)
        mixes = [self.expected(past, now, other) for other in now.seats]
        gains = now.gains(seat, mixes, games, seed)
        mix = self.mixture(past, now, seat, gains)
        worths = [gains[choice] for choice in moves.values()]
        found = map(Estimate, worths) if len(now.seats) == 2 else _estimates(worths, games)
        shares = {move: mix[choice] for move, choice in moves.items()}
        return Choice.mixed(shares, dict(zip(moves, found, strict=True)), random.Random(seed))

    def expected(self, past: Past, now: Round, other: int) -> Numbers:
        return self.expects(now, other)

    def mixture(self, past: Past, now: Round, seat: int, gains: Numbers) -> Numbers:
        habit = self.shows if len(now.seats) == 2 else self.among_more
        return habit(now, seat) if habit else leaning(now, seat, gains, SHARP)


def _estimates(chances: list[float], games: int) -> list[Estimate]:
    """Return estimates with the error of `games` playouts divided among the choices."""
    each = max(1, games // len(chances))
    return [Estimate.of_games(chance * each, each) for chance in chances]


class LearningBot(HabitBot):
    """A bot that learns an opponent's habit during a game and exploits it within a risk limit.

    With two seats the limit is an account that starts at RISK. After each round it books the value of its
    mixture against what the opponent showed (averaged over its own choices), less the round's equilibrium
    value. Even play has exactly that value against anything, so only leaning changes the account. It never
    leans so far that any choice of the opponent could cost more than the account holds. Whatever the opponent
    does and knows, the expected loss is at most RISK:

        its chance to win is at least 1/2 - RISK against any opponent.

    The account grows while the opponent behaves as forecast, and then the bot leans further. This needs the
    past of the game; with more seats nothing is guaranteed.
    """

    remembers = True

    def expected(self, past: Past, now: Round, other: int) -> Numbers:
        return forecasts(past, now, other)[-1]

    def mixture(self, past: Past, now: Round, seat: int, gains: Numbers) -> Numbers:
        if len(now.seats) > 2:
            return leaning(now, seat, gains, SHARP)
        return careful(now, seat, gains, account(past, now, seat))


RISK = 0.1
SURPRISE = 0.02  # the probability of a random choice, whatever the habit

TASTES: list[Habit] = [Taste(rise, hand) for rise in (0.2, 0.45, 1.0, 2.2, 5.0) for hand in (0.3, 1.0, 3.0)]
THINKERS: list[Habit] = [
    CounterHabit(careless, SHARP),
    CounterHabit(careless, 15.0),
    CounterHabit(Taste(0.45), 20.0),
    CounterHabit(Taste(2.2), 20.0),
]


def forecasts(past: Past, now: Round, other: int) -> list[Numbers]:
    """Return the forecast mixture of a seat for each past round and for this one.

    Each forecast weights the habits by their likelihood in the rounds before.
    """
    thinkers = THINKERS if len(now.seats) == 2 else THINKERS[:1]  # with more seats each costs many playouts
    habits = [even, careless, *TASTES, *thinkers]
    trust = [0.0] * len(habits)
    found = []
    for played, shown in [*past, (now, None)]:
        mixes = [habit(played, other) for habit in habits]
        most = max(trust)
        likely = [math.exp(one - most) for one in trust]
        found.append([expected(likely, column) / math.fsum(likely) for column in zip(*mixes, strict=True)])
        if shown is not None:
            trust = [
                one + math.log((1 - SURPRISE) * mix[shown[other]] + SURPRISE / CHOICES)
                for one, mix in zip(trust, mixes, strict=True)
            ]
    return found


def account(past: Past, now: Round, seat: int) -> float:
    """Return how much may be risked in this round, with two seats."""
    held = RISK
    for (played, shown), forecast in zip(past, forecasts(past, now, 1 - seat), strict=False):
        pairs = played.pairs(seat)
        mix = careful(played, seat, [expected(row, forecast) for row in pairs], held)
        held = max(0.0, held + expected([row[shown[1 - seat]] for row in pairs], mix) - played.value(seat))
    return held


def careful(now: Round, seat: int, gains: Numbers, held: float) -> Numbers:
    """Lean to the gains as far as an opponent who knew the mixture could take no more than `held`."""
    answers = [[row[choice] for row in now.pairs(seat)] for choice in now.allowed[1 - seat]]

    def at_stake(sharpness: float) -> float:
        mix = leaning(now, seat, gains, sharpness)
        return now.value(seat) - min(expected(answer, mix) for answer in answers)

    low, high = 0.0, 400.0
    if at_stake(high) <= held:
        return leaning(now, seat, gains, high)
    for _ in range(30):
        middle = (low + high) / 2
        if at_stake(middle) <= held:
            low = middle
        else:
            high = middle
    return leaning(now, seat, gains, low)


def rounds(view: PlayerView) -> tuple[Past, Round]:
    """Return the past rounds with the choices shown in them, and the current round, from the seat's views."""
    openings: dict[int, State] = {}
    for state in (*view.past, view.state):
        if not state.thief:
            openings.setdefault(state.round, state)
    found = [round_at(view.variant, state) for state in openings.values()]
    return [(before, shown_in(after.s)) for before, after in pairwise(found)], found[-1]


def shown_in(s: State) -> list[int]:
    """Return what the seats showed in the last round; a seat with nothing left passed."""
    return [PASS if shown == NOT_YET else shown for shown in s.shown[: s.seats]]
