"""Number poker: all seats show a stone or an empty hand at once; the highest unique value wins its stone.

Values:   1 2 3 4     a stone of that value
          0           the empty hand (`left[seat][0]` is 1 while it is unused)
Actions:  0 to 5      show the empty hand, a stone of that value, or PASS
          STEAL + k   the one empty hand takes seat k's stone
"""

from ludothek.core import Declaration, Nothing, Struct, Words, int8, rule

EMPTY_HAND = 0
PASS = 5
STEAL = 8
NOT_YET = -1  # a seat that has not chosen
UNKNOWN = 6  # a seat that has chosen what the viewer may not see

GAME = Declaration(
    box="FIVE!",
    age=9,
    minutes=10,
    seats=(2, 4),
    hidden=True,  # NP-8
    chance=False,
    actions=STEAL + 4,
    legal=6,
    parts=("figures", "terminal"),
)


class State(Struct):
    seats = int8()
    round = int8()  # from 1
    owes = int8()  # bit set of the seats that have yet to choose
    thief = int8()  # the seat that steals, plus one
    left = int8(4, 5)  # left[seat][value]
    chosen = int8(4)  # this round's choices
    shown = int8(4)  # the last revealed round's
    won = int8(4, 5)  # won[seat][value]


@rule
def setup(kit: Nothing, s: State, seats: int) -> None:
    s.seats = seats
    for seat in range(seats):  # NP-1
        s.left[seat][EMPTY_HAND] = 1
        for value in range(1, 5):
            s.left[seat][value] = 2
    for seat in range(4):
        s.shown[seat] = NOT_YET
    open_round(s)


@rule
def to_act(kit: Nothing, s: State) -> int:
    if s.thief:
        return 1 << (s.thief - 1)
    return s.owes


@rule
def legal(kit: Nothing, s: State, seat: int, out: list[int]) -> int:
    n = 0
    if s.thief:
        for other in range(s.seats):  # NP-4
            if is_stone(s.chosen[other]):
                out[n] = STEAL + other
                n += 1
        return n
    for value in range(5):  # NP-2
        if s.left[seat][value]:
            out[n] = value
            n += 1
    if not has_stones(s, seat):  # NP-2
        out[n] = PASS
        n += 1
    return n


@rule
def weights(kit: Nothing, s: State, out: list[int]) -> None:
    pass


@rule
def act(kit: Nothing, s: State, seat: int, action: int) -> None:
    if action >= STEAL:
        s.won[seat][s.chosen[action - STEAL]] += 1  # NP-4
        s.chosen[action - STEAL] = PASS
        s.thief = 0
        award(s)
        open_round(s)
        return
    s.chosen[seat] = action
    s.owes &= ~(1 << seat)
    if s.owes == 0:
        reveal(s)


@rule
def scores(kit: Nothing, s: State, out: list[float]) -> None:
    best = -1
    winners = 0
    for seat in range(s.seats):
        if standing(s, seat) > best:
            best = standing(s, seat)
            winners = 0
        if standing(s, seat) == best:
            winners += 1
    for seat in range(s.seats):  # NP-7
        out[seat] = 1 / winners if standing(s, seat) == best else 0.0


@rule
def hide(kit: Nothing, s: State, seat: int) -> None:
    if s.thief:
        return
    for other in range(s.seats):  # NP-8
        if other != seat and s.chosen[other] != NOT_YET:
            s.chosen[other] = UNKNOWN


@rule
def resample(kit: Nothing, s: State, seat: int, stream: Words) -> None:
    """Reopen the hidden choices of the other seats, so that a search makes them again."""
    for other in range(s.seats):
        if s.chosen[other] == UNKNOWN:
            s.chosen[other] = NOT_YET
            s.owes |= 1 << other


@rule
def open_round(s: State) -> None:
    s.owes = 0
    for seat in range(4):
        s.chosen[seat] = NOT_YET
    for seat in range(s.seats):  # NP-6
        if has_stones(s, seat):
            s.owes = (1 << s.seats) - 1
    if not s.owes:
        return
    s.round += 1
    for seat in range(s.seats):
        if not has_stones(s, seat) and not s.left[seat][EMPTY_HAND]:
            s.owes &= ~(1 << seat)


@rule
def reveal(s: State) -> None:
    empty_hands = 0
    stones = 0
    thief = 0
    for seat in range(s.seats):
        shown = s.chosen[seat]
        s.shown[seat] = shown
        if shown == EMPTY_HAND:
            empty_hands += 1
            thief = seat
        if is_stone(shown):
            stones += 1
        if shown == EMPTY_HAND or is_stone(shown):
            s.left[seat][shown] -= 1  # NP-5
    if empty_hands == 1 and stones:  # NP-4
        s.thief = thief + 1
        return
    award(s)
    open_round(s)


@rule
def award(s: State) -> None:
    """Give the highest value that exactly one seat shows to that seat (NP-3)."""
    for down in range(4):
        value = 4 - down
        showing = 0
        winner = 0
        for seat in range(s.seats):
            if s.chosen[seat] == value:
                showing += 1
                winner = seat
        if showing == 1:
            s.won[winner][value] += 1
            return


@rule
def standing(s: State, seat: int) -> int:
    """The stones won and their sum, as one number (NP-7)."""
    total = 0
    for value in range(1, 5):
        total += s.won[seat][value] * (100 + value)
    return total


@rule
def has_stones(s: State, seat: int) -> bool:
    return s.left[seat][1] + s.left[seat][2] + s.left[seat][3] + s.left[seat][4] > 0


@rule
def is_stone(chosen: int) -> bool:
    return 1 <= chosen <= 4
