"""A pool of bot processes: bots think outside the server's process and see only what their seat may see."""

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

# Not forked: the server has threads and open sockets, which a copy of the process must not share.
SPAWN = multiprocessing.get_context("spawn")
PATIENCE = 20.0  # seconds that a bot may take beyond its time; compiling does not count
STARTING = 120.0  # seconds within which a process must start on a question; loading is slow on some machines
POLL_SECONDS = 0.5  # between two checks of what a bot that has not answered is compiling


class BotProcessPool:
    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._readiness = CompileProgress(SPAWN, workers)
        self._is_stopped = False
        self.turns = FairQueue(workers)

    @staticmethod
    def levels(game: Game) -> list[str]:
        """The levels of a game's bots, weakest first, then the third-party bots that the operator allows."""
        return [*levels(game), *guests(game)]

    async def choose(
        self, question: BotQuestion, getting_ready: Callable[[int], None] = lambda rules: None
    ) -> str | None:
        """Return a bot's move; a random legal one if a built-in bot fails, None if a third-party bot does.

        A bot compiles when it thinks for the first time: `getting_ready` is called with the number of the
        rule being compiled, and with 0 at the end.
        """
        try:
            move = await self._ask(chosen, question, getting_ready)
        finally:
            getting_ready(0)
        if move is not None or not is_built_in(find(question.game), question.level):
            return move
        moves = variant_asked(question).moves(question.state, question.seat)
        return random.choice(list(moves))

    async def advise(self, question: BotQuestion) -> Advice | None:
        """Return the adviser's hints for a position; None if its process fails."""
        return await self._ask(advised, question, lambda rules: None)

    async def judge(self, question: BotQuestion) -> Choice | None:
        """Return a bot's choice for a review, after all other questions in the queue; None if it fails."""
        async with self.turns.last_turn():
            return await self._asked(judged, question, lambda rules: None)

    async def _ask(
        self,
        work: Callable[[BotQuestion], Answer],
        question: BotQuestion,
        getting_ready: Callable[[int], None],
    ) -> Answer | None:
        async with self.turns.turn(question.whose):
            return await self._asked(work, question, getting_ready)

    async def _asked(
        self,
        work: Callable[[BotQuestion], Answer],
        question: BotQuestion,
        getting_ready: Callable[[int], None],
    ) -> Answer | None:
        for _ in range(2):
            pool = self._running()
            try:
                return await self._answer(
                    asyncio.get_running_loop().run_in_executor(pool, _watched, work, question),
                    question,
                    getting_ready,
                )
            except TimeoutError:
                log.warning(
                    "a bot does not answer; restarting the bot processes",
                    extra={"game": question.game, "level": question.level},
                )
                self._restart(pool)
                break
            except BrokenProcessPool:
                if self._is_stopped:
                    break
                log.warning("a bot process has died", extra={"game": question.game, "level": question.level})
                if self._pool is pool:
                    self._pool = None
            except Exception:
                log.exception("a bot has failed", extra={"game": question.game, "level": question.level})
                break
        return None

    async def _answer(
        self, answer: asyncio.Future[Answer], question: BotQuestion, getting_ready: Callable[[int], None]
    ) -> Answer:
        patience, starting = (question.seconds or 0.0) + PATIENCE, STARTING
        try:
            while not answer.done():
                await asyncio.wait({answer}, timeout=POLL_SECONDS)
                rules = self._readiness.of(question.seed)
                getting_ready(rules)
                if not self._readiness.has_begun(question.seed):
                    starting -= POLL_SECONDS
                elif not rules:
                    patience -= POLL_SECONDS
                if min(patience, starting) < 0 and not answer.done():
                    raise TimeoutError
            return answer.result()
        finally:
            answer.cancel()  # in case the caller was cancelled

    def warm_up(self) -> None:
        """Start the processes before the first question."""
        if self._pool is None:
            pool = self._running()
            for _ in range(self.workers):
                pool.submit(os.getpid)

    def _running(self) -> ProcessPoolExecutor:
        if self._is_stopped:
            raise asyncio.CancelledError  # the server stops
        if self._pool is None:
            self._readiness = CompileProgress(SPAWN, self.workers)
            self._pool = ProcessPoolExecutor(self.workers, SPAWN, _prepare, (self._readiness,))
        return self._pool

    def stop(self) -> None:
        """Kill the processes without waiting for their answers."""
        self._is_stopped = True
        self._end()

    def _restart(self, stuck: ProcessPoolExecutor) -> None:
        """Kill a pool in which a process hangs; the questions of the other processes are asked again."""
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
    """Initialize a bot process: ignore Ctrl-C, and exit when the server's process has ended."""
    global _readiness
    _readiness = readiness
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "workers are started by the server"

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def _watched(work: Callable[[BotQuestion], Answer], question: BotQuestion) -> Answer:
    with _readiness.report_on(question.seed):
        return work(question)
