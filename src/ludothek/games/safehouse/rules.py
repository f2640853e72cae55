"""Safehouse: fill rows with sums of dice, and bring all seats into the safehouse before the pursuer.

Dice:     Y y   G g   R r   B b   W w       numbers and bits 0 to 9; the last two are the jokers
Colours:   0     1     2     3
Faces:    the number, or PURSUER; a die that has not been thrown counts as PURSUER

Places:    0  1  2  3  4  5  6   row 0, all equal      WIDTH * row + field; rows may be shorter than WIDTH,
           7  8  9 10 11 12 13   row 1, rising         and the places beyond their end hold no field
          14 15 16 17 18 19 20   row 2, climbing
           …                     rows 5 to 7 have a printed 6

Actions:  dice (a bit set)       throw them; none: RECALL
          AGAIN + dice           throw them again; none: KEEP
          CALM, DONE
          WRITE + 16 * place + 4 * colour + jokers (a bit set: 1 the first, 2 the second)
          of chance: the face

House rulings: `again` comes before `calm`; of two dice of a colour one still counts beside a pursuer; one
step from the lead is lead + 1.
"""

from ludothek.core import BLANK, CHANCE, Declaration, Struct, int8, int16, int32, nth_bit, rule

DICE = 10
SIDES = 6
COLOURS = 4
COLOURED = 0b00_11_11_11_11  # all dice but the jokers
FIRSTS = 0b01_01_01_01_01  # the first of each pair
ROWS = 8
WIDTH = 7
PLACES = ROWS * WIDTH
EQUAL = 0
RISING = 1

PURSUER = 0
PRINTED = 6
UNLIMITED = (1 << 15) - 1
NO_FIELD = 4  # the colour of a place where nothing can be written

RECALL = 0
AGAIN = KEEP = 1 << 10
CALM = 2 << 10
DONE = 3 << 10
WRITE = 4 << 10

CHOOSE, ROLL, HELP, WRITING, WON, LOST = range(6)

GAME = Declaration(
    box="SafeHouse – Das Würfelspiel",
    age=12,
    minutes=20,
    seats=(1, 4),
    together=True,
    hidden=False,  # SH-2
    chance=True,
    actions=WRITE + 16 * PLACES,
    legal=1 + (1 << 10),  # ten dice to throw again, or to keep, or to calm
    parts=("figures", "kit", "print", "terminal"),
)


class Kit(Struct):
    safehouse = int32()
    lead = int32()
    chameleons = int32()  # of each seat
    kinds = int8(2)  # the number of different faces of a coloured die and of a joker
    faces = int32(2, 6)
    face_weights = int8(2, 6)
    sides = int32(2, 6)  # the face on each side
    rewards = int8(8)
    fields = int8(8)  # coloured fields of a row
    printed = int8(8)  # the field of the printed 6, or -1
    colour = int8(4, 56)  # colour[seat][place], or NO_FIELD
    places = int8(4, 48)  # the places of a seat's coloured fields, colour by colour:
    first = int8(4, 5)  # colour c has places[first[c]] up to places[first[c + 1] - 1]
    wide = int8(4)  # the most fields of a colour


class State(Struct):
    seats = int8()
    stage = int8()
    thrower = int8()
    owes = int8()  # bit set of the seats still writing
    at_hand = int16()  # bit sets of dice
    thrown = int16()
    lid = int16()
    rolling = int16()  # the thrown dice that have yet to fall
    numbers = int16()  # bit set of the dice that show a number
    shown = int16(10)
    again = int8()  # 1 while unused
    calm = int8()
    pursuer = int32()
    position = int32(4)
    chameleons = int32(4)
    colours = int8(4)  # bit sets of what the seat may still use of this throw
    jokers = int8(4)
    number = int16(4, 56)  # number[seat][place], 0 where none is written
    least = int16(4, 56)  # what the row allows in a place: nothing where `most` is less than `least`
    most = int16(4, 56)
    missing = int8(4, 8)  # empty fields of a row


