"""All public states of two-seat Number Poker, with their successors and equilibrium values.

There are only 44,144 states, because only what each seat has left and the lead of one seat over the other
matter for the rest of the game. (The rules read the stones won in `scores` alone, and there only how two
standings compare.) States that agree in this are merged.

A seat that always shows each of its things with the same chance wins half: its things then meet the
opponent's in a random pairing, whatever the opponent does or knows, and the pairing decides the game. So even
play is an equilibrium, and the value of a state is its value under even play. (Only a seat that passes with
its empty hand in the ninth round changes this, to its own loss.)
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
ROOM = 1 << 16  # above the number of states


@dataclass(frozen=True)
class PublicTree:
    """All public states as flat arrays, ordered by round; `find` returns the index of a state."""

    keys: "array[int]"
    index: "array[int]"
    # PAIRS successors for each state, by the choices of seats 0 and 1; -1 where one is not legal
    after: "array[int]"
    score: "array[float]"  # of seat 0 if the game is over; otherwise -1
    # 2 * CHOICES for each state, by seat and choice: how many of the seat's things the choice shows
    things: "array[int]"
    worth: "array[float]"  # to seat 0, if both play evenly

    def find(self, s: State) -> int:
        return self.index[place_of(self.keys, key_of(s))]

    def worths_after(self, place: int) -> list[list[float]]:
        """Return seat 0's value after each pair of choices in a state; 0 where one is not legal."""
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
    """Return a hash key of what matters of a state; multiplying by an odd factor keeps keys distinct."""
    code = 0
    for seat in range(2):
        for value in range(5):
            code = 3 * code + s.left[seat][value]
    return ((2048 * code + 1024 + standing(s, 0) - standing(s, 1)) * 0x1E3779B97F4A7C15) & LOW62


@rule
def things_of(s: State, seat: int, choice: int) -> int:
    """Return how many of the seat's things a choice shows.

    Equal stones are two things, the empty hand is one, and PASS shows none.
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
        """Find and count all states that follow from states[0], and compute the value of each."""
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
                        if follower.thief:  # with two seats only one stone can be stolen
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
        for here in range(found - 1, -1, -1):  # successors have higher indices
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
    """Return seat 0's value of a state under even play, given the values of its successors."""
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
    """Return the weight of a choice in even play: the things it shows; PASS if the seat has none."""
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
