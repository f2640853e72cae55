"""Batches of boards: arrays of bit sets, and all jumps on them, forwards and backwards.

Work on every board of a batch is a program of the compiler and runs on whatever machine the bot has. The
rules define the jumps there too: `legal` lists them, and the cells that a jump changes are read off `act`.
"""

import array as arrays
from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from ludothek.bots.machine_pool import borrow_machine
from ludothek.compiler import KIT, LEGAL, NUMBER, STATE, Program
from ludothek.core import Game, Nothing, rule
from ludothek.core.constant_table import ConstantTable
from ludothek.core.game import RulesModule
from ludothek.core.registry import find
from ludothek.games.clear_board.rules import GAME, ROOM, State, act, jumpers, legal

Boards: TypeAlias = "arrays.array[int]"

CELLS = 36
ALL = (1 << CELLS) - 1
USUAL = 12  # jumps per board for which memory is reserved at first

DIGIT = 6  # bits per pass of the radix sort: a row of the board
DIGITS = 1 << DIGIT


def _jumps() -> dict[int, State]:
    """Return the state after each jump from an empty board, by action."""
    made = {action: State() for action in range(GAME.actions) if ROOM[action % 4] >> action // 4 & 1}
    for action, s in made.items():
        act(Nothing(), s, 0, action)
    return made


CHANGES = ConstantTable([0] * GAME.actions, "i8")  # the three cells that a jump changes, by action
ACTIONS: dict[tuple[int, int], int] = {}  # by changed cells and landing cell
for action, s in _jumps().items():
    CHANGES[action] = s.stones
    ACTIONS[s.stones, 1 << s.last] = action


def action_between(old: int, new: int) -> int:
    """Return the jump that leads from one board to the next."""
    return ACTIONS[old ^ new, new & ~old]


def jumps_on(board: int) -> list[int]:
    """Return the legal jumps on a board."""
    s, out = State(), [0] * GAME.legal
    s.stones = board
    return out[: legal(Nothing(), s, 0, out)]


def array(*boards: int) -> Boards:
    return arrays.array("q", boards)


def after(boards: Boards) -> Boards:
    """Return all boards one jump later, sorted."""
    return _jumped(boards, backwards=False)


def before(boards: Boards) -> Boards:
    """Return all boards one jump earlier, sorted."""
    return _jumped(boards, backwards=True)


def common(boards: Boards, ordered: Boards) -> Boards:
    """Return the boards that are in the sorted array `ordered`."""
    return array(*(board for board in boards if is_among(board, ordered)))


def is_among(board: int, ordered: Boards) -> bool:
    """Whether a board is in the sorted array `ordered`, by binary search."""
    place = bisect_left(ordered, board)
    return place < len(ordered) and ordered[place] == board


def _jumped(boards: Boards, backwards: bool) -> Boards:
    room = USUAL * len(boards) + GAME.legal
    with borrow_machine(the_game(), JUMP) as here:
        given, found = here.zeros("i8", len(boards)), here.zeros("i8", 1)
        here.write(given, boards)
        while True:
            made, spare = here.zeros("i8", room), here.zeros("i8", room)
            here.run(JUMP, len(boards), backwards, given, made, spare, found)
            [count] = here.read(found)
            if count <= room:
                return array(*here.read(made, count))
            room = count


@cache
def the_game() -> Game:
    return find("clear_board")


def factory(rules: RulesModule) -> Callable[..., Any]:
    legal = rules.legal

    def jump(
        first: int,
        last: int,
        kits: Any,
        work: Any,
        actions: Any,
        counts: Any,
        backwards: int,
        boards: Any,
        made: Any,
        spare: Any,
        found: Any,
    ) -> None:
        """Write all boards one jump later or earlier, sorted and without duplicates.

        If the output array is too small, write only the size that is needed.
        """
        count = 0
        for k in range(first, last):
            count = (
                earlier(boards[k], made, count)
                if backwards
                else later(kits, work, actions, boards[k], made, count)
            )
        if count <= len(made):
            order(made, spare, counts, 0, count, 0, CELLS)
            count = drop_equals(made, 0, count, 0)
        found[0] = count

    @rule
    def later(kits: Any, work: Any, actions: Any, board: int, made: Any, count: int) -> int:
        s = work[0]
        s.stones = board
        possible = legal(kits[0], s, 0, actions)
        if count + possible <= len(made):
            for k in range(possible):
                made[count + k] = board ^ CHANGES[actions[k]]
        return count + possible

    return jump


@rule
def earlier(board: int, made: Any, count: int) -> int:
    for action in range(len(CHANGES)):
        old = board ^ CHANGES[action]
        if old != board and jumpers(old, action % 4) >> action // 4 & 1:
            if count < len(made):
                made[count] = old
            count += 1
    return count


@rule
def order(keys: Any, spare: Any, counts: Any, first: int, last: int, low: int, high: int) -> None:
    """Sort keys[first:last] by their bits from `low` to `high - 1`, by radix sort.

    The number of digits must be even, since each pass moves the keys to the other of two arrays.
    """
    for shift in range(low, high, DIGIT):
        for digit in range(DIGITS):
            counts[digit] = 0
        for k in range(first, last):
            counts[keys[k] >> shift & DIGITS - 1] += 1
        place = first
        for digit in range(DIGITS):
            place += counts[digit]
            counts[digit] = place - counts[digit]
        for k in range(first, last):
            digit = keys[k] >> shift & DIGITS - 1
            spare[counts[digit]] = keys[k]
            counts[digit] += 1
        keys, spare = spare, keys


@rule
def drop_equals(keys: Any, first: int, last: int, low: int) -> int:
    """Drop sorted keys that equal their predecessor from the bit `low` on; return the new end."""
    end = first
    for k in range(first, last):
        if end == first or keys[k] >> low != keys[end - 1] >> low:
            keys[end] = keys[k]
            end += 1
    return end


JUMP = Program(
    "jump", factory, (NUMBER, "i8", "i8", "i8", "i8"), ((KIT, 1), (STATE, 1), ("i4", LEGAL), ("i8", DIGITS))
)
