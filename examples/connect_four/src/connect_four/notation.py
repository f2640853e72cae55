"""A column: `a` to `g`."""

from connect_four.rules import State
from ludothek.core import Nothing


def write(kit: Nothing, s: State, seat: int, action: int) -> str:
    return "abcdefg"[action]
