"""Games handed out in portions, and what comes of them put together in their order, whoever plays them."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeVar

FIRST = 256  # games of the first portions: of a slow game that is enough
WANTED = 0.25  # seconds that a portion should take: long beside what it costs to hand it out, short for whoever breaks off

Coming = TypeVar("Coming")
Part = TypeVar("Part")


def in_order(
    first: int, games: int, most: int, ahead: int, begin: Callable[[int, int], Coming], wait: Callable[[Coming], tuple[Part, float]]
) -> Iterator[Part]:
    """Games `first` to `games` - 1. `begin` hands out some, `most` at most; `wait` gives what came of them, and in how many seconds."""
    coming: deque[Coming] = deque()
    at, size = first, min(FIRST, most)
    while at < games or coming:
        while at < games and len(coming) < ahead:
            last = min(games, at + size)
            coming.append(begin(at, last))
            at = last
        part, seconds = wait(coming.popleft())
        if seconds < WANTED:
            size = min(most, 2 * size)
        elif seconds > 4 * WANTED:
            size = max(1, size // 2)
        yield part
