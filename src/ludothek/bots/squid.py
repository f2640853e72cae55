"""Bots of Squid: they value choices by playouts, mix their votes, and model how the others vote.

A playout draws the hidden tricks at random, lets the seats to act choose, and then plays all seats by the
guide, which votes to keep the guard away from the seat's own characters and plays tricks only where they
help. A vote is a simultaneous game, so the search finds a mixed strategy by regret matching. A player who
always votes by the same habit is predictable: `hard` infers from the votes of each seat which of two common
habits it follows.
"""

import math
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ludothek.bots.contract import Bot, Budget, Choice, Estimate, PlayerView, unthinking
from ludothek.bots.machine_pool import borrow_machine
from ludothek.bots.playout import LONGEST, SEATS, first_seat, playout_factory
from ludothek.bots.readability import Readability
from ludothek.bots.search import drawn
from ludothek.compiler import KIT, LEGAL, NUMBER, STATE, Program
from ludothek.core import Phrase, Seat, Struct, Words, float64, int32, rule
from ludothek.core.chance import draw_below, next_word, seed_stream
from ludothek.core.game import RulesModule
from ludothek.core.rule import inlined
from ludothek.games.squid.rules import (
    AGAIN,
    AT,
    GAME,
    ONE,
    PASS,
    PLACE,
    POW,
    QUICK,
    VOTE,
    ZERO,
    Kit,
    State,
    worth,
)

STRAY = 0.2  # the probability of a random action while searching
CHUNK = 64  # games between two checks of the clock
ENOUGH = 16  # the fewest games of a choice for which its chance is stated
ACTIONS = AT + 18  # the number of actions
LOYAL = 0.9  # the probability that a player with a habit follows it
NO_HABIT = 0.5  # prior probability that a player has no habit

Counts = list[float]  # by action


class VoterModel(Struct):
    """The model of a seat that chooses: its expected habit, and its regrets during the search."""

    habit = float64()  # the probability that it votes by habit
    ones = float64()  # the probability that a vote by habit is a 1
    regrets = float64(ACTIONS)
    options = int32(GAME.legal)  # the legal actions in the current playout
    count = int32()  # the number of options
    chosen = int32()  # the index of the chosen option
    chance = float64()  # its probability


@rule
def guide(kit: Kit, s: State, seat: int, actions: Any, count: int, stream: Words) -> int:
    """Return the index of the action that a seat takes in playouts."""
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
    """Count the votes of the others with which this vote brings the guard to a character of the seat.

    Each of the others is assumed to vote 0 or 1.
    """
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
    """Count the seats with a character still standing."""
    n = 0
    for seat in range(s.seats):
        n += s.standing[seat] > 0
    return n


@rule
def next_owner(s: State) -> int:
    """Return the owner of the character after the one under the guard."""
    return s.ring[(s.guard + 1) % s.size]


def weigh_factory(rules: RulesModule) -> Callable[..., Any]:
    to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores
    resample = rules.resample  # type: ignore[attr-defined]
    playout = rule(inlined(playout_factory(rules, guide)))

    def weigh(
        first: int,
        last: int,
        actions: Any,
        odds: Any,
        shares: Any,
        result: Any,
        states: Any,
        kits: Any,
        root: Any,
        looker: int,
        stream: Any,
        voters: Any,
        strategy: Any,
        visits: Any,
        total: Any,
    ) -> None:
        """Play `last - first` games and update regrets, strategy, visits and totals.

        `looker` is the seat that the bot plays; the state `root` is as that seat sees it.
        """
        kit = kits[0]
        for _ in range(first, last):
            states[0] = root[0]
            s = states[0]
            resample(kit, s, looker, stream)
            choosing = to_act(kit, s)
            for seat in range(s.seats):
                voters[seat].count = 0
            while choosing:
                seat = first_seat(choosing)
                choosing &= choosing - 1
                count = legal(kit, s, seat, actions)
                if seat != looker and s.stage != VOTE:
                    k = guide(kit, s, seat, actions, count, stream)
                elif seat != looker and is_lucky(stream, voters[seat].habit):
                    k = int(is_lucky(stream, voters[seat].ones))
                else:
                    voter = voters[seat]
                    k = matched(voter.regrets, actions, count, shares, stream)
                    voter.count = count
                    voter.chosen = k
                    voter.chance = STRAY / count + (1 - STRAY) * shares[k]
                    for other in range(count):
                        voter.options[other] = actions[other]
                    if seat == looker:
                        for other in range(count):
                            strategy[actions[other]] += shares[other]
                act(kit, s, seat, actions[k])
            playout(kit, s, stream, actions, odds, LONGEST)
            scores(kit, s, result)
            for seat in range(s.seats):
                voter = voters[seat]
                if voter.count:
                    # Unbiased estimates of the regrets; options not chosen count as 1 / seats.
                    surprise = (result[seat] - 1 / s.seats) / voter.chance
                    for k in range(voter.count):
                        voter.regrets[voter.options[k]] += (
                            1 / s.seats - result[seat] + (surprise if k == voter.chosen else 0.0)
                        )
            mine = voters[looker].options[voters[looker].chosen]
            visits[mine] += 1
            total[mine] += result[looker]

    return weigh


