"""Health check of the database: whether it accepts writes, cached so that frequent checks cost nothing."""

import asyncio
import time

from ludothek.house.live.table_clock import now
from ludothek.server.database.sql_journal import SqlJournal

HOLDS = 2.0  # seconds for which a result is cached
WITHIN = 5.0  # seconds after which a write counts as failed


class WriteCheck:
    def __init__(self, journal: SqlJournal) -> None:
        self._journal = journal
        self._trying = asyncio.Lock()
        self._tried_at: float | None = None
        self._is_well = False

    async def is_well(self) -> bool:
        async with self._trying:
            if self._tried_at is None or time.monotonic() - self._tried_at > HOLDS:
                try:
                    async with asyncio.timeout(WITHIN):
                        await self._journal.try_to_write(now())
                    self._is_well = True
                except Exception:
                    self._is_well = False
                self._tried_at = time.monotonic()
            return self._is_well
