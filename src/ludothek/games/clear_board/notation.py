"""`c1-a1`: the stone on c1 jumps to a1."""

from ludothek.core import Nothing
from ludothek.games.clear_board.rules import STEP, State


def write(kit: Nothing, s: State, seat: int, action: int) -> str:
    cell = action // 4
    return f"{name(cell)}-{name(cell + 2 * STEP[action % 4])}"


def name(cell: int) -> str:
    return "abcdef"[cell % 6] + "123456"[cell // 6]
