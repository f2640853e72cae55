"""Play by the million, at random or by a guide: the same driver interpreted and compiled, the same seed giving the same games in both."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from ludothek.bots.playout import Guide, any_action, playout_factory
from ludothek.core.chance import seed_stream
from ludothek.core.compile import compiled, interpreted
from ludothek.core.game import Rules, Variant
from ludothek.core.rule import rule


def batch_factory(rules: Rules, guide: Guide = any_action) -> Callable[..., Any]:
    """A driver that plays one game per element of `states`, each from `start`, and returns the decisions taken in all."""
    playout = rule(playout_factory(rules, guide))

    def batch(kits: Any, start: Any, states: Any, seed: int, stream: Any, actions: Any, odds: Any, most: int) -> int:
        decisions = 0
        seed_stream(stream, seed)
        for game in range(len(states)):
            states[game] = start[0]
            decisions += playout(kits[0], states[game], stream, actions, odds, most)
        return decisions

    return batch


@cache
def guided(guide: Guide) -> Callable[[Rules], Callable[..., Any]]:
    return partial(batch_factory, guide=guide)


class Games(NamedTuple):
    """Finished games: their final states (plain or packed, as they were played), and the decisions they took."""

    states: Any
    decisions: int


NO_LIMIT = 1 << 62


def play_interpreted(variant: Variant, games: int, seed: int, most: int = NO_LIMIT) -> Games:
    """Random games by the rules as plain Python."""
    playout = interpreted(variant.game, playout_factory)
    room = variant.game.rules.GAME.legal
    stream, actions, odds = [0] * 4, [0] * room, [0] * room
    seed_stream(stream, seed)
    start, decisions, states = variant.start(), 0, []
    for _ in range(games):
        state = start.copy()
        decisions += playout(variant.kit, state, stream, actions, odds, most)
        states.append(state)
    return Games(states, decisions)


class Batch:
    """Room for so many games at once, compiled and reused: running it again overwrites the games before."""

    def __init__(self, variant: Variant, games: int, guide: Guide = any_action) -> None:
        rules = variant.game.rules
        self._batch = compiled(variant.game, guided(guide))
        self._kit, self._start = variant.kit.pack(), variant.start().pack()
        self._work = np.zeros(4, np.int64), np.zeros(rules.GAME.legal, np.int32), np.zeros(rules.GAME.legal, np.int32)
        self.states = np.zeros(games, rules.State.dtype)

    def run(self, seed: int, most: int = NO_LIMIT) -> int:
        """Play them all; the decisions that took."""
        decisions: int = self._batch(self._kit, self._start, self.states, seed, *self._work, most)
        return decisions


def play_compiled(variant: Variant, games: int, seed: int, most: int = NO_LIMIT) -> Games:
    """The same games, compiled."""
    batch = Batch(variant, games)
    decisions = batch.run(seed, most)
    return Games(batch.states, decisions)
