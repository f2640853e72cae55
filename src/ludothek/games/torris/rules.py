"""Torris: top stones climb onto other towers, exactly as far as their mark says; a tower counts for the
colour on its top.

Cells:    4 | 24 25 26 27 28 29 30 31
          3 | 16 17 18 19 20 21 22 23
          2 |  8  9 10 11 12 13 14 15
          1 |  0  1  2  3  4  5  6  7
               a  b  c  d  e  f  g  h
Stones:   numbered by the cell they start on; a tower is a chain from its `top` stone to the one `under` it,
          and so on down
Actions:  4 * cell + direction      the top stone there moves right, up, left or down
          1 2 3 4                   chance: the mark of the next cell's stone
Rulings:  seat 0 is white and begins; moving up also closes the empty cells ahead of the vacated one; with
          equal points the owner of the highest tower wins, and equal heights are a draw
"""

from ludothek.core import CHANCE, Declaration, Nothing, Struct, int8, int16, rule

WHITE = 0
BLACK = 1
CELLS = 32
RIGHT = 0
UP = 1
LEFT = 2
STEP = (1, 8, -1, -8)
NOTHING = -1  # no stone, no cell

GAME = Declaration(
    box="FIVE!",
    age=12,
    minutes=20,
    seats=(2, 2),
    begins="lot",
    hidden=False,  # TO-12
    chance=True,
    actions=4 * CELLS,
    legal=4 * 16,
    parts=("figures", "terminal"),
)


class State(Struct):
    acting = int16()  # bit set, as to_act returns it
    laid = int8()  # how many stones the set-up has laid out
    bag = int8(2, 5)  # bag[colour][mark]: stones yet to be laid
    mark = int8(CELLS)  # of each stone
    under = int8(CELLS)  # the stone directly beneath each stone
    top = int8(CELLS)  # the topmost stone on each cell
    height = int8(CELLS)  # of the tower on each cell


@rule
def setup(kit: Nothing, s: State, seats: int) -> None:
    for mark in range(1, 5):  # TO-1
        s.bag[WHITE][mark] = 4
        s.bag[BLACK][mark] = 4
    for cell in range(CELLS):
        s.top[cell] = NOTHING
        s.under[cell] = NOTHING
    s.acting = 1 << CHANCE


@rule
def to_act(kit: Nothing, s: State) -> int:
    return s.acting


@rule
def legal(kit: Nothing, s: State, seat: int, out: list[int]) -> int:
    n = 0
    if seat == CHANCE:
        for mark in range(1, 5):  # TO-3
            if s.bag[colour(s.laid)][mark]:
                out[n] = mark
                n += 1
        return n
    for cell in range(CELLS):
        if owner(s, cell) == seat:  # TO-4
            for direction in range(4):
                if landing(s, cell, direction) != NOTHING:
                    out[n] = 4 * cell + direction
                    n += 1
    return n


@rule
def weights(kit: Nothing, s: State, out: list[int]) -> None:
    n = 0
    for mark in range(1, 5):  # TO-3
        if s.bag[colour(s.laid)][mark]:
            out[n] = s.bag[colour(s.laid)][mark]
            n += 1


@rule
def act(kit: Nothing, s: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        lay(s, action)
        return
    cell = action // 4
    target = landing(s, cell, action % 4)
    stone = s.top[cell]
    s.top[cell] = s.under[stone]
    s.height[cell] -= 1
    s.under[stone] = s.top[target]
    s.top[target] = stone
    s.height[target] += 1
    if not s.height[cell]:  # TO-7
        move_up(s, cell, action % 4)
    pass_on(s, seat)


@rule
def scores(kit: Nothing, s: State, out: list[float]) -> None:
    ahead = lead(s)
    out[WHITE] = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    out[BLACK] = 1.0 - out[WHITE]


@rule
def hide(kit: Nothing, s: State, seat: int) -> None:
    pass  # TO-12


@rule
def lay(s: State, mark: int) -> None:
    stone = s.laid
    s.bag[colour(stone)][mark] -= 1
    s.mark[stone] = mark
    s.top[stone] = stone
    s.height[stone] = 1
    s.laid += 1
    if s.laid == CELLS:
        pass_on(s, BLACK)


@rule
def landing(s: State, cell: int, direction: int) -> int:
    """The cell that the top stone of a tower moves to in this direction, or NOTHING."""
    steps = s.mark[s.top[cell]]
    there = cell
    ahead = room(cell, direction)
    while steps and ahead >= steps:
        there += STEP[direction]
        ahead -= 1
        if s.height[there]:  # TO-5
            steps -= 1
    return there if steps == 0 and s.height[there] >= s.height[cell] else NOTHING  # TO-6


@rule
def move_up(s: State, vacated: int, direction: int) -> None:
    """The unbroken run of towers behind the vacated cell closes the gap (TO-7)."""
    step = STEP[direction]
    front = vacated
    while not s.height[front + step]:  # TO-8
        front += step
    behind = vacated
    for _ in range(room(vacated, (direction + 2) % 4)):
        behind -= step
        if not s.height[behind]:
            return
        s.top[front] = s.top[behind]
        s.height[front] = s.height[behind]
        s.top[behind] = NOTHING
        s.height[behind] = 0
        front -= step


@rule
def pass_on(s: State, seat: int) -> None:
    """Pass the turn: to the other seat, else to the same (TO-9), else the game ends (TO-10)."""
    s.acting = 0
    if can_move(s, 1 - seat):
        s.acting = 1 << (1 - seat)
    elif can_move(s, seat):
        s.acting = 1 << seat


@rule
def can_move(s: State, seat: int) -> bool:
    for cell in range(CELLS):
        if owner(s, cell) == seat:
            for direction in range(4):
                if landing(s, cell, direction) != NOTHING:
                    return True
    return False


@rule
def lead(s: State) -> int:
    """The lead of white: in points, or if these are equal in the height of the highest tower (TO-11)."""
    if points(s, WHITE) != points(s, BLACK):
        return points(s, WHITE) - points(s, BLACK)
    return highest(s, WHITE) - highest(s, BLACK)


@rule
def points(s: State, seat: int) -> int:
    """The total height of a seat's towers (TO-10)."""
    total = 0
    for cell in range(CELLS):
        if owner(s, cell) == seat:
            total += s.height[cell]
    return total


@rule
def highest(s: State, seat: int) -> int:
    """The height of a seat's highest tower."""
    most = 0
    for cell in range(CELLS):
        if owner(s, cell) == seat:
            most = max(most, s.height[cell])
    return most


@rule
def owner(s: State, cell: int) -> int:
    """The seat whose colour is on top (TO-4)."""
    return colour(s.top[cell]) if s.height[cell] else NOTHING


@rule
def colour(stone: int) -> int:
    """The colour of a stone, as on a chessboard: a1 is black (TO-2)."""
    return 1 - ((stone ^ stone >> 3) & 1)


@rule
def room(cell: int, direction: int) -> int:
    """The number of cells ahead."""
    if direction == RIGHT:
        return 7 - cell % 8
    if direction == UP:
        return 3 - cell // 8
    if direction == LEFT:
        return cell % 8
    return cell // 8
