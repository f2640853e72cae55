"""Notifications between processes on one PostgreSQL: NOTIFY with each commit, LISTEN in every process.

    <process> changed <table> <number>   after a commit; the number of its last entry
    <process> rewritten <table>          when past entries of a table were erased, or all of it
    <process> here <table> <people>      when people connect to or leave a table at that process
    <process> person <person>            when a person gained a device or was signed out on one
    <process> calls <person>             when a person's notification settings changed
    <process> who <table>                asks the other processes who is connected to a table
    <process> alive                      every few seconds; after a longer silence a process counts as dead
    <process> gone                       when the process stops

SQLite has one process and sends none.
"""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ludothek.server.database import schema

CHANNEL = "ludothek"
TELL = sa.text("SELECT pg_notify(:channel, told) FROM unnest(CAST(:told AS text[])) AS told")
ALIVE_EVERY = 5.0  # seconds
DEAD_AFTER = 3 * ALIVE_EVERY
log = logging.getLogger(__name__)


class NotificationReader(Protocol):
    """The receiver of notifications."""

    def heard(self, process: str, word: str, table: str, more: list[str]) -> None: ...
    def lost(self, process: str) -> None:
        """Handle the end of another process."""

    def missed(self) -> None:
        """Handle a gap: notifications may have been lost."""


class ChangeFeed:
    """Listens until it is stopped; connects again when the connection is lost, and then says that anything
    may have changed.
    """

    def __init__(self, engine: AsyncEngine, process: str, reader: NotificationReader, scale: float) -> None:
        self.engine = engine
        self.process = process
        self.reader = reader
        self.is_shared = engine.dialect.name == "postgresql"
        self._scale = scale
        self._at_once = schema.at_once(engine)
        self._heard_of: dict[str, float] = {}  # other processes, and when they were last heard of
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        if self.is_shared:
            ready = asyncio.Event()
            self._tasks = [asyncio.create_task(self._listen(ready)), asyncio.create_task(self._stay_alive())]
            await ready.wait()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self._tasks:
            with suppress(Exception):  # where the database is gone too, silence says the same
                await self.tell("gone")

    async def tell(self, *words: str) -> None:
        if self.is_shared:
            async with self._at_once.connect() as connection:
                await connection.execute(
                    TELL, {"channel": CHANNEL, "told": [" ".join([self.process, *words])]}
                )

    async def _listen(self, ready: asyncio.Event) -> None:
        import asyncpg  # the extra `postgresql`

        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(address)
                closed = asyncio.Event()
                connection.add_termination_listener(lambda _, closed=closed: closed.set())
                await connection.add_listener(CHANNEL, self._received)
                if ready.is_set():
                    self.reader.missed()
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

    async def _stay_alive(self) -> None:
        """Say now and then that this process lives, and notice when another does not."""
        while True:
            try:
                await self.tell("alive")
            except Exception as error:
                log.warning("cannot tell the others that this process lives: %s", error)
            begun = time.monotonic()
            await asyncio.sleep(ALIVE_EVERY * self._scale)
            if (
                time.monotonic() - begun > DEAD_AFTER * self._scale
            ):  # this process was held up: the others have taken it for dead
                self._heard_of = dict.fromkeys(self._heard_of, time.monotonic())
                self.reader.missed()
            deadline = time.monotonic() - DEAD_AFTER * self._scale
            for process in [process for process, heard in self._heard_of.items() if heard < deadline]:
                self._lose(process)

    def _received(self, connection: object, pid: int, channel: str, payload: object) -> None:
        process, word, *rest = str(payload).split(" ")
        if process == self.process:
            return
        if word == "gone":
            self._lose(process)
            return
        self._heard_of[process] = time.monotonic()
        if rest:
            self.reader.heard(process, word, rest[0], rest[1:])

    def _lose(self, process: str) -> None:
        self._heard_of.pop(process, None)
        self.reader.lost(process)
