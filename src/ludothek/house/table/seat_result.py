"""The result of a finished game for one seat."""

import msgspec

from ludothek.house.table.ending import GameEnding, winners
from ludothek.house.table.sitting import Sitting

WON, DRAWN, LOST, LEFT = "won", "drawn", "lost", "left"


class SeatResult(msgspec.Struct, frozen=True):
    outcome: str  # WON, DRAWN, LOST or LEFT
    moves: int = 0  # made by the seat
    score: int | None = None  # points or stones, if the game counts them


def result_of(sitting: Sitting, seat: int) -> SeatResult:
    state, variant = sitting.table.state, sitting.variant
    scores, standing = GameEnding.of(sitting).scores, variant.standing(state)
    best = max(scores)
    outcome = WON if winners(scores)[seat] else DRAWN if scores[seat] == best > 0 else LOST
    return SeatResult(
        outcome, sum(mover == seat for mover, _ in sitting.table.moves), standing[seat] if standing else None
    )
