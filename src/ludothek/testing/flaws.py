"""Flaws of a game: errors whose messages its author can act on."""

from collections.abc import Sequence

from ludothek.core.table import seat_label

SHOWN = 12  # moves before a flaw that are shown


class Flaw(AssertionError):
    """Something that a game must not do. The message says what, where, and what to write instead."""


def after(moves: Sequence[tuple[int, str]]) -> str:
    """Describe how a position was reached, as the end of a sentence."""
    if not moves:
        return "at the start"
    last = ", ".join(f"{seat_label(seat)} {move}" for seat, move in moves[-SHOWN:])
    return (
        f"after the moves {last}"
        if len(moves) <= SHOWN
        else f"after {len(moves)} moves, the last of them {last}"
    )
