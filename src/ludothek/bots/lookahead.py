"""Players that have a guide, and play it out to see whether another move would do better.

In a team game most moves hardly matter, and a few decide. The general search has to try every move many times to find out which is which,
and moves badly until it has. So these players compare candidates: each is played out with the same dice and cards as the guide's own move,
and candidates that fall behind are dropped. Another move than the guide's is made only if it is ahead by `trust` standard errors.
Without any, luck in a few games would be believed: in a turn of many small decisions that loses more than it finds.

What is said of a move comes from the same comparison as the choice: the guide's own share of games won, and by how much the move did better
or worse with the same dice. A move that was ahead, but not by enough to be believed, counts for as good as the one that is made.
"""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.contract import Budget, Choice, Estimate, Sight
from ludothek.bots.playout import LONGEST, Guide, playout_factory
from ludothek.core.chance import seed_stream
from ludothek.core.compile import compiled
from ludothek.core.game import Game, Rules
from ludothek.core.rule import rule

ROUND = 16  # games of each candidate between two looks at the standing
DOUBT = 1.5  # standard errors behind the guide's move at which a candidate is dropped
NEVER = 0.002  # a share of games is taken to be at least this, and at most 1 - this: few games prove nothing

# What is worth a look: (kit, s, seat, actions, count, out) -> how many; their places in `actions` stand in `out`. A `@rule`.
Candidates = Callable[[Any, Any, int, Any, int, Any], int]


@rule
def all_actions(kit: Any, s: Any, seat: int, actions: Any, count: int, out: Any) -> int:
    for k in range(count):
        out[k] = k
    return count


@dataclass(frozen=True)
class Correction:
    """From the share of games that the guide won to the chance of the player, who does better: logistic(shift + slope * logit(share)).

    Fitted to how games ended: see `ludothek lab calibrate`.
    """

    shift: float = 0.0
    slope: float = 1.0

    def __call__(self, share: float) -> float:
        return logistic(self.shift + self.slope * logit(share))

    def undone(self, chance: float) -> float:
        return logistic((logit(chance) - self.shift) / self.slope)

    def estimate(self, share: Estimate) -> Estimate:
        """The same of a share that is not quite certain."""
        return Estimate(self(share.value), (self(share.value + share.error) - self(share.value - share.error)) / 2)


def logistic(balance: float) -> float:
    return 1 / (1 + math.exp(-balance))


def logit(chance: float) -> float:
    chance = min(max(chance, NEVER), 1 - NEVER)
    return math.log(chance / (1 - chance))


class LookaheadBot:
    """A player that plays candidates out, in `games` games all together; it states the chance of its move from `stated` games at least."""

    remembers = False

    def __init__(
        self,
        games: int,
        guide: Guide,
        candidates: Candidates = all_actions,
        trust: float = 1.5,
        stated: int = 0,
        chance: Correction = Correction(),  # noqa: B008
    ) -> None:
        self.games = games
        self.guide = guide
        self.candidates = candidates
        self.trust = trust
        self.stated = stated
        self.chance = chance

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Choice:
        moves = sight.moves()
        if len(moves) == 1:
            return Choice(next(iter(moves)))
        texts, actions, kit, root, places = looked(sight, moves, self.guide, self.candidates, seed)
        _, play_out = drivers(sight.variant.game, self.guide, self.candidates)
        kept = list(dict.fromkeys(places))  # the guide's own move comes first; no candidate twice
        about = texts.index(budget.about) if budget.about in moves else kept[0]
        if about not in kept:
            kept.append(about)
        standing = Standing(len(kept), budget.nodes or self.games, kept.index(about))
        deadline = time.monotonic() + (math.inf if budget.seconds is None else budget.seconds)
        while standing.is_open() and (standing.played == 0 or time.monotonic() < deadline):
            play_out(kit, root, sight.seat, actions[kept], seed, *standing.round())
            standing.drop()
        best = standing.best(self.trust)
        if standing.settle(best, self.stated) and time.monotonic() < deadline:
            play_out(kit, root, sight.seat, actions[kept], seed, *standing.round())
            standing.drop()
        # A move that ends the game is not a matter of chance.
        shares = zip(standing.shares(best), standing.over, strict=True)
        chances = [Estimate(share.value) if over else self.chance.estimate(share) for share, over in shares]
        return Choice(texts[kept[best]], {texts[place]: chance for place, chance in zip(kept, chances, strict=True)})


