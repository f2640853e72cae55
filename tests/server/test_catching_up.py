"""What another process has written is read after all, also when reading fails at first."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludothek.server.live import open_table
from ludothek.server.live.house import House
from ludothek.server.live.open_table import OpenTable
from ludothek.server.settings import Settings
from ludothek.server.store.journal import Journal
from ludothek.server.table.entries import AnyEntry
from ludothek.server.table.people import Person
from ludothek.server.wire.tables import NewTable, SeatWish


def test_reading_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_table, "AGAIN", 0.01)
    asyncio.run(overtaken_while_the_database_fails(Settings(db=str(tmp_path / "tables.db")), monkeypatch))


async def overtaken_while_the_database_fails(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = House(settings), House(settings)
    await here.start()
    await there.start()
    anna = Person("p_anna", "Anna")
    wish = NewTable("number_poker", [SeatWish("me"), SeatWish("open")])
    mine = await here.open(anna, wish, "en")
    theirs: OpenTable = await there.table(mine.sitting.facts.id)
    await theirs.do(Person("p_ben", "Ben"), open_table.actions.Join(id="1"), "en")
    failures = 3
    really = Journal.read

    async def read(journal: Journal, *given: Any) -> list[AnyEntry]:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise OSError("the database is being restarted")
        return await really(journal, *given)

    monkeypatch.setattr(Journal, "read", read)
    mine.catch_up()
    while mine.sitting.names != ("Anna", "Ben"):
        await asyncio.sleep(0.01)
    assert failures < 0
    await here.stop()
    await there.stop()
