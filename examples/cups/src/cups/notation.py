"""A claim is its number, `17`; `doubt` lifts the cups. Chance: the face of a die."""

from cups.rules import DOUBT, LEAST, State
from ludothek.core import CHANCE, Nothing


def write(kit: Nothing, s: State, seat: int, action: int) -> str:
    if seat == CHANCE:
        return str(action)
    return "doubt" if action == DOUBT else str(action + LEAST)
