"""The bot of Torris: iterative deepening until its budget is spent or every move is proved."""

import math
import random
import time
from contextlib import suppress
from typing import Any

from ludothek.bots.contract import BY_EYE, Budget, Choice, Estimate, PlayerView
from ludothek.bots.machine_pool import borrow_machine
from ludothek.bots.torris.alphabeta import ASKED, DEEPEST, PROVE, WON, History, SearchNode, TranspositionEntry
from ludothek.bots.torris.evaluation import LOGIT
from ludothek.compiler import KIT, STATE, Machine
from ludothek.games.torris.rules import WHITE, State

FEWEST_ENTRIES, MOST_ENTRIES = 1 << 10, 1 << 20
CHUNK = 10_000  # nodes between two checks of the clock, about 10 ms
FOR_EACH = 0.25  # the share of the budget for valuing every move, also bad ones


class AlphaBetaBot:
    """A bot that searches `nodes` positions a move; with probability `slips` it moves at random."""

    remembers = False

    def __init__(self, nodes: int, slips: float = 0.0) -> None:
        self.nodes = nodes
        self.slips = slips

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        rng = random.Random(seed)
        moves = list(view.moves().items())
        rng.shuffle(moves)  # break ties at random
        if len(moves) == 1 or rng.random() < self.slips:
            return Choice(moves[0][0])
        with borrow_machine(view.variant.game, PROVE) as here:
            return MoveSearch(here, view, budget.nodes or self.nodes, budget.seconds).choice(moves)


class RankedMove:
    """A legal move and its value so far; values are white's, as in the search."""

    def __init__(self, move: str, action: int, state: State) -> None:
        self.move = move
        self.action = action
        self.state = state  # after the move
        self.value = 0
        self.is_proved = False
        self.hope = 0  # the last value before the proof: some losing moves are harder to refute


class BudgetSpent(Exception):
    pass


class Prover:
    """The search on a machine; its transposition table and history persist between questions."""

    def __init__(self, here: Machine, kit: Any, entries: int) -> None:
        self.here = here
        self.kit, self.root = here.zeros(KIT, 1), here.zeros(STATE, 1)
        self.room = [
            here.zeros(STATE, DEEPEST),
            here.zeros(SearchNode, DEEPEST),
            here.zeros(History, 2),
            here.zeros(TranspositionEntry, entries),
        ]
        self.answer = here.zeros("i8", 5)
        here.write(self.kit, [kit])

    def ask(self, state: State) -> None:
        """Start a search of another position."""
        self.here.write(self.root, [state])
        self.here.write(self.answer, [ASKED])

    def go_on(self, bound: int, depth: int, nodes: int) -> list[int]:
        """Continue the search for at most `nodes` nodes.

        Return the step (negative when finished), the nodes used, the value, the best move and whether the
        value is certain.
        """
        self.here.run(PROVE, nodes, self.kit, *self.room, bound, self.answer, self.root, depth)
        return self.here.read(self.answer)


class MoveSearch:
    """The choice of one move: values every move first, then deepens the search of the best."""

    def __init__(self, here: Machine, view: PlayerView, nodes: int, seconds: float | None) -> None:
        self.view = view
        self.sign = 1 if view.seat == WHITE else -1
        self.prover = Prover(
            here, view.variant.kit, min(MOST_ENTRIES, max(FEWEST_ENTRIES, 1 << nodes.bit_length()))
        )
        self.nodes, self.seconds = nodes, seconds
        self.began, self.used = time.monotonic(), 0

    def choice(self, moves: list[tuple[str, int]]) -> Choice:
        variant, seat = self.view.variant, self.view.seat
        options = [
            RankedMove(move, action, variant.after(self.view.state, seat, action)) for move, action in moves
        ]
        depth = self._value_each(options)
        best = max(options, key=lambda option: (self.sign * option.value, self.sign * option.hope))
        best = self._best(options, best, depth)
        return Choice(
            best.move, {option.move: self._estimate(option, self._chance(best)) for option in options}
        )

    def _value_each(self, options: list[RankedMove]) -> int:
        """Value each move by iterative deepening; return the depth reached."""
        depth = 0
        with suppress(BudgetSpent):
            while depth < DEEPEST and not all(option.is_proved for option in options):
                for option in options:
                    if not option.is_proved:
                        option.value, option.is_proved, _ = self._value(
                            option.state, depth, option.value, FOR_EACH
                        )
                        option.hope = option.hope if option.is_proved else option.value
                depth += 1
        return depth

    def _best(self, options: list[RankedMove], best: RankedMove, depth: int) -> RankedMove:
        """Deepen the search of the root and return the best move with its value."""
        by_action = {option.action: option for option in options}
        with suppress(BudgetSpent):
            while depth < DEEPEST and not best.is_proved:
                value, is_proved, action = self._value(self.view.state, depth + 1, best.value, 1.0)
                if action is not None:  # otherwise all moves lose; keep the current one
                    best = by_action[action]
                best.value, best.is_proved = value, is_proved
                depth += 1
        return best

    def _value(self, state: State, depth: int, guess: int, part: float) -> tuple[int, bool, int | None]:
        """Return the value of a position at a depth, whether it is proved, and the move that achieves it.

        It narrows the bounds of the value by null-window searches.
        """
        least, most = -WON, WON
        is_certain = {True: True, False: True}
        best = None
        while least < most:
            bound = max(guess, least + 1)
            guess, closed, action = self._ask(state, bound, depth, part)
            is_enough = guess >= bound
            is_certain[is_enough] = closed
            if is_enough:
                least = guess
            else:
                most = guess
            if is_enough == (self.sign > 0):
                best = action
        return guess, all(is_certain.values()), best

    def _ask(self, state: State, bound: int, depth: int, part: float) -> tuple[int, bool, int]:
        """Search one bound; return a value on the proved side of it, whether it is certain, and the move."""
        self.prover.ask(state)
        while True:
            left = int(part * self.nodes) - self.used
            if left <= 0 or (
                self.seconds is not None and time.monotonic() - self.began > part * self.seconds
            ):
                raise BudgetSpent
            step, took, value, best, closed = self.prover.go_on(bound, depth, min(CHUNK, left))
            self.used += took
            if step < 0:
                return value, bool(closed), best

    def _estimate(self, option: RankedMove, most: float) -> Estimate:
        value = min(self._chance(option), most)
        return Estimate(value) if option.is_proved else Estimate(value, BY_EYE)

    def _chance(self, option: RankedMove) -> float:
        """Return the chance to win of the seat that moves."""
        value = self.sign * option.value
        if option.is_proved:
            return 0.5 + 0.5 * value / WON
        return 0.5 + 0.5 * math.tanh(value / LOGIT / 2)
