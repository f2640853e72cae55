"""Frames of a connection and their timing: they wait for the next change, and for a slow client."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

from ludothek.house.live.listener import Listener
from ludothek.house.people.person import Person


class Table:
    """A table of which only the version changes."""

    def __init__(self) -> None:
        self.sitting = SimpleNamespace(version=1, host="p", seats=[], seats_of=lambda person: [])
        self.is_changing = False

    def frame(self, viewer: int, language: str, since: int, reads: bool) -> bytes:
        return json.dumps({"type": "table", "since": since, "version": self.sitting.version}).encode()


def heard(play: Callable[[Table, Listener], Coroutine[Any, Any, None]]) -> list[tuple[int, int]]:
    """The frames that a connection is sent, by since and version."""
    sent: list[tuple[int, int]] = []

    async def send(message: bytes) -> None:
        frame = json.loads(message)
        if frame["type"] == "table":
            sent.append((frame["since"], frame["version"]))

    async def run() -> None:
        table: Any = Table()
        listener = Listener(table, Person("p", "Anna"), "en", 0)
        writing = asyncio.create_task(listener.write(send))
        await turn()
        await play(table, listener)
        writing.cancel()

    asyncio.run(run())
    return sent


async def turn() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def change(table: Table, listener: Listener) -> None:
    table.sitting.version += 1
    listener.table_changed(seats_changed=False, chosen=set())


def test_a_frame_waits_for_the_change_that_is_being_written() -> None:
    async def play(table: Table, listener: Listener) -> None:
        table.is_changing = True
        change(table, listener)
        await turn()
        table.is_changing = False
        change(table, listener)
        await turn()

    assert heard(play) == [(0, 1), (1, 3)]


def test_a_frame_does_not_wait_for_what_is_refused() -> None:
    async def play(table: Table, listener: Listener) -> None:
        table.is_changing = True
        change(table, listener)
        await turn()
        table.is_changing = False
        listener.settled()
        await turn()

    assert heard(play) == [(0, 1), (1, 2)]


def test_a_frame_waits_only_once() -> None:
    async def play(table: Table, listener: Listener) -> None:
        table.is_changing = True
        for _ in range(4):
            change(table, listener)
            await turn()

    assert heard(play) == [(0, 1), (1, 3), (3, 5)]


def test_a_line_that_is_full_is_waited_for_and_misses_nothing() -> None:
    sent: list[tuple[int, int]] = []
    full: list[asyncio.Future[None]] = []

    async def send(message: bytes) -> None:
        frame = json.loads(message)
        if frame["type"] == "table":
            sent.append((frame["since"], frame["version"]))
            full.append(asyncio.get_running_loop().create_future())
            await full[-1]

    async def run() -> None:
        table: Any = Table()
        listener = Listener(table, Person("p", "Anna"), "en", 0)
        writing = asyncio.create_task(listener.write(send))
        await turn()
        for _ in range(3):
            change(table, listener)
            await turn()
        assert sent == [(0, 1)]
        full[0].set_result(None)
        await turn()
        writing.cancel()

    asyncio.run(run())
    assert sent == [(0, 1), (1, 4)]
