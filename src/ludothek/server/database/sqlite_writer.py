"""Write to a SQLite file in one dedicated thread, a whole transaction per call.

With the asynchronous driver each statement is a round trip to another thread, which costs more than the
write.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ludothek.server.database import schema

Given = ParamSpec("Given")
Made = TypeVar("Made")


class SqliteWriter:
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "pen")

    @classmethod
    def of(cls, engine: AsyncEngine) -> "SqliteWriter | None":
        """Return a writer for a SQLite file; None for in-memory and other databases."""
        direct = schema.direct_engine_for(engine)
        return cls(direct) if direct is not None else None

    async def write(
        self,
        write: Callable[Concatenate[sa.Connection, Given], Made],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Made:
        """Run a transaction: when this returns, all of it is on the disk, or none."""

        def transaction() -> Made:
            with self._engine.begin() as connection:
                return write(connection, *given, **named)

        return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)

    def stop(self) -> None:
        # SQLite connections are closed in the thread that opened them.
        self._thread.submit(self._engine.dispose)
        self._thread.shutdown()
