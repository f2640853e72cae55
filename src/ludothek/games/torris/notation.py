"""`c2-c4`: the top stone of c2 moves onto c4. Chance: the mark, `1` to `4`."""

from ludothek.core import CHANCE, Nothing
from ludothek.games.torris.rules import State, landing


def write(kit: Nothing, s: State, seat: int, action: int) -> str:
    if seat == CHANCE:
        return str(action)
    return f"{name(action // 4)}-{name(landing(s, action // 4, action % 4))}"


def name(cell: int) -> str:
    return _NAMES[cell]


_NAMES = [column + row for row in "1234" for column in "abcdefgh"]
