"""Minimum times: to memorise the stones (SG-3), and to follow each slide (SG-10)."""

from collections.abc import Mapping

from ludothek.core import Whole
from ludothek.games.shell_game.rules import ASKING, MEMORISING, SLIDING, Kit, State

SETTINGS = (Whole("slide_ms", 400, 2000, 900),)


def earliest(settings: Mapping[str, int], kit: Kit, s: State) -> float:
    """The seconds after the last move before which no move is accepted."""
    if s.stage == MEMORISING:
        return kit.memorise_seconds
    if s.slid > 0 and (s.stage == SLIDING or (s.stage == ASKING and s.answers == 0)):
        return settings["slide_ms"] / 1000
    return 0.0


def awaited(kit: Kit, s: State) -> list[int] | None:
    """The seats that memorise the stones; None in other stages."""
    return [seat for seat in range(s.seats) if seat != s.slider] if s.stage == MEMORISING else None