@rule
def setup(kit: Kit, s: State, seats: int) -> None:
    s.seats = seats
    s.at_hand = (1 << DICE) - 1
    s.again = 1
    s.calm = 1
    for seat in range(seats):
        s.position[seat] = kit.lead  # SH-2
        s.chameleons[seat] = kit.chameleons
        for place in range(PLACES):
            if kit.colour[seat][place] != NO_FIELD:
                s.least[seat][place] = 1
                s.most[seat][place] = UNLIMITED
        for row in range(ROWS):
            s.missing[seat][row] = kit.fields[row]
            if kit.printed[row] >= 0:
                put(s, seat, row * WIDTH + kit.printed[row], PRINTED)


@rule
def to_act(kit: Kit, s: State) -> int:
    if s.stage == WRITING:
        return s.owes
    if s.stage == ROLL:
        return 1 << CHANCE
    if s.stage == CHOOSE or s.stage == HELP:
        return 1 << s.thrower  # SH-3
    return 0


@rule
def legal(kit: Kit, s: State, seat: int, out: list[int]) -> int:
    if s.stage == WRITING:
        return legal_entries(kit, s, seat, out)
    if s.stage == ROLL:
        return legal_faces(kit, s, out)
    if s.stage == HELP:
        return legal_helps(s, out)
    return legal_throws(s, out)


@rule
def lots(kit: Kit, s: State, seat: int) -> int:
    if s.stage == ROLL:
        return SIDES
    if s.stage == WRITING:
        return 1 + wide(kit, s, seat) * s.colours[seat].bit_count() * (1 << s.jokers[seat].bit_count())
    if s.stage == HELP:
        return 1 + (1 << s.thrown.bit_count() if s.again else 1)
    return 1 << s.at_hand.bit_count()


@rule
def lot(kit: Kit, s: State, seat: int, n: int) -> int:
    if s.stage == ROLL:
        return kit.sides[is_joker(falling(s))][n]
    if s.stage == WRITING:
        return DONE if n == 0 else entry_lot(kit, s, seat, n - 1)
    if s.stage == HELP:
        return help_lot(s, n)
    return throw_lot(s, part(s.at_hand, n))


@rule
def weights(kit: Kit, s: State, out: list[int]) -> None:
    joker = is_joker(falling(s))
    for k in range(kit.kinds[joker]):
        out[k] = kit.face_weights[joker][k]


@rule
def act(kit: Kit, s: State, seat: int, action: int) -> None:
    if s.stage == WRITING:
        if action == DONE:
            finish(s, seat)
        else:
            write(kit, s, seat, place_of(action), colour_of(action), jokers_of(action))
    elif s.stage == ROLL:
        fall(s, action)
    elif s.stage == HELP:
        if action == CALM:
            s.calm = 0
            open_writing(s)
        elif action == KEEP:
            run(s)
        else:
            s.again = 0
            roll(s, action - AGAIN)
    elif action == RECALL:
        recall(kit, s)
    else:
        throw(s, action)


@rule
def scores(kit: Kit, s: State, out: list[float]) -> None:
    for seat in range(s.seats):
        out[seat] = 1.0 if s.stage == WON else 0.0


@rule
def hide(kit: Kit, s: State, seat: int) -> None:
    """Nothing is hidden (SH-2)."""


@rule
def legal_throws(s: State, out: list[int]) -> int:
    """Write every set of dice that may be thrown; the empty one is RECALL (SH-4).

    Each set is a smaller one plus one or both dice of the next colour.
    """
    out[0] = RECALL
    n = 1
    for colour in range(COLOURS + 1):
        both = s.at_hand & 3 << 2 * colour
        one = both & -both  # the first one at hand
        for k in range(1 if colour == COLOURS else 0, n):  # a joker never alone
            if both:
                out[n] = out[k] | one
                n += 1
            if both != one:
                out[n] = out[k] | both
                n += 1
    if not s.lid:
        n -= 1
        out[0] = out[n]
    return n


@rule
def throw_lot(s: State, dice: int) -> int:
    """Of two equal dice at hand, throw the second only with the first."""
    if dice == RECALL:
        return RECALL if s.lid else BLANK
    left = s.at_hand & ~dice & FIRSTS
    return dice if dice & COLOURED and not dice & left << 1 else BLANK


@rule
def recall(kit: Kit, s: State) -> None:
    if pursue(s, most_open(kit, s)):  # SH-5
        return
    s.at_hand |= s.lid
    s.lid = 0


