"""Museum by night: bring four children to Silas before the guard does his round, or send Ida to distract him.

Track:    -7    -4         0       1 … 5    6 … 16   17        one common line of fields, here with the shipped kit;
          Ida   guard      start   purple   tiles    target    the tiles are lit from left to right

Symbols:  0 fox   1 torch   2 shoe   3 cap   4 ida   5 dino (white die only); the strips are numbered like their symbols
Cards:    0 to 10, in the order of the constants below

Actions:  0 to 5       a blue die's symbol: place such a die; for chance, what a die shows
          WHITE + k    the white die onto strip k
          ROLL ACT GO STOP KEEP
          CHILD + k    child k takes a step
          CARD + k     play card k; for chance, draw it
          TURN1, TURN2, TURN_ANOTHER + 6 * die + symbol
                       turn a die, with a card for one, with a card for two, or as the second of two: a blue die is named by
                       what it shows, the white one is number 5

House rulings: the seat in turn decides for the team; the white die is first rolled in the turn after it was won; whether dice on a strip
have an effect is judged when it acts. An encore with a kit whose dice show no torch may have no end: the rules know none.
"""

from ludothek.core import CHANCE, Declaration, Flag, Struct, int8, int16, rule

FOX, TORCH, SHOE, CAP, IDA, DINO = range(6)
STRIPS = 5
END = 5  # the place after the last strip
BLUE_DICE = 6
MOST_DICE = 7  # that can lie on one strip
CHILDREN = 4

GUARD_BACK, GUARD_STAYS, IDA_STEP, LIGHT1, LIGHT2, TURN_ONE, TURN_TWO, REROLL1, REROLL2, STEPS2, STEPS3 = range(11)
CARDS = 11

WHITE = 6
ROLL, ACT, GO, STOP, KEEP = range(11, 16)
CHILD = 16
CARD = 20
TURN1, TURN2, TURN_ANOTHER = 31, 67, 103
WHITE_DIE = 5

# Stages; in the first three chance is to act.
ROLLING, REROLLING, DRAWING, PLACING, TURNING, READY, JOKER, CARD_POINT, STEPPING, OVER = range(10)

NONE = -1
CAUGHT = -1  # where a caught child is
AWAY = -20000  # where the guard and Ida are while they are not on the board: before every field
ALL, DISTRACTED, LOST = range(3)  # how it ended

GAME = Declaration(
    box="Die Schule der magischen Tiere",
    age=8,
    minutes=30,
    seats=(1, 4),
    together=True,
    hidden=False,
    chance=True,
    actions=TURN_ANOTHER + 36,
    legal=59,
    options=(Flag("encore"),),
    parts=("figures", "kit", "print", "terminal"),
)


class Kit(Struct):
    purple_fields = int16()
    tiles = int16()
    red_fields = int16()
    ida_behind = int16()
    blue_die = int8(6)  # blue_die[symbol]: on how many faces
    white_die = int8(6)
    slots = int8(STRIPS)  # at most MOST_DICE
    numbers = int16(STRIPS, MOST_DICE + 1)  # numbers[strip][dice]
    cards = int8(CARDS)
    encore = int8()


class State(Struct):
    seats = int8()
    turn = int8()  # the seat
    stage = int8()
    ending = int8()  # ALL, DISTRACTED or LOST, once it is over
    children = int16(CHILDREN)  # the field, or CAUGHT
    guard = int16()  # the field, or AWAY
    ida = int16()
    lit = int8()  # tiles
    has_white = int8()  # whether the team has won the white die
    pile = int8(CARDS)
    pile_left = int8()
    hand = int8(CARDS)  # the team's
    to_roll = int8()  # blue dice
    white_to_roll = int8()
    loose = int8(STRIPS)  # unplaced blue dice by symbol
    placed = int8(STRIPS)  # dice on each strip, the white one included
    white = int8()  # the symbol it shows, or NONE
    white_on = int8()  # the strip it lies on, or NONE
    fresh = int8()  # whether a die was placed since the last roll
    turned = int8()  # the first die of TURN_TWO: what it shows now, or WHITE_DIE; otherwise NONE
    stays = int8()  # whether the guard stays this turn
    strip = int8()  # the next to act, or END; FOX until ACT
    draws = int8()  # cards still to be drawn
    steps = int16()  # steps still to be taken
    resume = int8()  # the stage after a card's steps; STEPPING when they are the shoe strip's


