"""Whose bot thinks next. There are as many turns at a time as there are processes; who has to wait is served in turn: first one for each
address, then the next for each. Whoever has a hundred tables full of bots waits for their own, and nobody else does."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    def __init__(self, at_a_time: int) -> None:
        self._free = at_a_time
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # by whose they are; the first is next

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        await self._await(whose)
        try:
            yield
        finally:
            self._free += 1
            self._call_next()

    async def _await(self, whose: str) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(mine)
        self._call_next()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # called, and gone in the same moment
                self._free += 1
                self._call_next()
            raise

    def _call_next(self) -> None:
        while self._free and self._waiting:
            whose, queue = self._waiting.popitem(last=False)
            first = queue.popleft()
            if queue:
                self._waiting[whose] = queue  # behind all others
            if not first.done():
                self._free -= 1
                first.set_result(None)
