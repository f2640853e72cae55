"""How processes on one PostgreSQL hear of each other: NOTIFY with each commit, LISTEN in every process.

A message is `<process> changed <table>` after a commit, `<process> here <table> <people>` when people come and go at that process, or
`<process> who <table>` to ask the others for theirs. On SQLite there is one process, and nobody to tell.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import asyncpg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

CHANNEL = "ludothek"
log = logging.getLogger(__name__)


class News:
    """Listens until it is closed; connects again when the connection is lost, and then says that anything may have changed."""

    def __init__(self, engine: AsyncEngine, process: str, heard: Callable[[str, str, str], None], missed: Callable[[], None]) -> None:
        self.engine = engine
        self.process = process
        self.heard = heard  # called with the word, the table and the rest
        self.missed = missed
        self.is_shared = engine.dialect.name == "postgresql"
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        if self.is_shared:
            ready = asyncio.Event()
            self._task = asyncio.create_task(self._listen(ready))
            await ready.wait()

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def tell(self, word: str, table: str, rest: str = "") -> None:
        if self.is_shared:
            async with self.engine.begin() as connection:
                await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{self.process} {word} {table} {rest}".strip())))

    async def _listen(self, ready: asyncio.Event) -> None:
        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(address)
                closed = asyncio.Event()
                connection.add_termination_listener(lambda _, closed=closed: closed.set())
                await connection.add_listener(CHANNEL, self._received)
                if ready.is_set():
                    self.missed()
                ready.set()
                try:
                    await closed.wait()
                finally:
                    if not connection.is_closed():
                        connection.terminate()
                log.warning("lost the connection that listens for news")
            except (OSError, asyncpg.PostgresError) as error:
                log.warning("cannot listen for news: %s", error)
            await asyncio.sleep(1)

    def _received(self, connection: object, pid: int, channel: str, payload: object) -> None:
        process, word, table, *rest = str(payload).split(" ", 3)
        if process != self.process:
            self.heard(word, table, rest[0] if rest else "")
