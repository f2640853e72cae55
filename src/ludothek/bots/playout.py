"""Playing a game to its end: what searching, comparing and simulating have in common."""

from collections.abc import Callable
from typing import Any

from ludothek.core.chance import BLANK, CHANCE, CHANCE_BIT, draw_below, draw_weighted
from ludothek.core.game import RulesModule
from ludothek.core.rule import inlined, rule

SEATS = CHANCE  # as many as a game can have: the room for scores
LONGEST = 5_000  # decisions of a playout; one that has not ended then is nobody's win
BLANKS = 64  # in a row, after which the legal actions are written out after all

# What a seat does in a playout: (kit, s, seat, actions, count, stream) -> the place of it in `actions`. A
# `@rule`.
Guide = Callable[[Any, Any, int, Any, int, Any], int]


@rule
@inlined
def any_action(kit: Any, s: Any, seat: int, actions: Any, count: int, stream: Any) -> int:
    return draw_below(stream, count)


@rule
@inlined
def first_seat(seats: int) -> int:
    return (seats & -seats).bit_length() - 1


def by_lot(rules: RulesModule, written: Callable[..., int]) -> Callable[..., int]:
    """A driver that draws an action of a seat by lot, and by all that is legal (`written`) where only blanks
    were drawn.

    A game without lots has that alone: a question whose answer is known is not even compiled. It would cost a
    fifth in some games.
    """
    lots, lot = getattr(rules, "lots", None), getattr(rules, "lot", None)
    if lots is None or lot is None:
        return written
    write = rule(inlined(written))

    def drawn(kit: Any, s: Any, seat: int, stream: Any, actions: Any, odds: Any) -> int:
        count = lots(kit, s, seat)
        for _ in range(BLANKS if count else 0):
            action: int = lot(kit, s, seat, draw_below(stream, count))
            if action != BLANK:
                return action
        return write(kit, s, seat, stream, actions, odds)

    return drawn


def chance_factory(rules: RulesModule) -> Callable[..., int]:
    """A driver that lets chance act, and returns what it did."""
    legal, weights, act = rules.legal, rules.weights, rules.act

    def written(kit: Any, s: Any, seat: int, stream: Any, actions: Any, odds: Any) -> int:
        count = legal(kit, s, seat, actions)
        weights(kit, s, odds)
        action: int = actions[draw_weighted(stream, odds, count)]
        return action

    drawn = rule(inlined(by_lot(rules, written)))

    def happen(kit: Any, s: Any, stream: Any, actions: Any, odds: Any) -> int:
        action = drawn(kit, s, CHANCE, stream, actions, odds)
        act(kit, s, CHANCE, action)
        return action

    return happen


def choice_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., int]:
    """A driver that chooses an action for a seat by the guide; any action is drawn by lot, where the game has
    lots.
    """
    legal = rules.legal

    def written(kit: Any, s: Any, seat: int, stream: Any, actions: Any, odds: Any) -> int:
        count = legal(kit, s, seat, actions)
        action: int = actions[guide(kit, s, seat, actions, count, stream)]
        return action

    return by_lot(rules, written) if guide is any_action else written


def playout_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., Any]:
    """A driver that plays from `s` to the end by the guide and returns how many decisions that took, chance
    included.
    """
    to_act, act = rules.to_act, rules.act
    happen, choose = rule(inlined(chance_factory(rules))), rule(inlined(choice_factory(rules, guide)))
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
                act(kit, s, seat, choose(kit, s, seat, stream, actions, odds))
            decisions += 1
        return decisions

    return playout
