"""`throw YyGB`, `recall`, `keep`, `calm`, `again Yg`, `done`; `3.2=R+Ww` writes; chance: `4`, `X`.

An entry is row.field=colour and the jokers.
"""

from functools import cache
from typing import Literal

from ludothek.core import CHANCE
from ludothek.games.safehouse.rules import (
    AGAIN,
    CALM,
    DICE,
    DONE,
    KEEP,
    PLACES,
    PURSUER,
    RECALL,
    WIDTH,
    WRITE,
    Kit,
    State,
    colour_of,
    jokers_of,
    place_of,
)

LETTERS = "YyGgRrBbWw"  # the names of the dice
Colour = Literal["Y", "G", "R", "B"]
COLOUR_LETTERS: tuple[Colour, ...] = ("Y", "G", "R", "B")


def write(kit: Kit, s: State, seat: int, action: int) -> str:
    return face(action) if seat == CHANCE else TEXTS[action]


def face(number: int) -> str:
    return "X" if number == PURSUER else str(number)


@cache
def members(bits: int) -> tuple[int, ...]:
    return tuple([die for die in range(DICE) if bits >> die & 1])


def letters(bits: int) -> str:
    return "".join(LETTERS[die] for die in members(bits))


def _entry(action: int) -> str:
    row, field = divmod(place_of(action), WIDTH)
    added = ("", "+W", "+w", "+Ww")[jokers_of(action)]
    return f"{row + 1}.{field + 1}={COLOUR_LETTERS[colour_of(action)]}{added}"


# Precomputed, because a seat may have a thousand sets of dice to choose from
TEXTS = (
    {dice: f"throw {letters(dice)}" for dice in range(1, 1 << DICE)}
    | {AGAIN + dice: f"again {letters(dice)}" for dice in range(1, 1 << DICE)}
    | {action: _entry(action) for action in range(WRITE, WRITE + 16 * PLACES)}
    | {RECALL: "recall", KEEP: "keep", CALM: "calm", DONE: "done"}
)
