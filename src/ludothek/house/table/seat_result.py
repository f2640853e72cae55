"""What came of a game that is over for one of its seats."""

import msgspec

from ludothek.house.table.ending import GameEnding, winners
from ludothek.house.table.sitting import Sitting

WON, DRAWN, LOST, LEFT = "won", "drawn", "lost", "left"


class SeatResult(msgspec.Struct, frozen=True):
    outcome: str  # one of those above
    moves: int = 0  # that the seat has made
    score: int | None = None  # its points or stones, where the game counts such


def result_of(sitting: Sitting, seat: int) -> SeatResult:
    state, variant = sitting.table.state, sitting.variant
    scores, standing = GameEnding.of(sitting).scores, variant.standing(state)
    best = max(scores)
    outcome = WON if winners(scores)[seat] else DRAWN if scores[seat] == best > 0 else LOST
    return SeatResult(
        outcome, sum(mover == seat for mover, _ in sitting.table.moves), standing[seat] if standing else None
    )
