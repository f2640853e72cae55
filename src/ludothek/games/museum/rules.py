"""Museum by night: bring four children to Silas before the guard arrives, or distract him with Ida.

In a turn the dice are rolled and placed (`dice`), then the strips act on the track in order (`track`);
between them cards can be played (`cards`). `box` numbers the contents of the box.

House rulings: the seat in turn decides for the team; the white die can first be rolled in the turn after it
was won; whether dice on a strip have an effect is judged when it acts. An encore with a kit whose dice show
no torch may never end: the rules have no end for it.
"""

from ludothek.core import CHANCE, Declaration, rule
from ludothek.games.museum.box import (
    ACT,
    ALL,
    AWAY,
    CAP,
    CARD,
    CARD_POINT,
    CARDS,
    CHILD,
    CHILDREN,
    CHOOSING,
    DISTRACTED,
    DRAW,
    DRAWING,
    ENCORE,
    END,
    FINISH,
    FOX,
    GO,
    IDA,
    JOKER,
    KEEP,
    LAST_CARD,
    LAST_TILE,
    LEAVE,
    LIGHT,
    LOST,
    MEETING,
    NONE,
    ONLY_BLUE,
    OVER,
    PLACING,
    READY,
    REROLLING,
    ROLL,
    ROLLING,
    SHOE,
    STEPPING,
    STOP,
    STRIPS,
    TORCH,
    TURN1,
    TURN_ANOTHER,
    TURNING,
    WHITE,
    WITH_WHITE,
    Kit,
    State,
)
from ludothek.games.museum.cards import add_cards, can_play, play_card
from ludothek.games.museum.dice import (
    add_turns,
    add_white,
    begin_turn,
    can_roll_again,
    end_rerolling,
    end_turning,
    faces,
    has_room,
    look_for_loose,
    place,
    reroll_die,
    roll_again,
    roll_die,
    turn_die,
)
from ludothek.games.museum.track import (
    are_all_there,
    begin_encore,
    can_anyone_step,
    can_step,
    light,
    move_guard,
    move_ida,
    target,
)

GAME = Declaration(
    version=2,
    box="Die Schule der magischen Tiere",
    age=8,
    minutes=30,
    seats=(1, 4),
    begins="youngest",
    together=True,
    hidden=False,
    chance=True,
    actions=TURN_ANOTHER + 36,
    legal=59,
    parts=("figures", "kit", "print", "terminal", "upgrade"),
)


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
        if can_roll_again(s, n > 0):
            out[n] = ROLL
            n += 1
        n = add_cards(kit, s, out, n)
    elif s.stage == TURNING:
        n = add_turns(kit, s, TURN_ANOTHER, out, n)
        out[n] = KEEP
        n += 1
    elif s.stage == JOKER:
        n = add_white(kit, s, out, n)
    elif s.stage == CHOOSING:  # MU-3
        out[0] = WITH_WHITE
        out[1] = ONLY_BLUE
        n = 2
    elif s.stage == LAST_CARD or s.stage == LAST_TILE:  # MU-9, MU-10
        out[0] = DRAW if s.stage == LAST_CARD else LIGHT
        out[1] = LEAVE
        n = 2
    elif s.stage == MEETING:  # MU-20
        out[0] = FINISH
        out[1] = ENCORE
        n = 2
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
        roll_die(kit, s, action)
    elif s.stage == REROLLING:
        reroll_die(kit, s, action)
    elif s.stage == DRAWING:
        draw(s, action - CARD)
    elif action >= TURN1:
        turn_die(kit, s, action)
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
    elif WITH_WHITE <= action <= ONLY_BLUE:
        s.white_to_roll = 1 if action == WITH_WHITE else 0
        s.stage = ROLLING
    elif action == DRAW:
        s.stage = DRAWING
    elif LIGHT <= action <= LEAVE:
        s.lit += 1 if action == LIGHT else 0
        s.draws = 0
        end_strip(s)
    elif action == FINISH:
        s.ending = DISTRACTED
        s.stage = OVER
    elif action == ENCORE:
        begin_encore(s)
        go_on_after_meeting(kit, s)
    else:
        place(s, action >= WHITE, action - WHITE if action >= WHITE else action)
        if s.stage == JOKER:
            end_rerolling(s)
        else:
            look_for_loose(s)
    while s.stage == CARD_POINT and not can_play(kit, s):  # MU-17
        act_strip(kit, s)


@rule
def scores(kit: Kit, s: State, out: list[float]) -> None:
    for seat in range(s.seats):
        out[seat] = 0.0 if s.ending == LOST else 1.0


@rule
def hide(kit: Kit, s: State, seat: int) -> None:
    pass  # nothing is hidden


# Strips


@rule
def act_strip(kit: Kit, s: State) -> None:
    """Let the next strip act.

    A covered strip without effect needs no check: it has no cards, tiles, children or guard (MU-16).
    """
    if s.strip == END:
        s.turn = (s.turn + 1) % s.seats  # MU-3
        begin_turn(s)
        return
    number = kit.numbers[s.strip][s.placed[s.strip]]
    if s.strip == FOX and number and s.pile_left:
        s.draws = min(number, s.pile_left)  # MU-9
        go_on_drawing(s)
        return
    if s.strip == SHOE and number and can_anyone_step(kit, s):
        s.steps = number
        s.resume = STEPPING
        s.stage = STEPPING
        return
    dark = kit.tiles - s.lit
    if s.strip == TORCH and dark:
        light(kit, s, min(number, dark - 1))
        if number >= dark:  # MU-10
            s.stage = LAST_TILE
            return
    if s.strip == CAP:
        move_guard(kit, s, number)
    if s.strip == IDA:
        s.steps = number
        s.resume = MEETING
        go_on_after_meeting(kit, s)
        return
    clear_strip(s)


@rule
def end_strip(s: State) -> None:
    s.stage = CARD_POINT
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
    go_on_drawing(s)


@rule
def go_on_drawing(s: State) -> None:
    if s.draws == 0:
        end_strip(s)
    else:
        s.stage = LAST_CARD if s.pile_left == 1 else DRAWING  # MU-9


@rule
def go_on_after_meeting(kit: Kit, s: State) -> None:
    """Let Ida take the remaining steps of her strip; after a card, resume its stage (MU-21)."""
    s.stage = s.resume
    if s.resume == MEETING:
        s.stage = CARD_POINT
        move_ida(kit, s)
        if s.stage == CARD_POINT:
            s.steps = 0
            clear_strip(s)


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
