"""Play a game to its end: the compiled drivers that search, lookahead and simulation share."""

from collections.abc import Callable
from typing import Any

from ludothek.core.chance import BLANK, CHANCE, CHANCE_BIT, draw_below, draw_weighted
from ludothek.core.game import RulesModule
from ludothek.core.rule import inlined, rule

SEATS = CHANCE  # the most seats of any game: the length of score buffers
LONGEST = 5_000  # the most decisions of a playout; without an end by then it has no winner
BLANKS = 64  # blank draws in a row, after which the legal actions are listed instead

# The policy of a playout, a `@rule`: (kit, s, seat, actions, count, stream) -> an index into `actions`
Guide = Callable[[Any, Any, int, Any, int, Any], int]


@rule
@inlined
def any_action(kit: Any, s: Any, seat: int, actions: Any, count: int, stream: Any) -> int:
    """Choose an action uniformly at random."""
    return draw_below(stream, count)


@rule
@inlined
def first_seat(seats: int) -> int:
    """Return the lowest seat of a bit set."""
    return (seats & -seats).bit_length() - 1


def by_lot(rules: RulesModule, written: Callable[..., int]) -> Callable[..., int]:
    """Build a driver that draws an action through the rules' `lots` and `lot` where they exist.

    After `BLANKS` blank draws in a row it falls back to `written`, which lists the legal actions. Games
    without `lots` get `written` itself, since even an untaken branch costs up to a fifth of the speed of some
    games.
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
    """Build a driver that draws and applies an action of chance, and returns it."""
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
    """Build a driver that chooses a seat's action by the guide; without a guide, at random by lot."""
    legal = rules.legal

    def written(kit: Any, s: Any, seat: int, stream: Any, actions: Any, odds: Any) -> int:
        count = legal(kit, s, seat, actions)
        action: int = actions[guide(kit, s, seat, actions, count, stream)]
        return action

    return by_lot(rules, written) if guide is any_action else written


def playout_factory(rules: RulesModule, guide: Guide = any_action) -> Callable[..., Any]:
    """Build a driver that plays from `s` to the end by the guide.

    It returns the number of decisions, including those of chance, and stops after `most`.
    """
    to_act, act = rules.to_act, rules.act
    happen, choose = rule(inlined(chance_factory(rules))), rule(inlined(choice_factory(rules, guide)))
    has_chance = rules.GAME.chance  # games without chance skip compiling that branch

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
