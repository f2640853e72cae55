"""What is left to do on a sheet, in steps of the pursuer's.

Every gap costs what its labour is worth, every open row what is paid for it at recalls; rows that are not
needed to reach the safehouse cost nothing. Entries are tried on a copy of the sheet, several at a time: most
of what can be written is good only together.
"""

from typing import Any, NamedTuple

from ludothek.bots.safehouse.labour import CLIMBING, EQUAL, RISING, TOP, gap
from ludothek.bots.safehouse.weights import (
    AWAY,
    CHAMELEON,
    DANGER,
    FIELD,
    FIRST,
    LACKS_MORE,
    LACKS_ONE,
    LAST_FIELD,
    NEAR,
    OPEN,
    OPEN_LATE,
    SECOND,
    SHARED,
    WORST,
)
from ludothek.core import floats, rule, wholes
from ludothek.core.exponential import exp
from ludothek.games.safehouse.rules import NO_FIELD, PLACES, ROWS, WIDTH, Kit, State, open_tasks

ARRIVED = 0.05  # what is left in open rows hardly matters to a seat in the safehouse
IMPOSSIBLE = 1e9
SEATS = 4


class SheetPlan(NamedTuple):
    seat: int
    others: int  # the most rows that another seat has open
    late: float  # the part of the coloured dice that is gone: a recall is near
    number: Any  # as in the state: of each place,
    missing: Any  # of each row
    cost: Any  # of each row
    untouched: Any  # the same, while entries are tried


@rule
def sheet_of(kit: Kit, s: State, seat: int, late: float, numbers: Any, costs: Any) -> SheetPlan:
    """Written on paper of wholes(2, PLACES) and floats(2, ROWS)."""
    number, missing, cost, untouched = numbers[0], numbers[1], costs[0], costs[1]
    for place in range(PLACES):
        number[place] = s.number[seat][place]
    for row in range(ROWS):
        missing[row] = s.missing[seat][row]
        cost[row] = untouched[row] = row_cost(kit, seat, row, number)
    return SheetPlan(seat, most_open_of_others(kit, s, seat), late, number, missing, cost, untouched)


@rule
def most_open_of_others(kit: Kit, s: State, seat: int) -> int:
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, open_tasks(kit, s, other))
    return most


@rule
def row_cost(kit: Kit, seat: int, row: int, number: Any) -> float:
    """What the gaps of a row cost; IMPOSSIBLE if its numbers do not go together."""
    if row == EQUAL:
        return equal_cost(kit, seat, number)
    step = 1 if row == RISING else 0
    total, fields, least = 0.0, 0, 1
    for place in range(row * WIDTH, row * WIDTH + WIDTH):
        if number[place]:
            if number[place] < least:
                return IMPOSSIBLE
            total += gap(min(row, CLIMBING), fields, least, number[place] - step)
            fields, least = 0, number[place] + step
        elif kit.colour[seat][place] != NO_FIELD:
            fields += 1
    return total + gap(min(row, CLIMBING), fields, least, TOP)


@rule
def equal_cost(kit: Kit, seat: int, number: Any) -> float:
    fields, written = 0, 0
    for place in range(EQUAL * WIDTH, EQUAL * WIDTH + WIDTH):
        if number[place]:
            if written and written != number[place]:
                return IMPOSSIBLE
            written = number[place]
        elif kit.colour[seat][place] != NO_FIELD:
            fields += 1
    return gap(EQUAL, fields, written, written) if written else gap(EQUAL, fields, 1, TOP)


@rule
def to_do(kit: Kit, s: State, sheet: SheetPlan, position: int, chameleons: int) -> float:
    """What is left to do, with the price of open rows."""
    opened = 0
    started = 0.0
    for row in range(ROWS):
        if 0 < sheet.missing[row] < kit.fields[row]:
            opened += 1
            started += LACKS_ONE if sheet.missing[row] == 1 else LACKS_MORE
    total = started + open_cost(opened, sheet)
    way = kit.safehouse - position
    if way <= 0:
        for row in range(ROWS):
            if 0 < sheet.missing[row] < kit.fields[row]:
                total += ARRIVED * sheet.cost[row]
        return total
    spared = rows_to_spare(kit, sheet, way)
    fields = 0
    for row in range(ROWS):
        if sheet.missing[row] and not spared >> row & 1:
            total += sheet.cost[row]
            fields += sheet.missing[row]
    total += AWAY + FIELD * fields + LAST_FIELD * min(fields, 4) - CHAMELEON * min(chameleons, fields)
    return total + DANGER * max(NEAR - (position - s.pursuer), 0.0) ** 2 / 10


