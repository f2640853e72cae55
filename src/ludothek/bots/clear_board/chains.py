"""Solve a board in few chains; a chain is a series of jumps of the same stone.

A breadth-first search with one chain per level: a level has all boards that a chain can lead to. The lower
bound of the chains still needed counts full regions (Robin Merson's argument); a region is a corner, two
neighbours on the rim, or a square of four inside the rim. While a region is full, no stone can land in it or
jump over one of its stones from outside, so a chain must begin in every full region.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from ludothek.bots.clear_board.boards import (
    ALL,
    CELLS,
    CHANGES,
    DIGIT,
    DIGITS,
    action_between,
    drop_equals,
    jumps_on,
    order,
    the_game,
)
from ludothek.bots.clear_board.solver import Effort, GaveUp, winning_line
from ludothek.bots.machine_pool import borrow_machine
from ludothek.compiler import KIT, LEGAL, NUMBER, STATE, Program
from ludothek.core import rule
from ludothek.core.constant_table import ConstantTable
from ludothek.core.game import RulesModule

WIDTH = 8192  # the beam width: boards kept after each chain
USUAL = 64  # boards reached from one board for which memory is reserved at first

CORNERS = (0o01, 0o40, 0o01 << 30, 0o40 << 30)
RIM_PAIRS = (0o06, 0o30, 0o06 << 30, 0o30 << 30, 0o01_01 << 6, 0o01_01 << 18, 0o40_40 << 6, 0o40_40 << 18)
SQUARES = (0o06_06 << 6, 0o30_30 << 6, 0o06_06 << 18, 0o30_30 << 18)
REGIONS = ConstantTable(CORNERS + RIM_PAIRS + SQUARES, "i8")  # a partition of the board


class FewChains(NamedTuple):
    """A solution as boards one jump apart, its number of chains, and whether fewer are impossible."""

    line: list[int]
    chains: int
    proved: bool


def in_few_chains(stones: int, last: int = 0, effort: Effort | None = None) -> FewChains | None:
    """Return a solution in few chains, or None if there is no solution.

    The stone on `last` (a bit) made the last jump: if it jumps on, it begins no chain.
    """
    effort = effort or Effort()
    best = winning_line(stones, effort)
    if best is None:
        return None
    fewest, proved_below = chains_begun(best, last), 0
    with suppress(GaveUp):  # then return the best solution so far
        for limit in range(fewest):
            attempt = Attempt(stones, last, limit, effort)
            if attempt.ends:
                best = attempt.line()
                fewest = chains_begun(best, last)
                break
            if attempt.complete and proved_below == limit:
                proved_below = limit + 1
    return FewChains(best, fewest, fewest == proved_below)


def chains_begun(line: list[int], last: int) -> int:
    """Count the chains that a solution begins after a jump that landed on `last` (a bit)."""
    begun = 0
    for old, new in pairwise(line):
        begun += 1 << action_between(old, new) // 4 != last
        last = new & ~old
    return begun


class Attempt:
    """A search for a solution that begins at most `limit` chains.

    `ends` has the start board and the board after each chain, and is empty if no solution was found.
    `complete` says whether no board was pruned.
    """

    def __init__(self, stones: int, last: int, limit: int, effort: Effort) -> None:
        self.last = last
        self.complete = True
        self.ends: list[int] = []
        levels = [Reached([stones], [0], 1)]
        for begun in range(limit + 1):
            old = levels[-1].boards
            reached = after_a_chain(old, old if begun else [last], limit - begun)
            if not begun and chains_needed(stones) <= limit:  # the current chain may also have ended
                reached = Reached([*reached.boards, stones], [*reached.sources, 0], reached.all + 1)
            effort.spend(reached.all)
            self.complete &= len(reached.boards) <= WIDTH
            levels.append(Reached(reached.boards[:WIDTH], reached.sources[:WIDTH], reached.all))
            if levels[-1].boards[:1] and levels[-1].boards[0].bit_count() == 1:
                self.ends = _way_back(levels)
                break

    def line(self) -> list[int]:
        """Return the boards of the solution, one jump apart."""
        line, movers = self.ends[:1], self.last
        for end in self.ends[1:]:
            line += _jumps_between(line[-1], movers, end)
            movers = end
        return line


class Reached(NamedTuple):
    """Boards reached by a chain, the most promising first.

    `sources` has for each board the index of the board before the chain; `all` counts the boards found,
    including dropped ones.
    """

    boards: list[int]
    sources: list[int]
    all: int


def after_a_chain(boards: Sequence[int], movers: Sequence[int], limit: int) -> Reached:
    """Return the boards after one more chain.

    `movers` has for each board the cells (a bit set) whose stones may jump. Boards that need more than
    `limit` further chains are dropped.
    """
    room = USUAL * len(boards)
    with borrow_machine(the_game(), CHAIN) as here:
        given, moving, found = (
            here.zeros("i8", len(boards)),
            here.zeros("i8", len(boards)),
            here.zeros("i8", 2),
        )
        here.write(given, boards)
        here.write(moving, movers)
        while True:
            made, spare = here.zeros("i8", room), here.zeros("i8", room)
            here.run(CHAIN, len(boards), limit, given, moving, made, spare, found)
            kept, count = here.read(found)
            if kept <= room:
                keys = here.read(made, kept)
                return Reached([board_in(key) for key in keys], [key & SOURCES for key in keys], count)
            room = 2 * kept


def _way_back(levels: list[Reached]) -> list[int]:
    """Follow the predecessors of the best last board; return the board of each level."""
    ends: list[int] = []
    place = 0
    for level in reversed(levels):
        ends.insert(0, level.boards[place])
        place = level.sources[place]
    return ends


def _jumps_between(board: int, movers: int, end: int) -> list[int]:
    """Return the boards after each jump of a chain from `board` to `end`; empty if no chain leads there."""
    if board.bit_count() <= end.bit_count():
        return []
    for action in jumps_on(board):
        new = board ^ CHANGES[action]
        if movers >> action // 4 & 1 and (new == end or (deeper := _jumps_between(new, new & ~board, end))):
            return [new] if new == end else [new, *deeper]
    return []


# Sort keys, from the low bits: the index of the board before the chain, the board, and above it the cell of
# the jumping stone while chains are extended, afterwards the rank (the lower, the more promising).
SOURCE_BITS = 16
SOURCES = (1 << SOURCE_BITS) - 1
ABOVE = SOURCE_BITS + CELLS
HIGHEST = ABOVE + 2 * DIGIT


def factory(rules: RulesModule) -> Callable[..., Any]:
    legal = rules.legal

    def chain(
        first: int,
        last: int,
        kits: Any,
        work: Any,
        actions: Any,
        counts: Any,
        limit: int,
        boards: Any,
        movers: Any,
        made: Any,
        spare: Any,
        found: Any,
    ) -> None:
        """Write the boards that chains reach to `made`, found jump by jump, without duplicates.

        found[0] is the number of boards kept, found[1] the number before boards were dropped. If `made` is
        too small, found[0] is larger than it.
        """
        count, begin = 0, 0
        for source in range(first, last):
            count = jumped(kits, work, actions, boards[source], movers[source], source, made, count)
        while begin < count <= len(made):
            order(made, spare, counts, begin, count, SOURCE_BITS, HIGHEST)
            end = drop_equals(made, begin, count, SOURCE_BITS)
            count = end
            for k in range(begin, end):
                count = jumped(
                    kits,
                    work,
                    actions,
                    board_in(made[k]),
                    1 << (made[k] >> ABOVE),
                    made[k] & SOURCES,
                    made,
                    count,
                )
            begin = end
        found[0] = count
        if count <= len(made):
            for k in range(count):
                made[k] &= (1 << ABOVE) - 1
            order(made, spare, counts, 0, count, SOURCE_BITS, ABOVE)
            found[1] = drop_equals(made, 0, count, SOURCE_BITS)
            found[0] = keep_promising(made, spare, counts, found[1], limit)

    @rule
    def jumped(
        kits: Any, work: Any, actions: Any, board: int, movers: int, source: int, made: Any, count: int
    ) -> int:
        s = work[0]
        s.stones = board
        for k in range(legal(kits[0], s, 0, actions)):
            if movers >> actions[k] // 4 & 1:
                if count < len(made):
                    new = board ^ CHANGES[actions[k]]
                    landing = (new & ~board).bit_length() - 1
                    made[count] = landing << ABOVE | new << SOURCE_BITS | source
                count += 1
        return count

    return chain


@rule
def keep_promising(made: Any, spare: Any, counts: Any, count: int, limit: int) -> int:
    """Drop boards that need too many chains, sort the rest by promise, and return their number."""
    kept = 0
    for k in range(count):
        board = board_in(made[k])
        needed = chains_needed(board)
        if needed <= limit:
            made[kept] = made[k] | (3 * needed + board.bit_count()) << ABOVE
            kept += 1
    order(made, spare, counts, 0, kept, ABOVE, HIGHEST)
    return kept


@rule
def chains_needed(board: int) -> int:
    """Return a lower bound of the chains still to begin: one for each full region.

    It is 0 for a single stone, which may stand in a corner.
    """
    needed = 0
    for k in range(len(REGIONS)):
        needed += board & REGIONS[k] == REGIONS[k]
    return 0 if board.bit_count() == 1 else needed


@rule
def board_in(key: int) -> int:
    return key >> SOURCE_BITS & ALL


CHAIN = Program(
    "chain",
    factory,
    (NUMBER, "i8", "i8", "i8", "i8", "i8"),
    ((KIT, 1), (STATE, 1), ("i4", LEGAL), ("i8", DIGITS)),
)
