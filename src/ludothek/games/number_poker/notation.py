"""`1` `2` `3` `4`, `-` for the empty hand, `pass`; `x2` takes seat 2's stone."""

from ludothek.core import Nothing
from ludothek.games.number_poker.rules import PASS, STEAL, State

CHOICES = ("-", "1", "2", "3", "4", "pass")


def write(kit: Nothing, s: State, seat: int, action: int) -> str:
    return f"x{action - STEAL}" if action > PASS else CHOICES[action]