@rule
def setup(kit: Kit, s: State, seats: int) -> None:
    s.seats = seats
    s.guard = -kit.red_fields  # MU-2
    s.ida = AWAY
    for card in range(CARDS):
        s.pile[card] = kit.cards[card]
        s.pile_left += kit.cards[card]
    begin_turn(s)


@rule
def to_act(kit: Kit, s: State) -> int:
    if s.stage == OVER:
        return 0
    if s.stage <= DRAWING:
        return 1 << CHANCE
    return 1 << s.turn


@rule
def legal(kit: Kit, s: State, seat: int, out: list[int]) -> int:
    n = 0
    if s.stage <= REROLLING:
        for symbol in range(6):
            if faces(kit, s, symbol):
                out[n] = symbol
                n += 1
    elif s.stage == DRAWING:
        for card in range(CARDS):
            if s.pile[card]:
                out[n] = CARD + card
                n += 1
    elif s.stage == PLACING:
        for strip in range(STRIPS):  # MU-5
            if s.loose[strip] and has_room(kit, s, strip):
                out[n] = strip
                n += 1
        n = add_white(kit, s, out, n)
        if s.fresh or n == 0:  # MU-6
            out[n] = ROLL
            n += 1
        n = add_cards(kit, s, out, n)
    elif s.stage == TURNING:
        n = add_turns(kit, s, TURN_ANOTHER, out, n)
        out[n] = KEEP
        n += 1
    elif s.stage == JOKER:
        n = add_white(kit, s, out, n)
    elif s.stage == STEPPING:
        for child in range(CHILDREN):  # MU-11
            if can_step(kit, s, child):
                out[n] = CHILD + child
                n += 1
        out[n] = STOP
        n += 1
    else:
        out[n] = ACT if s.stage == READY else GO
        n = add_cards(kit, s, out, n + 1)
    return n


@rule
def weights(kit: Kit, s: State, out: list[int]) -> None:
    n = 0
    if s.stage == DRAWING:
        for card in range(CARDS):
            if s.pile[card]:
                out[n] = s.pile[card]
                n += 1
        return
    for symbol in range(6):
        if faces(kit, s, symbol):
            out[n] = faces(kit, s, symbol)
            n += 1


@rule
def act(kit: Kit, s: State, seat: int, action: int) -> None:
    if s.stage == ROLLING:
        roll_die(s, action)
    elif s.stage == REROLLING:
        reroll_die(kit, s, action)
    elif s.stage == DRAWING:
        draw(s, action - CARD)
    elif action >= TURN1:
        turn_die(s, action)
    elif action >= CARD:
        play_card(kit, s, action - CARD)
    elif action >= CHILD:
        step(kit, s, action - CHILD)
    elif action == ROLL:
        roll_again(s)
    elif ACT <= action <= GO:  # MU-8
        s.stage = CARD_POINT
        act_strip(kit, s)
    elif action == STOP:
        end_steps(s)
    elif action == KEEP:
        end_turning(s)
    else:
        place(s, action >= WHITE, action - WHITE if action >= WHITE else action)
        look_for_loose(s)
    while s.stage == CARD_POINT and not can_play(kit, s):  # MU-17
        act_strip(kit, s)


@rule
def scores(kit: Kit, s: State, out: list[float]) -> None:
    for seat in range(s.seats):
        out[seat] = 0.0 if s.ending == LOST else 1.0


@rule
def hide(kit: Kit, s: State, seat: int) -> None:
    pass  # all is open


# Rolling and placing


@rule
def begin_turn(s: State) -> None:
    s.stage = ROLLING  # MU-3
    s.to_roll = BLUE_DICE
    s.white_to_roll = s.has_white
    s.white = NONE
    s.white_on = NONE
    s.turned = NONE
    s.fresh = 0
    s.stays = 0
    s.strip = FOX


