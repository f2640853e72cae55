"""A study on many computers, by Ray: the same games, handed out in parts and put together in their order.

A part is played from its numbers alone. So it makes no difference who plays it: where a worker dies, Ray gives its part to another, and
as each is taken once and in order, nothing is lost and nothing counted twice.
"""

import logging
import socket
from collections import deque
from collections.abc import Iterator
from typing import Any

from ludothek.core import Refusal
from ludothek.lab.study import CHUNK, Played, Study, Tallying, thought_out

AHEAD = 4  # parts that wait for each core
THOUGHT_OUT = 4  # games of players that think in a part
PATIENCE = 5.0  # seconds in which the head of a cluster must answer


class Cluster:
    """The computers of a Ray cluster; `address` is where its head is, such as 10.0.0.5:6379, or `auto` for the one of this computer."""

    def __init__(self, address: str, chunk: int = CHUNK) -> None:
        try:
            import ray
        except ImportError:
            raise Refusal("a cluster is reached by Ray; install it here and there with: pip install 'ludothek[cluster]'") from None
        self._ray = ray
        self.chunk = chunk
        if not ray.is_initialized():
            look_for(address)
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise nobody_at(address, error) from None

    def parts(self, study: Study, first: int, games: int, dramatic: int) -> Iterator[Played]:
        chunk = self.chunk if study.guide() is not None else THOUGHT_OUT
        play = self._ray.remote(max_retries=-1, num_cpus=1)(played_part)
        window = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        coming: deque[Any] = deque()
        for begin in range(first, games, chunk):
            coming.append(play.remote(study, begin, min(games, begin + chunk), dramatic))
            if len(coming) >= window:
                yield self._ray.get(coming.popleft())
        while coming:
            yield self._ray.get(coming.popleft())


def look_for(address: str) -> None:
    """Refuse at once where nobody listens: Ray itself would try for minutes."""
    place, _, port = address.rpartition(":")
    if place and port.isdecimal():
        try:
            socket.create_connection((place, int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise nobody_at(address, error) from None


def nobody_at(address: str, error: Exception) -> Refusal:
    return Refusal(f"there is no Ray cluster at {address}: {str(error).partition(chr(10))[0]}")


def played_part(study: Study, first: int, last: int, dramatic: int) -> Played:
    """What one core does."""
    guide = study.guide()
    if guide is None:
        return Played.whole([thought_out(study, dramatic, number) for number in range(first, last)])
    return Tallying(study, guide, threads=1, room=last - first).part(first, last)
