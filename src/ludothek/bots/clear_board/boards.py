"""Many boards at once: an array of bit sets, and all jumps on them, forwards and backwards.

What is done with every one of many boards is a program (`core.machines`), for whatever desk a player has. The
rules decide there too: `legal` says which jumps there are, and what a jump changes is read off `act`.
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
USUAL = 12  # jumps on a board: as many as there is room for at the first attempt

DIGIT = 6  # bits that are sorted by at a time: a row of the board
DIGITS = 1 << DIGIT


def _jumps() -> dict[int, State]:
    """What every jump makes of an empty board."""
    made = {action: State() for action in range(GAME.actions) if ROOM[action % 4] >> action // 4 & 1}
    for action, s in made.items():
        act(Nothing(), s, 0, action)
    return made


CHANGES = ConstantTable([0] * GAME.actions, "i8")  # the three cells that a jump changes, by action
ACTIONS: dict[tuple[int, int], int] = {}  # by change and landing
for action, s in _jumps().items():
    CHANGES[action] = s.stones
    ACTIONS[s.stones, 1 << s.last] = action


def action_between(old: int, new: int) -> int:
    """The jump that leads from one board to the next."""
    return ACTIONS[old ^ new, new & ~old]


def jumps_on(board: int) -> list[int]:
    s, out = State(), [0] * GAME.legal
    s.stones = board
    return out[: legal(Nothing(), s, 0, out)]


def array(*boards: int) -> Boards:
    return arrays.array("q", boards)


def after(boards: Boards) -> Boards:
    """All boards that are one jump later, in order."""
    return _jumped(boards, backwards=False)


def before(boards: Boards) -> Boards:
    """All boards that are one jump earlier, in order."""
    return _jumped(boards, backwards=True)


def common(boards: Boards, ordered: Boards) -> Boards:
    """Those of the boards that are among the ordered ones."""
    return array(*(board for board in boards if is_among(board, ordered)))


def is_among(board: int, ordered: Boards) -> bool:
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
        """Make all boards that are one jump later or earlier, in order, each once.

        Where the room does not do, say only how much would.
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
    """Sort the keys from `first` to `last - 1` by their bits from `low` to `high - 1`, digit by digit: an
    even number of digits, since each brings them to the other of two arrays.
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
    """Of keys in order that agree from the bit `low` on, keep the first. Returns where they end now."""
    end = first
    for k in range(first, last):
        if end == first or keys[k] >> low != keys[end - 1] >> low:
            keys[end] = keys[k]
            end += 1
    return end


JUMP = Program(
    "jump", factory, (NUMBER, "i8", "i8", "i8", "i8"), ((KIT, 1), (STATE, 1), ("i4", LEGAL), ("i8", DIGITS))
)
