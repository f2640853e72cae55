"""What an entry is worth.

The unit is an entry that fits. It is worth more the more labour it saves (see labour.py), if it completes a row, and if the row is one of
those that bring the seat into the safehouse with the least labour. It is worth less if it opens a row: the pursuer is paid for that at
every recall.
"""

from typing import Any

import numpy as np

from ludothek.bots.safehouse.labour import (
    CLIMBING,
    LABOUR,
    TOP,
)
from ludothek.bots.safehouse.weights import (
    CHAMELEON,
    CHAMELEON_LAST,
    COLOUR,
    EQUAL_LABOUR,
    FIRST,
    JOKER,
    LABOUR_SAVED,
    LEAST,
    LENGTH,
    OPEN,
    OTHER,
    REWARD,
    RISING_LABOUR,
    SECOND,
    SHARED,
    SOON,
    URGENT,
    Weights,
)
from ludothek.core import rule
from ludothek.games.safehouse.rules import (
    COLOURS,
    DONE,
    EQUAL,
    NO_FIELD,
    RISING,
    ROWS,
    WIDTH,
    Kit,
    State,
    colour_of,
    jokers_of,
    open_tasks,
    place_of,
    sum_of,
)

MOST_STEPS = 48  # eight rows of six


@rule
def find(actions: Any, count: int, action: int) -> int:
    for k in range(count):
        if actions[k] == action:
            return k
    return 0


@rule
def weigh_entries(kit: Kit, s: State, seat: int, actions: Any, count: int, worth: Any, entries: Any, w: Weights) -> None:
    """For every colour and choice of jokers: the most that an entry is worth, and the place of that entry in `actions`."""
    rows, _ = plan(kit, s, seat, w)
    price = opening_price(kit, s, seat, w)
    chameleon = chameleon_price(s, seat, rows, w)
    needed = (
        needed_of(kit, s, seat, rows, 0, w),
        needed_of(kit, s, seat, rows, 1, w),
        needed_of(kit, s, seat, rows, 2, w),
        needed_of(kit, s, seat, rows, 3, w),
    )
    for k in range(count):
        if actions[k] == DONE:
            continue
        place, colour, jokers = place_of(actions[k]), colour_of(actions[k]), jokers_of(actions[k])
        field = kit.colour[seat][place]
        value = entry_worth(kit, s, seat, place, sum_of(s, colour, jokers), rows, needed[field], price, w) - w[LEAST]
        value -= w[JOKER] * ((jokers & 1) + (jokers >> 1))
        if field != colour:
            value -= chameleon
        if value > worth[colour, jokers]:
            worth[colour, jokers] = value
            entries[colour, jokers] = k


@rule
def what_to_write(s: State, seat: int, actions: Any, count: int, worth: Any, entries: Any) -> int:
    """The best way to share out the jokers among the colours; of that the entry that is worth most, or DONE."""
    most, chosen = 0.0, find(actions, count, DONE)
    for first in range(COLOURS + 1):  # the colour of the first joker; the last: none
        for second in range(COLOURS + 1):
            total, best, entry = 0.0, 0.0, chosen
            for colour in range(COLOURS):
                jokers = (1 if first == colour else 0) | (2 if second == colour else 0)
                value = worth[colour, jokers]
                total += max(value, 0.0)
                if value > best:
                    best, entry = value, entries[colour, jokers]
            if total > most:
                most, chosen = total, entry
    return chosen


@rule
def entry_worth(kit: Kit, s: State, seat: int, place: int, number: int, rows: int, needed: float, price: float, w: Weights) -> float:
    row = place // WIDTH
    weight = needed if rows >> row & 1 else needed * w[OTHER]
    if rows == 0:  # in the safehouse: nothing but rows that are open matters
        weight = 0.1
    worth = weight * (1.0 + w[LABOUR_SAVED] * (labour_saved(kit, s, seat, place, number, w) - 1.0))
    missing = s.missing[seat][row]
    if missing == kit.fields[row] > 1:
        worth -= price * (w[OPEN] + w[LENGTH] * (missing - 1))
    elif missing == 1:
        steps = min(kit.rewards[row], kit.safehouse - s.position[seat])
        worth += price * w[OPEN] + w[REWARD] * (1.0 + w[URGENT] / (s.position[seat] - s.pursuer)) * steps
    return worth


