"""`PLTS` lays, `hide` turns down, `1>3` slides, `?T` asks, `=2` turns up.

The last counts the stones still in the row.
"""

from ludothek.games.shell_game.rules import ASK, LAYS, NOBODY, SLIDE, TURN_DOWN, TURN_UP, Kit, State, lay

SYMBOLS = "PLTS"


def write(kit: Kit, s: State, seat: int, action: int) -> str:
    if action < LAYS:
        return "".join(SYMBOLS[symbol] for symbol in laid(action))
    if action == TURN_DOWN:
        return "hide"
    if action < ASK:
        return "{}>{}".format(*places(action - SLIDE))
    if action < TURN_UP:
        return f"?{SYMBOLS[action - ASK]}"
    return f"={counted(s, action - TURN_UP)}"


def laid(order: int) -> list[int]:
    """The symbols from left to right."""
    s = State()
    lay(s, order)
    return s.symbol


def places(slide: int) -> tuple[int, int]:
    """The source and target of a slide, counted from 1."""
    return slide // 4 + 1, slide % 4 + 1


def counted(s: State, place: int) -> int:
    """The number of a place, counted from 1 among those that still have a stone."""
    return 1 + s.winner[:place].count(NOBODY)
