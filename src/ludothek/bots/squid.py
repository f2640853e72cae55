"""Players of squid: they weigh their choices by playing the game out, and read how the others vote.

From what a seat sees, the hidden tricks are dealt anew, those who choose at once choose, and from there on everybody plays by the guide: a
vote that keeps the guard away from one's own, tricks only where they help. A vote is a game of guessing, so it is mixed by regret matching.
Whoever always votes alike can be read: `hard` weighs what it has seen of everybody's votes against the habits that people have.
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.contract import Bot, Budget, Choice, Estimate, Sight, unthinking
from ludothek.bots.playout import LONGEST, first_seat, playout_factory
from ludothek.bots.search import drawn
from ludothek.core import Phrase, Seat, Words, rule
from ludothek.core.chance import draw_below, next_word, seed_stream
from ludothek.core.compile import compiled
from ludothek.core.game import Rules
from ludothek.games.squid.rules import AGAIN, AT, ONE, PASS, PLACE, POW, QUICK, VOTE, ZERO, Kit, State, worth

STRAY = 0.2  # how much of a choice is made at random while weighing it
CHUNK = 64  # games between two looks at the clock
ENOUGH = 16  # games from which on the chance of a choice is stated
ACTIONS = AT + 18
LOYAL = 0.9  # how often a habit is followed by those who have it
NO_HABIT = 0.5  # how likely somebody has none, before any vote is seen

Counts = NDArray[np.float64]


@rule
def guide(kit: Kit, s: State, seat: int, actions: Any, count: int, stream: Words) -> int:
    """How a game is played out: the place in `actions` of what the seat does."""
    if s.stage == PLACE:
        return draw_below(stream, count)
    if s.stage == VOTE:  # 0 and 1 come first
        more = danger(s, seat, ONE) - danger(s, seat, ZERO)
        return draw_below(stream, 2) if more == 0 else int(more < 0)
    mine = s.ring[s.guard] == seat
    for k in range(1, count):
        helps = (s.card == POW) == mine if actions[k] == AGAIN else mine and next_owner(s) != seat
        if helps:
            return k
    return 0


@rule
def danger(s: State, seat: int, choice: int) -> int:
    """In how many cases a vote brings the guard to a character of the seat, if each of the others votes 0 or 1."""
    others = voters(s) - 1
    cases = 0
    ways = 1
    for ones in range(others + 1):
        if s.ring[(s.guard + worth(choice) + ones) % s.size] == seat:
            cases += ways
        ways = ways * (others - ones) // (ones + 1)
    return cases


@rule
def voters(s: State) -> int:
    n = 0
    for seat in range(s.seats):
        n += s.standing[seat] > 0
    return n


@rule
def next_owner(s: State) -> int:
    """Whose character stands after the one under the guard."""
    return s.ring[(s.guard + 1) % s.size]


def weigh_factory(rules: Rules) -> Callable[..., Any]:
    to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores
    resample = rules.resample  # type: ignore[attr-defined]
    playout = rule(playout_factory(rules, guide))
    room = rules.GAME.legal

    def weigh(
        kits: Any, root: Any, looker: int, games: int, stream: Any, habits: Any, regrets: Any, strategy: Any, visits: Any, total: Any
    ) -> None:
        """Play this many games out. `habits` has for each seat how likely it votes by habit, and how likely that is a 1."""
        kit = kits[0]
        states = root.copy()
        actions = np.zeros(room, np.int32)
        odds = np.zeros(room, np.int32)
        shares = np.zeros(room, np.float64)
        options = np.zeros((8, room), np.int32)
        counts = np.zeros(8, np.int32)
        chosen = np.zeros(8, np.int32)
        chances = np.zeros(8, np.float64)
        result = np.zeros(8, np.float64)
        for _ in range(games):
            states[0] = root[0]
            s = states[0]
            resample(kit, s, looker, stream)
            choosing = to_act(kit, s)
            counts[:] = 0
            while choosing:
                seat = first_seat(choosing)
                choosing &= choosing - 1
                count = legal(kit, s, seat, actions)
                if seat != looker and s.stage != VOTE:
                    k = guide(kit, s, seat, actions, count, stream)
                elif seat != looker and is_lucky(stream, habits[seat, 0]):
                    k = int(is_lucky(stream, habits[seat, 1]))
                else:
                    k = matched(regrets[seat], actions, count, shares, stream)
                    counts[seat] = count
                    chosen[seat] = k
                    chances[seat] = STRAY / count + (1 - STRAY) * shares[k]
                    options[seat] = actions
                    if seat == looker:
                        for other in range(count):
                            strategy[actions[other]] += shares[other]
                act(kit, s, seat, actions[k])
            playout(kit, s, stream, actions, odds, LONGEST)
            scores(kit, s, result)
            for seat in range(s.seats):
                if counts[seat]:
                    # The regret of each choice, without bias: what was not chosen is taken to be worth 1 / seats.
                    surprise = (result[seat] - 1 / s.seats) / chances[seat]
                    for k in range(counts[seat]):
                        regrets[seat, options[seat, k]] += 1 / s.seats - result[seat] + (surprise if k == chosen[seat] else 0.0)
            visits[options[looker, chosen[looker]]] += 1
            total[options[looker, chosen[looker]]] += result[looker]

    return weigh


@rule
def is_lucky(stream: Words, chance: float) -> bool:
    return next_word(stream) < chance * (1 << 32)


@rule
def matched(regrets: Any, actions: Any, count: int, shares: Any, stream: Words) -> int:
    """Write the shares of regret matching, and draw an action by them, straying now and then."""
    positive = 0.0
    for k in range(count):
        shares[k] = max(0.0, regrets[actions[k]])
        positive += shares[k]
    for k in range(count):
        shares[k] = shares[k] / positive if positive > 0 else 1 / count
    return drawn(shares, count, STRAY, stream)


@dataclass(frozen=True)
class SquidBot:
    """Weighs its choices by playing `nodes` games. It votes by habit with a chance of `habit`, reads the habits of others if it
    `remembers`, and now and then (`slips`) chooses without thinking."""

    nodes: int
    slips: float = 0.0
    habit: float = 0.0
    remembers: bool = False

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Choice:
        moves = sight.moves()
        rng = random.Random(seed)
        if choice := unthinking(moves, self.slips, rng):
            return choice
        strategy, visits, total = self._weighed(sight, budget, seed)
        shares = {move: float(strategy[action]) for move, action in moves.items()}
        tried = {move: action for move, action in moves.items() if visits[action] >= ENOUGH}
        values = {move: Estimate.of_games(float(total[action]), float(visits[action])) for move, action in tried.items()}
        if sight.state.stage != VOTE:
            return Choice.best(max(shares, key=lambda move: shares[move]), values)
        if rng.random() < self.habit:
            usual = ONE if careful(sight.state, sight.seat) else ZERO
            return Choice(next(move for move, action in moves.items() if action == usual), values)
        return Choice.mixed(shares, values, rng)

    def _weighed(self, sight: Sight, budget: Budget, seed: int) -> tuple[Counts, Counts, Counts]:
        """By action: how often it should be chosen, in how many games it was, and how many of these were won."""
        weigh = compiled(sight.variant.game, weigh_factory)
        kit, root = sight.variant.kit.pack(), sight.state.pack()
        habits = habits_seen(sight)
        stream = np.zeros(4, np.int64)
        seed_stream(stream, seed)
        regrets = np.zeros((8, ACTIONS))
        strategy, visits, total = np.zeros(ACTIONS), np.zeros(ACTIONS), np.zeros(ACTIONS)
        left = budget.nodes or self.nodes
        deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        while True:
            games = min(left, CHUNK if deadline else left)
            weigh(kit, root, sight.seat, games, stream, habits, regrets, strategy, visits, total)
            left -= games
            if left == 0 or (deadline and time.monotonic() >= deadline):
                return strategy, visits, total


# Habits: how somebody votes who does not think of what the others vote. True is a 1.


def careful(s: State, seat: int) -> bool:
    """Away from one's own, by the odds; and away at once, where the odds are even."""
    more = danger(s, seat, ONE) - danger(s, seat, ZERO)
    return more < 0 or (more == 0 and away(s, seat))


