"""A study on many computers, by Ray: the same games, handed out in parts and put together in their order.

A part is played from its numbers alone. So it makes no difference who plays it: where a worker dies, Ray gives its part to another, and
as each is taken once and in order, nothing is lost and nothing counted twice.
"""

import logging
import socket
import time
from collections.abc import Iterator

from ludothek.core import Refusal
from ludothek.lab.portions import in_order
from ludothek.lab.study import Played, Study, Tallying, thought_out

AHEAD = 4  # parts that wait for each core
CHUNK = 1 << 20  # games in a part, at most
THOUGHT_OUT = 4  # and of players that think
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
        return in_order(first, games, chunk, window, lambda begin, last: play.remote(study, begin, last, dramatic), self._ray.get)


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


def played_part(study: Study, first: int, last: int, dramatic: int) -> tuple[Played, float]:
    """What one core does, and in how many seconds."""
    guide, begun = study.guide(), time.monotonic()
    if guide is None:
        part = Played.whole([thought_out(study, dramatic, number) for number in range(first, last)])
    else:
        part = Tallying(study, guide, room=last - first).part(first, last)
    return part, time.monotonic() - begun
