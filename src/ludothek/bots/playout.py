"""Playing a game to its end: what searching, comparing and simulating have in common."""

from collections.abc import Callable
from typing import Any

from ludothek.core.chance import CHANCE, CHANCE_BIT, draw_below, draw_weighted
from ludothek.core.game import Rules
from ludothek.core.rule import rule

SEATS = CHANCE  # as many as a game can have: so much room there is for scores
LONGEST = 5_000  # decisions of a playout; one that has not ended then is nobody's win

# What a seat does in a playout: (kit, s, seat, actions, count, stream) -> the place of it in `actions`. A `@rule`.
Guide = Callable[[Any, Any, int, Any, int, Any], int]


@rule
def any_action(kit: Any, s: Any, seat: int, actions: Any, count: int, stream: Any) -> int:
    return draw_below(stream, count)


@rule
def first_seat(seats: int) -> int:
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


def chance_factory(rules: Rules) -> Callable[..., int]:
    """A driver that lets chance act, and returns what it did."""
    legal, weights, act = rules.legal, rules.weights, rules.act

    def happen(kit: Any, s: Any, stream: Any, actions: Any, odds: Any) -> int:
        count = legal(kit, s, CHANCE, actions)
        weights(kit, s, odds)
        action: int = actions[draw_weighted(stream, odds, count)]
        act(kit, s, CHANCE, action)
        return action

    return happen


def playout_factory(rules: Rules, guide: Guide = any_action) -> Callable[..., Any]:
    """A driver that plays from `s` to the end by the guide and returns how many decisions that took, chance included."""
    to_act, legal, act = rules.to_act, rules.legal, rules.act
    happen = rule(chance_factory(rules))

    def playout(kit: Any, s: Any, stream: Any, actions: Any, odds: Any, most: int) -> int:
        decisions = 0
        while decisions < most:
            acting = to_act(kit, s)
            if acting == 0:
                break
            if acting == CHANCE_BIT:
                happen(kit, s, stream, actions, odds)
            else:
                seat = first_seat(acting)
                count = legal(kit, s, seat, actions)
                act(kit, s, seat, actions[guide(kit, s, seat, actions, count, stream)])
            decisions += 1
        return decisions

    return playout
