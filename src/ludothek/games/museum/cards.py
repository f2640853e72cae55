"""The cards: when each can be played, and its effect."""

from ludothek.core import rule
from ludothek.games.museum.box import (
    CAP,
    CARD,
    CARD_POINT,
    CARDS,
    GUARD_BACK,
    GUARD_STAYS,
    IDA_STEP,
    LIGHT1,
    LIGHT2,
    READY,
    REROLL1,
    REROLL2,
    STEPPING,
    STEPS2,
    TURN1,
    TURN2,
    TURN_ONE,
    TURN_TWO,
    Kit,
    State,
)
from ludothek.games.museum.dice import add_turns, blue_caps, can_turn, take_caps, white_caps
from ludothek.games.museum.track import can_anyone_step, can_ida_step, is_guarded, light, look_for_meeting


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
        is_time = s.stage == READY or (s.stage == CARD_POINT and s.strip <= CAP)  # MU-17
        return is_time and blue_caps(s) + white_caps(s) > 0
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
    s.resume = s.stage
    if card == GUARD_BACK:
        s.guard -= 1
        look_for_meeting(s)  # MU-18
    elif card == GUARD_STAYS:
        s.stays = 1
    elif card == IDA_STEP:
        s.ida += 1
        look_for_meeting(s)
    elif LIGHT1 <= card <= LIGHT2:
        light(kit, s, 1 if card == LIGHT1 else 2)
    elif REROLL1 <= card <= REROLL2:
        take_caps(s, 1 if card == REROLL1 else 2)
    else:
        s.steps = 2 if card == STEPS2 else 3
        s.stage = STEPPING
