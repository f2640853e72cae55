"""`0,1` lays a stone there; `0,1>3,-2` takes it from there to there. Coordinates are those of the grid, the first stone lay on `0,0`."""

from ludothek.core import Nothing
from ludothek.games.five_in_a_row.rules import CELLS, State, x_of, y_of


def write(kit: Nothing, s: State, seat: int, action: int) -> str:
    if action < CELLS:
        return spot(s, action)
    return f"{spot(s, s.at[action // CELLS - 1])}>{spot(s, action % CELLS)}"


def spot(s: State, cell: int) -> str:
    return f"{x_of(s, cell)},{y_of(s, cell)}"
