"""The player: looks deeper and deeper, until its nodes or its time are used up."""

import math
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ludothek.bots.contract import Bot, Budget, Choice, Estimate, Sight, unthinking
from ludothek.bots.five_in_a_row.lines import tables
from ludothek.bots.five_in_a_row.search import PLIES, PROVED, THREATS, Desk, look_factory
from ludothek.core.compile import compiled
from ludothek.games.five_in_a_row.rules import GAME

SCALE = 150.0  # a position of this value is won e times as often as lost
COMPARED = 3  # moves that get an exact value
NODES_A_SECOND = 100_000  # until it has been measured
HASTE = 0.8  # how much of the remaining time to plan for


@dataclass(frozen=True)
class LinesBot:
    """Looks `depth` plies ahead at most, and follows threats for `threats` more. Where values differ by less than `vague` it sees no
    difference, and now and then (`slips`) it moves without thinking."""

    depth: int
    nodes: int
    threats: int = THREATS
    vague: int = 0
    slips: float = 0.0
    remembers = False

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Choice:
        moves = sight.moves()
        rng = random.Random(seed)
        if choice := unthinking(moves, self.slips, rng):
            return choice
        values = self._values(sight, budget, rng.sample(list(moves.values()), len(moves)), moves.get(budget.about or ""))
        best = max(values.values())
        worst = best - self.vague if abs(best) < PROVED else best
        good = [move for move, action in moves.items() if values.get(action, worst - 1) >= worst]
        chances = {move: Estimate.by_eye(chance(values[action])) for move, action in moves.items() if action in values}
        return Choice(rng.choice(good), chances)

    def _values(self, sight: Sight, budget: Budget, actions: list[int], about: int | None) -> dict[int, int]:
        """The values of the best actions, and of one that is asked about. Those are looked at first that stand first."""
        look = compiled(sight.variant.game, look_factory)
        kit, lines = sight.variant.kit.pack(), tables()
        left = budget.nodes or self.nodes
        desk = Desk.empty(1 << min(18, max(10, left.bit_length())))
        desk.states[0] = sight.state.pack()[0]
        top = np.zeros(len(actions) if self.vague else min(COMPARED, len(actions)), np.int64)
        found, values = np.zeros(GAME.legal, np.int64), np.zeros(GAME.legal, np.int64)
        began, spent = time.monotonic(), 0
        known: dict[int, int] = {}
        for depth in range(1, min(self.depth, PLIES) + 1):
            actions.sort(key=lambda action: -known.get(action, 0))
            desk.actions[0, : len(actions)] = actions
            desk.orders[0, : len(actions)] = range(len(actions), 0, -1)
            quota = left
            if budget.seconds is not None:
                passed = time.monotonic() - began
                rate = spent / passed if spent else NODES_A_SECOND
                quota = min(left, int(HASTE * rate * (budget.seconds - passed)))
            if depth > 1 and quota <= 0:
                break
            count, used = look(kit, desk, lines, len(actions), depth, self.threats, max(quota, 1), top, found, values)
            known |= dict(zip(found[:count].tolist(), values[:count].tolist(), strict=True))
            left, spent = left - used, spent + used
            if used > quota or abs(max(known.values())) > PROVED:
                break
        least, most = sorted(known.values())[-len(top) :][0], max(known.values())
        best = {action: value for action, value in known.items() if value >= least}
        if about is not None and about not in best:
            desk.actions[0, 0] = about
            look(kit, desk, lines, 1, depth, self.threats, 1, np.zeros(1, np.int64), found, values)  # one action is always looked at
            best[about] = min(int(values[0]), most)
        return best


def chance(value: int) -> float:
    """The chance to win that a value stands for."""
    if abs(value) > PROVED:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + math.exp(-value / SCALE))


LEVELS: Mapping[str, Bot] = {
    "easy": LinesBot(depth=1, nodes=2000, threats=0, vague=60, slips=0.2),
    "medium": LinesBot(depth=2, nodes=20_000, threats=0, slips=0.19),
    "tricky": LinesBot(depth=4, nodes=20_000, threats=4, slips=0.12),
    "hard": LinesBot(depth=20, nodes=4_000),
    "expert": LinesBot(depth=20, nodes=45_000),
}
