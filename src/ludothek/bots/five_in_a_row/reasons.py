"""Reasons for moves of Five Wins: what a move completes, threatens, blocks or captures."""

from ludothek.bots.contract import PlayerView
from ludothek.bots.five_in_a_row.lines import made_at, tables
from ludothek.core import Phrase
from ludothek.games.five_in_a_row.rules import ENOUGH, FIVE, OWN, RING, State, size


def reasons(view: PlayerView, move: str) -> Phrase | None:
    """Return the strongest reason for a move, or None."""
    before, seat = view.state, view.seat
    action = view.moves()[move]
    after = view.variant.after(before, seat, action)
    if after.winner == seat:
        return Phrase("hints.five" if after.ended == FIVE else "hints.too_few")
    lines, cell = tables(), action & RING
    # The stones in the best window through the cell: with this stone, and with one of the other seat instead
    mine, theirs = (made_at(after, lines, who, cell) for who in (seat, 1 - seat))
    threats = fives(after, seat)
    captured = before.field & ~after.field
    taken = size(captured & OWN[1 - seat])
    if theirs == ENOUGH:
        return Phrase("hints.blocks_five")
    if threats > 1:
        return Phrase("hints.two_threats")
    if 2 * taken > size(captured):  # more of the other seat's stones than of one's own
        return Phrase("hints.captures", n=taken)
    if threats and mine == ENOUGH - 1:
        return Phrase("hints.four")
    if threats:
        return Phrase("hints.threat")
    if theirs == ENOUGH - 1:
        return Phrase("hints.blocks_four")
    if mine == ENOUGH - 2:
        return Phrase("hints.three")
    return Phrase("hints.blocks_three") if theirs == ENOUGH - 2 else None


def fives(s: State, seat: int) -> int:
    """Count the empty cells on which a stone of the seat would complete a five."""
    return sum(made_at(s, tables(), seat, cell) == ENOUGH for cell in s.rim[: s.rims])
