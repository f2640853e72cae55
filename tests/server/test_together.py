"""What several ask for at the same time is done at once."""

import asyncio

import pytest

from ludothek.server.store.together import Together


class Slow:
    """Doubles numbers, when it is let."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.may_go_on = asyncio.Event()

    async def doubled(self, numbers: list[int]) -> list[int]:
        self.asked.append(numbers)
        await self.may_go_on.wait()
        if 0 in numbers:
            raise ZeroDivisionError
        return [2 * number for number in numbers]


def test_whoever_asks_meanwhile_is_served_by_the_next_time() -> None:
    async def go() -> None:
        slow = Slow()
        together = Together(slow.doubled)
        first = [asyncio.create_task(together.ask(number)) for number in (1, 2)]
        await until_asked(slow, 1)
        second = [asyncio.create_task(together.ask(number)) for number in (3, 4, 5)]
        await asyncio.sleep(0)
        slow.may_go_on.set()
        assert await asyncio.gather(*first, *second) == [2, 4, 6, 8, 10]
        assert slow.asked == [[1, 2], [3, 4, 5]]
        assert await together.ask(6) == 12

    asyncio.run(go())


def test_a_failure_is_told_to_all_who_asked_and_to_nobody_else() -> None:
    async def go() -> None:
        slow = Slow()
        together = Together(slow.doubled)
        failing = [asyncio.create_task(together.ask(number)) for number in (1, 0)]
        await until_asked(slow, 1)
        last = asyncio.create_task(together.ask(3))
        slow.may_go_on.set()
        for one in failing:
            with pytest.raises(ZeroDivisionError):
                await one
        assert await last == 6

    asyncio.run(go())


def test_whoever_goes_is_in_nobodys_way() -> None:
    async def go() -> None:
        slow = Slow()
        together = Together(slow.doubled)
        gone, stays = (asyncio.create_task(together.ask(number)) for number in (1, 2))
        await until_asked(slow, 1)
        gone.cancel()
        await asyncio.wait([gone])
        slow.may_go_on.set()
        assert await stays == 4

    asyncio.run(go())


async def until_asked(slow: Slow, times: int) -> None:
    while len(slow.asked) < times:
        await asyncio.sleep(0)
