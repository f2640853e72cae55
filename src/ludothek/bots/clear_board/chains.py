"""Clearing a board in few chains.

Level by level again, but a level is a chain: all boards that one stone can make by going on jumping. How many chains are needed at least
is counted by regions (as Robin Merson did): a corner, two neighbours on the rim, or a square of four inside the rim. As long as a region is
full, no stone can land in it, nor jump over one of its stones from outside. So for every full region a chain must begin in it.
"""

from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludothek.bots.clear_board.boards import CELLS, Boards, action_between, array, count, jumped
from ludothek.bots.clear_board.solver import Effort, GaveUp, winning_line

WIDTH = 8192  # boards followed after each chain

CORNERS = (0o01, 0o40, 0o01 << 30, 0o40 << 30)
RIM_PAIRS = (0o06, 0o30, 0o06 << 30, 0o30 << 30, 0o01_01 << 6, 0o01_01 << 18, 0o40_40 << 6, 0o40_40 << 18)
SQUARES = (0o06_06 << 6, 0o30_30 << 6, 0o06_06 << 18, 0o30_30 << 18)
REGIONS = CORNERS + RIM_PAIRS + SQUARES  # together the whole board, each cell once


class FewChains(NamedTuple):
    """A solution, its boards a jump apart; how many chains it begins; and whether fewer are known to be impossible."""

    line: list[int]
    chains: int
    proved: bool


def in_few_chains(stones: int, last: int = 0, effort: Effort | None = None) -> FewChains | None:
    """A solution in few chains; None where there is none at all. The stone on `last` (a bit) jumps on without beginning a chain."""
    effort = effort or Effort()
    best = winning_line(stones, effort)
    if best is None:
        return None
    fewest, proved_below = chains_begun(best, last), 0
    with suppress(GaveUp):  # then the best so far must do
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
    begun = 0
    for old, new in pairwise(line):
        begun += 1 << action_between(old, new) // 4 != last
        last = new & ~old
    return begun


def chains_needed(boards: Boards) -> Boards:
    """How many chains must still begin at least: one for each full region, and none where the last stone stands in a corner."""
    needed = np.zeros(len(boards), np.int64)
    for region in REGIONS:
        needed += boards & region == region
    return np.where(count(boards) == 1, 0, needed)


class Attempt:
    """The search for a solution that begins a limited number of chains: where its chains end, and whether nothing was left out."""

    def __init__(self, stones: int, last: int, limit: int, effort: Effort) -> None:
        self.last = last
        self.complete = True
        self.ends: list[int] = []
        levels = [(array(stones), np.zeros(1, np.intp))]
        for begun in range(limit + 1):
            old = levels[-1][0]
            boards, sources = _after_a_chain(old, old if begun else array(last))
            if not begun:  # the chain that goes on may also be over
                boards, sources = np.append(boards, stones), np.append(sources, 0)
            effort.spend(len(boards))
            needed = chains_needed(boards)
            within = np.flatnonzero(begun + needed <= limit)
            if len(within) > WIDTH:
                self.complete = False
                rank = (3 * needed + count(boards)) << CELLS | boards
                within = np.sort(within[np.argpartition(rank[within], WIDTH)[:WIDTH]])
            levels.append((boards[within], sources[within]))
            solved = np.flatnonzero(count(levels[-1][0]) == 1)
            if len(solved):
                self.ends = _way_back(levels, int(solved[0]))
                break

    def line(self) -> list[int]:
        """The boards of the solution, a jump apart."""
        line, movers = self.ends[:1], self.last
        for end in self.ends[1:]:
            line += _jumps_between(line[-1], movers, end)
            movers = end
        return line


def _after_a_chain(boards: Boards, movers: Boards) -> tuple[Boards, NDArray[np.intp]]:
    """The boards that a chain of one of the movers leads to, each with the place of one that it came from."""
    sources = np.arange(len(boards))
    reached, origins = [array()], [sources[:0]]
    while len(boards):
        boards, movers, at = jumped(boards, movers)
        where = count(movers - 1)
        _, first = np.unique(where << CELLS | boards, return_index=True)
        boards, movers, sources = boards[first], movers[first], sources[at][first]
        reached.append(boards)
        origins.append(sources)
    every, first = np.unique(np.concatenate(reached), return_index=True)
    return every, np.concatenate(origins)[first]


def _way_back(levels: list[tuple[Boards, NDArray[np.intp]]], place: int) -> list[int]:
    ends: list[int] = []
    for boards, sources in reversed(levels):
        ends.insert(0, int(boards[place]))
        place = int(sources[place])
    return ends


def _jumps_between(board: int, movers: int, end: int) -> list[int]:
    """The boards after each jump of the chain that leads from one board to another; none where no chain does."""
    if board.bit_count() <= end.bit_count():
        return []
    later, landings, _ = jumped(array(board), array(movers))
    for new, landing in zip(later.tolist(), landings.tolist(), strict=True):
        if new == end or (deeper := _jumps_between(new, landing, end)):
            return [new] if new == end else [new, *deeper]
    return []
