"""Run slow work in a thread, one job at a time, round-robin by client address.

Replaying many long games for one client thus delays neither the event loop nor other clients.
"""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from ludothek.house.live.fair_queue import FairQueue
from ludothek.house.table.refusals import Refused

MOST_WAITING = 20  # jobs per address
Given = ParamSpec("Given")
Made = TypeVar("Made")


class BackgroundWork:
    """A queue of slow jobs; `FairQueue` decides which one runs next."""

    def __init__(self) -> None:
        self._turns = FairQueue(1)

    async def made(
        self, whose: str, make: Callable[Given, Made], *given: Given.args, **named: Given.kwargs
    ) -> Made:
        """Call `make` in a thread and return its result; refuse if too many jobs of an address wait."""
        if self._turns.waiting_of(whose) >= MOST_WAITING:
            raise Refused("too_many", retry_in_ms=1000)
        async with self._turns.turn(whose):
            return await asyncio.to_thread(make, *given, **named)