@rule
def labour_saved(kit: Kit, s: State, seat: int, place: int, number: int, w: Weights) -> float:
    row = place // WIDTH
    least, most = s.least[seat][place], s.most[seat][place]
    if row == EQUAL:
        fields = s.missing[seat][row]
        return w[EQUAL_LABOUR] * (labour(EQUAL, fields, least, most) - labour(EQUAL, fields - 1, number, number))
    left = right = 0
    while place - left > row * WIDTH and is_empty(kit, s, seat, place - left - 1):
        left += 1
    while place + right < row * WIDTH + WIDTH - 1 and is_empty(kit, s, seat, place + right + 1):
        right += 1
    if row == RISING:
        after = labour(RISING, left, least, number - 1) + labour(RISING, right, number + 1, most)
        return w[RISING_LABOUR] * (labour(RISING, left + right + 1, least, most) - after)
    after = labour(CLIMBING, left, least, number) + labour(CLIMBING, right, number, most)
    return labour(CLIMBING, left + right + 1, least, most) - after


@rule
def labour(kind: int, fields: int, least: int, most: int) -> float:
    return float(LABOUR[kind, fields, min(least, TOP + 1), min(max(most, 0), TOP)])


@rule
def is_empty(kit: Kit, s: State, seat: int, place: int) -> bool:
    return s.number[seat][place] == 0 and kit.colour[seat][place] != NO_FIELD


@rule
def row_labour(kit: Kit, s: State, seat: int, row: int, w: Weights) -> float:
    kind = min(row, CLIMBING)
    total, fields, least, most = 0.0, 0, 0, 0
    for place in range(row * WIDTH, row * WIDTH + WIDTH):
        if is_empty(kit, s, seat, place):
            fields += 1
            least, most = s.least[seat][place], s.most[seat][place]
        elif row != EQUAL:
            total += labour(kind, fields, least, most)
            fields = 0
    total += labour(kind, fields, least, most)
    return total * w[EQUAL_LABOUR] if row == EQUAL else total * w[RISING_LABOUR] if row == RISING else total


@rule
def plan(kit: Kit, s: State, seat: int, w: Weights) -> tuple[int, float]:
    """The rows (a bit set) that bring the seat into the safehouse with the least labour, and that labour."""
    steps = min(kit.safehouse - s.position[seat], MOST_STEPS)
    least = np.full(MOST_STEPS + 1, 1e9)
    rows = np.zeros(MOST_STEPS + 1, np.int64)
    least[0] = 0.0
    for row in range(ROWS):
        if s.missing[seat][row]:
            labour = row_labour(kit, s, seat, row, w)
            for way in range(steps, 0, -1):
                rest = max(0, way - kit.rewards[row])
                if least[rest] + labour < least[way]:
                    least[way] = least[rest] + labour
                    rows[way] = rows[rest] | 1 << row
    return rows[steps], least[steps]


@rule
def opening_price(kit: Kit, s: State, seat: int, w: Weights) -> float:
    """What the opening of a row costs, as a part of the usual: only the seat with the most open rows is counted at a recall."""
    price = 1.0 + w[SOON] * (1.0 - coloured(s.at_hand) / (2 * COLOURS))
    mine = open_tasks(kit, s, seat)
    if mine < 2 and s.position[seat] < kit.safehouse:  # somewhere one has to begin
        price *= w[FIRST] if mine == 0 else w[SECOND]
    for other in range(s.seats):
        if open_tasks(kit, s, other) > open_tasks(kit, s, seat):
            return price * w[SHARED]
    return price


@rule
def coloured(dice: int) -> int:
    """How many coloured dice a set has."""
    count = 0
    for die in range(2 * COLOURS):
        count += dice >> die & 1
    return count


@rule
def chameleon_price(s: State, seat: int, rows: int, w: Weights) -> float:
    fields = -s.chameleons[seat]
    for row in range(ROWS):
        if rows >> row & 1:
            fields += s.missing[seat][row]
    return w[CHAMELEON] * min(1.0, max(fields, 0) / w[CHAMELEON_LAST])


@rule
def needed_of(kit: Kit, s: State, seat: int, rows: int, colour: int, w: Weights) -> float:
    """How much more than the other colours a colour is needed."""
    mine = fields = 0
    for k in range(kit.first[seat][COLOURS]):
        place = kit.places[seat][k]
        if s.number[seat][place] == 0 and rows >> place // WIDTH & 1:
            fields += 1
            if kit.colour[seat][place] == colour:
                mine += 1
    return 1.0 + w[COLOUR] * (COLOURS * mine / fields - 1.0) if fields else 1.0
