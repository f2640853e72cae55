"""Playing a game to its end: what searching, comparing and simulating have in common."""

from collections.abc import Callable
from typing import Any

from ludothek.core.chance import BLANK, CHANCE, CHANCE_BIT, draw_below, draw_weighted
from ludothek.core.game import Rules
from ludothek.core.rule import rule

SEATS = CHANCE  # as many as a game can have: so much room there is for scores
LONGEST = 5_000  # decisions of a playout; one that has not ended then is nobody's win
BLANKS = 64  # in a row, after which the legal actions are written out after all

# What a seat does in a playout: (kit, s, seat, actions, count, stream) -> the place of it in `actions`. A `@rule`.
Guide = Callable[[Any, Any, int, Any, int, Any], int]


@rule
def any_action(kit: Any, s: Any, seat: int, actions: Any, count: int, stream: Any) -> int:
    return draw_below(stream, count)


@rule
def first_seat(seats: int) -> int:
    return (seats & -seats).bit_length() - 1


def lots_factory(rules: Rules) -> Callable[..., int]:
    """A driver that draws an action by lot: BLANK where the game has no lots, or where only blanks were drawn."""
    lots, lot = getattr(rules, "lots", None), getattr(rules, "lot", None)

    def none(kit: Any, s: Any, seat: int, stream: Any) -> int:
        return BLANK

    def drawn(kit: Any, s: Any, seat: int, stream: Any) -> int:
        count = lots(kit, s, seat)  # type: ignore[misc]
        for _ in range(BLANKS if count else 0):
            action: int = lot(kit, s, seat, draw_below(stream, count))  # type: ignore[misc]
            if action != BLANK:
                return action
        return BLANK

    return none if lots is None or lot is None else drawn


def chance_factory(rules: Rules) -> Callable[..., int]:
    """A driver that lets chance act, and returns what it did."""
    legal, weights, act = rules.legal, rules.weights, rules.act
    by_lot = rule(lots_factory(rules))

    def happen(kit: Any, s: Any, stream: Any, actions: Any, odds: Any) -> int:
        action = by_lot(kit, s, CHANCE, stream)
        if action == BLANK:
            count = legal(kit, s, CHANCE, actions)
            weights(kit, s, odds)
            action = actions[draw_weighted(stream, odds, count)]
        act(kit, s, CHANCE, action)
        return action

    return happen


def choice_factory(rules: Rules, guide: Guide = any_action) -> Callable[..., int]:
    """A driver that chooses an action for a seat by the guide; any action is drawn by lot, where the game has lots."""
    legal, is_any = rules.legal, guide is any_action
    by_lot = rule(lots_factory(rules))

    def choose(kit: Any, s: Any, seat: int, stream: Any, actions: Any) -> int:
        action = by_lot(kit, s, seat, stream) if is_any else BLANK
        if action == BLANK:
            count = legal(kit, s, seat, actions)
            action = actions[guide(kit, s, seat, actions, count, stream)]
        return action

    return choose


def playout_factory(rules: Rules, guide: Guide = any_action) -> Callable[..., Any]:
    """A driver that plays from `s` to the end by the guide and returns how many decisions that took, chance included."""
    to_act, act = rules.to_act, rules.act
    happen, choose = rule(chance_factory(rules)), rule(choice_factory(rules, guide))
    has_chance = rules.GAME.chance  # where there is none, nothing is compiled for it

    def playout(kit: Any, s: Any, stream: Any, actions: Any, odds: Any, most: int) -> int:
        decisions = 0
        while decisions < most:
            acting = to_act(kit, s)
            if acting == 0:
                break
            if has_chance and acting == CHANCE_BIT:
                happen(kit, s, stream, actions, odds)
            else:
                seat = first_seat(acting)
                act(kit, s, seat, choose(kit, s, seat, stream, actions))
            decisions += 1
        return decisions

    return playout