@rule
def faces(kit: Kit, s: State, symbol: int) -> int:
    """On how many faces the die that is rolled now shows this symbol: the blue dice first, then the white one (MU-3)."""
    return kit.blue_die[symbol] if s.to_roll else kit.white_die[symbol]


@rule
def roll_die(s: State, symbol: int) -> None:
    if s.to_roll:
        s.to_roll -= 1
        s.loose[symbol] += 1
    else:
        s.white_to_roll = 0
        s.white = symbol
    if s.to_roll or s.white_to_roll:
        return
    s.stage = PLACING
    if is_guarded(s):  # MU-4
        while s.loose[CAP]:
            place(s, False, CAP)
        if s.white == CAP and is_white_loose(s):
            place(s, True, CAP)
    look_for_loose(s)


@rule
def roll_again(s: State) -> None:
    s.stage = ROLLING
    s.fresh = 0
    for symbol in range(STRIPS):
        s.to_roll += s.loose[symbol]
        s.loose[symbol] = 0
    if is_white_loose(s):
        s.white_to_roll = 1
        s.white = NONE


@rule
def place(s: State, white: bool, strip: int) -> None:
    if white:
        s.white_on = strip
    else:
        s.loose[strip] -= 1
    s.placed[strip] += 1
    s.fresh = 1


@rule
def look_for_loose(s: State) -> None:
    """Placing goes on until all dice are placed (MU-7)."""
    loose = is_white_loose(s)
    for symbol in range(STRIPS):
        loose = loose or s.loose[symbol] > 0
    s.stage = PLACING if loose else READY


@rule
def add_white(kit: Kit, s: State, out: list[int], n: int) -> int:
    """Where the white die can be placed (MU-5)."""
    if is_white_loose(s):
        for strip in range(STRIPS):
            if (s.white == strip or s.white == DINO) and has_room(kit, s, strip):
                out[n] = WHITE + strip
                n += 1
    return n


@rule
def is_white_loose(s: State) -> bool:
    return s.white != NONE and s.white_on == NONE


@rule
def has_room(kit: Kit, s: State, strip: int) -> bool:
    return s.placed[strip] < kit.slots[strip] and not is_covered(kit, s, strip)


@rule
def is_covered(kit: Kit, s: State, strip: int) -> bool:
    if strip == FOX:
        return s.pile_left == 0  # MU-9
    if strip == TORCH:
        return s.lit == kit.tiles  # MU-10
    if strip == SHOE:
        for child in range(CHILDREN):  # MU-11
            if is_under_way(kit, s, child):
                return False
        return True
    if strip == CAP:
        return not is_guarded(s)  # MU-21
    return s.ida == AWAY  # MU-13


# Actions


@rule
def act_strip(kit: Kit, s: State) -> None:
    """The next strip acts. A covered one needs no question: without cards, tiles, children or guard it has no effect (MU-16)."""
    if s.strip == END:
        s.turn = (s.turn + 1) % s.seats  # MU-3
        begin_turn(s)
        return
    number = kit.numbers[s.strip][s.placed[s.strip]]
    if s.strip == FOX and number and s.pile_left:
        s.draws = min(number, s.pile_left)  # MU-9
        s.stage = DRAWING
        return
    if s.strip == SHOE and number and can_anyone_step(kit, s):
        s.steps = number
        s.resume = STEPPING
        s.stage = STEPPING
        return
    if s.strip == TORCH:
        light(kit, s, number)
    elif s.strip == CAP:
        move_guard(kit, s, number)
    elif s.strip == IDA:
        move_ida(kit, s, number)
    clear_strip(s)


@rule
def clear_strip(s: State) -> None:
    s.placed[s.strip] = 0
    if s.white_on == s.strip:
        s.white = NONE
        s.white_on = NONE
    s.strip += 1


@rule
def draw(s: State, card: int) -> None:
    s.pile[card] -= 1
    s.pile_left -= 1
    s.hand[card] += 1
    s.draws -= 1
    if s.draws == 0:
        s.stage = CARD_POINT
        clear_strip(s)


