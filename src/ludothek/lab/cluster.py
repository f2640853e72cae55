"""Run a study on a Ray cluster.

A chunk depends on its game numbers alone, so that any worker can play it: if a worker dies, Ray runs its
chunk elsewhere. Results are taken once and in order, so that no game is lost or counted twice.
"""

import atexit
import logging
import socket
import time
from collections.abc import Callable, Collection, Iterator
from typing import Any

from ludothek.bots.playout import Guide
from ludothek.core import Refusal
from ludothek.lab.chunks import FIRST, run_in_order
from ludothek.lab.drama import Drama
from ludothek.lab.game_details import GameDetails
from ludothek.lab.study import Study, StudyGames, Tallying, buffer_games, play_with_bots, sample_games

PENDING_PER_CORE = 4  # chunks submitted ahead for each core
CHUNK = 1 << 18  # most games in a chunk of compiled play
BOT_CHUNK = 64  # most games in a chunk played by bots
TARGET_SECONDS = 1.0  # duration of a chunk; a worker waits some milliseconds for the next one
CONNECT_TIMEOUT = 5.0  # seconds in which the head of a cluster must answer


class Cluster:
    """Runs games on the Ray cluster at `address`, such as 10.0.0.5:6379, or `auto` for the one on this
    computer.
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
            check_reachable(address)
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise unreachable(address, error) from None
            # Otherwise Ray waits half a second at exit for log messages that are not shown.
            atexit.register(ray.shutdown)

    def parts(self, study: Study, first: int, games: int, drama_games: int) -> Iterator[StudyGames]:
        ray = self._ray
        has_bots = study.guide() is None
        most = BOT_CHUNK if has_bots else buffer_games(study, games - first, self.chunk)
        play = self._remote(play_part)
        max_pending = PENDING_PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))

        def wait_for_one(pending: Collection[Any]) -> tuple[Any, StudyGames, float]:
            [one], _ = ray.wait([*pending], num_returns=1)
            part, seconds = ray.get(one)
            return one, part.own(), seconds

        def submit(begin: int, last: int) -> Any:
            return play.remote(study, begin, last, drama_games, most)

        return run_in_order(
            first,
            games,
            1 if has_bots else min(FIRST, most),
            most,
            max_pending,
            submit,
            wait_for_one,
            TARGET_SECONDS,
        )

    def sample(self, study: Study, games: int, drama_games: int) -> tuple[GameDetails, list[Drama]]:
        """Sample details and dramas on a worker, so that the submitting computer needs no compiler."""
        seen: tuple[GameDetails, list[Drama]] = self._ray.get(
            self._remote(sample_games).remote(study, games, drama_games)
        )
        return seen

    def _remote(self, function: Callable[..., Any]) -> Any:
        """Return the remote version of a function: one core, retried without limit on other workers."""
        return self._ray.remote(max_retries=-1, num_cpus=1)(function)


def check_reachable(address: str) -> None:
    """Refuse at once if nothing listens at the address: Ray itself would retry for minutes."""
    place, _, port = address.rpartition(":")
    if place and port.isdecimal():
        try:
            socket.create_connection((place, int(port)), CONNECT_TIMEOUT).close()
        except (OSError, OverflowError) as error:
            raise unreachable(address, error) from None


def unreachable(address: str, error: Exception) -> Refusal:
    return Refusal(
        f"there is no Ray cluster at {address}: {str(error).partition(chr(10))[0].partition('. ')[0]}"
    )


def play_part(study: Study, first: int, last: int, drama_games: int, room: int) -> tuple[StudyGames, float]:
    """Play a chunk on one core; return its games and the seconds they took, without compilation."""
    guide = study.guide()
    if guide is None:
        begun = time.monotonic()
        part = StudyGames.whole([play_with_bots(study, drama_games, number) for number in range(first, last)])
    else:
        tallying = cached_tallying(study, guide, room)
        begun = time.monotonic()
        part = tallying.part(first, last)
    return part, time.monotonic() - begun


_cached_tallying: dict[str, Tallying] = {}  # of the study that this worker is playing


def cached_tallying(study: Study, guide: Guide, room: int) -> Tallying:
    name = f"{study} {room}"
    if name not in _cached_tallying:
        _cached_tallying.clear()  # first, because two might not fit into memory
        _cached_tallying[name] = Tallying(study, guide, room)
        _cached_tallying[name].part(0, 1)  # compiles the program, or reads it from the cache
    return _cached_tallying[name]