class Standing:
    """How the candidates stand against the first of them, the guide's. One of them may be kept to the end, however far it falls behind."""

    def __init__(self, count: int, games: int, kept: int = 0) -> None:
        self.games_left = games
        self.kept = kept
        self.size = min(ROUND, max(1, games // count))
        self.played = 0  # games of each that is still alive
        self.alive = np.ones(count, np.bool_)
        self.won: NDArray[np.float64] = np.zeros(count)
        self.lead: NDArray[np.float64] = np.zeros(count)  # over the guide's move, in the games that both have played
        self.apart: NDArray[np.float64] = np.zeros(count)  # the squared differences from it, game by game
        self.tried = np.zeros(count, np.int64)
        self.over = np.zeros(count, np.bool_)  # the game is over with this move

    def is_open(self) -> bool:
        """One round is played in any case, so that a chance can be stated."""
        alive = int(self.alive.sum())
        return self.played == 0 or (alive > 1 and self.games_left >= alive * self.size)

    def round(self) -> tuple[Any, ...]:
        return self.alive, self.played, self.size, self.won, self.lead, self.apart, self.over

    def drop(self) -> None:
        """A round has been played: drop what falls behind, and what makes no difference at all."""
        self.games_left -= self.size * int(self.alive.sum())
        self.tried[self.alive] += self.size
        self.played += self.size
        hopeful = (self.apart > 0) & (self.lead + DOUBT * np.sqrt(self.apart) >= 0)
        hopeful[[0, self.kept]] = True
        self.alive &= hopeful

    def settle(self, place: int, games: int) -> bool:
        """Only this one and the guide's go on, until they have had this many games; whether any are left to play."""
        self.alive[:] = False
        self.alive[[0, place]] = True
        self.size = games - self.played
        return self.size > 0

    def best(self, trust: float) -> int:
        if (wins := self.over & (self.won == self.tried)).any():
            return int(np.argmax(wins))
        best = int(np.argmax(np.where(self.alive, self.lead, -np.inf)))
        return best if self.lead[best] > trust * math.sqrt(self.apart[best]) else 0

    def shares(self, best: int) -> list[Estimate]:
        """The share of games won with each move: the guide's, more or less what they differed by. None is put above the best one."""
        guided = Estimate.of_games(self.won[0], self.tried[0])
        shares = np.clip(guided.value + self.lead / self.tried, 0.0, 1.0)
        shares[self.over] = (self.won / self.tried)[self.over]
        errors = np.hypot(guided.error, np.sqrt(self.apart + 1) / self.tried)  # one game more may always have differed
        errors[0] = guided.error
        return [Estimate(*pair) for pair in zip(np.minimum(shares, shares[best]).tolist(), errors.tolist(), strict=True)]


class Looked(NamedTuple):
    """A question as compiled code sees it, and where in it the guide's own action stands, then those that are worth a look."""

    texts: list[str]
    actions: NDArray[np.int32]
    kit: Any
    root: Any
    places: list[int]


def looked(sight: Sight, moves: Mapping[str, int], guide: Guide, candidates: Candidates, seed: int) -> Looked:
    actions = np.array(list(moves.values()), np.int32)
    kit, root = sight.variant.kit.pack(), sight.state.pack()
    look, _ = drivers(sight.variant.game, guide, candidates)
    stream, places = np.zeros(4, np.int64), np.zeros(len(actions) + 1, np.int32)
    seed_stream(stream, seed)
    count = look(kit, root, sight.seat, actions, len(actions), stream, places)
    return Looked(list(moves), actions, kit, root, places[: count + 1].tolist())


@cache
def drivers(game: Game, guide: Guide, candidates: Candidates) -> tuple[Callable[..., int], Callable[..., None]]:
    """Compiled: who is a candidate, and a round of games with each."""
    return compiled(game, look_factory(guide, candidates)), compiled(game, round_factory(guide))


@cache
def look_factory(guide: Guide, candidates: Candidates) -> Callable[[Rules], Callable[..., int]]:
    def factory(rules: Rules) -> Callable[..., int]:
        def look(kits: Any, root: Any, seat: int, actions: Any, count: int, stream: Any, out: Any) -> int:
            """Write the place of the guide's action, then those of the candidates; how many these are."""
            # Neither writes to the state. (A copy made here would be given back while it is still read: a record does not hold its array.)
            out[0] = guide(kits[0], root[0], seat, actions, count, stream)
            return candidates(kits[0], root[0], seat, actions, count, out[1:])

        return look

    return factory


@cache
def round_factory(guide: Guide) -> Callable[[Rules], Callable[..., None]]:
    def factory(rules: Rules) -> Callable[..., None]:
        to_act, act, scores = rules.to_act, rules.act, rules.scores
        playout = rule(playout_factory(rules, guide))
        room = rules.GAME.legal

        def play_out(
            kits: Any,
            root: Any,
            seat: int,
            candidates: Any,
            seed: int,
            alive: Any,
            begin: int,
            games: int,
            won: Any,
            lead: Any,
            apart: Any,
            over: Any,
        ) -> None:
            """Play games number `begin`, `begin + 1` … with every candidate that is alive, each number with dice and cards of its own."""
            kit = kits[0]
            states = root.copy()
            stream = np.zeros(4, np.int64)
            actions = np.zeros(room, np.int32)
            odds = np.zeros(room, np.int32)
            result = np.zeros(8, np.float64)
            for number in range(begin, begin + games):
                guided = 0.0
                for k in range(len(candidates)):
                    if not alive[k]:
                        continue
                    states[0] = root[0]
                    s = states[0]
                    seed_stream(stream, seed + number)
                    act(kit, s, seat, candidates[k])
                    over[k] = to_act(kit, s) == 0
                    playout(kit, s, stream, actions, odds, LONGEST)
                    result[:] = 0.0
                    if to_act(kit, s) == 0:
                        scores(kit, s, result)
                    if k == 0:
                        guided = result[seat]
                    won[k] += result[seat]
                    lead[k] += result[seat] - guided
                    apart[k] += (result[seat] - guided) ** 2

        return play_out

    return factory