@rule
def light(kit: Kit, s: State, number: int) -> None:
    s.lit = min(s.lit + number, kit.tiles)  # MU-10


@rule
def step(kit: Kit, s: State, child: int) -> None:
    s.children[child] += 1
    s.steps -= 1
    if s.children[child] == target(kit):
        s.has_white = 1  # MU-15
        if are_all_there(kit, s):
            s.ending = ALL  # MU-19
            s.stage = OVER
            return
    if s.steps == 0 or not can_anyone_step(kit, s):
        end_steps(s)


@rule
def end_steps(s: State) -> None:
    s.steps = 0
    if s.resume == STEPPING:
        clear_strip(s)
        s.resume = CARD_POINT
    s.stage = s.resume


@rule
def move_guard(kit: Kit, s: State, number: int) -> None:
    if s.stays or not is_guarded(s):
        return
    for _ in range(number):  # MU-12
        s.guard += 1
        for child in range(CHILDREN):
            if s.children[child] == s.guard:
                s.children[child] = CAUGHT
        if s.guard == 0 and s.ida == AWAY:
            s.ida = -kit.ida_behind  # MU-13
        if s.guard == target(kit):
            s.ending = LOST  # MU-22
            s.stage = OVER
            return


@rule
def move_ida(kit: Kit, s: State, number: int) -> None:
    for _ in range(number):  # MU-14
        if s.stage != OVER and can_ida_step(kit, s):
            s.ida += 1
            look_for_meeting(kit, s)


@rule
def look_for_meeting(kit: Kit, s: State) -> None:
    if s.ida != s.guard:
        return
    if not kit.encore:
        s.ending = DISTRACTED  # MU-20
        s.stage = OVER
        return
    s.guard = AWAY  # MU-21
    for child in range(CHILDREN):
        if s.children[child] == CAUGHT:
            s.children[child] = 0


@rule
def is_guarded(s: State) -> bool:
    return s.guard != AWAY


@rule
def target(kit: Kit) -> int:
    return kit.purple_fields + kit.tiles + 1


@rule
def frontier(kit: Kit, s: State) -> int:
    """The farthest field that children and Ida may enter: the last lit tile, or the target."""
    return target(kit) if s.lit == kit.tiles else kit.purple_fields + s.lit


@rule
def is_under_way(kit: Kit, s: State, child: int) -> bool:
    return s.children[child] != CAUGHT and s.children[child] < target(kit)


@rule
def can_step(kit: Kit, s: State, child: int) -> bool:
    return s.children[child] != CAUGHT and s.children[child] < frontier(kit, s)


@rule
def can_anyone_step(kit: Kit, s: State) -> bool:
    for child in range(CHILDREN):
        if can_step(kit, s, child):
            return True
    return False


@rule
def are_all_there(kit: Kit, s: State) -> bool:
    for child in range(CHILDREN):
        if s.children[child] != target(kit):
            return False
    return True


@rule
def can_ida_step(kit: Kit, s: State) -> bool:
    return s.ida != AWAY and s.ida < frontier(kit, s)


# Cards


@rule
def can_play(kit: Kit, s: State) -> bool:
    for card in range(CARDS):
        if s.hand[card] and is_playable(kit, s, card):
            return True
    return False


@rule
def is_playable(kit: Kit, s: State, card: int) -> bool:
    """Whether a card, if the team holds it, can be played at this card point."""
    if card == GUARD_BACK:
        return s.guard > -kit.red_fields
    if card == GUARD_STAYS:
        return s.strip <= CAP and not s.stays and is_guarded(s)
    if card == IDA_STEP:
        return can_ida_step(kit, s)
    if LIGHT1 <= card <= LIGHT2:
        return s.lit < kit.tiles
    if TURN_ONE <= card <= TURN_TWO:
        return can_turn(s)
    if REROLL1 <= card <= REROLL2:
        return s.stage == READY and blue_caps(s) + white_caps(s) > 0
    return can_anyone_step(kit, s)


