"""Clear the board: stones jump over their neighbours and take them off, until one is left or none can jump.

Cells:    6 | 30 31 32 33 34 35     a board is a bit set of cells, two octal digits a row:
          5 | 24 25 26 27 28 29     the start is 0o36_77_77_77_77_36, row 6 first
          4 | 18 19 20 21 22 23
          3 | 12 13 14 15 16 17
          2 |  6  7  8  9 10 11
          1 |  0  1  2  3  4  5
               a  b  c  d  e  f
Actions:  4 * cell + direction      the stone there jumps right, up, left or down
Rulings:  jumps stay on the square; each jump is a move of its own
"""

from ludothek.core import Declaration, Nothing, Struct, int8, int64, rule

START = 0o36_77_77_77_77_36
START_WHITE = 0o00_36_36_36_36_00
STEP = (1, 6, -1, -6)
ROOM = (  # per direction: the cells with two more ahead of them
    0o17_17_17_17_17_17,
    0o00_00_77_77_77_77,
    0o74_74_74_74_74_74,
    0o77_77_77_77_00_00,
)
NOWHERE = -1

GAME = Declaration(
    box="FIVE!",
    age=8,
    minutes=15,
    seats=(1, 1),
    together=True,
    hidden=False,
    chance=False,
    actions=4 * 36,
    legal=4 * 24,
    parts=("figures", "terminal"),
)


class State(Struct):
    stones = int64()  # bit set of cells
    white = int64()  # cells with a white stone; only for display
    left = int8()  # the number of stones
    chains = int8()
    last = int8()  # the cell of the stone that jumped last


@rule
def setup(kit: Nothing, s: State, seats: int) -> None:
    s.stones = START  # CB-1
    s.white = START_WHITE
    s.left = 32
    s.last = NOWHERE


@rule
def to_act(kit: Nothing, s: State) -> int:
    for direction in range(4):
        if jumpers(s.stones, direction):
            return 1
    return 0  # CB-3


@rule
def legal(kit: Nothing, s: State, seat: int, out: list[int]) -> int:
    n = 0
    for direction in range(4):
        jumping = jumpers(s.stones, direction)
        while jumping:
            first = jumping & -jumping
            out[n] = 4 * (first.bit_length() - 1) + direction
            n += 1
            jumping ^= first
    return n


@rule
def weights(kit: Nothing, s: State, out: list[int]) -> None:
    pass


@rule
def act(kit: Nothing, s: State, seat: int, action: int) -> None:
    origin = action // 4
    landing = over(action) + STEP[action % 4]
    s.stones ^= 1 << origin | 1 << over(action) | 1 << landing  # CB-2
    s.white = s.white & s.stones | (s.white >> origin & 1) << landing
    s.left -= 1
    if origin != s.last:  # CB-4
        s.chains += 1
    s.last = landing


@rule
def scores(kit: Nothing, s: State, out: list[float]) -> None:
    out[0] = 1.0 if s.left == 1 else 0.0  # CB-4


@rule
def hide(kit: Nothing, s: State, seat: int) -> None:
    pass


@rule
def jumpers(stones: int, direction: int) -> int:
    """The stones with a neighbour in that direction and an empty cell behind it (CB-2)."""
    step = STEP[direction]
    if step > 0:
        return stones & stones >> step & ~(stones >> 2 * step) & ROOM[direction]
    return stones & stones << -step & ~(stones << -2 * step) & ROOM[direction]


@rule
def over(action: int) -> int:
    """The cell jumped over."""
    return action // 4 + STEP[action % 4]
