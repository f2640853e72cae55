"""Bots at work: in processes of their own, so that no table waits for another's thinking.

They are given what their seat may see.
"""

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from ludothek.bots import Choice, guests, is_built_in, levels
from ludothek.bots.hints import Advice
from ludothek.core import Game
from ludothek.core.registry import find
from ludothek.house.live.fair_queue import FairQueue
from ludothek.house.live.thinking import BotQuestion, advised, chosen, judged, variant_asked
from ludothek.server.bot_processes.compile_progress import CompileProgress

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")

SPAWN = multiprocessing.get_context(
    "spawn"
)  # not forked: the server has threads and open sockets that a copy must not share
PATIENCE = 20.0  # seconds that a player may take beyond its time; compiling does not count
STARTING = (
    120.0  # seconds in which a process must have taken a question up; on a slow machine it loads for a while
)
LOOK = 0.5  # seconds between two looks at what a bot that does not answer is compiling


class BotProcessPool:
    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._readiness = CompileProgress(SPAWN, workers)
        self._is_stopped = False
        self.turns = FairQueue(workers)

    @staticmethod
    def levels(game: Game) -> list[str]:
        """The bots that there are for a game, from the weakest to the strongest; then those of others that
        the operator allows.
        """
        return [*levels(game), *guests(game)]

    async def choose(
        self, asked: BotQuestion, getting_ready: Callable[[int], None] = lambda rules: None
    ) -> str | None:
        """A bot's move. If its process dies the move is any legal one: a table must go on. A bot of somebody
        else that has failed gets no second chance: None.

        A bot that thinks for the first time compiles first; `getting_ready` is told the number of the rule it
        is at, and 0 at the end.
        """
        try:
            move = await self._ask(chosen, asked, getting_ready)
        finally:
            getting_ready(0)
        if move is not None or not is_built_in(find(asked.game), asked.level):
            return move
        moves = variant_asked(asked).moves(asked.state, asked.seat)
        return random.choice(list(moves))

    async def advise(self, asked: BotQuestion) -> Advice | None:
        """What the adviser would tell a person; nothing if its process dies."""
        return await self._ask(advised, asked, lambda rules: None)

    async def judge(self, asked: BotQuestion) -> Choice | None:
        async with self.turns.last_turn():
            return await self._asked(judged, asked, lambda rules: None)

    async def _ask(
        self, work: Callable[[BotQuestion], Answer], asked: BotQuestion, getting_ready: Callable[[int], None]
    ) -> Answer | None:
        async with self.turns.turn(asked.whose):
            return await self._asked(work, asked, getting_ready)

    async def _asked(
        self, work: Callable[[BotQuestion], Answer], asked: BotQuestion, getting_ready: Callable[[int], None]
    ) -> Answer | None:
        for _ in range(2):
            pool = self._running()
            try:
                return await self._answer(
                    asyncio.get_running_loop().run_in_executor(pool, _watched, work, asked),
                    asked,
                    getting_ready,
                )
            except TimeoutError:
                log.warning("a bot does not answer", extra={"game": asked.game, "level": asked.level})
                self._restart(pool)
                break
            except BrokenProcessPool:
                if self._is_stopped:
                    break
                log.warning("a bot's process has died", extra={"game": asked.game, "level": asked.level})
                if self._pool is pool:
                    self._pool = None
            except Exception:
                log.exception("a bot has failed", extra={"game": asked.game, "level": asked.level})
                break
        return None

    async def _answer(
        self, answer: asyncio.Future[Answer], asked: BotQuestion, getting_ready: Callable[[int], None]
    ) -> Answer:
        patience, starting = (asked.seconds or 0.0) + PATIENCE, STARTING
        try:
            while not answer.done():
                await asyncio.wait({answer}, timeout=LOOK)
                rules = self._readiness.of(asked.seed)
                getting_ready(rules)
                if not self._readiness.has_begun(asked.seed):
                    starting -= LOOK
                elif not rules:
                    patience -= LOOK
                if min(patience, starting) < 0 and not answer.done():
                    raise TimeoutError
            return answer.result()
        finally:
            answer.cancel()  # where nobody waits for it any more

    def warm_up(self) -> None:
        """Start the processes before the first bot is asked."""
        if self._pool is None:
            pool = self._running()
            for _ in range(self.workers):
                pool.submit(os.getpid)

    def _running(self) -> ProcessPoolExecutor:
        if self._is_stopped:
            raise asyncio.CancelledError  # nobody waits for it any more
        if self._pool is None:
            self._readiness = CompileProgress(SPAWN, self.workers)
            self._pool = ProcessPoolExecutor(self.workers, SPAWN, _prepare, (self._readiness,))
        return self._pool

    def stop(self) -> None:
        """End the processes at once: nobody waits for what they are thinking."""
        self._is_stopped = True
        self._end()

    def _restart(self, stuck: ProcessPoolExecutor) -> None:
        """End processes of which one never comes back. What the others were asked is asked again."""
        if self._pool is stuck:
            self._end()

    def _end(self) -> None:
        if self._pool is not None:
            workers = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.kill()
            self._pool = None


_readiness: CompileProgress  # of a worker


def _prepare(readiness: CompileProgress) -> None:
    """In a new worker: leave Ctrl-C to the server, and end when the server has ended, however that happened."""
    global _readiness
    _readiness = readiness
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "workers are started by the server"

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def _watched(work: Callable[[BotQuestion], Answer], asked: BotQuestion) -> Answer:
    with _readiness.told_of(asked.seed):
        return work(asked)
