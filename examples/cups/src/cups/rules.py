"""Under the Cups: claim a sum of all dice, two under each cup; raise the claim, or doubt it.

A doubt lifts all cups. If the sum is at least the claim, the doubter loses a chip, else the claimer does.
Then all roll again, and the seat that lost the chip begins, or the next one that is still in. The last seat
with chips wins.

Dice:     1 to 6; NOT_ROLLED; UNKNOWN, under the cup of another seat
Actions:  0 to 46      claim 2 to 48 in all
          DOUBT        lift the cups
          of chance: the face, 1 to 6
"""

from ludothek.core import CHANCE, Declaration, Nothing, Struct, Words, draw_below, int8, rule

MOST_SEATS = 4
DICE = 2
FACES = 6
CHIPS = 2

LEAST = DICE  # the smallest claim
CLAIMS = MOST_SEATS * DICE * FACES - LEAST + 1
DOUBT = CLAIMS

NOT_ROLLED = 0
UNKNOWN = 7
NOBODY = -1

GAME = Declaration(
    age=8,
    minutes=10,
    seats=(2, MOST_SEATS),
    hidden=True,
    chance=True,
    actions=CLAIMS + 1,
    legal=CLAIMS + 1,
    parts=("players",),
)


class State(Struct):
    seats = int8()
    turn = int8()  # the seat that claims or doubts
    rolled = int8()  # the number of dice rolled in this round
    claim = int8()  # 0 before the first claim of a round
    claimer = int8()
    chips = int8(MOST_SEATS)
    dice = int8(MOST_SEATS, DICE)
    shown = int8(MOST_SEATS, DICE)  # the dice when the cups were last lifted
    loser = int8()  # the seat that lost a chip then


@rule
def setup(kit: Nothing, s: State, seats: int) -> None:
    s.seats = seats
    s.loser = NOBODY
    s.claimer = NOBODY
    for seat in range(seats):
        s.chips[seat] = CHIPS


@rule
def to_act(kit: Nothing, s: State) -> int:
    if players(s) < 2:
        return 0
    return 1 << CHANCE if s.rolled < DICE * players(s) else 1 << s.turn


@rule
def legal(kit: Nothing, s: State, seat: int, out: list[int]) -> int:
    if seat == CHANCE:
        for face in range(FACES):
            out[face] = face + 1
        return FACES
    n = 0
    for claim in range(max(s.claim + 1, LEAST), players(s) * DICE * FACES + 1):
        out[n] = claim - LEAST
        n += 1
    if s.claim:
        out[n] = DOUBT
        n += 1
    return n


@rule
def weights(kit: Nothing, s: State, out: list[int]) -> None:
    for face in range(FACES):
        out[face] = 1


@rule
def act(kit: Nothing, s: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        s.dice[roller(s)][s.rolled % DICE] = action
        s.rolled += 1
    elif action == DOUBT:
        lift(s, seat)
    else:
        s.claim = action + LEAST
        s.claimer = seat
        s.turn = following(s, seat)


@rule
def scores(kit: Nothing, s: State, out: list[float]) -> None:
    for seat in range(s.seats):
        out[seat] = 1.0 if s.chips[seat] else 0.0


@rule
def hide(kit: Nothing, s: State, seat: int) -> None:
    for other in range(s.seats):
        if other != seat:
            for die in range(DICE):
                if s.dice[other][die] != NOT_ROLLED:
                    s.dice[other][die] = UNKNOWN


@rule
def resample(kit: Nothing, s: State, seat: int, stream: Words) -> None:
    """Roll the hidden dice at random."""
    for other in range(s.seats):
        for die in range(DICE):
            if s.dice[other][die] == UNKNOWN:
                s.dice[other][die] = 1 + draw_below(stream, FACES)


@rule
def lift(s: State, doubter: int) -> None:
    s.loser = s.claimer if total(s) < s.claim else doubter
    s.chips[s.loser] -= 1
    for seat in range(s.seats):
        for die in range(DICE):
            s.shown[seat][die] = s.dice[seat][die]
            s.dice[seat][die] = NOT_ROLLED
    s.claim = 0
    s.claimer = NOBODY
    s.rolled = 0
    s.turn = s.loser if s.chips[s.loser] else following(s, s.loser)


@rule
def total(s: State) -> int:
    """The sum of all dice."""
    pips = 0
    for seat in range(s.seats):
        for die in range(DICE):
            pips += s.dice[seat][die]
    return pips


@rule
def players(s: State) -> int:
    """The number of seats that are still in."""
    count = 0
    for seat in range(s.seats):
        if s.chips[seat]:
            count += 1
    return count


@rule
def roller(s: State) -> int:
    """The seat whose next die falls: the seats that are still in roll in order."""
    before = s.rolled // DICE
    seat = 0
    while not s.chips[seat] or before:
        if s.chips[seat]:
            before -= 1
        seat += 1
    return seat


@rule
def following(s: State, seat: int) -> int:
    """The next seat that is still in."""
    other = (seat + 1) % s.seats
    while not s.chips[other] and other != seat:
        other = (other + 1) % s.seats
    return other
