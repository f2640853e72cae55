"""A single game driven by action numbers: the common base of the environment adapters.

An observation is what a seat may see as a row of numbers (as in `Batch.observations`); chance acts by itself.
Seats that choose simultaneously are asked one after the other, and none sees what another has chosen.
"""

import numpy as np
from numpy.typing import NDArray

from ludothek.core.chance import CHANCE, draw_weighted, seed_stream
from ludothek.core.flatten import flat_size, flatten_rule
from ludothek.core.game import Variant
from ludothek.core.registry import find

BOUND_LIMIT = 2.0**31  # largest absolute bound of a number in an observation


def variant_of(
    game: str | Variant, seats: int | None = None, options: object = None, kit: object = None
) -> Variant:
    """Return the variant, or the variant of a named game, by default with its usual number of seats."""
    if isinstance(game, Variant):
        return game
    found = find(game)
    return found.variant(seats if seats is not None else found.usual, options, kit)


class SteppedGame:
    """A running game that stops at each decision of a seat."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.actions = variant.game.declared.actions
        self.width = flat_size(variant.game.rules.State)
        self._flatten = flatten_rule(variant.game.rules.State)
        self._stream = [0] * 4
        self.begin(0)

    def begin(self, seed: int) -> None:
        seed_stream(self._stream, seed)
        self.state = self.variant.start()
        self._let_chance_act()

    def act(self, seat: int, action: int) -> None:
        """Take an action that is known to be legal, then let chance act."""
        self.state = self.variant.after(self.state, seat, action)
        self._let_chance_act()

    def acting(self) -> list[int]:
        return self.variant.to_act(self.state)

    def scores(self) -> list[float]:
        return self.variant.scores(self.state)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the mask of legal actions; all zeros for a seat that is not to act."""
        mask = np.zeros(self.actions, np.int8)
        if seat in self.acting():
            mask[self.variant.actions(self.state, seat)] = 1
        return mask

    def observation(self, seat: int) -> NDArray[np.float32]:
        out = np.zeros(self.width, np.float32)
        self._flatten(self.variant.seen_by(self.state, seat), out, 0)
        return out

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the lower and upper bounds of the numbers in an observation."""
        low: list[float] = []
        high: list[float] = []
        for field in self.variant.game.rules.State.declared_fields().values():
            count = int(np.prod(field.shape, dtype=int)) * (field.bits or 1)
            least, most = (0, 1) if field.bits else field.range
            low += [max(-BOUND_LIMIT, least)] * count
            high += [min(BOUND_LIMIT, most)] * count
        return np.array(low, np.float32), np.array(high, np.float32)

    def _let_chance_act(self) -> None:
        room = [0] * self.variant.game.declared.legal
        while self.acting() == [CHANCE]:
            actions = self.variant.actions(self.state, CHANCE)
            self.variant.game.rules.weights(self.variant.kit, self.state, room)
            action = actions[draw_weighted(self._stream, room, len(actions))]
            self.state = self.variant.after(self.state, CHANCE, action)
