"""Solve small games by backward induction over all positions.

A seat that chooses alone takes its best move. Where both seats choose at once, the position is a matrix game,
solved in mixed strategies. Chance nodes are averaged by weight. Nothing may be hidden except simultaneous
choices: a game with hidden information needs information sets, as in `ludothek lab exploit`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludothek.core import CHANCE, Refusal, Variant
from ludothek.lab.duel import is_contest
from ludothek.lab.solve import OPENING_HINT, PROGRESS_STEP, too_large

# Positions stored by default: enough for number poker with two seats, in a minute and 200 MB
MOST = 1_000_000
TINY = 1e-12

Mixture = dict[str, float]  # the probability of each move


@dataclass(frozen=True)
class Solution:
    """The value for the first seat or the team under perfect play, the mixtures of the seats to act, and the
    number of positions visited.
    """

    worth: float
    plays: dict[int, Mixture]
    positions: int


def solve_backwards(
    variant: Variant, start: Any, most: int = MOST, report: Callable[[int], None] = lambda _: None
) -> Solution:
    """Solve a game from a position, storing at most `most` positions."""
    if is_contest(variant) and variant.seats != 2:
        raise Refusal(f"backward solving needs two seats; {variant.game.id} has {variant.seats} here")
    values = _ValueTable(variant, most, report)
    try:
        worth = values.worth(start)
        return Solution(worth, values.plays(start), len(values.positions))
    except RecursionError:
        raise Refusal(
            f"{variant.game.id} goes on for too long from there to be solved backwards; {OPENING_HINT}"
        ) from None


class _ValueTable:
    """Memoized values of positions, for the first seat or the team."""

    def __init__(self, variant: Variant, most: int, report: Callable[[int], None]) -> None:
        self.variant, self.is_contest, self.most, self.report = variant, is_contest(variant), most, report
        self.positions: dict[bytes, float] = {}

    def worth(self, state: Any) -> float:
        key = state.to_bytes()
        if key not in self.positions:
            worth = self._compute(state)
            if len(self.positions) >= self.most:
                raise too_large(self.variant, self.most)
            self.positions[key] = worth
            if len(self.positions) % PROGRESS_STEP == 0:
                self.report(len(self.positions))
        return self.positions[key]

    def _compute(self, state: Any) -> float:
        variant, acting = self.variant, self.variant.to_act(state)
        if not acting:
            return variant.scores(state)[0]
        if acting == [CHANCE]:
            moves = variant.moves(state, CHANCE)
            odds = variant.weights(state, moves)
            return sum(
                odds[move] * self.worth(variant.after(state, CHANCE, moves[move])) for move in moves
            ) / sum(odds.values())
        self._check_open(state)
        if self._is_simultaneous(acting):
            return matrix_game(self._table(state))[0]
        return self._value_for(acting[0], best(worth for _, worth in self._after_each(state, acting[0])))

    def plays(self, state: Any) -> dict[int, Mixture]:
        """Return the optimal mixture of each seat that is to act."""
        acting = self.variant.to_act(state)
        if not acting or acting == [CHANCE]:
            return {}
        if self._is_simultaneous(acting):
            mixtures = matrix_game(self._table(state))[1:]
            return {
                seat: dict(zip(self.variant.moves(state, seat), mixtures[seat], strict=True))
                for seat in acting
            }
        [seat, *_] = acting
        worths = dict(self._after_each(state, seat))
        return {seat: {max(worths, key=lambda move: worths[move]): 1.0}}

    def _after_each(self, state: Any, seat: int) -> Iterator[tuple[str, float]]:
        """Yield each move and its value to the seat that makes it."""
        for move, action in self.variant.moves(state, seat).items():
            yield move, self._value_for(seat, self.worth(self.variant.after(state, seat, action)))

    def _table(self, state: Any) -> list[list[float]]:
        """Return the payoff matrix of a simultaneous choice, for the first seat."""
        after, columns = self.variant.after, self.variant.actions(state, 1)
        rows = [after(state, 0, action) for action in self.variant.actions(state, 0)]
        return [[self.worth(after(row, 1, action)) for action in columns] for row in rows]

    def _value_for(self, seat: int, worth: float) -> float:
        """Convert a score between the first seat's view and another seat's, in both directions."""
        return 1 - worth if self.is_contest and seat else worth

    def _is_simultaneous(self, acting: Sequence[int]) -> bool:
        """Whether seats choose at once; a team coordinates, so that its seats choose in turn."""
        return len(acting) > 1 and self.is_contest

    def _check_open(self, state: Any) -> None:
        if any(self.variant.seen_by(state, seat) != state for seat in range(self.variant.seats)):
            raise Refusal(
                f"in {self.variant.game.id} seats know different things there: backward solving"
                " allows no hidden"
                " information except simultaneous choices (an opening must not end before all have chosen)"
            )


def best(worths: Iterator[float]) -> float:
    """Return the largest value, stopping at a win."""
    largest = 0.0
    for worth in worths:
        largest = max(largest, worth)
        if largest == 1:
            break
    return largest


def matrix_game(payoffs: Sequence[Sequence[float]]) -> tuple[float, list[float], list[float]]:
    """Solve a matrix game by the simplex method: its value to the row player, and both mixtures.

    The column mixture y maximises its sum under (payoffs + shift) y <= 1; the dual prices of these
    constraints are the row mixture.
    """
    table = np.array(payoffs, float)
    if (worst := table.min(1)).max() >= (most := table.max(0)).min():  # a saddle point in pure strategies
        return (
            float(worst.max()),
            _pure(len(worst), int(worst.argmax())),
            _pure(len(most), int(most.argmin())),
        )
    rows, columns = table.shape
    shift = 1 - table.min()
    last = np.concatenate([-np.ones(columns), np.zeros(rows + 1)])
    tableau = np.vstack([np.hstack([table + shift, np.eye(rows), np.ones((rows, 1))]), last])
    basis = np.arange(columns, columns + rows)
    while (entering := np.flatnonzero(tableau[-1, :-1] < -TINY)).size:
        column = entering[0]  # Bland's rule, here and for the row, prevents cycling
        grows = np.flatnonzero(tableau[:-1, column] > TINY)
        room = tableau[grows, -1] / tableau[grows, column]
        tight = grows[room <= room.min() + TINY]
        row = tight[basis[tight].argmin()]
        tableau[row] /= tableau[row, column]
        others = np.arange(rows + 1) != row
        tableau[others] -= np.outer(tableau[others, column], tableau[row])
        basis[row] = column
    total, mixture = tableau[-1, -1], np.zeros(columns + rows)
    mixture[basis] = tableau[:-1, -1]
    return (
        float(1 / total - shift),
        (tableau[-1, columns:-1] / total).tolist(),
        (mixture[:columns] / total).tolist(),
    )


def _pure(count: int, chosen: int) -> list[float]:
    return [float(place == chosen) for place in range(count)]
