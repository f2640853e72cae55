"""Squid: vote together how far the guard walks round the ring; the last colour that he leaves standing wins.

Places:         0 to size - 1, clockwise; `ring[place]` is the seat whose character stands there
Tricks:         0 TWO   1 MINUS_ONE   with a vote
                2 NEXT  3 QUICK       after the guard has moved
                4 AGAIN               after a guard action
Guard actions:  0 POW   1 EMPTY   2 TRICK
Choices:        0 to 4 plays that trick, 5 ZERO, 6 ONE, 7 PASS
                AT + k puts the guard on place k
Chance:         a seat (layout), a trick or a guard action, by its number

    VOTE ── the guard moves ── MOVED ── DRAW ── ACTION ── EMPTY, TRICK (GIFT) or POW ── VOTE
                                 │               │            │
                                 NEXT, QUICK:    AGAIN:       spared in a quick round:
                                 MOVED anew      DRAW anew    the guard moves, MOVED anew

House rulings: of several tricks chosen at once the first in seat order takes effect, beginning with the owner
of the character under the guard (SQ-8); a pile that is empty before a draw is refilled from its discard
(SQ-11, SQ-14); AGAIN may be played on the character of any seat (SQ-12); in a quick round the reaction opens
again at every stop (SQ-16); the hand of a seat that is out is discarded (SQ-17).
"""

from ludothek.core import CHANCE, Declaration, OneOf, Struct, Words, draw_weighted, int8, int16, rule

EVEN, GROUPS, RANDOM = 0, 1, 2

TWO, MINUS_ONE, NEXT, QUICK, AGAIN = 0, 1, 2, 3, 4
TRICKS = 5
POW, EMPTY, TRICK = 0, 1, 2
GUARD_ACTIONS = 3
ZERO, ONE, PASS = 5, 6, 7
AT = 8

LAYOUT, DEAL, PLACE, VOTE, MOVED, DRAW, ACTION, GIFT, OVER = 0, 1, 2, 3, 4, 5, 6, 7, 8

DEALT = 2  # the tricks of each seat at the start
NOBODY = NOTHING = -1  # no seat, no place, no card, no choice
UNKNOWN = -2  # hidden from the viewer: a choice, the tricks in a hand
ONLY_CHANCE = 1 << CHANCE

GAME = Declaration(
    box="SQUID THE GAME",
    age=10,
    minutes=20,
    seats=(2, 6),
    begins="youngest",
    hidden=True,  # SQ-19
    chance=True,
    actions=AT + 18,
    legal=6,
    options=(
        OneOf("characters", (2, 3), default=lambda seats: 3 if seats <= 3 else 2),  # SQ-2
        OneOf("layout", ("even", "groups", "random")),
    ),
    parts=("figures", "kit", "pace", "terminal"),
)


class Kit(Struct):
    characters = int8()
    layout = int8()
    guard_actions = int8(3)
    tricks = int8(5)


class State(Struct):
    seats = int8()
    stage = int8()
    owes = int16()  # bit set of the seats that have yet to choose, or of chance
    round = int16()  # from 1
    quick = int8()  # whether this round is a quick one
    guard = int8()  # his place
    card = int8()  # the top of the guard discard
    size = int8()  # the number of places in the ring
    ring = int8(18)
    standing = int8(6)  # characters in the ring by seat
    gone = int8()  # the number of seats that are out
    leavers = int8(6)  # in the order of leaving
    chosen = int8(6)  # choices not yet revealed
    vote = int8(6)  # the last revealed votes
    reaction = int8(6)  # the choices of the last reaction since that vote
    guard_pile = int8(3)
    guard_discard = int8(3)
    trick_pile = int8(5)
    trick_discard = int8(5)
    tricks_left = int8()  # the size of the trick pile
    hand = int8(6, 5)  # hand[seat][trick]
    held = int8(6)  # the size of each hand


