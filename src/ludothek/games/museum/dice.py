"""The dice: rolling, placing on the strips, rerolling and turning."""

from ludothek.core import rule
from ludothek.games.museum.box import (
    AWAY,
    BLUE_DICE,
    CAP,
    CARD_POINT,
    CHILDREN,
    CHOOSING,
    DINO,
    FOX,
    JOKER,
    NONE,
    PLACING,
    READY,
    REROLLING,
    ROLLING,
    SHOE,
    STRIPS,
    TORCH,
    TURN1,
    TURN2,
    TURN_ANOTHER,
    TURN_ONE,
    TURN_TWO,
    TURNING,
    WHITE,
    WHITE_DIE,
    Kit,
    State,
)
from ludothek.games.museum.track import is_guarded, is_under_way


@rule
def begin_turn(s: State) -> None:
    s.stage = CHOOSING if s.has_white else ROLLING  # MU-3
    s.to_roll = BLUE_DICE
    s.white_to_roll = 0
    s.white = NONE
    s.white_on = NONE
    s.turned = NONE
    s.fresh = 0
    s.stays = 0
    s.strip = FOX
    for strip in range(STRIPS):
        s.placed[strip] = 0  # dice that a card rerolled onto a strip that had acted (MU-18)


@rule
def faces(kit: Kit, s: State, symbol: int) -> int:
    """The number of faces with this symbol on the die being rolled: blue dice first, then white (MU-3)."""
    return kit.blue_die[symbol] if s.to_roll else kit.white_die[symbol]


@rule
def roll_die(kit: Kit, s: State, symbol: int) -> None:
    if s.to_roll:
        s.to_roll -= 1
        s.loose[symbol] += 1
    else:
        s.white_to_roll = 0
        s.white = symbol
    if s.to_roll or s.white_to_roll:
        return
    s.stage = PLACING
    while s.loose[CAP] and has_room(kit, s, CAP):  # MU-4
        place(s, False, CAP)
    if s.white == CAP and is_white_loose(s) and has_room(kit, s, CAP):
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
def can_roll_again(s: State, can_place: bool) -> bool:
    """Whether the unplaced dice may be rolled again (MU-6)."""
    has_cap = s.loose[CAP] > 0 or (s.white == CAP and is_white_loose(s))
    return s.fresh > 0 or not can_place or (not is_guarded(s) and has_cap)


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
    """Continue placing until no die is loose (MU-7)."""
    loose = is_white_loose(s)
    for symbol in range(STRIPS):
        loose = loose or s.loose[symbol] > 0
    s.stage = PLACING if loose else READY


@rule
def add_white(kit: Kit, s: State, out: list[int], n: int) -> int:
    """Append the placements of the white die (MU-5)."""
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


# Rolling again


@rule
def take_caps(s: State, number: int) -> None:
    """Take this many caps off their strip to reroll them, blue ones before the white one (MU-18)."""
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
    """1 if the white die on the cap strip shows a cap; a dino does not count (MU-18)."""
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
        end_rerolling(s)


@rule
def end_rerolling(s: State) -> None:
    s.stage = READY if s.strip == FOX else CARD_POINT


# Turning


@rule
def can_turn(s: State) -> bool:
    for die in range(6):
        if is_turnable(s, die):
            return True
    return False


@rule
def is_turnable(s: State, die: int) -> bool:
    """Whether a loose die can be turned: a blue one showing `die`, or the white one.

    Excluded are caps and the die just turned.
    """
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
def turn_die(kit: Kit, s: State, action: int) -> None:
    die = (action - TURN1) % 36 // 6
    symbol = (action - TURN1) % 6
    if die == WHITE_DIE:
        s.white = symbol
    else:
        s.loose[die] -= 1
        s.loose[symbol] += 1
    if symbol == CAP and has_room(kit, s, CAP):
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
