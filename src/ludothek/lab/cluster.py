"""A study on many computers, by Ray: the same games, handed out in parts and put together in their order.

A part is played from its numbers alone. So it makes no difference who plays it: where a worker dies, Ray
gives its part to another, and as each is taken once and in order, nothing is lost and nothing counted twice.
"""

import atexit
import logging
import socket
import time
from collections.abc import Callable, Collection, Iterator
from typing import Any

from ludothek.bots.playout import Guide
from ludothek.core import Refusal
from ludothek.lab.chunks import FIRST, in_order
from ludothek.lab.drama import Drama
from ludothek.lab.game_details import GameDetails
from ludothek.lab.study import Study, StudyGames, Tallying, room_for, seen_closely, thought_out

AHEAD = 4  # parts that wait for each core
CHUNK = 1 << 18  # games in a part, at most
THOUGHT_OUT = 64  # and of players that think
WANTED = 1.0  # seconds that a part should take: a worker waits some milliseconds for the next
PATIENCE = 5.0  # seconds in which the head of a cluster must answer


class Cluster:
    """The computers of a Ray cluster; `address` is where its head is, such as 10.0.0.5:6379, or `auto` for
    the one of this computer.
    """

    def __init__(self, address: str, chunk: int = CHUNK) -> None:
        try:
            import ray
        except ImportError:
            raise Refusal(
                "a cluster is reached by Ray; install it here and there with: pip install 'ludothek[cluster]'"
            ) from None
        self._ray = ray
        self.chunk = chunk
        if not ray.is_initialized():
            look_for(address)
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise nobody_at(address, error) from None
            atexit.register(
                ray.shutdown
            )  # by itself, at the very end, Ray waits half a second for messages that nobody is shown

    def parts(self, study: Study, first: int, games: int, dramatic: int) -> Iterator[StudyGames]:
        ray = self._ray
        is_thought_out = study.guide() is None
        most = THOUGHT_OUT if is_thought_out else room_for(study, games - first, self.chunk)
        play = self._remote(played_part)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))

        def over(coming: Collection[Any]) -> tuple[Any, StudyGames, float]:
            [one], _ = ray.wait([*coming], num_returns=1)
            part, seconds = ray.get(one)
            return one, part.own(), seconds

        def begin(begin: int, last: int) -> Any:
            return play.remote(study, begin, last, dramatic, most)

        return in_order(
            first, games, 1 if is_thought_out else min(FIRST, most), most, ahead, begin, over, WANTED
        )

    def closely(self, study: Study, games: int, dramatic: int) -> tuple[GameDetails, list[Drama]]:
        """By a worker, which has compiled what it needs for that: who only hands out games need not."""
        seen: tuple[GameDetails, list[Drama]] = self._ray.get(
            self._remote(seen_closely).remote(study, games, dramatic)
        )
        return seen

    def _remote(self, function: Callable[..., Any]) -> Any:
        """The same on a core of some computer, and on another if that dies."""
        return self._ray.remote(max_retries=-1, num_cpus=1)(function)


def look_for(address: str) -> None:
    """Refuse at once where nobody listens: Ray itself would try for minutes."""
    place, _, port = address.rpartition(":")
    if place and port.isdecimal():
        try:
            socket.create_connection((place, int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise nobody_at(address, error) from None


def nobody_at(address: str, error: Exception) -> Refusal:
    return Refusal(
        f"there is no Ray cluster at {address}: {str(error).partition(chr(10))[0].partition('. ')[0]}"
    )


def played_part(study: Study, first: int, last: int, dramatic: int, room: int) -> tuple[StudyGames, float]:
    """What one core does, and in how many seconds, without what it has to do once."""
    guide = study.guide()
    if guide is None:
        begun = time.monotonic()
        part = StudyGames.whole([thought_out(study, dramatic, number) for number in range(first, last)])
    else:
        tallying = at_hand(study, guide, room)
        begun = time.monotonic()
        part = tallying.part(first, last)
    return part, time.monotonic() - begun


_at_hand: dict[
    str, Tallying
] = {}  # of the study that this worker plays in: what it needs for that is made once


def at_hand(study: Study, guide: Guide, room: int) -> Tallying:
    name = f"{study} {room}"
    if name not in _at_hand:
        _at_hand.clear()  # first: two of them might not fit
        _at_hand[name] = Tallying(study, guide, room)
        _at_hand[name].part(0, 1)  # compiles what is to be compiled, or reads it
    return _at_hand[name]
