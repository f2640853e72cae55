"""My Game: take one, two or three matches from the heap, in turn; the player who takes the last one wins.

Actions:  0 1 2     take one, two or three
"""

from ludothek.core import Declaration, Nothing, Struct, int8, rule

MATCHES = 21
MOST = 3  # that one may take at a time

GAME = Declaration(
    age=6,
    minutes=5,
    seats=(2, 4),
    hidden=False,
    chance=False,
    actions=MOST,
    legal=MOST,
)


class State(Struct):
    seats = int8()
    turn = int8()
    left = int8()  # matches in the heap
    taken = int8()  # with the last move


@rule
def setup(kit: Nothing, s: State, seats: int) -> None:
    s.seats = seats
    s.left = MATCHES


@rule
def to_act(kit: Nothing, s: State) -> int:
    return 1 << s.turn if s.left else 0


@rule
def legal(kit: Nothing, s: State, seat: int, out: list[int]) -> int:
    count = min(MOST, s.left)
    for action in range(count):
        out[action] = action
    return count


@rule
def weights(kit: Nothing, s: State, out: list[int]) -> None:
    pass  # there is no chance


@rule
def act(kit: Nothing, s: State, seat: int, action: int) -> None:
    s.taken = action + 1
    s.left -= s.taken
    if s.left:
        s.turn = following(s, seat)


@rule
def scores(kit: Nothing, s: State, out: list[float]) -> None:
    for seat in range(s.seats):
        out[seat] = 1.0 if seat == s.turn else 0.0


@rule
def hide(kit: Nothing, s: State, seat: int) -> None:
    pass  # everybody sees the heap


@rule
def following(s: State, seat: int) -> int:
    """The seat whose turn comes next."""
    return (seat + 1) % s.seats
