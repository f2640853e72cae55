"""Checks of a game's lots: drawing a lot must be the same as drawing from the legal actions."""

from collections import Counter

from ludothek.core import BLANK, CHANCE, Variant
from ludothek.core.game import seat_name
from ludothek.testing.flaws import Flaw, after
from ludothek.testing.play_checks import positions

POSITIONS = 40


def lots_are_drawn_from_what_is_legal(variant: Variant) -> None:
    """Check that each legal action is on equally many lots, and each act of chance in proportion to
    its weight.
    """
    rules = variant.game.rules
    if not hasattr(rules, "lots"):
        return
    for table in positions(variant, 7, POSITIONS):
        state = table.state
        for seat in variant.to_act(state):
            legal = variant.actions(state, seat)
            weights = dict(
                zip(
                    legal,
                    variant.chances(state).values() if seat == CHANCE else [1] * len(legal),
                    strict=True,
                )
            )
            count = rules.lots(variant.kit, state, seat)
            lots = Counter(rules.lot(variant.kit, state, seat, n) for n in range(count))  # type: ignore[attr-defined]
            lots.pop(BLANK, None)
            for action in {*lots, *legal} if count else ():
                if not lots[legal[0]] or lots[action] * weights[legal[0]] != lots[legal[0]] * weights.get(
                    action, 0
                ):
                    raise Flaw(
                        f"of the {count} lots of {seat_name(seat)} {after(table.moves)}, {action} is on"
                        f" {lots[action]} and"
                        f" {legal[0]} on {lots[legal[0]]}: each legal action must be on equally many, those"
                        " of chance by their weight,"
                        " and nothing else on any"
                    )