@rule
def throw(s: State, dice: int) -> None:
    if pursue(s, 1):  # SH-6
        return
    s.at_hand &= ~dice
    s.thrown = dice
    roll(s, dice)


@rule
def roll(s: State, dice: int) -> None:
    s.rolling = dice
    s.stage = ROLL


@rule
def legal_faces(kit: Kit, s: State, out: list[int]) -> int:
    joker = is_joker(falling(s))
    for k in range(kit.kinds[joker]):
        out[k] = kit.faces[joker][k]
    return kit.kinds[joker]


@rule
def fall(s: State, face: int) -> None:
    die = falling(s)
    s.shown[die] = face
    s.numbers = s.numbers & ~(1 << die) | (face != PURSUER) << die
    s.rolling &= s.rolling - 1
    if s.rolling:
        return
    if s.again or (s.calm and pursuers(s)):  # SH-7
        s.stage = HELP
    else:
        run(s)


@rule
def legal_helps(s: State, out: list[int]) -> int:
    out[0] = KEEP  # SH-7
    n = 1
    if s.calm and pursuers(s):
        out[n] = CALM
        n += 1
    dice = s.thrown if s.again else 0
    while dice:
        out[n] = AGAIN + dice
        n += 1
        dice = (dice - 1) & s.thrown
    return n


@rule
def help_lot(s: State, n: int) -> int:
    if n == 0:
        return CALM if s.calm and pursuers(s) else BLANK
    return AGAIN + part(s.thrown, n - 1)


@rule
def run(s: State) -> None:
    if not pursue(s, pursuers(s)):  # SH-8
        open_writing(s)


@rule
def open_writing(s: State) -> None:
    colours = 0
    for colour in range(COLOURS):
        if s.numbers >> 2 * colour & 3:  # SH-11
            colours |= 1 << colour
    for seat in range(s.seats):
        s.colours[seat] = colours
        s.jokers[seat] = s.numbers >> 2 * COLOURS
    s.owes = (1 << s.seats) - 1
    s.stage = WRITING


@rule
def legal_entries(kit: Kit, s: State, seat: int, out: list[int]) -> int:
    out[0] = DONE  # SH-10
    n = 1
    for colour in range(COLOURS):
        if not s.colours[seat] >> colour & 1:  # SH-11
            continue
        for jokers in range(4):
            if jokers & ~s.jokers[seat]:  # SH-12
                continue
            number = sum_of(s, colour, jokers)
            for k in range(first_field(kit, s, seat, colour), last_field(kit, s, seat, colour)):
                place = kit.places[seat][k]
                if fits(s, seat, place, number):
                    out[n] = WRITE + 16 * place + 4 * colour + jokers
                    n += 1
    return n


