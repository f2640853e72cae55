"""Many boards at once: an array of bit sets, and all jumps on them, forwards and backwards.

The rules decide: `jumpers` is given an array as it is otherwise given a number, and what a jump changes is read off `act`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludothek.core import Nothing
from ludothek.games.clear_board.rules import ROOM, State, act, jumpers

Boards = NDArray[np.int64]

CELLS = 36
ALL = (1 << CELLS) - 1
SLICE = 1 << 14  # boards expanded at a time: what is computed on the way stays small


class Jumps(NamedTuple):
    """The jumps in one direction, a row each: the action, where it starts and lands (bits), and the three cells that it changes."""

    actions: Boards
    origins: Boards
    landings: Boards
    changes: Boards


def _jumps(direction: int) -> Jumps:
    rows = []
    for cell in range(CELLS):
        if ROOM[direction] >> cell & 1:
            s = State()
            act(Nothing(), s, 0, 4 * cell + direction)
            rows.append((4 * cell + direction, 1 << cell, 1 << s.last, s.stones))
    return Jumps(*np.array(rows, np.int64).T)


JUMPS = [_jumps(direction) for direction in range(4)]
CHANGES: dict[int, int] = {}  # by action
ACTIONS: dict[tuple[int, int], int] = {}  # by change and landing
for jumps in JUMPS:
    for action, _, landing, change in np.transpose(jumps).tolist():
        CHANGES[action] = change
        ACTIONS[change, landing] = action


def action_between(old: int, new: int) -> int:
    """The jump that leads from one board to the next."""
    return ACTIONS[old ^ new, new & ~old]


def array(*boards: int) -> Boards:
    return np.array(boards, np.int64)


def after(boards: Boards) -> Boards:
    """All boards that are one jump later, in order."""
    return unique([some[at] ^ jumps.changes[row] for some in _slices(boards) for jumps, row, at in _possible(some, some)])


def before(boards: Boards) -> Boards:
    """All boards that are one jump earlier, in order."""
    earlier = []
    for some in _slices(boards):
        for direction, jumps in enumerate(JUMPS):
            old = some ^ jumps.changes[:, None]
            earlier.append(old[_jumping(old, direction) & jumps.origins[:, None] != 0])
    return unique(earlier)


def jumped(boards: Boards, movers: Boards) -> tuple[Boards, Boards, NDArray[np.intp]]:
    """Each jump of one of the `movers` (a bit set for each board): the board after it, the bit where it lands, the place of its board."""
    made = [(boards[at] ^ jumps.changes[row], jumps.landings[row], at) for jumps, row, at in _possible(boards, movers)]
    later, landings, places = zip(*made, strict=True)
    return np.concatenate(later), np.concatenate(landings), np.concatenate(places)


def unique(boards: list[Boards]) -> Boards:
    """All these boards in order, each once. (NumPy's own function takes four times as long.)"""
    ordered = np.sort(np.concatenate([array(), *boards]))
    is_new = np.ones(len(ordered), bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def common(boards: Boards, ordered: Boards) -> Boards:
    """Those of the boards that are among the ordered ones."""
    if not len(ordered):
        return ordered
    places = np.minimum(np.searchsorted(ordered, boards), len(ordered) - 1)
    found: Boards = boards[ordered[places] == boards]
    return found


def count(boards: Boards) -> Boards:
    """How many stones are left on each."""
    counts: Boards = np.bitwise_count(boards).astype(np.int64)
    return counts


def _possible(boards: Boards, movers: Boards) -> Iterator[tuple[Jumps, NDArray[np.intp], NDArray[np.intp]]]:
    """The jumps that the movers can make, direction by direction: which jump, and on which board."""
    for direction, jumps in enumerate(JUMPS):
        jumping = _jumping(boards, direction) & movers
        row, at = np.divmod(np.flatnonzero(jumping & jumps.origins[:, None]), max(1, len(boards)))
        yield jumps, row, at


def _jumping(boards: Any, direction: int) -> Any:
    """The rule, for an array: it does with arrays what it does with numbers."""
    return jumpers(boards, direction)


def _slices(boards: Boards) -> Iterator[Boards]:
    for first in range(0, len(boards), SLICE):
        yield boards[first : first + SLICE]
