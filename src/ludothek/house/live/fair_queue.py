"""A fair queue: a limited number of concurrent turns, granted round-robin by client address.

One client with a hundred tables of bots delays only itself. Patient work, such as reviews, runs when no
other work waits.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairQueue:
    def __init__(self, at_a_time: int) -> None:
        self._free = at_a_time
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = (
            OrderedDict()
        )  # by owner; the first is next
        self._patient: deque[asyncio.Future[None]] = deque()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    def waiting_of(self, whose: str) -> int:
        return len(self._waiting.get(whose, ()))

    @asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        await self._await(self._waiting.setdefault(whose, deque()))
        try:
            yield
        finally:
            self._free += 1
            self._call_next()

    @asynccontextmanager
    async def last_turn(self) -> AsyncIterator[None]:
        """Take a turn when no other work waits."""
        await self._await(self._patient)
        try:
            yield
        finally:
            self._free += 1
            self._call_next()

    async def _await(self, queue: deque[asyncio.Future[None]]) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(mine)
        self._call_next()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # cancelled just after the turn was granted
                self._free += 1
                self._call_next()
            raise

    def _call_next(self) -> None:
        while self._free and (self._waiting or self._patient):
            if self._waiting:
                whose, queue = self._waiting.popitem(last=False)
                first = queue.popleft()
                if queue:
                    self._waiting[whose] = queue  # to the end of the round
            else:
                first = self._patient.popleft()
            if not first.done():
                self._free -= 1
                first.set_result(None)
