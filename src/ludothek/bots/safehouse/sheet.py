"""Estimate the remaining cost of a sheet in pursuer steps.

Every gap costs by its labour and every open row by its price at recalls; rows that are not needed to reach
the safehouse cost nothing. Entries are tried on a copy of the sheet, several at a time, since most of them
pay off only together.
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

ARRIVED = 0.05  # the weight of open rows for a seat in the safehouse
IMPOSSIBLE = 1e9
SEATS = 4


class SheetPlan(NamedTuple):
    """A copy of one seat's sheet on which entries are tried."""

    seat: int
    others: int  # the most rows that another seat has open
    late: float  # the share of coloured dice that are gone; near 1 a recall is due
    number: Any  # by place, as in the state
    missing: Any  # empty fields by row, as in the state
    cost: Any  # by row, with the tried entries
    untouched: Any  # by row, without the tried entries


@rule
def sheet_of(kit: Kit, s: State, seat: int, late: float, numbers: Any, costs: Any) -> SheetPlan:
    """Copy a seat's sheet into the buffers wholes(2, PLACES) and floats(2, ROWS)."""
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
    """Return the cost of a row's gaps; IMPOSSIBLE if its numbers contradict each other."""
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
    """Return the cost of the row of equal numbers; IMPOSSIBLE if its numbers differ."""
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
    """Return the remaining cost, including the price of open rows."""
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
    """Return a bit set of rows that need not be filled.

    These are the most expensive rows without which the others still bring the seat into the safehouse.
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
    """Return the price of open rows.

    A recall counts only the seat with the most open rows, so rows up to the number that another seat has open
    cost less.
    """
    common = weighed(min(opened, sheet.others))
    return OPEN * weighed(opened) + OPEN_LATE * sheet.late * (SHARED * common + weighed(opened) - common)


@rule
def weighed(opened: int) -> float:
    """Return the weighted number of open rows; the first two count less, since every seat must begin some."""
    return 0.0 if opened == 0 else FIRST if opened == 1 else FIRST + SECOND + (opened - 2)


# Trying entries


@rule
def put(kit: Kit, sheet: SheetPlan, place: int, number: int) -> int:
    """Write a number and return the steps forward that it brings."""
    row = place // WIDTH
    sheet.number[place] = number
    sheet.cost[row] = row_cost(kit, sheet.seat, row, sheet.number)
    return one_less(kit, sheet, row)


@rule
def take_back(sheet: SheetPlan, place: int) -> None:
    """Remove the number of a place and restore the row's cost."""
    sheet.number[place] = 0
    one_more(sheet, place // WIDTH)


@rule
def one_less(kit: Kit, sheet: SheetPlan, row: int) -> int:
    """Mark a field of the row as filled and return the steps forward that this brings."""
    sheet.missing[row] -= 1
    return kit.rewards[row] if sheet.missing[row] == 0 else 0


@rule
def one_more(sheet: SheetPlan, row: int) -> None:
    """Mark a field of the row as empty again and restore the row's cost."""
    sheet.missing[row] += 1
    sheet.cost[row] = sheet.untouched[row]


@rule
def left_after(kit: Kit, s: State, sheet: SheetPlan, steps: int, chameleons: int) -> float:
    """Return the remaining cost after entries that brought `steps` and used `chameleons`."""
    position = min(s.position[sheet.seat] + steps, kit.safehouse)
    return to_do(kit, s, sheet, position, s.chameleons[sheet.seat] - chameleons)


@rule
def fill_after_one(kit: Kit, s: State, sheet: SheetPlan, needed: Any, spared: Any) -> None:
    """Fill in the remaining cost for every row after a number in it.

    `needed` is the cost if the row must be completed, without the row's own cost, which depends on the
    number; `spared` is the cost if the row is given up.
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
    """Return the remaining cost with one number written, from the values of `fill_after_one`."""
    row = place // WIDTH
    sheet.number[place] = number
    cost = row_cost(kit, sheet.seat, row, sheet.number)
    sheet.number[place] = 0
    return float(min(needed[row] + cost, spared[row]))


# The team


@rule
def fill_shares(kit: Kit, s: State, share: Any) -> None:
    """Fill in each seat's weight in the team's remaining cost.

    Seats with more left to do weigh more; a seat that has arrived weighs 0.25.
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