WEIGH = Program(
    "weigh",
    weigh_factory,
    (KIT, STATE, NUMBER, "i8", VoterModel, "f8", "f8", "f8"),
    (("i4", LEGAL), ("i4", LEGAL), ("f8", LEGAL), ("f8", SEATS), (STATE, 1)),
)
PROGRAMS = (WEIGH,)


@rule
def is_lucky(stream: Words, chance: float) -> bool:
    """Return True with this probability."""
    return next_word(stream) < chance * (1 << 32)


@rule
def matched(regrets: Any, actions: Any, count: int, shares: Any, stream: Words) -> int:
    """Fill in the shares of regret matching; draw an action by them or, with chance STRAY, uniformly."""
    positive = 0.0
    for k in range(count):
        shares[k] = max(0.0, regrets[actions[k]])
        positive += shares[k]
    for k in range(count):
        shares[k] = shares[k] / positive if positive > 0 else 1 / count
    return drawn(shares, count, STRAY, stream)


@dataclass(frozen=True)
class SquidBot:
    """A bot that values its choices by `nodes` playouts.

    It votes by the habit `careful` with probability `habit`, models the habits of others if it `remembers`,
    and chooses at random with probability `slips`.
    """

    nodes: int
    slips: float = 0.0
    habit: float = 0.0
    remembers: bool = False

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        moves = view.moves()
        rng = random.Random(seed)
        if choice := unthinking(moves, self.slips, rng):
            return choice
        strategy, visits, total = self._weighed(view, budget, seed)
        shares = {move: strategy[action] for move, action in moves.items()}
        tried = {move: action for move, action in moves.items() if visits[action] >= ENOUGH}
        values = {move: Estimate.of_games(total[action], visits[action]) for move, action in tried.items()}
        if view.state.stage != VOTE:
            return Choice.best(max(shares, key=lambda move: shares[move]), values)
        if rng.random() < self.habit:
            usual = ONE if careful(view.state, view.seat) else ZERO
            return Choice(next(move for move, action in moves.items() if action == usual), values)
        return Choice.mixed(shares, values, rng)

    def _weighed(self, view: PlayerView, budget: Budget, seed: int) -> tuple[Counts, Counts, Counts]:
        """Return for each action its weight in the mixed strategy, its visits and its total score."""
        words = [0] * 4
        seed_stream(words, seed)
        left = budget.nodes or self.nodes
        deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        with borrow_machine(view.variant.game, WEIGH) as here:
            kit, root, stream, voters = (
                here.zeros(KIT, 1),
                here.zeros(STATE, 1),
                here.zeros("i8", 4),
                here.zeros(VoterModel, SEATS),
            )
            found = [here.zeros("f8", ACTIONS) for _ in ("strategy", "visits", "total")]
            here.write(kit, [view.variant.kit])
            here.write(root, [view.state])
            here.write(stream, words)
            here.write(voters, voters_seen(view))
            while True:
                games = min(left, CHUNK if deadline else left)
                here.run(WEIGH, games, kit, root, view.seat, stream, voters, *found)
                left -= games
                if left == 0 or (deadline and time.monotonic() >= deadline):
                    strategy, visits, total = map(here.read, found)
                    return strategy, visits, total