@rule
def entry_lot(kit: Kit, s: State, seat: int, n: int) -> int:
    """The lots: each set of jokers, each colour, and the most fields of a colour."""
    jokers = part(s.jokers[seat], n & (1 << s.jokers[seat].bit_count()) - 1)
    n >>= s.jokers[seat].bit_count()
    fields = wide(kit, s, seat)
    colour = nth_bit(s.colours[seat], n // fields)
    k = first_field(kit, s, seat, colour) + n % fields
    if k >= last_field(kit, s, seat, colour):
        return BLANK
    place = kit.places[seat][k]
    return (
        WRITE + 16 * place + 4 * colour + jokers if fits(s, seat, place, sum_of(s, colour, jokers)) else BLANK
    )


@rule
def wide(kit: Kit, s: State, seat: int) -> int:
    """The most fields in which one colour can be written."""
    return kit.first[seat][COLOURS] if s.chameleons[seat] else kit.wide[seat]


@rule
def first_field(kit: Kit, s: State, seat: int, colour: int) -> int:
    return kit.first[seat][0 if s.chameleons[seat] else colour]  # SH-14


@rule
def last_field(kit: Kit, s: State, seat: int, colour: int) -> int:
    return kit.first[seat][COLOURS if s.chameleons[seat] else colour + 1]


@rule
def fits(s: State, seat: int, place: int, number: int) -> bool:
    """Whether the row allows the number there (SH-13, SH-15)."""
    return s.least[seat][place] <= number <= s.most[seat][place]


@rule
def write(kit: Kit, s: State, seat: int, place: int, colour: int, jokers: int) -> None:
    put(s, seat, place, sum_of(s, colour, jokers))
    s.colours[seat] &= ~(1 << colour)
    s.jokers[seat] &= ~jokers
    if kit.colour[seat][place] != colour:
        s.chameleons[seat] -= 1  # SH-14
    row = place // WIDTH
    s.missing[seat][row] -= 1
    if s.missing[seat][row] == 0:
        s.position[seat] = min(s.position[seat] + kit.rewards[row], kit.safehouse)  # SH-16
        if rearmost(s) == kit.safehouse:
            s.stage = WON  # SH-18


@rule
def put(s: State, seat: int, place: int, number: int) -> None:
    """Write a number, and narrow what its row allows in the other fields (SH-15)."""
    row = place // WIDTH
    step = 1 if row == RISING else 0
    for other in range(row * WIDTH, row * WIDTH + WIDTH):
        if other < place or row == EQUAL:
            s.most[seat][other] = min(s.most[seat][other], number - step)
        if other > place or row == EQUAL:
            s.least[seat][other] = max(s.least[seat][other], number + step)
    s.number[seat][place] = number
    s.most[seat][place] = 0


@rule
def finish(s: State, seat: int) -> None:
    s.owes &= ~(1 << seat)
    s.colours[seat] = 0
    s.jokers[seat] = 0
    if s.owes:
        return
    s.lid |= s.thrown  # SH-17
    s.thrown = 0
    s.numbers = 0
    for die in range(DICE):
        s.shown[die] = 0
    s.thrower = (s.thrower + 1) % s.seats
    s.stage = CHOOSE


@rule
def pursue(s: State, steps: int) -> bool:
    """Move the pursuer; return whether he catches a seat.

    He is behind all seats until then, so he meets the rearmost first (SH-9).
    """
    s.pursuer = min(s.pursuer + steps, rearmost(s))
    if s.pursuer == rearmost(s):
        s.stage = LOST
        return True
    return False


@rule
def rearmost(s: State) -> int:
    position = s.position[0]
    for seat in range(1, s.seats):
        position = min(position, s.position[seat])
    return position


@rule
def most_open(kit: Kit, s: State) -> int:
    most = 0
    for seat in range(s.seats):
        most = max(most, open_tasks(kit, s, seat))
    return most


@rule
def open_tasks(kit: Kit, s: State, seat: int) -> int:
    count = 0
    for row in range(ROWS):
        count += is_open(kit, s, seat, row)
    return count


@rule
def is_open(kit: Kit, s: State, seat: int, row: int) -> int:
    """Whether a row is begun and not finished, as 1 or 0 (SH-5)."""
    return 1 if 0 < s.missing[seat][row] < kit.fields[row] else 0


@rule
def falling(s: State) -> int:
    """The next die to fall (SH-6)."""
    return (s.rolling & -s.rolling).bit_length() - 1


@rule
def part(dice: int, n: int) -> int:
    """The n-th subset of these dice: bit k of n says whether the k-th of them is in it."""
    some = 0
    while n:
        if n & 1:
            some |= dice & -dice
        dice &= dice - 1
        n >>= 1
    return some


@rule
def is_joker(die: int) -> int:
    return 1 if die >= 2 * COLOURS else 0


@rule
def pursuers(s: State) -> int:
    """The number of thrown dice that show a pursuer, or nothing yet."""
    return (s.thrown & ~s.numbers).bit_count()


@rule
def sum_of(s: State, colour: int, jokers: int) -> int:
    """The sum of a colour with these jokers (SH-11, SH-12)."""
    total = s.shown[2 * colour] + s.shown[2 * colour + 1]
    if jokers & 1:
        total += s.shown[8]
    if jokers & 2:
        total += s.shown[9]
    return total


@rule
def place_of(action: int) -> int:
    return (action - WRITE) >> 4


@rule
def colour_of(action: int) -> int:
    return action >> 2 & 3


@rule
def jokers_of(action: int) -> int:
    return action & 3
