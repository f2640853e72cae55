"""Number poker for two as a whole: every public state, what every pair of choices leads to, and what it is worth.

There are only 44,144 states, because little matters for what is to come: what each seat has left, and how far one is ahead of the other.
(The rules read the stones won in `scores` alone, and there only how two standings compare.) States that agree in this are one.

Whoever always shows each of their things with the same chance wins half: then which of my things meets which of yours is a random pairing,
whatever you do and know, and the pairing decides the game. So this is an equilibrium, and each state is worth what even play makes of it.
(Only a seat that passes on its empty hand in the ninth round changes this, to its own loss.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.desk import desk
from ludothek.bots.playout import SEATS
from ludothek.bots.search import LOW62, place_of
from ludothek.core import rule
from ludothek.core.game import Rules
from ludothek.core.machines import KIT, LEGAL, STATE, Program
from ludothek.core.registry import find
from ludothek.games.number_poker.rules import PASS, State, standing

CHOICES = PASS + 1  # the empty hand, four values, and PASS, also of a seat that has nothing to choose
PAIRS = CHOICES * CHOICES
ROOM = 1 << 16  # more than there are states

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Public:
    """All public states, those of a later round later. `find` says which number one has."""

    keys: NDArray[np.int64]
    index: NDArray[np.int32]
    layers: list[NDArray[np.int64]]  # the states that are not over, by rounds, the last first
    after: NDArray[np.int32]  # after[state, choice of seat 0, choice of seat 1]: the state that follows; -1 where a choice is not legal
    score: Numbers  # of seat 0 where the game is over; -1 where it is not
    things: NDArray[np.int8]  # things[state, seat, choice]: how many of the seat's things this choice shows

    def find(self, s: State) -> int:
        return int(self.index[place_of(self.keys, key_of(s))])

    def values(self, first: Numbers, second: Numbers) -> Numbers:
        """What every state is worth to seat 0 if the seats mix like this: first[state, choice]."""
        return self._worth(lambda layer, gains, legal: np.einsum("nab,na,nb->n", gains, first[layer], second[layer]))

    def best_of_first(self, second: Numbers) -> Numbers:
        """The same, if seat 1 mixes like this and seat 0 knows it."""
        return self._worth(lambda layer, gains, legal: np.where(legal.any(2), np.einsum("nab,nb->na", gains, second[layer]), -1.0).max(1))

    def best_of_second(self, first: Numbers) -> Numbers:
        """The same, if seat 0 mixes like this and seat 1 knows it."""
        return self._worth(lambda layer, gains, legal: np.where(legal.any(1), np.einsum("nab,na->nb", gains, first[layer]), 2.0).min(1))

    def _worth(self, of_layer: Callable[..., Numbers]) -> Numbers:
        worth = np.where(self.score < 0, 0.0, self.score)
        for layer in self.layers:
            legal = self.after[layer] >= 0
            worth[layer] = of_layer(layer, np.where(legal, worth[self.after[layer]], 0.0), legal)
        return worth

    def even(self, seat: int) -> Numbers:
        """Even play in every state."""
        return shares(self.things[:, seat])


def shares(weights: Numbers | NDArray[np.int8]) -> Numbers:
    """Weights of choices as shares of one; who has nothing to show passes."""
    total = weights.sum(-1, keepdims=True)
    passing = np.eye(CHOICES)[PASS]
    mixed: Numbers = np.where(total > 0, weights / np.maximum(total, 1e-300), passing)
    return mixed


@cache
def public() -> Public:
    variant = find("number_poker").variant(2)
    with desk(variant.game, EXPLORE) as here:
        kit, states, found = here.zeros(KIT, 1), here.zeros(STATE, ROOM), here.zeros("i8", 1)
        made = [here.zeros(kind, size * ROOM) for kind, size in (("i8", 2), ("i4", 2), ("i4", PAIRS), ("f8", 1), ("i1", 2 * CHOICES))]
        here.write(kit, [variant.kit])
        here.write(states, [variant.start()])
        here.run(EXPLORE, 1, kit, states, *made, found)
        [count] = here.read(found)
        keys, index, after, score, things = (np.array(here.array(buffer)) for buffer in made)
    after = after.reshape(ROOM, CHOICES, CHOICES)[:count]
    score, things = score[:count], things.reshape(ROOM, 2, CHOICES)[:count]
    left = np.where(score < 0, things.sum((1, 2)), 0)
    layers = [np.flatnonzero(left == number) for number in range(1, left.max() + 1)]
    return Public(keys, index, layers, after, score, things)


@cache
def worth() -> Numbers:
    """What every state is worth to seat 0 when both play evenly."""
    whole = public()
    return whole.values(whole.even(0), whole.even(1))


@rule
def key_of(s: State) -> int:
    """A number for what matters; different for what differs (an odd factor only stirs it)."""
    code = 0
    for seat in range(2):
        for value in range(5):
            code = 3 * code + s.left[seat][value]
    return ((2048 * code + 1024 + standing(s, 0) - standing(s, 1)) * 0x1E3779B97F4A7C15) & LOW62


@rule
def things_of(s: State, seat: int, choice: int) -> int:
    """How many of the seat's things this choice shows: equal stones are two, the empty hand is one, and passing shows nothing."""
    return s.left[seat][choice] if choice != PASS else 0


