"""What a small game is worth to whoever plays it perfectly, worked out from its ends backwards over all its
positions.

Who chooses alone takes the best. Where both choose at once the position is a matrix game, and is worth its
value in mixtures. Chance counts by its weights. Nothing may be hidden but what the other chooses at the same
moment: whoever knows less would have to be asked about all that they hold possible at once, which is what
`ludothek lab exploit` does.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludothek.core import CHANCE, Refusal, Variant
from ludothek.lab.duel import is_contest
from ludothek.lab.solve import BEGIN_LATER, TOLD, too_large

# Positions that are kept, where nobody says otherwise: all of number poker for two, in a minute and 200 MB
MOST = 1_000_000
TINY = 1e-12

Mixture = dict[str, float]  # how often each move is to be made


@dataclass(frozen=True)
class Solution:
    """What the first seat, or the team, scores by perfect play of all; how whoever is to act should play; and
    what that took to see.
    """

    worth: float
    plays: dict[int, Mixture]
    positions: int


def worked_out(
    variant: Variant, start: Any, most: int = MOST, tell: Callable[[int], None] = lambda _: None
) -> Solution:
    """By keeping so many positions at most."""
    if is_contest(variant) and variant.seats != 2:
        raise Refusal(f"perfect play is known between two; {variant.game.id} has {variant.seats} seats here")
    known = _Known(variant, most, tell)
    try:
        worth = known.worth(start)
        return Solution(worth, known.plays(start), len(known.positions))
    except RecursionError:
        raise Refusal(
            f"{variant.game.id} goes on for too long from there to be worked out backwards; {BEGIN_LATER}"
        ) from None


class _Known:
    """The positions whose worth is known."""

    def __init__(self, variant: Variant, most: int, tell: Callable[[int], None]) -> None:
        self.variant, self.is_contest, self.most, self.tell = variant, is_contest(variant), most, tell
        self.positions: dict[bytes, float] = {}

    def worth(self, state: Any) -> float:
        key = state.to_bytes()
        if key not in self.positions:
            worth = self._found(state)
            if len(self.positions) >= self.most:
                raise too_large(self.variant, self.most)
            self.positions[key] = worth
            if len(self.positions) % TOLD == 0:
                self.tell(len(self.positions))
        return self.positions[key]

    def _found(self, state: Any) -> float:
        variant, acting = self.variant, self.variant.to_act(state)
        if not acting:
            return variant.scores(state)[0]
        if acting == [CHANCE]:
            moves = variant.moves(state, CHANCE)
            odds = variant.weighed(state, moves)
            return sum(
                odds[move] * self.worth(variant.after(state, CHANCE, moves[move])) for move in moves
            ) / sum(odds.values())
        self._must_be_open(state)
        if self._is_at_once(acting):
            return matrix_game(self._table(state))[0]
        return self._own(acting[0], best(worth for _, worth in self._after_each(state, acting[0])))

    def plays(self, state: Any) -> dict[int, Mixture]:
        """How the seats that are to act there should choose."""
        acting = self.variant.to_act(state)
        if not acting or acting == [CHANCE]:
            return {}
        if self._is_at_once(acting):
            mixtures = matrix_game(self._table(state))[1:]
            return {
                seat: dict(zip(self.variant.moves(state, seat), mixtures[seat], strict=True))
                for seat in acting
            }
        [seat, *_] = acting
        worths = dict(self._after_each(state, seat))
        return {seat: {max(worths, key=lambda move: worths[move]): 1.0}}

    def _after_each(self, state: Any, seat: int) -> Iterator[tuple[str, float]]:
        """Every move, and what it is worth to who makes it."""
        for move, action in self.variant.moves(state, seat).items():
            yield move, self._own(seat, self.worth(self.variant.after(state, seat, action)))

    def _table(self, state: Any) -> list[list[float]]:
        """What every pair of choices is worth to the first seat."""
        after, columns = self.variant.after, self.variant.actions(state, 1)
        rows = [after(state, 0, action) for action in self.variant.actions(state, 0)]
        return [[self.worth(after(row, 1, action)) for action in columns] for row in rows]

    def _own(self, seat: int, worth: float) -> float:
        """What the first seat's score is to a seat; and the other way round."""
        return 1 - worth if self.is_contest and seat else worth

    def _is_at_once(self, acting: Sequence[int]) -> bool:
        """A team agrees before it chooses: there, one chooses after the other."""
        return len(acting) > 1 and self.is_contest

    def _must_be_open(self, state: Any) -> None:
        if any(self.variant.seen_by(state, seat) != state for seat in range(self.variant.seats)):
            raise Refusal(
                f"in {self.variant.game.id} seats know different things there, and to be worked out backwards nothing may be hidden"
                " but what others choose at the same moment (so an opening must not end before all have chosen)"
            )


def best(worths: Iterator[float]) -> float:
    """Nothing is better than a win: what comes after one need not be looked at."""
    found = 0.0
    for worth in worths:
        found = max(found, worth)
        if found == 1:
            break
    return found


def matrix_game(payoffs: Sequence[Sequence[float]]) -> tuple[float, list[float], list[float]]:
    """What the table is worth to who chooses the row, and how both mix, by the simplex method.

    The columns' mixture y maximises its sum under (payoffs + shift) y <= 1; the prices of these constraints
    are the rows' mixture.
    """
    table = np.array(payoffs, float)
    if (worst := table.min(1)).max() >= (most := table.max(0)).min():  # one row and one column suffice
        return (
            float(worst.max()),
            _only(len(worst), int(worst.argmax())),
            _only(len(most), int(most.argmin())),
        )
    rows, columns = table.shape
    shift = 1 - table.min()
    last = np.concatenate([-np.ones(columns), np.zeros(rows + 1)])
    tableau = np.vstack([np.hstack([table + shift, np.eye(rows), np.ones((rows, 1))]), last])
    basis = np.arange(columns, columns + rows)
    while (entering := np.flatnonzero(tableau[-1, :-1] < -TINY)).size:
        column = entering[
            0
        ]  # the first, and below among equals the first of the basis: so it never goes round in circles (Bland)
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


def _only(count: int, chosen: int) -> list[float]:
    return [float(place == chosen) for place in range(count)]
