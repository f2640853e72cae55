"""Choose which numbers to write.

Each seat has up to four numbers, one for each colour, and may add jokers. The search keeps the best entries
of each colour, adds an interaction term for every pair, ranks all combinations of up to four entries by these
sums, and evaluates the best combinations exactly.
"""

from typing import Any

from ludothek.bots.safehouse.sheet import (
    IMPOSSIBLE,
    SheetPlan,
    fill_after_one,
    left_after,
    left_with,
    open_cost,
    put,
    sheet_of,
    take_back,
)
from ludothek.bots.safehouse.weights import CHAMELEON, JOKER
from ludothek.core import floats, rule, wholes
from ludothek.games.safehouse.rules import (
    COLOURS,
    DONE,
    PLACES,
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

MOST = 6  # entries kept for each colour
KEPT = MOST + 1  # with the empty entry, which is the first
CLOSELY = 24  # combinations that are evaluated exactly
HARMFUL = 3.0  # the most an entry may cost alone to be considered in a combination
NOTHING = -1


@rule
def what_to_write(kit: Kit, s: State, seat: int, actions: Any, count: int) -> int:
    """Return the index of one entry of the best combination, the one that is best alone, or of DONE.

    The rest of the combination is searched anew at the next decision.
    """
    sheet = sheet_before_writing(kit, s, seat, wholes(2, PLACES), floats(2, ROWS))
    kept, alone, number_kept, chosen = (
        wholes(COLOURS, KEPT),
        floats(COLOURS, KEPT),
        wholes(COLOURS),
        wholes(COLOURS),
    )
    keep_best(kit, s, sheet, actions, count, kept, alone, number_kept)
    choose_best(kit, s, sheet, actions, kept, alone, number_kept, chosen)
    best, entry = IMPOSSIBLE, find(actions, count, DONE)
    for colour in range(COLOURS):
        k = chosen[colour]
        if k and alone[colour][k] < best:
            best, entry = alone[colour][k], kept[colour][k]
    return entry


@rule
def sheet_before_writing(kit: Kit, s: State, seat: int, numbers: Any, costs: Any) -> SheetPlan:
    """Copy a seat's sheet, with the share of dice that are gone."""
    left = 0
    for die in range(2 * COLOURS):
        left += s.at_hand >> die & 1
    return sheet_of(kit, s, seat, 1.0 - left / (2 * COLOURS), numbers, costs)


@rule
def keep_best(
    kit: Kit, s: State, sheet: SheetPlan, actions: Any, count: int, kept: Any, alone: Any, number_kept: Any
) -> None:
    """Fill in the best entries of each colour as indices into `actions`, with their change of cost alone.

    `number_kept` counts them for each colour, including the empty entry at index 0.
    """
    needed, spared = floats(ROWS), floats(ROWS)
    for colour in range(COLOURS):
        number_kept[colour] = 1
        kept[colour][0] = NOTHING
        for k in range(1, KEPT):
            alone[colour][k] = IMPOSSIBLE
    before = left_after(kit, s, sheet, 0, 0)
    fill_after_one(kit, s, sheet, needed, spared)
    for action in range(count):
        if actions[action] == DONE:
            continue
        place, colour, jokers = (
            place_of(actions[action]),
            colour_of(actions[action]),
            jokers_of(actions[action]),
        )
        change = left_with(kit, sheet, place, sum_of(s, colour, jokers), needed, spared) - before
        change += JOKER * ((jokers & 1) + (jokers >> 1))
        if kit.colour[sheet.seat][place] != colour:
            change += CHAMELEON
        k = number_kept[colour]
        if change > HARMFUL or (k > MOST and change >= alone[colour][MOST]):
            continue
        if k > MOST:
            k = MOST
        else:
            number_kept[colour] += 1
        while k > 1 and alone[colour][k - 1] > change:
            alone[colour][k], kept[colour][k] = alone[colour][k - 1], kept[colour][k - 1]
            k -= 1
        alone[colour][k], kept[colour][k] = change, action


@rule
def choose_best(
    kit: Kit, s: State, sheet: SheetPlan, actions: Any, kept: Any, alone: Any, number_kept: Any, best: Any
) -> None:
    """Write which kept entry of each colour belongs to the best combination."""
    together, sums, choices = floats(COLOURS, KEPT, COLOURS, KEPT), floats(CLOSELY), wholes(CLOSELY, COLOURS)
    fill_pairs(kit, s, sheet, actions, kept, alone, number_kept, together)
    for k in range(CLOSELY):
        sums[k] = IMPOSSIBLE
    for a in range(number_kept[0]):
        for b in range(number_kept[1]):
            two = alone[0][a] + alone[1][b] + together[0][a][1][b]
            if two >= IMPOSSIBLE:
                continue
            for c in range(number_kept[2]):
                three = two + alone[2][c] + together[0][a][2][c] + together[1][b][2][c]
                if three >= IMPOSSIBLE:
                    continue
                for d in range(number_kept[3]):
                    four = (
                        three
                        + alone[3][d]
                        + together[0][a][3][d]
                        + together[1][b][3][d]
                        + together[2][c][3][d]
                    )
                    if four < sums[CLOSELY - 1]:
                        k = CLOSELY - 1
                        while k > 0 and sums[k - 1] > four:
                            sums[k] = sums[k - 1]
                            for colour in range(COLOURS):
                                choices[k][colour] = choices[k - 1][colour]
                            k -= 1
                        sums[k] = four
                        choices[k][0], choices[k][1], choices[k][2], choices[k][3] = a, b, c, d
    least = left_after(kit, s, sheet, 0, 0)
    entries = wholes(COLOURS)
    for k in range(CLOSELY):
        if sums[k] >= IMPOSSIBLE:
            break
        for colour in range(COLOURS):
            entries[colour] = kept[colour][choices[k][colour]]
        left = after(kit, s, sheet, actions, entries)
        if left < least:
            least = left
            for colour in range(COLOURS):
                best[colour] = choices[k][colour]


@rule
def fill_pairs(
    kit: Kit, s: State, sheet: SheetPlan, actions: Any, kept: Any, alone: Any, number_kept: Any, together: Any
) -> None:
    """Fill in the interaction of each pair of entries: its change of cost less that of each alone.

    Entries interact in one row, or because both open or complete a row.
    """
    before = left_after(kit, s, sheet, 0, 0)
    entries = wholes(COLOURS)
    for one in range(COLOURS):
        for other in range(one + 1, COLOURS):
            for k in range(1, number_kept[one]):
                for n in range(1, number_kept[other]):
                    first, second = actions[kept[one][k]], actions[kept[other][n]]
                    if place_of(first) == place_of(second) or jokers_of(first) & jokers_of(second):
                        together[one][k][other][n] = IMPOSSIBLE
                    elif place_of(first) // WIDTH == place_of(second) // WIDTH:
                        for colour in range(COLOURS):
                            entries[colour] = NOTHING
                        entries[one], entries[other] = kept[one][k], kept[other][n]
                        change = after(kit, s, sheet, actions, entries) - before
                        together[one][k][other][n] = change - alone[one][k] - alone[other][n]
                    else:
                        together[one][k][other][n] = both_open(kit, s, sheet, first, second)


@rule
def both_open(kit: Kit, s: State, sheet: SheetPlan, first: int, second: int) -> float:
    """Return the cost of opening or completing two rows less the cost of each alone."""
    now = open_tasks(kit, s, sheet.seat)
    one, two = opens(kit, sheet, first), opens(kit, sheet, second)
    if one == 0 or two == 0:
        return 0.0
    both = open_cost(now + one + two, sheet) + open_cost(now, sheet)
    return both - open_cost(now + one, sheet) - open_cost(now + two, sheet)


@rule
def opens(kit: Kit, sheet: SheetPlan, action: int) -> int:
    """Return 1 if the entry opens a row, -1 if it completes an open one, otherwise 0."""
    row = place_of(action) // WIDTH
    missing = sheet.missing[row]
    return -1 if missing == 1 else 1 if missing == kit.fields[row] else 0


@rule
def after(kit: Kit, s: State, sheet: SheetPlan, actions: Any, entries: Any) -> float:
    """Return the remaining cost after these entries (indices into `actions`, or NOTHING).

    It is IMPOSSIBLE if the entries are incompatible.
    """
    steps = chameleons = jokers = 0
    fits = True
    for k in range(COLOURS):
        if entries[k] != NOTHING:
            action = actions[entries[k]]
            place, colour, added = place_of(action), colour_of(action), jokers_of(action)
            steps += put(kit, sheet, place, sum_of(s, colour, added))
            fits = fits and sheet.cost[place // WIDTH] < IMPOSSIBLE
            jokers += (added & 1) + (added >> 1)
            chameleons += kit.colour[sheet.seat][place] != colour
    fits = fits and chameleons <= s.chameleons[sheet.seat]
    left = left_after(kit, s, sheet, steps, chameleons) + JOKER * jokers if fits else IMPOSSIBLE
    for k in range(COLOURS):
        if entries[k] != NOTHING:
            take_back(sheet, place_of(actions[entries[k]]))
    return left


@rule
def find(actions: Any, count: int, action: int) -> int:
    """Return the index of an action; 0 if it is not legal."""
    for k in range(count):
        if actions[k] == action:
            return k
    return 0
