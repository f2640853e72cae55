"""Policy for Museum by Night: the current worth of cards, lights, steps, guard fields and Ida's steps.

The team wins with four children at Silas or with Ida at the guard, and the two aims conflict. `leaning` is
the weight of the children's aim, from which the worths follow. A die is placed if it is worth more there than
rolled again, caps included.
"""

from typing import Any

from ludothek.core import rule
from ludothek.core.exponential import exp
from ludothek.games.museum.box import (
    ACT,
    AWAY,
    CAP,
    CARD,
    CARD_POINT,
    CAUGHT,
    CHILD,
    CHILDREN,
    CHOOSING,
    DINO,
    GO,
    GUARD_BACK,
    GUARD_STAYS,
    IDA,
    IDA_STEP,
    JOKER,
    KEEP,
    LAST_CARD,
    LAST_TILE,
    LIGHT1,
    LIGHT2,
    MEETING,
    PLACING,
    REROLL1,
    REROLL2,
    ROLL,
    SHOE,
    STEPPING,
    STEPS2,
    STEPS3,
    STOP,
    STRIPS,
    TURN1,
    TURNING,
    WHITE,
    WHITE_DIE,
    Kit,
    State,
)
from ludothek.games.museum.dice import has_room
from ludothek.games.museum.track import frontier, is_guarded, is_under_way, target

Weights = tuple[float, ...]

# Weights tuned by self-play: see docs/decisions/010-calibration.md. The unit is a step of a child that will
# arrive.
(
    FOX,  # a card
    FOX_LATE,  # the distance of the guard to his goal below which cards lose worth
    LIGHT,
    BLOCKED,  # added to a light when the children have little room to walk
    ROOM,  # little room: fewer steps than this
    STEP,
    GUARD,  # a guard field, for the children's aim
    LEAN,  # the constant term of `leaning`
    LEAN_SLACK,  # `leaning` for each spare step of the children
    PACE,  # steps of the children for each guard field
    DARKNESS,  # spare steps lost for each dark tile
    LEAN_GAP,  # `leaning` for each field that Ida is behind
    IDA_WORTH,  # a step of Ida's
    IDA_GUARD,  # a guard field, for Ida's aim
    IDA_LIGHT,  # a light when Ida is near the dark, or the guard has reached it
    IDA_ROOM,  # near: fewer fields than this
    HALF,  # the fraction of the increase to a strip's next number that already counts
    AGAIN,  # the margin by which placing a die must beat rolling it again
    THREAT,  # the distance before the guard at which a child steps first
    STAYS,  # guard fields from which the card that stops him is played
    REROLL_ONE,  # the cost of a cap at which one die is rolled again
    REROLL_TWO,  # caps from which the card that rerolls two is played
    TURN,  # the least gain for turning a die
    LAST_STEPS,  # a step for Ida's aim while the white die is not won
    LEADER,  # the value of moving the leading child before the white die is won
) = range(25)

WEIGHTS = (
    2.304, 6.194, 0.731, 1.433, 3.578, 1.288, 2.445, 0.429, 0.018, 4.191, 1.66, 0.143, 3.878, 5.805, 2.514, 1.855, 0.212, 0.04, 5.533,
    2.285, 0.861, 1.897, 1.186, 0.326, 0.582,
)  # fmt: skip

NOTHING = -100.0  # the worth of an impossible placement


@rule
def guide(kit: Kit, s: State, seat: int, actions: Any, count: int, stream: Any) -> int:
    return decide(kit, s, actions, count, WEIGHTS)


@rule
def decide(kit: Kit, s: State, actions: Any, count: int, w: Weights) -> int:
    """Return the index of the action that the policy takes with these weights."""
    if s.stage == CHOOSING or s.stage == LAST_CARD or s.stage == LAST_TILE or s.stage == MEETING:
        return 0  # all seven dice, the last card, the last tile, and the narrow win
    if s.stage == STEPPING:
        return who_walks(kit, s, actions, count, w)
    worth = worths(kit, s, w)
    if s.stage == PLACING or s.stage == JOKER or s.stage == TURNING:
        return what_to_place(kit, s, worth, actions, count, w)
    return which_card(kit, s, worth, actions, count, w)


