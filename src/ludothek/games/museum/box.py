"""The contents of the box and their numbers: the track, dice, cards, actions and the stages of a turn.

Track:    -8    -3       0       1 … 5    6 … 16   17        one line of fields, here with the shipped kit
          Ida   guard    start   purple   tiles    target    the tiles are lit from left to right

Symbols:  0 fox   1 torch   2 shoe   3 cap   4 ida   5 dino (white die only)
          the strips are numbered like their symbols
Cards:    0 to 10, in the order of the constants below

Actions:  0 to 5       a blue die's symbol: place such a die; of chance: the face of a die
          WHITE + k    place the white die on strip k
          ROLL to ENCORE  go on, or answer a question
          CHILD + k    child k takes a step
          CARD + k     play card k; of chance: draw it
          TURN1, TURN2, TURN_ANOTHER + 6 * die + symbol
                       turn a die, with a card for one, with a card for two, or as the second of two: a blue
                       die is named by its symbol, the white one is number 5
"""

from ludothek.core import Struct, int8, int16

FOX, TORCH, SHOE, CAP, IDA, DINO = range(6)
STRIPS = 5
END = 5  # the place after the last strip
BLUE_DICE = 6
MOST_DICE = 7  # the most dice on one strip
CHILDREN = 4

GUARD_BACK, GUARD_STAYS, IDA_STEP, LIGHT1, LIGHT2, TURN_ONE, TURN_TWO, REROLL1, REROLL2, STEPS2, STEPS3 = (
    range(11)
)
CARDS = 11

WHITE = 6
ROLL, ACT, GO, STOP, KEEP, WITH_WHITE, ONLY_BLUE, DRAW, LIGHT, LEAVE, FINISH, ENCORE = range(11, 23)
CHILD = 23
CARD = 27
TURN1, TURN2, TURN_ANOTHER = 38, 74, 110
WHITE_DIE = 5

# Stages; in the first three chance is to act.
(
    ROLLING,
    REROLLING,
    DRAWING,
    CHOOSING,  # whether to roll the white die
    PLACING,
    TURNING,
    READY,
    JOKER,
    CARD_POINT,
    LAST_CARD,
    LAST_TILE,
    STEPPING,
    MEETING,  # Ida has reached the guard
    OVER,
) = range(14)

NONE = -1
CAUGHT = -1  # the place of a caught child
AWAY = -20000  # the place of the guard and Ida while they are off the board, before every field
ALL, DISTRACTED, LOST = range(3)  # endings


class Kit(Struct):
    purple_fields = int16()
    tiles = int16()
    red_fields = int16()
    ida_behind = int16()
    blue_die = int8(6)  # blue_die[symbol]: the number of faces
    white_die = int8(6)
    slots = int8(STRIPS)  # at most MOST_DICE
    numbers = int16(STRIPS, MOST_DICE + 1)  # numbers[strip][dice]
    cards = int8(CARDS)


class State(Struct):
    seats = int8()
    turn = int8()  # the seat
    stage = int8()
    ending = int8()  # ALL, DISTRACTED or LOST, once it is over
    children = int16(CHILDREN)  # field, or CAUGHT
    guard = int16()  # the field, or AWAY
    ida = int16()
    lit = int8()  # tiles
    has_white = int8()  # whether the team has won the white die
    pile = int8(CARDS)
    pile_left = int8()
    hand = int8(CARDS)  # the cards of the team
    to_roll = int8()  # blue dice
    white_to_roll = int8()
    loose = int8(STRIPS)  # unplaced blue dice by symbol
    placed = int8(STRIPS)  # dice on each strip, the white one included
    white = int8()  # its symbol, or NONE
    white_on = int8()  # its strip, or NONE
    fresh = int8()  # whether a die was placed since the last roll
    turned = int8()  # the first die of TURN_TWO: its new symbol, or WHITE_DIE; otherwise NONE
    stays = int8()  # whether the guard stays this turn
    strip = int8()  # the next to act, or END; FOX until ACT
    draws = int8()  # cards still to be drawn
    steps = int16()  # steps still to be taken, by the children or, when her strip acts, by Ida
    resume = int8()  # the stage after a card's steps or a meeting; STEPPING or MEETING when a strip acts
