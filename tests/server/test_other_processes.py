"""Entries that another process has written are read, also if reading fails at first."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from ludothek.house.api.table_types import NewTable, SeatRequest
from ludothek.house.live import open_table
from ludothek.house.live.open_table import OpenTable
from ludothek.house.people.person import Person
from ludothek.house.settings import Settings
from ludothek.house.table import actions
from ludothek.house.table.entries import AnyEntry
from ludothek.house.table.refusals import Refused
from ludothek.server.database.sql_journal import SqlJournal
from ludothek.server.server_house import ServerHouse
from tests.server import houses


def test_reading_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_table, "AGAIN", 0.01)
    asyncio.run(overtaken_while_the_database_fails(Settings(db=str(tmp_path / "tables.db")), monkeypatch))


async def overtaken_while_the_database_fails(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = ServerHouse(settings), ServerHouse(settings)
    await here.start()
    await there.start()
    anna = Person("p_anna", "Anna")
    wish = NewTable("number_poker", [SeatRequest("me"), SeatRequest("open")])
    mine = await here.open(anna, wish, "en")
    theirs: OpenTable = await there.table(mine.sitting.facts.id)
    await theirs.do(Person("p_ben", "Ben"), actions.JoinAction(id="1"), "en")
    failures = 3
    really = SqlJournal.read

    async def read(journal: SqlJournal, *given: Any) -> list[AnyEntry]:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise OSError("the database is being restarted")
        return await really(journal, *given)

    monkeypatch.setattr(SqlJournal, "read", read)
    mine.catch_up()
    while mine.sitting.names != ("Anna", "Ben"):
        await asyncio.sleep(0.01)
    assert failures < 0
    await here.stop()
    await there.stop()


def test_news_of_what_is_known_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    async def nothing(_: SqlJournal, table: str, after: int = 0) -> list[AnyEntry]:
        read.append(after)
        return []

    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            live = await houses.table(house, "torris", "mm")
            known = live.sitting.number
            monkeypatch.setattr(SqlJournal, "read", nothing)
            for news in (["changed", str(known)], ["changed", str(known - 1)]):
                house.heard("other", news[0], live.sitting.facts.id, news[1:])
                await settled(live)
            assert read == []
            house.heard("other", "changed", live.sitting.facts.id, [str(known + 1)])
            await settled(live)
            house.heard(
                "other", "changed", live.sitting.facts.id, []
            )  # of a process that does not say how far it is
            await settled(live)
            assert read == [known, known]

    async def settled(live: OpenTable) -> None:
        while live._tasks:
            await asyncio.sleep(0)

    houses.run(go())


def test_a_process_that_is_behind_refuses_nobody_what_another_has_carried_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client repeats a request whose process was killed; the other process has not read its entry yet."""

    async def go() -> None:
        settings, anna = Settings(db=str(tmp_path / "tables.db")), Person("p_anna", "Anna")
        here, there = ServerHouse(settings), ServerHouse(settings)
        for house in (here, there):
            await house.start()
        monkeypatch.setattr(there.journal, "is_shared", True)
        mine = await here.open(anna, NewTable("torris", [SeatRequest("me"), SeatRequest("me")]), "en")
        behind = await there.table(mine.sitting.facts.id)
        for number in range(2):
            seat, moves = next(iter(mine.sitting.legal_moves.items()))
            token, version = mine.sitting.seats[seat].token, mine.sitting.version
            move = actions.MoveAction(
                id=str(number), seat=seat, token=token, version=version, move=next(iter(moves))
            )
            done = await mine.do(anna, move, "en")
        assert behind.sitting.version < version, "which it would call one of the future"
        assert (await behind.do(anna, move, "en")).version == done.version
        assert behind.sitting.number == mine.sitting.number
        with pytest.raises(Refused, match="stale"):
            await behind.do(anna, structs.replace(move, id="another"), "en")
        for house in (here, there):
            await house.stop()

    houses.run(go())