@rule
def worths(kit: Kit, s: State, w: Weights) -> tuple[float, float, float, float, float]:
    """Return the worth of each kind of die, in the order of the strips.

    That is one card, light, step of a child, guard field and step of Ida's.
    """
    children = leaning(kit, s, w)
    ida = 1.0 - children
    dark = kit.tiles - s.lit
    fox = w[FOX] * min(1.0, guard_to_go(kit, s) / w[FOX_LATE]) if s.pile_left else 0.0
    torch = 0.0
    if dark:
        torch = children * (w[LIGHT] + (w[BLOCKED] if room(kit, s) < w[ROOM] else 0.0))
        if s.guard >= frontier(kit, s) or frontier(kit, s) - ida_at(kit, s) < w[IDA_ROOM]:
            torch += ida * w[IDA_LIGHT]
    shoe = children * w[STEP]
    if not s.has_white:
        shoe += ida * w[LAST_STEPS]
    cap = 0.0 if s.stays or not is_guarded(s) else -(children * w[GUARD] + ida * w[IDA_GUARD])
    return fox, torch, shoe, cap, 0.0 if s.ida == AWAY else ida * w[IDA_WORTH]


@rule
def leaning(kit: Kit, s: State, w: Weights) -> float:
    """Return the weight of the children's aim, from 0 to 1; 0 if a child was caught."""
    way = 0
    for child in range(CHILDREN):
        if s.children[child] == CAUGHT:
            return 0.0
        way += target(kit) - s.children[child]
    spare = w[PACE] * guard_to_go(kit, s) - way - w[DARKNESS] * (kit.tiles - s.lit)
    behind = 0 if s.ida == AWAY else s.guard - s.ida - kit.ida_behind
    return 1.0 / (1.0 + exp(-(w[LEAN] + w[LEAN_SLACK] * spare + w[LEAN_GAP] * behind)))


@rule
def guard_to_go(kit: Kit, s: State) -> int:
    return target(kit) - s.guard if is_guarded(s) else 3 * target(kit)


@rule
def ida_at(kit: Kit, s: State) -> int:
    """Return Ida's field, or the field where she will enter."""
    return -kit.ida_behind if s.ida == AWAY else s.ida


@rule
def room(kit: Kit, s: State) -> int:
    """Return the number of steps the children can take on lit fields."""
    steps = 0
    for child in range(CHILDREN):
        if s.children[child] != CAUGHT:
            steps += max(0, frontier(kit, s) - s.children[child])
    return steps


@rule
def what_to_place(kit: Kit, s: State, worth: Weights, actions: Any, count: int, w: Weights) -> int:
    again = rolling_again(kit, s, worth, w) + w[AGAIN]
    best, chosen, roll = NOTHING, 0, -1
    best_turn, turn = w[TURN], -1
    for k in range(count):
        action = actions[k]
        if action == ROLL:
            roll = k
        elif action == KEEP:
            chosen = k
        elif action >= TURN1:
            gain = turning_gain(kit, s, worth, action, again, w)
            if gain > best_turn:
                best_turn, turn = gain, k
        elif action >= CARD:
            if is_wanted(kit, s, worth, action - CARD, w):
                return k
        else:
            strip = action if action < WHITE else action - WHITE
            value = die_worth(kit, s, worth, strip, s.loose[strip] if action < WHITE else 1, w)
            if value > best:
                best, chosen = value, k
    if turn >= 0:
        return turn
    return roll if roll >= 0 and best < again else chosen


@rule
def die_worth(kit: Kit, s: State, worth: Weights, strip: int, dice: int, w: Weights) -> float:
    """Return the worth of a die on a strip: the highest mean over placing 1 to `dice` dice there."""
    if not has_room(kit, s, strip):
        return NOTHING
    placed = s.placed[strip]
    best = NOTHING
    for more in range(1, min(dice, kit.slots[strip] - placed) + 1):
        best = max(best, (height(kit, strip, placed + more, w) - height(kit, strip, placed, w)) / more)
    return worth[strip] * best


@rule
def height(kit: Kit, strip: int, dice: int, w: Weights) -> float:
    """Return the number of a strip, plus a part of the difference to the next number."""
    number = float(kit.numbers[strip][dice])
    if strip == CAP or dice == 0 or dice == kit.slots[strip]:
        return number
    return number + w[HALF] * (kit.numbers[strip][dice + 1] - number)


@rule
def rolling_again(kit: Kit, s: State, worth: Weights, w: Weights) -> float:
    """Return the expected worth of rolling a die up to three times, keeping it when good; a cap is final."""
    value = NOTHING
    for _ in range(3):
        total = 0.0
        for symbol in range(STRIPS):
            if kit.blue_die[symbol]:
                shown = die_worth(kit, s, worth, symbol, 1, w)
                if symbol != CAP:
                    shown = max(shown, value, 0.0)
                elif not is_guarded(s):
                    shown = 0.0
                total += kit.blue_die[symbol] * shown
        value = total / 6
    return value


