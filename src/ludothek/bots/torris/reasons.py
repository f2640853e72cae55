"""Reasons for moves of Torris, derived from the position."""

from ludothek.bots.contract import PlayerView
from ludothek.core import Phrase, Seat
from ludothek.games.torris.notation import name
from ludothek.games.torris.rules import WHITE, State, landing, lead, owner

TALL = 3


def reasons(view: PlayerView, move: str) -> Phrase | None:
    before, seat, other = view.state, view.seat, 1 - view.seat
    action = view.moves()[move]
    target = landing(before, action // 4, action % 4)
    after: State = view.variant.after(before, seat, action)
    if after.acting == 0:
        return Phrase("hints.ends") if (lead(after) > 0) == (seat == WHITE) and lead(after) else None
    if after.acting == 1 << seat:
        return Phrase("hints.blocks", who=Seat(other))
    is_safe = all(
        landing(after, threat // 4, threat % 4) != target for threat in view.variant.actions(after, other)
    )
    cell, height = name(target), after.height[target]
    if owner(before, target) == other:
        return Phrase(
            "hints.takes_safely" if is_safe else "hints.takes", cell=cell, height=height, who=Seat(other)
        )
    return (
        Phrase("hints.keeps", cell=cell, height=height, who=Seat(other))
        if is_safe and height >= TALL
        else None
    )
