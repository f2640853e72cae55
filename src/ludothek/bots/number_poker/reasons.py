"""Reasons for choices in Number Poker, derived from the position."""

from ludothek.bots.contract import PlayerView
from ludothek.core import Phrase
from ludothek.games.number_poker.rules import EMPTY_HAND, STEAL, State, has_stones, is_stone, standing


def reasons(view: PlayerView, move: str) -> Phrase | None:
    """Return the reason for a choice, or None."""
    s, seat, action = view.state, view.seat, view.moves()[move]
    if s.thief:
        return _theft(view, action)
    if action == EMPTY_HAND and not has_stones(s, seat):
        return Phrase("hints.costs_nothing")
    if s.seats == 2:
        return Phrase("hints.mix") if len(view.moves()) > 1 else None
    if is_stone(action) and not any(s.left[other][action] for other in range(s.seats) if other != seat):
        return Phrase("hints.unmatched", value=action)
    return None


def _theft(view: PlayerView, action: int) -> Phrase | None:
    """Return the reason for a theft: no other seat wins in this round, or the stone is the highest."""
    before = view.state
    after: State = view.variant.after(before, view.seat, action)
    others = [other for other in range(before.seats) if other != view.seat]
    if len(view.moves()) == 1:
        return None
    if all(standing(after, other) == standing(before, other) for other in others):
        return Phrase("hints.alone")
    if before.chosen[action - STEAL] == max(before.chosen[other] for other in others):
        return Phrase("hints.dearest", value=before.chosen[action - STEAL])
    return None
