"""Reasons for moves of Safehouse, derived from the state before and after the move."""

from typing import Any

from ludothek.bots.contract import PlayerView
from ludothek.core import Phrase
from ludothek.games.safehouse.notation import members
from ludothek.games.safehouse.rules import (
    AGAIN,
    CALM,
    COLOURS,
    DONE,
    KEEP,
    PURSUER,
    RECALL,
    WIDTH,
    WON,
    WRITE,
    Kit,
    State,
    place_of,
    pursuers,
)


def reasons(view: PlayerView, move: str) -> Phrase | None:
    """Return the reason for a move, or None."""
    kit: Any = view.variant.kit
    before, action = view.state, view.moves()[move]
    after = view.variant.after(before, view.seat, action)
    if after.stage == WON:
        return Phrase("hints.wins")
    if action >= WRITE:
        return _entry(kit, before, after, view.seat, place_of(action) // WIDTH)
    if action == RECALL:
        return (
            Phrase("hints.recall", n=after.pursuer - before.pursuer)
            if after.pursuer > before.pursuer
            else Phrase("hints.recall_free")
        )
    if action < AGAIN:
        return Phrase("hints.throw", n=sum(action >> 2 * colour & 3 > 0 for colour in range(COLOURS)))
    if action == CALM:
        return Phrase("hints.calm", n=pursuers(before))
    if action == DONE:
        return Phrase("hints.waits") if len(view.moves()) > 1 else None
    if action == KEEP:
        return Phrase("hints.keep")
    running = sum(before.shown[die] == PURSUER for die in members(action - AGAIN))
    return Phrase("hints.again", n=running) if running else Phrase("hints.again_better")


def _entry(kit: Kit, before: State, after: State, seat: int, row: int) -> Phrase:
    """Return the reason for an entry in this row: what it begins, fills or completes."""
    steps, missing = after.position[seat] - before.position[seat], after.missing[seat][row]
    if after.position[seat] == kit.safehouse > before.position[seat]:
        return Phrase("hints.arrives", row=row + 1)
    if missing == 0:
        return Phrase("hints.completes", row=row + 1, n=steps)
    if missing == kit.fields[row] - 1:
        return Phrase("hints.begins", row=row + 1, n=kit.rewards[row])
    return Phrase("hints.fills", row=row + 1, n=missing)