# Habits: voting rules that do not consider what the others will vote. True is a vote of 1.


def careful(s: State, seat: int) -> bool:
    """Vote for the lower probability that the guard reaches one's own character; if equal, vote as `away`."""
    more = danger(s, seat, ONE) - danger(s, seat, ZERO)
    return more < 0 or (more == 0 and away(s, seat))


def away(s: State, seat: int) -> bool:
    """Vote 1 if the guard is at one's own character, otherwise 0."""
    return s.ring[s.guard] == seat


HABITS = (careful, away)


def voters_seen(view: PlayerView) -> list[VoterModel]:
    """Return a voter model for each seat, with the habit inferred from its votes by Bayes' rule."""
    voters = [VoterModel() for _ in range(view.variant.seats)]
    votes = [
        (before, after.vote) for before, after in pairwise(view.past) if before.stage == VOTE != after.stage
    ]
    if not votes:
        return voters
    for seat in range(view.variant.seats):
        likely = [(1 - NO_HABIT) / len(HABITS)] * len(HABITS)
        none = NO_HABIT
        for before, vote in votes:
            if vote[seat] in (ZERO, ONE):
                none /= 2
                for k, habit in enumerate(HABITS):
                    likely[k] *= LOYAL if habit(before, seat) == (vote[seat] == ONE) else 1 - LOYAL
        ones = sum(
            p * (LOYAL if habit(view.state, seat) else 1 - LOYAL)
            for p, habit in zip(likely, HABITS, strict=True)
        )
        voters[seat].habit, voters[seat].ones = sum(likely) / (none + sum(likely)), ones / sum(likely)
    return voters


LEVELS: Mapping[str, Bot] = {
    "easy": SquidBot(nodes=30, slips=0.3, habit=0.7),
    "medium": SquidBot(nodes=4000, habit=0.8),
    "hard": SquidBot(nodes=20_000, remembers=True),
}


def reading(view: PlayerView, seat: int, action: int) -> Readability | None:
    """Return how predictable a vote was; the gain is the chance that the guard reaches the seat."""
    s = view.state
    if s.stage != VOTE:
        return None
    voter = voters_seen(view)[seat]
    ones = voter.habit * voter.ones + (1 - voter.habit) / 2
    expected, came = {worth(ZERO): 1 - ones, worth(ONE): ones}, {worth(action): 1.0}
    answer = max((ZERO, ONE), key=lambda vote: caught(s, seat, vote, expected))
    unread = sum(caught(s, seat, vote, came) for vote in (ZERO, ONE)) / 2
    return Readability(action == (ONE if ones > 0.5 else ZERO), 0.5, caught(s, seat, answer, came), unread)


def caught(s: State, seat: int, vote: int, steps: Mapping[int, float]) -> float:
    """Return the chance that the guard reaches `seat`, whose own vote adds `steps` with these chances.

    One opponent votes `vote`; the rest vote 0 or 1 with equal chance.
    """
    rest = voters(s) - 2
    found: float = sum(
        math.comb(rest, ones) / 2**rest * likely
        for ones in range(rest + 1)
        for own, likely in steps.items()
        if s.ring[(s.guard + worth(vote) + own + ones) % s.size] == seat
    )
    return found


def reasons(view: PlayerView, move: str) -> Phrase | None:
    """Return the reason for a move: where a vote sends the guard, or what a trick achieves."""
    s, seat, moves = view.state, view.seat, view.moves()
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
    """Compare the danger of a vote with that of all legal votes (`others`)."""
    here, least, most = (
        danger(s, seat, action),
        *(bound(danger(s, seat, other) for other in others) for bound in (min, max)),
    )
    percent = round(100 * here / 2 ** (voters(s) - 1))
    if least == most:
        return Phrase("hints.even", percent=percent)
    return Phrase("hints.careful" if here == least else "hints.bold", percent=percent)
