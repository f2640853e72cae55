"""Frames contain at most a page of the log, however often moves are taken back, and journals are limited."""

import asyncio
from pathlib import Path

import pytest
from msgspec import json

from ludothek.house.api.live_types import Frame
from ludothek.house.api.service import HouseService
from ludothek.house.live.open_table import OpenTable
from ludothek.house.people.person import Person, fresh
from ludothek.house.table import actions, decide
from ludothek.house.table.event_log import PAGE
from ludothek.house.table.refusals import Refused
from tests.server import houses


async def take_back(live: OpenTable, person: Person, seat: int) -> None:
    token, version = live.sitting.seats[seat].token, live.sitting.version
    await live.do(
        person, actions.TakeBackAction(id=f"t{version}", seat=seat, token=token, version=version), "en"
    )


async def to_and_fro(live: OpenTable, person: Person, times: int) -> None:
    for _ in range(times):
        await houses.moves(live, person, 0, "a", f"m{live.sitting.version}")
        await take_back(live, person, 0)


def test_a_frame_tells_a_page_of_the_log_and_older_pages_come_on_request(tmp_path: Path) -> None:
    async def read() -> None:
        async with houses.opened(tmp_path, take_backs_per_minute=10**6) as house:
            anna = fresh()
            live = await houses.table(house, "connect_four", "mm", anna)
            await to_and_fro(live, anna, PAGE + 10)
            desk = HouseService(house, fresh(), "en")
            frame = json.decode(await desk.frame(live.sitting.facts.id, None, 0), type=Frame)
            assert len(frame.events) == PAGE
            assert frame.earlier
            versions, page = [event.version for event in frame.events], frame
            while page.earlier:
                page = await desk.log(live.sitting.facts.id, None, versions[0])  # type: ignore[assignment]
                assert 0 < len(page.events) <= PAGE
                versions = [event.version for event in page.events] + versions
            assert versions == [told.version for told in live.sitting.log.after(0)]
            latest = json.decode(
                await desk.frame(live.sitting.facts.id, None, live.sitting.version - 2), type=Frame
            )
            assert (len(latest.events), latest.earlier) == (2, False)

    asyncio.run(read())


def test_take_backs_are_limited_by_person(tmp_path: Path) -> None:
    async def hurry() -> None:
        async with houses.opened(tmp_path, take_backs_per_minute=3) as house:
            anna = fresh()
            live = await houses.table(house, "connect_four", "mm", anna)
            with pytest.raises(Refused, match="too_many"):
                await to_and_fro(live, anna, 20)
            await houses.table(house, "connect_four", "mm", fresh())

    asyncio.run(hurry())


def test_take_backs_of_a_table_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_TAKEN_BACK", 5)

    async def insist() -> None:
        async with houses.opened(tmp_path) as house:
            anna = fresh()
            live = await houses.table(house, "connect_four", "mm", anna)
            with pytest.raises(Refused, match="no_take_back"):
                await to_and_fro(live, anna, 20)
            assert live.sitting.taken_back == 5

    asyncio.run(insist())


def test_a_table_has_so_many_entries_and_is_then_only_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "MOST_ENTRIES", 20)

    async def fill() -> None:
        async with houses.opened(tmp_path) as house:
            anna = fresh()
            live = await houses.table(house, "connect_four", "mm", anna)
            with pytest.raises(Refused, match="too_long"):
                await to_and_fro(live, anna, 20)
            assert live.sitting.number == 20
            await live.do(anna, actions.LeaveAction(id="away"), "en")

    asyncio.run(fill())


def test_what_one_person_adds_in_a_day_is_limited(tmp_path: Path) -> None:
    async def add() -> None:
        async with houses.opened(tmp_path, entries_per_day=10) as house:
            anna = fresh()
            live = await houses.table(house, "connect_four", "mm", anna)
            with pytest.raises(Refused, match="too_many"):
                await to_and_fro(live, anna, 20)

    asyncio.run(add())
