"""`0,1` lays a stone there; `0,1>3,-2` moves a stone.

The coordinates are those of the grid; the first stone was laid on `0,0`.
"""

from collections.abc import Mapping
from functools import lru_cache

from ludothek.core import Nothing
from ludothek.games.five_in_a_row.rules import CELLS, RING, State, x_of, y_of


def write(kit: Nothing, s: State, seat: int, action: int) -> str:
    there = spots(s)
    return there[action] if action < CELLS else f"{there[s.at[action // CELLS - 1]]}>{there[action & RING]}"


def spot(s: State, cell: int) -> str:
    return spots(s)[cell]


def spots(s: State) -> Mapping[int, str]:
    """The text of each cell."""
    return _in_frame(s.left, s.low)


class _Spots(dict[int, str]):
    """The texts of cells, cached for all fields with the same origin.

    A seat may have hundreds of moves to choose from.
    """

    def __init__(self, left: int, low: int) -> None:
        self._field = State()
        self._field.left, self._field.low = left, low

    def __missing__(self, cell: int) -> str:
        text = self[cell] = f"{x_of(self._field, cell)},{y_of(self._field, cell)}"
        return text


_in_frame = lru_cache(256)(_Spots)
