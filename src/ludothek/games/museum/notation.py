"""Dice by their symbols, `w:` before the white one; children, strips and cards by their names.

`shoe`, `w:shoe` and `w:dino>shoe` place a die; `roll`, `act`, `go`, `keep` and `stop` go on; `white` and
`blue` choose the dice to roll; `draw`, `light` and `leave` take or leave the last card or tile; `end` and
`encore` answer Ida's meeting with the guard; `jo` steps; `!light1` plays a card; `!turn1 shoe>ida` turns a
die with it; `+w:dino>ida` turns the second one.
"""

from ludothek.core import CHANCE
from ludothek.games.museum.box import (
    CARD,
    CHILD,
    DINO,
    ROLL,
    TURN1,
    TURN2,
    TURN_ANOTHER,
    WHITE,
    WHITE_DIE,
    Kit,
    State,
)

SYMBOLS = ("fox", "torch", "shoe", "cap", "ida", "dino")
CHILDREN = ("eddie", "helene", "jo", "schoki")
CARDS = (
    "guard_back",
    "guard_stays",
    "ida_step",
    "light1",
    "light2",
    "turn1",
    "turn2",
    "reroll1",
    "reroll2",
    "steps2",
    "steps3",
)
GOING_ON = ("roll", "act", "go", "stop", "keep", "white", "blue", "draw", "light", "leave", "end", "encore")


def write(kit: Kit, s: State, seat: int, action: int) -> str:
    if action >= TURN1:
        return turning(s, action)
    if action >= CARD:
        return CARDS[action - CARD] if seat == CHANCE else f"!{CARDS[action - CARD]}"
    if action >= CHILD:
        return CHILDREN[action - CHILD]
    if action >= ROLL:
        return GOING_ON[action - ROLL]
    if action >= WHITE:
        return f"w:dino>{SYMBOLS[action - WHITE]}" if s.white == DINO else f"w:{SYMBOLS[action - WHITE]}"
    return SYMBOLS[action]


def turning(s: State, action: int) -> str:
    card = "!turn1 " if action < TURN2 else "!turn2 " if action < TURN_ANOTHER else "+"
    die, symbol = turned(action)
    shown = f"w:{SYMBOLS[s.white]}" if die == WHITE_DIE else SYMBOLS[die]
    return f"{card}{shown}>{SYMBOLS[symbol]}"


def turned(action: int) -> tuple[int, int]:
    """The die that an action turns, and its new symbol."""
    die, symbol = divmod((action - TURN1) % 36, 6)
    return die, symbol
