"""What takes long, for whoever asks for it: beside the loop, one thing at a time, and those who ask are
served in turn. So nobody who asks for many long games at once keeps the tables waiting, nor anybody else who
asks for one.
"""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from ludothek.house.live.fair_queue import FairQueue
from ludothek.house.table.refusals import Refused

MOST_WAITING = 20  # things that one address may wait for
Given = ParamSpec("Given")
Made = TypeVar("Made")


class BackgroundWork:
    def __init__(self) -> None:
        self._turns = FairQueue(1)

    async def made(
        self, whose: str, make: Callable[Given, Made], *given: Given.args, **named: Given.kwargs
    ) -> Made:
        if self._turns.waiting_of(whose) >= MOST_WAITING:
            raise Refused("too_many", retry_in_ms=1000)
        async with self._turns.turn(whose):
            return await asyncio.to_thread(make, *given, **named)
