"""Split a run of games into chunks, run them concurrently and return their results in order.

The chunk size adapts to the measured time of finished chunks, so that a chunk takes about `target` seconds.
Free workers get the next chunk at once, even while an earlier one is running, so that a slow or failed worker
does not block the others.
"""

from collections.abc import Callable, Collection, Hashable, Iterator
from typing import TypeVar

FIRST = 256  # games in the first chunks, small enough for a slow game
TARGET_SECONDS = 0.25  # duration of a chunk: long beside the cost of submitting it, short enough to interrupt
SLOW_FACTOR = 4  # a chunk may take this many times the target before chunks get smaller
GROWTH = 4  # the largest factor by which the chunk size grows at a time

Pending = TypeVar("Pending", bound=Hashable)
Result = TypeVar("Result")


def run_in_order(
    first: int,
    games: int,
    size: int,
    most: int,
    max_pending: int,
    submit: Callable[[int, int], Pending],
    wait: Callable[[Collection[Pending]], tuple[Pending, Result, float]],
    target: float = TARGET_SECONDS,
) -> Iterator[Result]:
    """Yield the results of games `first` to `games` - 1, chunk by chunk, in order.

    Chunks begin with `size` games and grow to `most`. `submit` starts a chunk, at most `max_pending` at a
    time; `wait` returns one of the pending chunks that has finished, its result and its duration in seconds.
    """
    pending: dict[Pending, tuple[int, int]] = {}
    early: dict[int, tuple[int, Result]] = {}  # finished before an earlier chunk
    next_first = next_due = first
    while next_due < games:
        while next_first < games and len(pending) < max_pending:
            last = min(games, next_first + size)
            pending[submit(next_first, last)] = next_first, last
            next_first = last
        finished, result, seconds = wait(pending)
        begins_at, last = pending.pop(finished)
        early[begins_at] = last, result
        size = min(most, next_chunk_size(size, last - begins_at, seconds, target))
        while next_due in early:
            next_due, result = early.pop(next_due)
            yield result


def next_chunk_size(size: int, games: int, seconds: float, target: float) -> int:
    """Return the size of the next chunk, given that `games` games took `seconds`."""
    if target <= seconds <= SLOW_FACTOR * target:
        return size
    return max(1, int(games * target / max(seconds, target / GROWTH)))
