"""Shell game: remember four stones, follow them while they slide face down, and say where a symbol went.

Symbols:  0 1 2 3       point, line, triangle, square
Stones:   0 1 2 3       the four of a turn, named by the place where they were laid:

    laid       0 1 2 3      a slide from place 0 to place 2
    row        1 2 0 3      row[place] is the stone; once the sliding is over a row keeps its gaps

Actions:  0 to 23           lay, see `lay`
          TURN_DOWN         all four
          SLIDE + 4 i + j   the stone at place i, to place j of the new row
          ASK + symbol
          TURN_UP + place
"""

from ludothek.core import Declaration, Struct, Whole, Words, draw_below, int8, rule

LAYS = 24
TURN_DOWN = 24
SLIDE = 32
ASK = 48
TURN_UP = 52

LAYING, MEMORISING, SLIDING, ASKING, ANSWERING, OVER = range(6)  # stages

NOBODY = -1
UNKNOWN = 4  # the symbol of a face-down stone

GAME = Declaration(
    box="FIVE!",
    age=5,
    minutes=15,
    seats=(2, 4),
    begins="lot",
    hidden=True,  # SG-9
    chance=False,
    take_back=False,  # a memory game
    actions=TURN_UP + 4,
    legal=24,
    options=(Whole("memorise_seconds", 10, 20, 15),),
    parts=("figures", "pace", "terminal"),
)


class Kit(Struct):
    memorise_seconds = int8()  # SG-3: enforced by the table, not by the rules


class State(Struct):
    """The state; the fields of a turn stay until the next stones are laid."""

    seats = int8()
    stage = int8()
    round = int8()  # from 1
    slider = int8()
    left = int8(4)  # left[seat]: stones not yet laid
    won = int8(4)  # won[seat]
    symbol = int8(4)  # symbol[stone]
    row = int8(4)  # row[place]: the stone there
    winner = int8(4)  # winner[place]: the seat that took the stone there, or NOBODY
    slid = int8()  # the number of slides in this turn
    slides = int8(4)  # the slides of this turn, each as 4 i + j
    asked = int8()  # the symbol asked for last
    answers = int8()  # this turn's
    turned = int8()  # bit set of the symbols turned up


@rule
def setup(kit: Kit, s: State, seats: int) -> None:
    s.seats = seats
    s.round = 1
    for seat in range(seats):
        s.left[seat] = 8  # SG-1


@rule
def to_act(kit: Kit, s: State) -> int:
    if s.stage == OVER:
        return 0
    return 1 << (seeker(s) if s.stage == ANSWERING else s.slider)


@rule
def legal(kit: Kit, s: State, seat: int, out: list[int]) -> int:
    n = 0
    if s.stage == LAYING:
        for action in range(LAYS):  # SG-3
            out[action] = action
        return LAYS
    if s.stage == MEMORISING:
        out[0] = TURN_DOWN
        return 1
    if s.stage == SLIDING:
        for i in range(4):
            for j in range(4):
                if i != j:  # SG-4
                    out[n] = SLIDE + 4 * i + j
                    n += 1
        return n
    if s.stage == ASKING:
        for symbol in range(4):
            if not s.turned >> symbol & 1:  # SG-6
                out[n] = ASK + symbol
                n += 1
        return n
    for place in range(4):
        if s.winner[place] == NOBODY:  # SG-5
            out[n] = TURN_UP + place
            n += 1
    return n


@rule
def weights(kit: Kit, s: State, out: list[int]) -> None:
    pass


@rule
def act(kit: Kit, s: State, seat: int, action: int) -> None:
    if s.stage == LAYING:
        lay(s, action)
        s.left[seat] -= 4  # SG-2
        s.stage = MEMORISING
    elif s.stage == MEMORISING:
        s.stage = SLIDING
    elif s.stage == SLIDING:
        s.slides[s.slid] = action - SLIDE
        s.slid += 1
        slide(s, (action - SLIDE) // 4, (action - SLIDE) % 4)
        if s.slid == slides_due(s):
            s.stage = ASKING
    elif s.stage == ASKING:
        s.asked = action - ASK
        s.stage = ANSWERING
    else:
        answer(s, action - TURN_UP)


@rule
def scores(kit: Kit, s: State, out: list[float]) -> None:
    most = 0
    winners = 0
    for seat in range(s.seats):
        if s.won[seat] > most:
            most = s.won[seat]
            winners = 0
        if s.won[seat] == most:
            winners += 1
    for seat in range(s.seats):  # SG-8
        out[seat] = 1 / winners if s.won[seat] == most else 0.0


@rule
def hide(kit: Kit, s: State, seat: int) -> None:
    if is_face_down(s):
        for place in range(4):  # SG-9: from all viewers, the slider included
            if s.winner[place] == NOBODY:
                s.symbol[s.row[place]] = UNKNOWN


@rule
def resample(kit: Kit, s: State, seat: int, stream: Words) -> None:
    """Assign the symbols not yet turned up to the face-down stones, at random."""
    unseen = 0
    for symbol in range(4):
        if is_face_down(s) and not s.turned >> symbol & 1:
            unseen |= 1 << symbol
    for stone in range(4):
        if s.symbol[stone] == UNKNOWN:
            symbol = draw_below(stream, 4)
            while not unseen >> symbol & 1:
                symbol = (symbol + draw_below(stream, 3) + 1) % 4
            s.symbol[stone] = symbol
            unseen &= ~(1 << symbol)


@rule
def lay(s: State, order: int) -> None:
    """Lay four stones in one of the 24 orders of their symbols (SG-3), numbered lexicographically."""
    for place in range(4):
        s.row[place] = place
    orders = LAYS
    for place in range(3):
        orders //= 4 - place
        slide(s, place + order // orders, place)
        order %= orders
    for place in range(4):
        s.symbol[place] = s.row[place]
        s.row[place] = place
        s.winner[place] = NOBODY
    s.slid = 0
    s.answers = 0
    s.turned = 0


@rule
def slide(s: State, i: int, j: int) -> None:
    """Move the stone at place i to place j; those between close up (SG-4)."""
    stone = s.row[i]
    step = 1 if i < j else -1
    while i != j:
        s.row[i] = s.row[i + step]
        i += step
    s.row[j] = stone


@rule
def slides_due(s: State) -> int:
    return 2 + s.round  # SG-4


@rule
def seeker(s: State) -> int:
    """The seat that is asked: clockwise from the slider's left, skipping the slider (SG-5, SG-6)."""
    return (s.slider + 1 + s.answers % (s.seats - 1)) % s.seats


@rule
def stake(s: State) -> int:
    """The number of stones that the next answer decides (SG-7)."""
    return 2 if s.answers == 2 else 1


@rule
def answer(s: State, place: int) -> None:
    symbol = s.symbol[s.row[place]]
    winner = seeker(s) if symbol == s.asked else s.slider  # SG-5
    s.won[winner] += stake(s)
    s.winner[place] = winner
    s.turned |= 1 << symbol
    s.answers += 1
    s.stage = ASKING
    if s.answers == 3:
        for last in range(4):  # SG-7
            if s.winner[last] == NOBODY:
                s.winner[last] = winner
        end_turn(s)


@rule
def end_turn(s: State) -> None:
    s.stage = LAYING
    s.slider = (s.slider + 1) % s.seats  # SG-2
    if s.slider == 0 and s.round == 2:
        s.stage = OVER  # SG-8
    elif s.slider == 0:
        s.round = 2


@rule
def is_face_down(s: State) -> bool:
    """Whether the stones in the row are face down."""
    return SLIDING <= s.stage <= ANSWERING