@rule
def setup(kit: Kit, s: State, seats: int) -> None:
    s.seats = seats
    s.guard = NOBODY
    s.card = NOTHING
    for action in range(GUARD_ACTIONS):
        s.guard_pile[action] = kit.guard_actions[action]
    for trick in range(TRICKS):
        s.trick_pile[trick] = kit.tricks[trick]
        s.tricks_left += kit.tricks[trick]
    for seat in range(6):
        s.leavers[seat] = NOBODY
        s.chosen[seat] = s.vote[seat] = s.reaction[seat] = NOTHING
    for place in range(18):
        s.ring[place] = NOBODY
    s.owes = ONLY_CHANCE
    if kit.layout == RANDOM:
        return
    for place in range(kit.characters * seats):  # SQ-3
        stand(kit, s, place % seats if kit.layout == EVEN else place // kit.characters)


@rule
def to_act(kit: Kit, s: State) -> int:
    return s.owes


@rule
def legal(kit: Kit, s: State, seat: int, out: list[int]) -> int:
    n = 0
    if seat == CHANCE:
        for action in range(outcomes(s)):
            if weight(kit, s, action) > 0:
                out[n] = action
                n += 1
        return n
    if s.stage == PLACE:
        for place in range(s.size):  # SQ-5
            if s.ring[place] == seat:
                out[n] = AT + place
                n += 1
        return n
    if s.stage == VOTE:  # SQ-6
        out[0] = ZERO
        out[1] = ONE
        return with_tricks(s, seat, TWO, MINUS_ONE, out, 2)
    out[0] = PASS
    if s.stage == MOVED:  # SQ-8
        return with_tricks(s, seat, NEXT, QUICK, out, 1)
    return with_tricks(s, seat, AGAIN, AGAIN, out, 1)  # SQ-12


@rule
def weights(kit: Kit, s: State, out: list[int]) -> None:
    n = 0
    for action in range(outcomes(s)):
        if weight(kit, s, action) > 0:
            out[n] = weight(kit, s, action)
            n += 1


@rule
def act(kit: Kit, s: State, seat: int, action: int) -> None:
    if s.stage == LAYOUT:
        stand(kit, s, action)
    elif s.stage == DEAL:
        draw_trick(s, action)
        if s.held[s.seats - 1] == DEALT:
            s.stage = PLACE
            s.owes = 1  # SQ-5
    elif s.stage == PLACE:
        s.guard = action - AT
        open_round(s)
    elif s.stage == DRAW:
        turn_up(s, action)
    elif s.stage == GIFT:
        draw_trick(s, action)
        spare(s)
    else:
        s.chosen[seat] = action
        s.owes &= ~(1 << seat)
        if s.owes == 0 and s.stage == VOTE:
            count_votes(s)
        elif s.owes == 0:
            react(s)


@rule
def scores(kit: Kit, s: State, out: list[float]) -> None:
    for seat in range(s.seats):  # SQ-18
        out[seat] = 1.0 if s.standing[seat] else 0.0


@rule
def hide(kit: Kit, s: State, seat: int) -> None:
    if s.stage == OVER:
        return
    for other in range(s.seats):  # SQ-19
        if other == seat:
            continue
        if s.chosen[other] != NOTHING:
            s.chosen[other] = UNKNOWN
        for trick in range(TRICKS):
            if s.hand[other][trick] > 0:
                s.trick_pile[trick] += s.hand[other][trick]
            s.hand[other][trick] = UNKNOWN


@rule
def resample(kit: Kit, s: State, seat: int, stream: Words) -> None:
    """Deal the hidden tricks at random to the other hands and the pile; reopen hidden choices."""
    for other in range(s.seats):
        if s.chosen[other] == UNKNOWN:
            s.chosen[other] = NOTHING
            s.owes |= 1 << other
        if s.hand[other][0] == UNKNOWN:
            for trick in range(TRICKS):
                s.hand[other][trick] = 0
            for _ in range(s.held[other]):
                trick = draw_weighted(stream, s.trick_pile, TRICKS)
                s.trick_pile[trick] -= 1
                s.hand[other][trick] += 1


@rule
def outcomes(s: State) -> int:
    """The number of chance's actions in this stage."""
    if s.stage == LAYOUT:
        return s.seats
    return GUARD_ACTIONS if s.stage == DRAW else TRICKS


@rule
def weight(kit: Kit, s: State, action: int) -> int:
    if s.stage == LAYOUT:
        return kit.characters - s.standing[action]  # SQ-3
    return s.guard_pile[action] if s.stage == DRAW else s.trick_pile[action]


@rule
def with_tricks(s: State, seat: int, first: int, last: int, out: list[int], n: int) -> int:
    """Append the tricks that the seat holds to the n choices in `out`; return the new count."""
    for trick in range(first, last + 1):
        if s.hand[seat][trick] > 0:
            out[n] = trick
            n += 1
    return n


@rule
def stand(kit: Kit, s: State, seat: int) -> None:
    """Place a character of that seat; after the last one the tricks are dealt."""
    s.ring[s.size] = seat
    s.size += 1
    s.standing[seat] += 1
    if s.size == kit.characters * s.seats:
        s.stage = DEAL


@rule
def draw_trick(s: State, trick: int) -> None:
    seat = drawer(s)
    s.trick_pile[trick] -= 1
    s.tricks_left -= 1
    s.hand[seat][trick] += 1
    s.held[seat] += 1


@rule
def drawer(s: State) -> int:
    """The seat that draws the next trick."""
    if s.stage == GIFT:
        return s.ring[s.guard]  # SQ-14
    seat = 0
    while s.held[seat] == DEALT:  # SQ-4
        seat += 1
    return seat


@rule
def open_round(s: State) -> None:
    s.round += 1
    s.quick = 0
    s.stage = VOTE
    s.owes = 0
    for seat in range(s.seats):
        if s.standing[seat]:  # SQ-6, SQ-17
            s.owes |= 1 << seat


@rule
def count_votes(s: State) -> None:
    steps = 0
    for seat in range(s.seats):
        choice = s.chosen[seat]
        steps += worth(choice)
        if is_trick(choice):
            discard(s, seat, choice)  # SQ-6
        s.vote[seat] = choice
        s.chosen[seat] = s.reaction[seat] = NOTHING
    move_guard(s, steps)  # SQ-7


@rule
def react(s: State) -> None:
    """Carry out one trick at most; the other choices are taken back (SQ-8)."""
    player = first_to_play(s)
    trick = s.chosen[player] if player != NOBODY else PASS
    for seat in range(s.seats):
        s.reaction[seat] = s.chosen[seat] if trick == PASS else NOTHING
        s.chosen[seat] = NOTHING
    if trick != PASS:
        s.reaction[player] = trick
        discard(s, player, trick)
    if trick == QUICK:
        s.quick = 1  # SQ-10
    if trick in (NEXT, QUICK):
        move_guard(s, 1)  # SQ-9, SQ-10
    elif s.stage == MOVED or trick == AGAIN:  # SQ-12
        open_draw(s)
    else:
        carry_out(s)


@rule
def first_to_play(s: State) -> int:
    """The first seat that chose a trick, from the guard's character on (SQ-8); NOBODY if all passed."""
    for step in range(s.seats):
        seat = (s.ring[s.guard] + step) % s.seats
        if is_trick(s.chosen[seat]):
            return seat
    return NOBODY


@rule
def move_guard(s: State, steps: int) -> None:
    s.guard = (s.guard + steps) % s.size
    ask_holders(s, MOVED)
    if s.owes == 0:
        open_draw(s)


@rule
def ask_holders(s: State, stage: int) -> None:
    """Open a reaction for every seat that holds a trick (SQ-8)."""
    s.stage = stage
    s.owes = 0
    for seat in range(s.seats):
        if s.held[seat]:
            s.owes |= 1 << seat


@rule
def open_draw(s: State) -> None:
    if s.guard_pile[POW] + s.guard_pile[EMPTY] + s.guard_pile[TRICK] == 0:  # SQ-11
        for action in range(GUARD_ACTIONS):
            s.guard_pile[action] = s.guard_discard[action]
            s.guard_discard[action] = 0
        s.card = NOTHING
    s.stage = DRAW
    s.owes = ONLY_CHANCE


@rule
def turn_up(s: State, action: int) -> None:
    s.guard_pile[action] -= 1
    s.guard_discard[action] += 1  # SQ-11
    s.card = action
    ask_holders(s, ACTION)  # SQ-12
    if s.owes == 0:
        carry_out(s)


@rule
def carry_out(s: State) -> None:
    if s.card == POW:
        shoot(s)
    elif s.card == TRICK:
        give_trick(s)
    else:
        spare(s)  # SQ-13


@rule
def give_trick(s: State) -> None:
    if s.tricks_left == 0:  # SQ-14
        for trick in range(TRICKS):
            s.tricks_left += s.trick_discard[trick]
            s.trick_pile[trick] += s.trick_discard[trick]
            s.trick_discard[trick] = 0
    if s.tricks_left == 0:
        spare(s)
        return
    s.stage = GIFT
    s.owes = ONLY_CHANCE


@rule
def spare(s: State) -> None:
    if s.quick:
        move_guard(s, 1)  # SQ-16
    else:
        open_round(s)


@rule
def shoot(s: State) -> None:
    seat = s.ring[s.guard]
    s.size -= 1
    for place in range(s.guard, s.size):  # SQ-15
        s.ring[place] = s.ring[place + 1]
    s.ring[s.size] = NOBODY
    s.guard %= s.size
    s.standing[seat] -= 1
    if s.standing[seat] == 0:
        leave(s, seat)
    if s.gone == s.seats - 1:  # SQ-18
        s.stage = OVER
        s.owes = 0
    else:
        open_round(s)


@rule
def leave(s: State, seat: int) -> None:
    s.leavers[s.gone] = seat
    s.gone += 1
    s.held[seat] = 0
    for trick in range(TRICKS):  # SQ-17
        s.trick_discard[trick] += s.hand[seat][trick]
        s.hand[seat][trick] = 0


@rule
def discard(s: State, seat: int, trick: int) -> None:
    s.hand[seat][trick] -= 1
    s.held[seat] -= 1
    s.trick_discard[trick] += 1


@rule
def worth(choice: int) -> int:
    """The number of steps that a vote counts."""
    if choice == TWO:
        return 2
    if choice == MINUS_ONE:
        return -1
    return 1 if choice == ONE else 0


@rule
def is_trick(choice: int) -> bool:
    return 0 <= choice < TRICKS
