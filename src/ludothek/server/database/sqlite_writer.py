"""What writes to a SQLite file: one thread with a line of its own, which takes a whole transaction at once.

Through the asynchronous driver each step of a transaction is a trip to another thread and back, and costs
more than the writing.
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
        """For a file of SQLite; another database, or one in memory, is written to by its own lines."""
        direct = schema.direct_engine_for(engine)
        return cls(direct) if direct is not None else None

    async def write(
        self,
        write: Callable[Concatenate[sa.Connection, Given], Made],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Made:
        """Carry out a transaction: all of it is on the disk when this returns, or none."""

        def transaction() -> Made:
            with self._engine.begin() as connection:
                return write(connection, *given, **named)

        return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)

    def stop(self) -> None:
        self._thread.submit(self._engine.dispose)  # a line of SQLite is closed where it was opened
        self._thread.shutdown()
