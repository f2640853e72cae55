"""What several ask for at about the same time, done at once.

Whoever asks while something is being done is served by the next time, together with all who have asked meanwhile: a question to the
database costs about the same for one table as for a hundred. What is begun after somebody has asked is not older than their question.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Given = TypeVar("Given")


class Together(Generic[Asked, Given]):
    def __init__(self, do: Callable[[list[Asked]], Awaitable[Sequence[Given]]]) -> None:
        """`do` gives an answer to each, in their order."""
        self._do = do
        self._waiting: list[tuple[Asked, asyncio.Future[Given]]] = []
        self._doing: asyncio.Task[None] | None = None

    async def ask(self, asked: Asked) -> Given:
        answer: asyncio.Future[Given] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, answer))
        if self._doing is None:
            self._doing = asyncio.create_task(self._go_on())
        return await answer

    async def _go_on(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                await self._serve(waiting)
        finally:
            self._doing = None

    async def _serve(self, waiting: list[tuple[Asked, asyncio.Future[Given]]]) -> None:
        try:
            given = await self._do([asked for asked, _ in waiting])
        except Exception as error:
            for _, answer in waiting:
                if not answer.done():  # else whoever asked has gone
                    answer.set_exception(error)
        else:
            for (_, answer), one in zip(waiting, given, strict=True):
                if not answer.done():
                    answer.set_result(one)
