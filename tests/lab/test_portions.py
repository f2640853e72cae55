"""Distribution of games to workers: every game once and in order, with quick, slow and late workers.

Workers wait little. The clock is a number that the test sets.
"""

import heapq
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from ludothek.lab import cluster
from ludothek.lab.chunks import FIRST, SLOW_FACTOR, TARGET_SECONDS, next_chunk_size, run_in_order


@dataclass
class Hands:
    """Workers that each get one portion first, and then take the next one as soon as they are free."""

    game: float  # seconds
    free: list[float]  # when each has nothing to do
    over: list[tuple[float, int, int, float]] = field(
        default_factory=list
    )  # when, from, to, in how many seconds
    now: float = 0.0
    sizes: list[int] = field(default_factory=list)

    def begin(self, first: int, last: int) -> int:
        seconds, worker = (last - first) * self.game, len(self.sizes)
        if worker >= len(self.free):
            worker = self.free.index(min(self.free))
        self.sizes.append(last - first)
        start = max(self.now, self.free[worker])
        self.free[worker] = start + seconds
        heapq.heappush(self.over, (start + seconds, first, last, seconds))
        return first

    def wait(self, coming: Collection[int]) -> tuple[int, range, float]:
        when, first, last, seconds = heapq.heappop(self.over)
        self.now = max(self.now, when)
        assert first in coming
        return first, range(first, last), seconds

    def played(
        self, first: int, games: int, size: int = FIRST, most: int = 1 << 20, target: float = TARGET_SECONDS
    ) -> Iterator[range]:
        return run_in_order(first, games, size, most, 2 * len(self.free), self.begin, self.wait, target)


@pytest.mark.parametrize("game", [1e-7, 26e-6, 4e-3, 3.0])
@pytest.mark.parametrize("late", [0.0, 7.0])
def test_every_game_is_played_once_and_given_in_order(game: float, late: float) -> None:
    hands = Hands(game, [0.0, late, 0.0])
    parts = list(hands.played(17, 5000, size=4, most=999))
    assert parts[0].start == 17
    assert parts[-1].stop == 5000
    assert all(one.stop == other.start for one, other in pairwise(parts))
    assert max(hands.sizes) <= 999


@pytest.mark.parametrize("target", [TARGET_SECONDS, cluster.TARGET_SECONDS])
def test_a_portion_grows_until_it_takes_long_enough_and_no_further(target: float) -> None:
    hands = Hands(26e-6, [0.0] * 2)
    list(hands.played(0, 6_000_000, target=target))
    assert max(hands.sizes) * 26e-6 < SLOW_FACTOR * target
    assert sorted(hands.sizes)[len(hands.sizes) // 2] * 26e-6 > 0.9 * target
    slow = Hands(3.0, [0.0] * 2)
    list(slow.played(0, 2000))
    assert set(slow.sizes[8:]) == {1}, "of a slow game every portion is a single one, once that is known"


@pytest.mark.parametrize(("target", "minutes"), [(TARGET_SECONDS, 0.5), (cluster.TARGET_SECONDS, 1)])
def test_all_are_busy_until_the_end(target: float, minutes: float) -> None:
    games = int(2 * 60 * minutes / 26e-6)
    hands = Hands(26e-6, [0.0] * 2)
    list(hands.played(0, games, target=target))
    assert hands.now < 1.01 * games * 26e-6 / 2


def test_nobody_waits_for_one_who_comes_late() -> None:
    """The second worker starts after ten seconds; its first chunk is due before what the other has played."""
    hands = Hands(26e-6, [0.0, 10.0])
    list(hands.played(0, 2_000_000))
    assert hands.now < 1.01 * (2_000_000 * 26e-6 + 10) / 2


def test_a_portion_that_took_about_as_long_as_wanted_changes_nothing() -> None:
    assert (
        next_chunk_size(1000, 700, 0.25, target=0.25)
        == next_chunk_size(1000, 700, 0.25 * SLOW_FACTOR, target=0.25)
        == 1000
    )
    assert next_chunk_size(1000, 700, 0.0, target=0.25) == 2800
    assert next_chunk_size(1000, 1000, 100.0, target=0.25) == 2
    assert next_chunk_size(1, 1, 100.0, target=0.25) == 1