@rule
def rows_to_spare(kit: Kit, sheet: SheetPlan, way: int) -> int:
    """A bit set of rows that need not be filled: the most expensive, as long as the others bring the seat
    into the safehouse.
    """
    steps = -way
    for row in range(ROWS):
        if sheet.missing[row]:
            steps += kit.rewards[row]
    spared = 0
    while True:
        dearest = -1
        for row in range(ROWS):
            allowed = sheet.missing[row] and not spared >> row & 1 and kit.rewards[row] <= steps
            if allowed and (dearest < 0 or sheet.cost[row] > sheet.cost[dearest]):
                dearest = row
        if dearest < 0:
            return spared
        spared |= 1 << dearest
        steps -= kit.rewards[dearest]


@rule
def open_cost(opened: int, sheet: SheetPlan) -> float:
    """Only the seat with the most open rows is counted at a recall: up to as many as another has open they
    cost less.
    """
    common = weighed(min(opened, sheet.others))
    return OPEN * weighed(opened) + OPEN_LATE * sheet.late * (SHARED * common + weighed(opened) - common)


@rule
def weighed(opened: int) -> float:
    """Somewhere one has to begin: the first rows count less."""
    return 0.0 if opened == 0 else FIRST if opened == 1 else FIRST + SECOND + (opened - 2)


# Trying entries


@rule
def put(kit: Kit, sheet: SheetPlan, place: int, number: int) -> int:
    """Write a number; how many steps forward that brings."""
    row = place // WIDTH
    sheet.number[place] = number
    sheet.cost[row] = row_cost(kit, sheet.seat, row, sheet.number)
    return one_less(kit, sheet, row)


@rule
def take_back(sheet: SheetPlan, place: int) -> None:
    sheet.number[place] = 0
    one_more(sheet, place // WIDTH)


@rule
def one_less(kit: Kit, sheet: SheetPlan, row: int) -> int:
    """A field of the row is filled; how many steps forward that brings."""
    sheet.missing[row] -= 1
    return kit.rewards[row] if sheet.missing[row] == 0 else 0


@rule
def one_more(sheet: SheetPlan, row: int) -> None:
    sheet.missing[row] += 1
    sheet.cost[row] = sheet.untouched[row]


@rule
def left_after(kit: Kit, s: State, sheet: SheetPlan, steps: int, chameleons: int) -> float:
    """What is left to do after what has been put, which brought the seat some steps forward and took some
    chameleons.
    """
    position = min(s.position[sheet.seat] + steps, kit.safehouse)
    return to_do(kit, s, sheet, position, s.chameleons[sheet.seat] - chameleons)


@rule
def fill_after_one(kit: Kit, s: State, sheet: SheetPlan, needed: Any, spared: Any) -> None:
    """For every row what is left to do after a number in it: if the row is needed, without its cost, in which
    alone the number matters; and if it is spared.
    """
    for row in range(ROWS):
        if sheet.missing[row]:
            steps = one_less(kit, sheet, row)
            sheet.cost[row] = 0.0
            needed[row] = left_after(kit, s, sheet, steps, 0)
            sheet.cost[row] = IMPOSSIBLE
            spared[row] = left_after(kit, s, sheet, steps, 0)
            one_more(sheet, row)


@rule
def left_with(kit: Kit, sheet: SheetPlan, place: int, number: int, needed: Any, spared: Any) -> float:
    row = place // WIDTH
    sheet.number[place] = number
    cost = row_cost(kit, sheet.seat, row, sheet.number)
    sheet.number[place] = 0
    return float(min(needed[row] + cost, spared[row]))


# The team


@rule
def fill_shares(kit: Kit, s: State, share: Any) -> None:
    """How much of what the team has to do is each seat's: who has more to do counts more, who has arrived
    hardly.
    """
    left, numbers, costs = floats(SEATS), wholes(2, PLACES), floats(2, ROWS)
    for seat in range(s.seats):
        sheet = sheet_of(kit, s, seat, 0.0, numbers, costs)
        left[seat] = left_after(kit, s, sheet, 0, 0)
    for seat in range(s.seats):
        total = 0.0
        for other in range(s.seats):
            if s.position[other] < kit.safehouse:
                total += exp(WORST * (left[other] - left[seat]))
        share[seat] = 1.0 / total if s.position[seat] < kit.safehouse else 0.25