def factory(rules: Rules) -> Callable[..., Any]:
    to_act, legal, act, scores = rules.to_act, rules.legal, rules.act, rules.scores

    def explore(
        first: int,
        last: int,
        ours: Any,
        theirs: Any,
        only: Any,
        result: Any,
        work: Any,
        kits: Any,
        states: Any,
        keys: Any,
        index: Any,
        after: Any,
        score: Any,
        things: Any,
        count: Any,
    ) -> None:
        """Find all states that follow from states[0], and count them."""
        kit = kits[0]
        place = place_of(keys, key_of(states[0]))
        keys[place] = key_of(states[0])
        found = 1
        here = 0
        while here < found:
            s = states[here]
            score[here] = -1.0
            for pair in range(PAIRS):
                after[PAIRS * here + pair] = -1
            if to_act(kit, s) == 0:
                scores(kit, s, result)
                score[here] = result[0]
            else:
                for choice in range(CHOICES):
                    things[2 * CHOICES * here + choice] = things_of(s, 0, choice)
                    things[2 * CHOICES * here + CHOICES + choice] = things_of(s, 1, choice)
                for i in range(choices(kit, s, 0, ours)):
                    work[0] = states[here]
                    choose(kit, work[0], 0, ours[i])
                    for j in range(choices(kit, s, 1, theirs)):
                        work[1] = work[0]
                        choose(kit, work[1], 1, theirs[j])
                        follower = work[1]
                        if follower.thief:  # with two seats there is one stone to steal
                            legal(kit, follower, follower.thief - 1, only)
                            act(kit, follower, follower.thief - 1, only[0])
                        place = place_of(keys, key_of(follower))
                        if keys[place] == 0:
                            keys[place] = key_of(follower)
                            index[place] = found
                            states[found] = work[1]
                            found += 1
                        after[PAIRS * here + CHOICES * ours[i] + theirs[j]] = index[place]
            here += 1
        count[0] = found

    @rule
    def choices(kit: Any, s: Any, seat: int, out: Any) -> int:
        if to_act(kit, s) >> seat & 1:
            return legal(kit, s, seat, out)
        out[0] = PASS
        return 1

    @rule
    def choose(kit: Any, s: Any, seat: int, choice: int) -> None:
        if to_act(kit, s) >> seat & 1:
            act(kit, s, seat, choice)

    return explore


EXPLORE = Program(
    "explore",
    factory,
    (KIT, STATE, "i8", "i4", "i4", "f8", "i1", "i8"),
    (("i4", LEGAL), ("i4", LEGAL), ("i4", LEGAL), ("f8", SEATS), (STATE, 2)),
)