@rule
def add_cards(kit: Kit, s: State, out: list[int], n: int) -> int:
    for card in range(CARDS):
        if s.hand[card] and is_playable(kit, s, card):
            if card == TURN_ONE:
                n = add_turns(kit, s, TURN1, out, n)
            elif card == TURN_TWO:
                n = add_turns(kit, s, TURN2, out, n)
            else:
                out[n] = CARD + card
                n += 1
    return n


@rule
def play_card(kit: Kit, s: State, card: int) -> None:
    s.hand[card] -= 1
    if card == GUARD_BACK:
        s.guard -= 1
        look_for_meeting(kit, s)  # MU-18
    elif card == GUARD_STAYS:
        s.stays = 1
    elif card == IDA_STEP:
        move_ida(kit, s, 1)
    elif LIGHT1 <= card <= LIGHT2:
        light(kit, s, 1 if card == LIGHT1 else 2)
    elif REROLL1 <= card <= REROLL2:
        take_caps(s, 1 if card == REROLL1 else 2)
    else:
        s.steps = 2 if card == STEPS2 else 3
        s.resume = s.stage
        s.stage = STEPPING


@rule
def take_caps(s: State, number: int) -> None:
    """Take this many caps off their strip to roll them, blue ones before the white one (MU-18)."""
    s.to_roll = min(number, blue_caps(s))
    s.white_to_roll = min(number - s.to_roll, white_caps(s))
    s.placed[CAP] -= s.to_roll + s.white_to_roll
    if s.white_to_roll:
        s.white = NONE
        s.white_on = NONE
    s.stage = REROLLING


@rule
def blue_caps(s: State) -> int:
    return s.placed[CAP] - (1 if s.white_on == CAP else 0)


@rule
def white_caps(s: State) -> int:
    """1 if the white die lies on the cap strip and shows a cap: a dino there does not (MU-18)."""
    return 1 if s.white_on == CAP and s.white == CAP else 0


@rule
def reroll_die(kit: Kit, s: State, symbol: int) -> None:
    if symbol != DINO and not has_room(kit, s, symbol):
        return  # MU-18: rolled again
    if s.to_roll:
        s.to_roll -= 1
        s.loose[symbol] += 1
        place(s, False, symbol)
    else:
        s.white_to_roll = 0
        s.white = symbol
        if symbol == DINO:
            s.stage = JOKER
            return
        place(s, True, symbol)
    if s.to_roll == 0 and s.white_to_roll == 0:
        s.stage = READY


@rule
def can_turn(s: State) -> bool:
    for die in range(6):
        if is_turnable(s, die):
            return True
    return False


@rule
def is_turnable(s: State, die: int) -> bool:
    """Whether a loose die that does not show a cap, and is not the one just turned, is there: blue showing `die`, or the white one."""
    if die == WHITE_DIE:
        return is_white_loose(s) and s.white != CAP and s.turned != WHITE_DIE
    return die != CAP and s.loose[die] > (1 if s.turned == die else 0)


@rule
def add_turns(kit: Kit, s: State, base: int, out: list[int], n: int) -> int:
    for die in range(6):
        if is_turnable(s, die):
            for symbol in range(6):
                if die == WHITE_DIE:
                    other = kit.white_die[symbol] > 0 and symbol != s.white
                else:
                    other = kit.blue_die[symbol] > 0 and symbol != die
                if other:
                    out[n] = base + 6 * die + symbol
                    n += 1
    return n


@rule
def turn_die(s: State, action: int) -> None:
    die = (action - TURN1) % 36 // 6
    symbol = (action - TURN1) % 6
    if die == WHITE_DIE:
        s.white = symbol
    else:
        s.loose[die] -= 1
        s.loose[symbol] += 1
    if symbol == CAP and is_guarded(s):
        place(s, die == WHITE_DIE, CAP)  # MU-18
    if action < TURN2:
        s.hand[TURN_ONE] -= 1
    elif action < TURN_ANOTHER:
        s.hand[TURN_TWO] -= 1
        s.turned = WHITE_DIE if die == WHITE_DIE else symbol
        if can_turn(s):
            s.stage = TURNING
            return
    end_turning(s)


@rule
def end_turning(s: State) -> None:
    s.turned = NONE
    look_for_loose(s)
