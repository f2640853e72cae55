"""What holds for the lots of a game that has them: to draw one is to draw from all that is legal."""

from collections import Counter

from ludothek.core import BLANK, CHANCE, Variant
from ludothek.core.game import seat_name
from ludothek.testing.flaws import Flaw, after
from ludothek.testing.play_checks import positions

POSITIONS = 40


def lots_are_drawn_from_what_is_legal(variant: Variant) -> None:
    """Every legal action stands on equally many lots; what chance can do, on as many as its weight says, or a
    multiple of that.
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
            said = Counter(rules.lot(variant.kit, state, seat, n) for n in range(count))  # type: ignore[attr-defined]
            said.pop(BLANK, None)
            for action in {*said, *legal} if count else ():
                if not said[legal[0]] or said[action] * weights[legal[0]] != said[legal[0]] * weights.get(
                    action, 0
                ):
                    raise Flaw(
                        f"of the {count} lots of {seat_name(seat)} {after(table.moves)}, {action} stands on {said[action]} and"
                        f" {legal[0]} on {said[legal[0]]}: each legal action must stand on equally many, those of chance by their weight,"
                        " and nothing else on any"
                    )
