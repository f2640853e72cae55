"""Connect four: drop discs into seven columns; four of your own in a line win.

A board is an integer of 49 bits, seven to a column; the seventh row stays empty, so that lines never run from
one column into the next.

     6 13 20 27 34 41 48   (always empty)
     5 12 19 26 33 40 47
     …
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
     a  b  c  d  e  f  g   the actions 0 to 6
"""

from ludothek.core import BLANK, Declaration, Nothing, Struct, int8, int64, rule

ROWS = 6
COLUMNS = 7
HEIGHT = ROWS + 1
STEPS = (1, HEIGHT, HEIGHT - 1, HEIGHT + 1)  # from a cell to the next in each direction

GAME = Declaration(
    age=6,
    minutes=10,
    seats=(2, 2),
    hidden=False,
    chance=False,
    actions=COLUMNS,
    legal=7,
    parts=("figures",),
)


class State(Struct):
    discs = int64(2)  # a board for each seat
    filled = int8(COLUMNS)  # discs in each column
    laid = int8()
    winner = int8()  # plus one


@rule
def setup(kit: Nothing, s: State, seats: int) -> None:
    pass


@rule
def to_act(kit: Nothing, s: State) -> int:
    if s.winner or s.laid == ROWS * COLUMNS:
        return 0
    return 1 << s.laid % 2


@rule
def legal(kit: Nothing, s: State, seat: int, out: list[int]) -> int:
    n = 0
    for column in range(COLUMNS):
        if s.filled[column] < ROWS:
            out[n] = column
            n += 1
    return n


@rule
def lots(kit: Nothing, s: State, seat: int) -> int:
    return COLUMNS


@rule
def lot(kit: Nothing, s: State, seat: int, n: int) -> int:
    return n if s.filled[n] < ROWS else BLANK


@rule
def weights(kit: Nothing, s: State, out: list[int]) -> None:
    pass


@rule
def act(kit: Nothing, s: State, seat: int, action: int) -> None:
    s.discs[seat] |= 1 << (action * HEIGHT + s.filled[action])
    s.filled[action] += 1
    s.laid += 1
    if has_four(s.discs[seat]):
        s.winner = seat + 1


@rule
def scores(kit: Nothing, s: State, out: list[float]) -> None:
    for seat in range(2):
        out[seat] = 0.5 if not s.winner else 1.0 if s.winner == seat + 1 else 0.0


@rule
def hide(kit: Nothing, s: State, seat: int) -> None:
    pass


@rule
def has_four(board: int) -> bool:
    found = 0
    for step in STEPS:
        found |= fours(board, step)
    return found != 0


@rule
def fours(board: int, step: int) -> int:
    """The first cell of each line of four in this direction, as a board."""
    pairs = board & (board >> step)
    return pairs & (pairs >> 2 * step)