@rule
def turning_gain(kit: Kit, s: State, worth: Weights, action: int, again: float, w: Weights) -> float:
    """Return what turning a die to a symbol gains over the better of keeping and rerolling it."""
    die, symbol = (action - TURN1) % 36 // 6, (action - TURN1) % 6
    shown = s.white if die == WHITE_DIE else die
    if symbol == CAP or shown == DINO:
        return NOTHING
    best = NOTHING
    if symbol == DINO:
        for strip in range(STRIPS):
            best = max(best, die_worth(kit, s, worth, strip, 1, w))
    else:
        best = die_worth(kit, s, worth, symbol, s.loose[symbol] + 1, w)
    return best - max(again, die_worth(kit, s, worth, shown, 1, w))


@rule
def which_card(kit: Kit, s: State, worth: Weights, actions: Any, count: int, w: Weights) -> int:
    go_on = 0
    for k in range(count):
        if actions[k] == GO or actions[k] == ACT:
            go_on = k
        elif is_wanted(kit, s, worth, actions[k] - CARD, w):
            return k
    return go_on


@rule
def is_wanted(kit: Kit, s: State, worth: Weights, card: int, w: Weights) -> bool:
    """Whether to play a card now: cards that lose nothing at once, others when they have most effect."""
    coming = guard_coming(kit, s)
    if card == GUARD_BACK:
        return s.ida != AWAY or s.guard < -1 or in_his_way(s, coming) > in_his_way(s, coming - 1)
    if card == IDA_STEP:
        return True
    if REROLL1 <= card <= REROLL2 and s.stage == CARD_POINT and s.strip < CAP:
        return False  # there is time until the guard walks
    if card == REROLL1:
        return -worth[CAP] * min(coming, 1) >= w[REROLL_ONE]
    if card == REROLL2:
        return s.placed[CAP] >= w[REROLL_TWO]
    if s.stage != CARD_POINT:
        return False
    if card == GUARD_STAYS:
        return s.strip == CAP and (
            s.guard + coming >= target(kit)
            or coming >= w[STAYS]
            or (worth[SHOE] > 0 and in_his_way(s, coming) > 0)
        )
    if LIGHT1 <= card <= LIGHT2:
        if s.strip == SHOE:
            return room(kit, s) < kit.numbers[SHOE][s.placed[SHOE]] + 2
        if s.strip == IDA:
            return s.ida + kit.numbers[IDA][s.placed[IDA]] > frontier(kit, s)
        return s.strip == CAP and in_his_way(s, coming) > 0
    if STEPS2 <= card <= STEPS3:
        return (s.strip == CAP and in_his_way(s, coming) > 0) or (s.strip >= CAP and room(kit, s) >= 2)
    return False


@rule
def guard_coming(kit: Kit, s: State) -> int:
    """Return the number of fields the guard is about to walk this turn."""
    return 0 if s.strip > CAP or s.stays else kit.numbers[CAP][s.placed[CAP]]


@rule
def in_his_way(s: State, fields: int) -> int:
    """Count the children on the next `fields` fields before the guard."""
    children = 0
    if is_guarded(s):
        for child in range(CHILDREN):
            if s.guard < s.children[child] <= s.guard + fields:
                children += 1
    return children


@rule
def who_walks(kit: Kit, s: State, actions: Any, count: int, w: Weights) -> int:
    """Choose the child to step: one the guard threatens, first those he is about to catch.

    Otherwise the leading child until the white die is won, then the last one.
    """
    leader = NOTHING
    for child in range(CHILDREN):
        if is_under_way(kit, s, child):
            leader = max(leader, float(s.children[child]))
    best, chosen = -1000.0, 0
    for k in range(count):
        if actions[k] == STOP:
            continue
        at = s.children[actions[k] - CHILD]
        ahead = at - s.guard - guard_coming(kit, s)
        value = -0.01 * at
        if is_guarded(s) and at > s.guard and -s.steps < ahead <= w[THREAT]:
            value = 100.0 - ahead if ahead > 0 else 150.0 + ahead
        elif at == leader and not s.has_white:
            value = w[LEADER]
        if value > best:
            best, chosen = value, k
    return chosen
