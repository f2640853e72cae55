"""A house in this process, for what is invisible from outside: stored rows, pauses, a failing database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from ludothek.house.api.table_types import NewTable, SeatRequest
from ludothek.house.live.open_table import OpenTable
from ludothek.house.people.person import Person, fresh
from ludothek.house.settings import Settings
from ludothek.house.table import actions
from ludothek.house.table.entries import Said
from ludothek.server.server_house import ServerHouse

__all__ = ["Person", "Said", "actions", "moves", "opened", "run", "table", "until"]


@asynccontextmanager
async def opened(folder: Path, **settings: object) -> AsyncIterator[ServerHouse]:
    quick = {
        "bot_workers": 1,
        "bot_delay": 0.0,
        "bot_seconds": 0.05,
        "time_scale": 0.01,
        "tables_per_minute": 10_000,
    }
    house = ServerHouse(Settings(db=f"sqlite+aiosqlite:///{folder / 'tables.db'}", **quick | settings))  # type: ignore[arg-type]
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


async def table(
    house: ServerHouse, game: str, seats: str, person: Person | None = None, **wish: object
) -> OpenTable:
    """A new table; seats as letters: m for me, o for open, b for a bot."""
    kinds = {"m": "me", "o": "open", "b": "bot"}
    wishes = [SeatRequest(kinds[letter]) for letter in seats]
    return await house.open(person or fresh(), NewTable(game, wishes, **wish), "en", "192.0.2.1")  # type: ignore[arg-type]


async def moves(live: OpenTable, person: Person, seat: int, move: str, client: str) -> None:
    token, version = live.sitting.seats[seat].token, live.sitting.version
    await live.do(
        person, actions.MoveAction(id=client, seat=seat, token=token, version=version, move=move), "en"
    )


def run(work: Awaitable[None]) -> None:
    async def main() -> None:
        await work

    asyncio.run(main())
