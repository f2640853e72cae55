"""How a good team plays Museum by Night: what a card, a light, a step, a field of the guard's and a step of
Ida's are worth now.

There are two ways to win, and they pull apart: four children to Silas, or Ida to the guard. `leaning` says
how much the team counts on the children; the worths follow from it. A die is placed where it is worth more
than rolling it again, caps and all.
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

# What has been tuned, by playing: see docs/decisions/010-calibration.md. Worths are counted in steps of a
# child that will arrive.
(
    FOX,  # a card
    FOX_LATE,  # fields before the guard's goal from where on cards lose their worth
    LIGHT,
    BLOCKED,  # more for a light when the children have hardly room to walk
    ROOM,  # hardly: fewer steps than this
    STEP,
    GUARD,  # a field of the guard's, for the children
    LEAN,  # how the team leans towards the children:
    LEAN_SLACK,  # by the steps they have to spare,
    PACE,  # taking this many for each field of the guard's,
    DARKNESS,  # less this many for each dark tile,
    LEAN_GAP,  # and by how far Ida is behind
    IDA_WORTH,  # a step of hers
    IDA_GUARD,  # a field of the guard's, for Ida
    IDA_LIGHT,  # a light, when she stands before the dark
    IDA_ROOM,  # or fewer fields before it than this
    HALF,  # what half a number on a strip is worth
    AGAIN,  # how much more than rolling again a die has to be worth
    THREAT,  # a child so close before the guard walks first
    STAYS,  # fields that the guard has to be about to walk for the card that stops him
    REROLL_ONE,  # worth of a cap at which one is rolled again
    REROLL_TWO,  # caps for the card that rolls two
    TURN,  # what turning a die has to gain
    LAST_STEPS,  # a step when all depends on Ida: it may still win the white die
    LEADER,  # whether the leading child or the last one walks
) = range(25)

WEIGHTS = (
    2.304, 6.194, 0.731, 1.433, 3.578, 1.288, 2.445, 0.429, 0.018, 4.191, 1.66, 0.143, 3.878, 5.805, 2.514, 1.855, 0.212, 0.04, 5.533,
    2.285, 0.861, 1.897, 1.186, 0.326, 0.582,
)  # fmt: skip

NOTHING = -100.0  # the worth of what cannot be


@rule
def guide(kit: Kit, s: State, seat: int, actions: Any, count: int, stream: Any) -> int:
    return decide(kit, s, actions, count, WEIGHTS)


@rule
def decide(kit: Kit, s: State, actions: Any, count: int, w: Weights) -> int:
    """The place of the action that a good team takes, by these weights."""
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
    """What one card, light, step, field of the guard's and step of Ida's is worth, in the order of the
    strips.
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
    """How much the team counts on the children: from 0 to 1."""
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
    """Where Ida is, or will come into play."""
    return -kit.ida_behind if s.ida == AWAY else s.ida


@rule
def room(kit: Kit, s: State) -> int:
    """The steps that the children can take before it is dark."""
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
    """What each of several dice is worth on a strip, if all of them, or the best few, go there."""
    if not has_room(kit, s, strip):
        return NOTHING
    placed = s.placed[strip]
    best = NOTHING
    for more in range(1, min(dice, kit.slots[strip] - placed) + 1):
        best = max(best, (height(kit, strip, placed + more, w) - height(kit, strip, placed, w)) / more)
    return worth[strip] * best


@rule
def height(kit: Kit, strip: int, dice: int, w: Weights) -> float:
    """The number of a strip, and something for being on the way to the next."""
    number = float(kit.numbers[strip][dice])
    if strip == CAP or dice == 0 or dice == kit.slots[strip]:
        return number
    return number + w[HALF] * (kit.numbers[strip][dice + 1] - number)


@rule
def rolling_again(kit: Kit, s: State, worth: Weights, w: Weights) -> float:
    """What a die is worth that is rolled, and rolled again while that is better: a cap stays where it is."""
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
    """Whether to play a card now: what loses nothing at once, the others when they tell most."""
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
    """The fields that the guard is about to walk this turn."""
    return 0 if s.strip > CAP or s.stays else kit.numbers[CAP][s.placed[CAP]]


@rule
def in_his_way(s: State, fields: int) -> int:
    """How many children stand on the fields that the guard walks next."""
    children = 0
    if is_guarded(s):
        for child in range(CHILDREN):
            if s.guard < s.children[child] <= s.guard + fields:
                children += 1
    return children


@rule
def who_walks(kit: Kit, s: State, actions: Any, count: int, w: Weights) -> int:
    """Whom the guard threatens, most of all whom he is about to catch; then the leading child, until the
    white die is won, or the last.
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
