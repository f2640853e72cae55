"""The house in a page's worker: converts promises, bytes and ports between JavaScript and Python.

web/src/runtimes/page/holding.ts calls it; the worker of the bots calls `bot_worker`.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from pyodide.ffi import to_js

from ludothek.house.live.house import House
from ludothek.house.settings import Settings
from ludothek.page.bot_worker_client import BotWorkerClient
from ludothek.page.indexeddb_journal import IndexedDbJournal, IndexedDbReviewStore
from ludothek.page.page_router import PageRouter

UNLIMITED = 1_000_000  # a page needs no rate limits
SETTINGS = Settings(
    tables_per_minute=UNLIMITED,
    chats_per_minute=UNLIMITED,
    take_backs_per_minute=UNLIMITED,
    entries_per_day=UNLIMITED,
    hints_per_minute=UNLIMITED,
    reviews_per_hour=UNLIMITED,
    messages_per_second=UNLIMITED,
    kept_open=3,
)


class _Worker:
    def __init__(self, worker: Any) -> None:
        self._worker = worker

    @property
    def is_ready(self) -> bool:
        return bool(self._worker.isReady)

    def start(self) -> None:
        self._worker.start()

    async def think(self, work: str, asked: bytes) -> bytes | None:
        answer = await self._worker.think(work, to_js(asked))
        return None if answer is None else bytes(answer.to_bytes())


class PageHouse:
    """The house as the page's worker calls it."""

    def __init__(self, storage: Any, worker: Any, paper: Any, given: str) -> None:
        """`paper` fetches the files for printing; `given` overrides settings as JSON, for tests."""
        journal = IndexedDbJournal(storage)
        settings = msgspec.convert(msgspec.to_builtins(SETTINGS) | msgspec.json.decode(given), Settings)
        self._house = House(
            settings, journal, BotWorkerClient(_Worker(worker)), reviews=IndexedDbReviewStore(storage)
        )
        self._router = PageRouter(self._house, journal, paper)

    async def answer(self, method: str, address: str, body: str) -> Any:
        answered = await self._router.answer(method, address, body.encode())
        return to_js([answered.status, answered.kind, answered.content, answered.name])

    async def connect(
        self, address: str, send: Callable[[str], None], hang_up: Callable[[int, str], None]
    ) -> Any:
        """Open a live conversation; return functions to send a frame and to end it, or None if refused."""

        async def sent(message: bytes) -> None:
            send(message.decode())

        async def hung_up(code: int, reason: str) -> None:
            hang_up(code, reason)

        return await self._router.connect(address, sent, hung_up)

    def heard_of(self, table: str) -> None:
        """Another tab has changed a table."""
        self._house.entries_announced(table)
