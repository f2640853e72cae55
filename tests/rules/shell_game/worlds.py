"""The hidden information: which face-down stone shows which symbol (SG-9)."""

import random

from ludothek.core import Variant
from ludothek.games.shell_game.rules import ANSWERING, ASKING, NOBODY, SLIDING, State


def permuted(variant: Variant, state: State, viewer: int, rng: random.Random) -> State:
    """The same, but for the symbols under the stones."""
    other = state.copy()
    if state.stage in (SLIDING, ASKING, ANSWERING):
        down = [state.row[place] for place in range(4) if state.winner[place] == NOBODY]
        for stone, source in zip(down, rng.sample(down, len(down)), strict=True):
            other.symbol[stone] = state.symbol[source]
    return other
