"""Games handed out in portions, and what comes of them put together in their order, whoever plays them.

A portion is sized by how long one that is over has taken, not by those on their way: so it never grows far
beyond what is wanted. Whoever is free gets the next at once, also where an earlier one is still out: a worker
that starts late, or dies, keeps nobody waiting.
"""

from collections.abc import Callable, Collection, Hashable, Iterator
from typing import TypeVar

FIRST = 256  # games of the first portions: of a slow game that is enough
# Seconds that a portion should take: long beside what it costs to hand it out, short for whoever breaks off
WANTED = 0.25
LONG = 4  # times as long as wanted it may take before portions become smaller
STEP = 4  # times as many games has a portion as one that was quick, at most

Coming = TypeVar("Coming", bound=Hashable)
Part = TypeVar("Part")


def in_order(
    first: int,
    games: int,
    size: int,
    most: int,
    ahead: int,
    begin: Callable[[int, int], Coming],
    wait: Callable[[Collection[Coming]], tuple[Coming, Part, float]],
    wanted: float = WANTED,
) -> Iterator[Part]:
    """Games `first` to `games` - 1, `size` in a portion to begin with, later `most` at most, or what takes as
    long as `wanted`. `begin` hands one out, so many `ahead`; `wait` gives one of those that is over, what
    came of it, and in how many seconds.
    """
    coming: dict[Coming, tuple[int, int]] = {}
    early: dict[int, tuple[int, Part]] = {}  # over before others that come first
    at = due = first
    while due < games:
        while at < games and len(coming) < ahead:
            last = min(games, at + size)
            coming[begin(at, last)] = at, last
            at = last
        one, part, seconds = wait(coming)
        begun, last = coming.pop(one)
        early[begun] = last, part
        size = min(most, fitting(size, last - begun, seconds, wanted))
        while due in early:
            due, part = early.pop(due)
            yield part


def fitting(size: int, games: int, seconds: float, wanted: float) -> int:
    """How many games to hand out, where so many took so long."""
    if wanted <= seconds <= LONG * wanted:
        return size
    return max(1, int(games * wanted / max(seconds, wanted / STEP)))
