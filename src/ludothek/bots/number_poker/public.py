"""Number poker for two as a whole: every public state, what every pair of choices leads to, and what it is
worth.

There are only 44,144 states, because little matters for what is to come: what each seat has left, and how far
one is ahead of the other. (The rules read the stones won in `scores` alone, and there only how two standings
compare.) States that agree in this are one.

Whoever always shows each of their things with the same chance wins half: then which of my things meets which
of yours is a random pairing, whatever you do and know, and the pairing decides the game. So this is an
equilibrium, and each state is worth what even play makes of it. (Only a seat that passes on its empty hand in
the ninth round changes this, to its own loss.)
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludothek.bots.machine_pool import borrow_machine
from ludothek.bots.number_poker.mixtures import CHOICES
from ludothek.bots.playout import SEATS
from ludothek.bots.search import LOW62, place_of
from ludothek.compiler import KIT, LEGAL, STATE, Program
from ludothek.core import rule
from ludothek.core.game import RulesModule
from ludothek.core.registry import find
from ludothek.games.number_poker.rules import PASS, State, standing

PAIRS = CHOICES * CHOICES
ROOM = 1 << 16  # more than there are states


@dataclass(frozen=True)
class PublicTree:
    """All public states, those of a later round later. `find` says which number one has."""

    keys: "array[int]"
    index: "array[int]"
    # The states that follow, PAIRS for each, by the choices of seat 0 and seat 1; -1 where one is not legal
    after: "array[int]"
    score: "array[float]"  # of seat 0 where the game is over; -1 where it is not
    # 2 * CHOICES for each, by seat and choice: how many of the seat's things this choice shows
    things: "array[int]"
    worth: "array[float]"  # to seat 0, if both play evenly

    def find(self, s: State) -> int:
        return self.index[place_of(self.keys, key_of(s))]

    def worths_after(self, place: int) -> list[list[float]]:
        """What each pair of choices makes of that state, to seat 0; where one of them is not
        legal, nothing.
        """
        at = PAIRS * place
        worths = [0.0 if later < 0 else self.worth[later] for later in self.after[at : at + PAIRS]]
        return [worths[first : first + CHOICES] for first in range(0, PAIRS, CHOICES)]


@cache
def public() -> PublicTree:
    variant = find("number_poker").variant(2)
    with borrow_machine(variant.game, EXPLORE) as here:
        kit, states, found = here.zeros(KIT, 1), here.zeros(STATE, ROOM), here.zeros("i8", 1)
        kinds = (("i8", 2), ("i4", 2), ("i4", PAIRS), ("f8", 1), ("i1", 2 * CHOICES), ("f8", 1))
        made = [here.zeros(kind, size * ROOM) for kind, size in kinds]
        here.write(kit, [variant.kit])
        here.write(states, [variant.start()])
        here.run(EXPLORE, 1, kit, states, *made, found)
        [count] = here.read(found)
        keys, index, *rest = made
        sizes = [PAIRS * count, count, 2 * CHOICES * count, count]
        after, score, things, worth = (
            here.read(buffer, size) for buffer, size in zip(rest, sizes, strict=True)
        )
        return PublicTree(
            array("q", here.read(keys)),
            array("i", here.read(index)),
            array("i", after),
            array("d", score),
            array("b", things),
            array("d", worth),
        )


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
    """How many of the seat's things this choice shows: equal stones are two, the empty hand is one, and
    passing shows nothing.
    """
    return s.left[seat][choice] if choice != PASS else 0


def factory(rules: RulesModule) -> Callable[..., Any]:
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
        worth: Any,
        count: Any,
    ) -> None:
        """Find all states that follow from states[0], count them, and say what each is worth."""
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
        for here in range(found - 1, -1, -1):  # whatever follows from a state was found after it
            worth[here] = even_worth(after, score, things, worth, here)

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


@rule
def even_worth(after: Any, score: Any, things: Any, worth: Any, here: int) -> float:
    """What a state is worth to seat 0 when both play evenly, if that of all that follow is known."""
    total: float = score[here]
    if total >= 0:
        return total
    total, weights = 0.0, 0
    for pair in range(PAIRS):
        follower = after[PAIRS * here + pair]
        if follower >= 0:
            weight = weight_of(things, 2 * here, pair // CHOICES) * weight_of(
                things, 2 * here + 1, pair % CHOICES
            )
            total += weight * worth[follower]
            weights += weight
    return total / weights


@rule
def weight_of(things: Any, row: int, choice: int) -> int:
    """How often a choice is made, in even play: as often as it shows things. Who has none passes."""
    weight: int = things[CHOICES * row + choice]
    if choice == PASS:
        weight = 1
        for other in range(CHOICES):
            if things[CHOICES * row + other]:
                weight = 0
    return weight


EXPLORE = Program(
    "explore",
    factory,
    (KIT, STATE, "i8", "i4", "i4", "f8", "i1", "f8", "i8"),
    (("i4", LEGAL), ("i4", LEGAL), ("i4", LEGAL), ("f8", SEATS), (STATE, 2)),
)
