"""The hidden information: the tricks in the pile and in other hands, and choices not yet revealed (SQ-19)."""

import random

from ludothek.core import Variant
from ludothek.games.squid.rules import NOTHING, TRICKS, State


def permuted(variant: Variant, state: State, viewer: int | None, rng: random.Random) -> State:
    """Return the same state with unseen tricks dealt anew, and other legal choices of the others."""
    other = state.copy()
    others = [seat for seat in range(variant.seats) if seat != viewer]
    unseen = [
        trick
        for counts in (state.trick_pile, *(state.hand[seat] for seat in others))
        for trick in range(TRICKS)
        for _ in range(counts[trick])
    ]
    rng.shuffle(unseen)
    for seat in others:
        hand = [unseen.pop() for _ in range(state.held[seat])]
        other.hand[seat] = [hand.count(trick) for trick in range(TRICKS)]
        if state.chosen[seat] != NOTHING:
            other.chosen[seat] = rng.choice(variant.actions(other, seat))
    other.trick_pile = [unseen.count(trick) for trick in range(TRICKS)]
    return other
