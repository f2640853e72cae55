"""Number poker for two as arrays, and the best answers to whatever is played in it."""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.number_poker.mixtures import CHOICES
from ludothek.bots.number_poker.public import public

Numbers = NDArray[np.float64]


class Whole:
    """Mixtures stand here for every public state: mixes[state, choice]."""

    def __init__(self) -> None:
        known = public()
        self.find = known.find
        self.after = np.array(known.after).reshape(-1, CHOICES, CHOICES)
        self.score = np.array(known.score)
        self.things = np.array(known.things).reshape(-1, 2, CHOICES)

    @cached_property
    def layers(self) -> list[NDArray[np.intp]]:
        """The states that are not over, by rounds, the last first."""
        left = np.where(self.score < 0, self.things.sum((1, 2)), 0)
        return [np.flatnonzero(left == number) for number in range(1, left.max() + 1)]

    def values(self, first: Numbers, second: Numbers) -> Numbers:
        """Return the value of every state for seat 0 under these mixed strategies."""
        return self._worth(
            lambda layer, gains, legal: np.einsum("nab,na,nb->n", gains, first[layer], second[layer])
        )

    def best_of_first(self, second: Numbers) -> Numbers:
        """The same, if seat 1 mixes like this and seat 0 knows it."""
        return self._worth(
            lambda layer, gains, legal: np.where(
                legal.any(2), np.einsum("nab,nb->na", gains, second[layer]), -1.0
            ).max(1)
        )

    def best_of_second(self, first: Numbers) -> Numbers:
        """The same, if seat 0 mixes like this and seat 1 knows it."""
        return self._worth(
            lambda layer, gains, legal: np.where(
                legal.any(1), np.einsum("nab,na->nb", gains, first[layer]), 2.0
            ).min(1)
        )

    def _worth(self, of_layer: Callable[..., Numbers]) -> Numbers:
        worth = np.where(self.score < 0, 0.0, self.score)
        for layer in self.layers:
            legal = self.after[layer] >= 0
            worth[layer] = of_layer(layer, np.where(legal, worth[self.after[layer]], 0.0), legal)
        return worth

    def mixed(self, likes: list[float], seat: int) -> Numbers:
        """Return a strategy: in every state a seat's things weighted by `likes`; a seat with none passes."""
        weights = self.things[:, seat] * np.array(likes)
        weights[weights.sum(1) == 0, -1] = 1
        return np.asarray(weights / weights.sum(1, keepdims=True), np.float64)

    def even(self, seat: int) -> Numbers:
        return self.mixed([1.0] * CHOICES, seat)
