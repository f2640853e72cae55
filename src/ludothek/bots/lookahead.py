"""Players that have a guide: one follows it, one plays it out to the end to see whether another move would do better.

In a team game most moves hardly matter, and a few decide. The general search has to try every move many times to find out which is which,
and moves badly until it has. So these players trust the guide, and leave it only on evidence: every candidate is played out with the same
dice and cards as the guide's own move, candidates that fall behind are dropped, and another move is made only if it has won clearly more
often.
"""

import math
import random
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.contract import Budget, Choice, Sight
from ludothek.bots.search import LONGEST, Guide, first_seat
from ludothek.core.chance import CHANCE, CHANCE_BIT, draw_weighted, seed_stream
from ludothek.core.compile import compiled
from ludothek.core.game import Game, Rules
from ludothek.core.rule import rule

ROUND = 32  # games of each candidate between two looks at the standing
DOUBT = 1.5  # standard errors behind the guide's move at which a candidate is dropped
SURE = 1.5  # standard errors ahead of it at which another move is made

# What is worth a look: (kit, s, seat, actions, count, out) -> how many; their places in `actions` stand in `out`. A `@rule`.
Candidates = Callable[[Any, Any, int, Any, int, Any], int]


@rule
def all_actions(kit: Any, s: Any, seat: int, actions: Any, count: int, out: Any) -> int:
    for k in range(count):
        out[k] = k
    return count


class GuideBot:
    """A player that does what the guide says; now and then (`slips`) it moves without thinking."""

    remembers = False

    def __init__(self, guide: Guide, slips: float = 0.0) -> None:
        self.guide = guide
        self.slips = slips

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Choice:
        moves = sight.moves()
        rng = random.Random(seed)
        if rng.random() < self.slips:
            return Choice(rng.choice(list(moves)))
        actions, stream = list(moves.values()), [0] * 4
        seed_stream(stream, seed)
        return Choice(list(moves)[self.guide(sight.variant.kit, sight.state, sight.seat, actions, len(actions), stream)])


class LookaheadBot:
    """A player that compares the guide's move with other candidates, in so many games to the end.

    The guide plays those games worse than this player would, so what they say is set right by `chance`: a rising map from the share of them
    that were won to the chance to win.
    """

    remembers = False

    def __init__(
        self,
        games: int,
        guide: Guide,
        candidates: Candidates = all_actions,
        chance: Callable[[float, int], float] = lambda share, seats: share,
    ) -> None:
        self.games = games
        self.guide = guide
        self.candidates = candidates
        self.chance = chance

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Choice:
        moves = sight.moves()
        texts, actions = list(moves), np.array(list(moves.values()), np.int32)
        kit, root = sight.variant.kit.pack(), sight.state.pack()
        look, play_out = drivers(sight.variant.game, self.guide, self.candidates)
        stream, places = np.zeros(4, np.int64), np.zeros(len(actions) + 1, np.int32)
        seed_stream(stream, seed)
        count = look(kit, root, sight.seat, actions, len(actions), stream, places)
        # The guide's own move comes first; no candidate twice.
        kept = list(dict.fromkeys(places[: count + 1].tolist()))
        standing = Standing(len(kept))
        games = budget.nodes or self.games
        deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        while standing.is_open() and standing.played < games and (deadline is None or time.monotonic() < deadline):
            play_out(kit, root, sight.seat, actions[kept], standing.alive, seed, standing.rounds, ROUND, standing.won, standing.apart)
            standing.drop()
        values = {
            texts[place]: self.chance(standing.won[k] / standing.tried[k], sight.variant.seats)
            for k, place in enumerate(kept)
            if standing.tried[k]
        }
        return Choice(texts[kept[standing.best()]], values)


class Standing:
    """How the candidates stand against the first of them, the guide's."""

    def __init__(self, count: int) -> None:
        self.alive = np.ones(count, np.bool_)
        self.won: NDArray[np.float64] = np.zeros(count)
        self.apart: NDArray[np.float64] = np.zeros(count)  # the squared differences from the guide's move, game by game
        self.tried = np.zeros(count, np.int64)
        self.rounds = 0
        self.played = 0

    def is_open(self) -> bool:
        return self.rounds == 0 or int(self.alive.sum()) > 1

    def drop(self) -> None:
        """A round has been played: drop what falls behind, and what makes no difference at all."""
        self.tried[self.alive] += ROUND
        self.played += ROUND * int(self.alive.sum())
        self.rounds += ROUND
        self.alive &= (self.apart > 0) & (self.lead() + DOUBT * np.sqrt(self.apart) >= 0)
        self.alive[0] = True

    def lead(self) -> NDArray[np.float64]:
        lead: NDArray[np.float64] = self.won - self.won[0]
        return lead

    def best(self) -> int:
        best = int(np.argmax(np.where(self.alive, self.won, -1.0)))
        return best if self.lead()[best] > SURE * math.sqrt(self.apart[best]) else 0


@cache
def drivers(game: Game, guide: Guide, candidates: Candidates) -> tuple[Callable[..., int], Callable[..., None]]:
    """Compiled: who is a candidate, and a round of games with each."""
    return compiled(game, look_factory(guide, candidates)), compiled(game, round_factory(guide))


@cache
def look_factory(guide: Guide, candidates: Candidates) -> Callable[[Rules], Callable[..., int]]:
    def factory(rules: Rules) -> Callable[..., int]:
        def look(kits: Any, root: Any, seat: int, actions: Any, count: int, stream: Any, out: Any) -> int:
            """Write the place of the guide's action, then those of the candidates; how many these are."""
            states = root.copy()
            out[0] = guide(kits[0], states[0], seat, actions, count, stream)
            return candidates(kits[0], states[0], seat, actions, count, out[1:])

        return look

    return factory


@cache
def round_factory(guide: Guide) -> Callable[[Rules], Callable[..., None]]:
    def factory(rules: Rules) -> Callable[..., None]:
        to_act, legal, weights, act, scores = rules.to_act, rules.legal, rules.weights, rules.act, rules.scores
        room = rules.LEGAL

        def play_out(
            kits: Any, root: Any, seat: int, candidates: Any, alive: Any, seed: int, begin: int, games: int, won: Any, apart: Any
        ) -> None:
            """Play games number `begin`, `begin + 1` … with every candidate that is alive, each number with dice and cards of its own."""
            kit = kits[0]
            states = root.copy()
            stream = np.zeros(4, np.int64)
            actions = np.zeros(room, np.int32)
            odds = np.zeros(room, np.int32)
            result = np.zeros(8, np.float64)
            for number in range(begin, begin + games):
                first = 0.0
                for k in range(len(candidates)):
                    if not alive[k]:
                        continue
                    states[0] = root[0]
                    s = states[0]
                    seed_stream(stream, seed + number)
                    act(kit, s, seat, candidates[k])
                    played, acting = 0, to_act(kit, s)
                    while acting != 0 and played < LONGEST:
                        if acting == CHANCE_BIT:
                            count = legal(kit, s, CHANCE, actions)
                            weights(kit, s, odds)
                            act(kit, s, CHANCE, actions[draw_weighted(stream, odds, count)])
                        else:
                            other = first_seat(acting)
                            count = legal(kit, s, other, actions)
                            act(kit, s, other, actions[guide(kit, s, other, actions, count, stream)])
                        played, acting = played + 1, to_act(kit, s)
                    result[:] = 0.0
                    if acting == 0:
                        scores(kit, s, result)
                    if k == 0:
                        first = result[seat]
                    won[k] += result[seat]
                    apart[k] += (result[seat] - first) ** 2

        return play_out

    return factory
