"""The hidden information: the choices of the open round (NP-8)."""

import random

from ludothek.core import Variant
from ludothek.games.number_poker.rules import NOT_YET, State


def permuted(variant: Variant, state: State, viewer: int | None, rng: random.Random) -> State:
    """Return the same state with other secret choices of the others."""
    other = state.copy()
    if state.thief:
        return other
    for seat in range(variant.seats):
        if seat != viewer and state.chosen[seat] != NOT_YET:
            open_again = state.copy()
            open_again.chosen[seat] = NOT_YET
            open_again.owes |= 1 << seat
            other.chosen[seat] = rng.choice(variant.actions(open_again, seat))
    return other
