"""Bots at work: in processes of their own, so that no table waits for another's thinking. They are given what their seat may see."""

import asyncio
import logging
import multiprocessing
import os
import random
import secrets
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from ludothek.bots import Budget, Sight, bot
from ludothek.core import Variant
from ludothek.core.registry import find
from ludothek.core.table import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Question:
    """Everything that a bot is told, ready to be sent to another process."""

    game: str
    seats: int
    setting: bytes  # options and kit, as JSON
    seat: int
    state: Any  # after `hide`
    past: tuple[Any, ...]  # what the seat has seen before, for a bot that remembers
    level: str
    seconds: float
    seed: int


def question(table: Table, seat: int, level: str, seconds: float) -> Question:
    variant = table.variant
    setting = msgspec.json.encode([variant.options, variant.figures])
    sight = Sight.at(table, seat, bot(variant.game, level).remembers)
    return Question(variant.game.id, variant.seats, setting, seat, sight.state, sight.past, level, seconds, secrets.randbits(62))


class Players:
    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, asked: Question) -> str:
        """A bot's move. If its process dies the move is any legal one: a table must go on."""
        for _ in range(2):
            pool = self._running()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, _choose, asked)
            except BrokenProcessPool:
                log.warning("a bot's process has died", extra={"game": asked.game, "level": asked.level})
                if self._pool is pool:
                    self._pool = None
            except Exception:
                log.exception("a bot has failed", extra={"game": asked.game, "level": asked.level})
                break
        moves = _variant(asked.game, asked.seats, asked.setting).moves(asked.state, asked.seat)
        return random.choice(list(moves))

    def warm_up(self) -> None:
        """Start the processes before the first bot is asked."""
        if self._pool is None:
            pool = self._running()
            for _ in range(self.workers):
                pool.submit(os.getpid)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: the server has threads and open sockets that a copy must not share.
            self._pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _prepare)
        return self._pool

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _prepare() -> None:
    """In a new worker: leave Ctrl-C to the server, and end when the server has ended, however that happened."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "workers are started by the server"

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def _choose(asked: Question) -> str:
    variant = _variant(asked.game, asked.seats, asked.setting)
    player = bot(variant.game, asked.level)
    return player.choose(Sight(variant, asked.seat, asked.state, asked.past), Budget(seconds=asked.seconds), asked.seed).move


@lru_cache(64)
def _variant(game: str, seats: int, setting: bytes) -> Variant:
    options, kit = msgspec.json.decode(setting)
    return find(game).variant(seats, options, kit)
