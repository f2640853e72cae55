"""Bots of a page, which think in a worker of their own so that the table stays responsive."""

import logging
import pickle
import random
from collections.abc import Callable
from typing import Any, Protocol

from ludothek.bots import Choice, levels, player_modules
from ludothek.bots.hints import Advice
from ludothek.bots.levels import RANDOM
from ludothek.bots.machine_pool import programs_of
from ludothek.core import Game
from ludothek.house.live.thinking import BotQuestion, advised, chosen, judged, variant_asked

log = logging.getLogger(__name__)
GETTING_READY = 1  # shown while the worker is still loading

WORK: dict[str, Callable[[BotQuestion], Any]] = {"choose": chosen, "advise": advised, "judge": judged}


class BotWorker(Protocol):
    """The browser's side of the worker: web/src/runtimes/page/thinker.ts."""

    @property
    def is_ready(self) -> bool: ...

    def start(self) -> None: ...

    async def think(self, work: str, asked: bytes) -> bytes | None:
        """Return the worker's result of `thought`; None if the worker has died."""


class BotWorkerClient:
    def __init__(self, worker: BotWorker) -> None:
        self.worker = worker

    @staticmethod
    def levels(game: Game) -> list[str]:
        """Return the levels; only the random bot if the game's compiled players are missing."""
        return levels(game) if player_modules.read_module(game) or not programs_of(game) else [RANDOM]

    async def choose(
        self, asked: BotQuestion, getting_ready: Callable[[int], None] = lambda rules: None
    ) -> str | None:
        """Return a bot's move, or a random legal one if its worker dies, so that the game goes on."""
        getting_ready(0 if self.worker.is_ready else GETTING_READY)
        try:
            move: str | None = await self._ask("choose", asked)
        finally:
            getting_ready(0)
        return move or random.choice(list(variant_asked(asked).moves(asked.state, asked.seat)))

    async def advise(self, asked: BotQuestion) -> Advice | None:
        given: Advice | None = await self._ask("advise", asked)
        return given

    async def judge(self, asked: BotQuestion) -> Choice | None:
        given: Choice | None = await self._ask("judge", asked)
        return given

    async def _ask(self, work: str, asked: BotQuestion) -> Any:
        answer = await self.worker.think(work, pickle.dumps(asked))
        if answer is None:
            log.warning("a bot's worker has died", extra={"game": asked.game, "level": asked.level})
            return None
        return pickle.loads(answer)

    def warm_up(self) -> None:
        self.worker.start()

    def stop(self) -> None: ...


def thought(work: str, asked: bytes) -> bytes:
    """Answer a question in the worker; a bot that fails returns None."""
    try:
        return pickle.dumps(WORK[work](pickle.loads(asked)))
    except Exception:
        log.exception("a bot has failed")
        return pickle.dumps(None)
