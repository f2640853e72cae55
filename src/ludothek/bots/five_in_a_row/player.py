"""The bot of Five Wins: iterative deepening until its nodes or its time are used up."""

import math
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass

from ludothek.bots.contract import Bot, Budget, Choice, Estimate, PlayerView, unthinking
from ludothek.bots.five_in_a_row.lines import Lines
from ludothek.bots.five_in_a_row.search import (
    LOOK_AHEAD,
    PLIES,
    PROVED,
    READ_LINES,
    THREATS,
    Ply,
    TranspositionEntry,
)
from ludothek.bots.machine_pool import borrow_machine
from ludothek.compiler import KIT, STATE, Machine
from ludothek.games.five_in_a_row.rules import GAME

SCALE = 150.0  # the value at which the odds to win are e to 1
COMPARED = 3  # the number of best moves with an exact value
NODES_A_SECOND = 100_000  # assumed until measured
HASTE = 0.8  # the share of the remaining time to plan for


@dataclass(frozen=True)
class LinesBot:
    """A bot that searches at most `depth` plies and follows threats for up to `threats` more.

    It treats moves within `vague` of the best as equal, and with probability `slips` it moves at random.
    """

    depth: int
    nodes: int
    threats: int = THREATS
    vague: int = 0
    slips: float = 0.0
    remembers = False

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        moves = view.moves()
        rng = random.Random(seed)
        if choice := unthinking(moves, self.slips, rng):
            return choice
        values = self._values(
            view, budget, rng.sample(list(moves.values()), len(moves)), moves.get(budget.about or "")
        )
        best = max(values.values())
        worst = best - self.vague if abs(best) < PROVED else best
        good = [move for move, action in moves.items() if values.get(action, worst - 1) >= worst]
        chances = {
            move: Estimate.by_eye(chance(values[action]))
            for move, action in moves.items()
            if action in values
        }
        return Choice(rng.choice(good), chances)

    def _values(
        self, view: PlayerView, budget: Budget, actions: list[int], about: int | None
    ) -> dict[int, int]:
        """Return the values of the best actions and of the action `about`.

        At equal values, earlier actions in `actions` are searched first.
        """
        left = budget.nodes or self.nodes
        exact = len(actions) if self.vague else min(COMPARED, len(actions))
        with borrow_machine(view.variant.game, LOOK_AHEAD, READ_LINES) as here:
            look = ThreatSearch(here, view, 1 << min(18, max(10, left.bit_length())), self.threats)
            began, spent = time.monotonic(), 0
            known: dict[int, int] = {}
            for depth in range(1, min(self.depth, PLIES) + 1):
                actions.sort(key=lambda action: -known.get(action, 0))
                quota = left
                if budget.seconds is not None:
                    passed = time.monotonic() - began
                    rate = spent / passed if spent else NODES_A_SECOND
                    quota = min(left, int(HASTE * rate * (budget.seconds - passed)))
                if depth > 1 and quota <= 0:
                    break
                found, used = look.values(actions, depth, max(quota, 1), exact)
                known |= found
                left, spent = left - used, spent + used
                if used > quota or abs(max(known.values())) > PROVED:
                    break
            least, most = sorted(known.values())[-exact:][0], max(known.values())
            best = {action: value for action, value in known.items() if value >= least}
            if about is not None and about not in best:
                found, _ = look.values([about], depth, 1, 1)  # one action is always searched
                best[about] = min(found[about], most)
        return best


class ThreatSearch:
    """The search on a machine; its transposition table persists between depths."""

    def __init__(self, here: Machine, view: PlayerView, entries: int, threats: int) -> None:
        self.here = here
        self.threats = threats
        self.room = [
            here.zeros(kind, size)
            for kind, size in (
                (KIT, 1),
                (STATE, 1),
                (STATE, PLIES),
                (Ply, PLIES),
                (TranspositionEntry, entries),
                (Lines, 1),
            )
        ]
        self.actions, self.answer = here.zeros("i4", GAME.legal), here.zeros("i8", 2)
        self.found = [here.zeros("i8", GAME.legal) for _ in ("actions", "values")]
        here.write(self.room[0], [view.variant.kit])
        here.write(self.room[1], [view.state])
        here.run(READ_LINES, 1, self.room[-1])

    def values(self, actions: list[int], depth: int, quota: int, exact: int) -> tuple[dict[int, int], int]:
        """Search these actions; the `exact` best values are exact, others are upper bounds.

        Return the values by action and the nodes used, more than `quota` if the search was not finished.
        """
        here = self.here
        here.write(self.actions, actions)
        top = here.zeros("i8", exact)
        here.run(
            LOOK_AHEAD,
            quota,
            *self.room,
            self.actions,
            len(actions),
            depth,
            self.threats,
            top,
            *self.found,
            self.answer,
        )
        count, used = here.read(self.answer)
        looked, values = (here.read(buffer, count) for buffer in self.found)
        return dict(zip(looked, values, strict=True)), used


def chance(value: int) -> float:
    """Convert a value to a chance to win by a logistic function."""
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