def away(s: State, seat: int) -> bool:
    """A 1 for the guard to leave one's own character, else a 0."""
    return s.ring[s.guard] == seat


HABITS = (careful, away)


def habits_seen(sight: Sight) -> Counts:
    """For each seat how likely it votes by habit, and how likely that is a 1, by the votes that have been seen."""
    habits = np.zeros((8, 2))
    votes = [(before, after.vote) for before, after in pairwise(sight.past) if before.stage == VOTE != after.stage]
    if not votes:
        return habits
    for seat in range(sight.variant.seats):
        likely = [(1 - NO_HABIT) / len(HABITS)] * len(HABITS)
        none = NO_HABIT
        for before, vote in votes:
            if vote[seat] in (ZERO, ONE):
                none /= 2
                for k, habit in enumerate(HABITS):
                    likely[k] *= LOYAL if habit(before, seat) == (vote[seat] == ONE) else 1 - LOYAL
        ones = sum(p * (LOYAL if habit(sight.state, seat) else 1 - LOYAL) for p, habit in zip(likely, HABITS, strict=True))
        habits[seat] = sum(likely) / (none + sum(likely)), ones / sum(likely)
    return habits


LEVELS: Mapping[str, Bot] = {
    "easy": SquidBot(nodes=30, slips=0.3, habit=0.7),
    "medium": SquidBot(nodes=4000, habit=0.8),
    "hard": SquidBot(nodes=20_000, remembers=True),
}


def reasons(sight: Sight, move: str) -> Phrase | None:
    """Why a move: where the guard goes by it, or what the trick is good for."""
    s, seat, moves = sight.state, sight.seat, sight.moves()
    action = moves[move]
    if s.stage == VOTE:
        return _reason_to_vote(s, seat, action, list(moves.values()))
    if s.stage == PLACE or len(moves) == 1:
        return None
    owner = s.ring[s.guard]
    if action == PASS:
        return Phrase("hints.keeps")
    if action == AGAIN and owner == seat:
        return Phrase("hints.second_chance") if s.card == POW else None
    if action == AGAIN:
        return None if s.card == POW else Phrase("hints.no_escape", who=Seat(owner))
    key = "hints.quick" if action == QUICK else "hints.away" if owner == seat else "hints.on"
    return Phrase(key, who=Seat(next_owner(s)))


def _reason_to_vote(s: State, seat: int, action: int, others: list[int]) -> Phrase:
    here, least, most = danger(s, seat, action), *(bound(danger(s, seat, other) for other in others) for bound in (min, max))
    percent = round(100 * here / 2 ** (voters(s) - 1))
    if least == most:
        return Phrase("hints.even", percent=percent)
    return Phrase("hints.careful" if here == least else "hints.bold", percent=percent)
