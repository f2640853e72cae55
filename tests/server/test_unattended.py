"""What a server does without supervision: bots pause, windows end, caches stay bounded."""

import asyncio
import itertools
import stat
from pathlib import Path

import pytest
import sqlalchemy as sa

from ludothek.house.live import open_table
from ludothek.house.live.fair_queue import FairQueue
from ludothek.house.live.listener import Listener
from ludothek.house.live.open_table import answers_after
from ludothek.house.live.table_clock import Clock
from ludothek.house.people.person import Person, fresh
from ludothek.house.table import actions
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_summary import table_summary
from ludothek.server.database.schema import entries, tables
from tests.server import houses


def test_bots_play_only_while_somebody_watches(tmp_path: Path) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            left, watched = (
                await houses.table(house, "connect_four", "bb"),
                await houses.table(house, "connect_four", "bb"),
            )
            before = left.sitting.version
            watched.note_visit("192.0.2.2")
            await houses.until(lambda: watched.sitting.phase == "over")
            assert left.sitting.version == before
            left.note_visit("192.0.2.2")
            await houses.until(lambda: left.sitting.version > before)

    houses.run(go())


def test_bots_think_for_one_address_after_the_other() -> None:
    async def go() -> None:
        turns, thought, all_there = FairQueue(1), list[str](), asyncio.Event()

        async def think(whose: str) -> None:
            async with turns.turn(whose):
                thought.append(whose)
                await all_there.wait()

        thinking = [asyncio.create_task(think(whose)) for whose in "aaaaacbb"]
        await asyncio.sleep(0.01)
        thinking[5].cancel()
        await asyncio.sleep(0.01)
        all_there.set()
        await asyncio.gather(*thinking, return_exceptions=True)
        assert "".join(thought) == "aababaa"
        assert turns.waiting == 0

    houses.run(go())


def test_a_window_that_could_not_be_written_is_closed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_table, "AGAIN", 0.05)

    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            anna = fresh()
            live = await houses.table(house, "squid", "mm", anna, clock=True)
            live.arrive(Listener(live, anna, "en", 0))
            await houses.moves(live, anna, 0, "@0", "1")
            assert live.sitting.window()
            append, failed = house.journal.append, list[int]()

            async def full(*anything: object) -> None:
                failed.append(1)
                raise OSError("the disk is full")

            monkeypatch.setattr(house.journal, "append", full)
            turn = live.sitting.turn
            await houses.until(lambda: len(failed) > 2)
            assert live.sitting.turn == turn
            monkeypatch.setattr(house.journal, "append", append)
            await houses.until(lambda: live.sitting.turn > turn)

    houses.run(go())


def test_the_time_of_an_answer_does_not_depend_on_the_hand() -> None:
    quick, slow = (answers_after(thought, 0.8, 1.0, is_open=False) for thought in (0.005, 1.1))
    assert quick == slow == 1.25
    assert answers_after(1.3, 0.8, 1.0, is_open=False) == 2.5
    assert answers_after(0.3, 0.8, 1.0, is_open=True) == 0.8
    assert answers_after(0.9, 0.8, 1.0, is_open=True) == 0.9


def test_all_who_want_a_rematch_at_once_get_the_same(tmp_path: Path) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            anna = fresh()
            live = await houses.table(
                house, "connect_four", "mm", anna, moves=[[n % 2, "ag"[n % 2]] for n in range(6)]
            )
            await houses.moves(live, anna, 0, "a", "last")
            asked = [live.do(anna, actions.RematchAction(id=f"r{n}"), "en") for n in range(100)]
            answers = await asyncio.gather(*asked)
            assert len({answer.table for answer in answers}) == 1
            async with house.engine.connect() as connection:
                assert (
                    await connection.execute(sa.select(sa.func.count()).select_from(tables))
                ).scalar() == 2
            again = await house.table(str(answers[0].table))
            assert again.sitting.phase == "playing"

    houses.run(go())


def test_nobody_fills_the_public_list_alone(tmp_path: Path) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            mine = await houses.table(house, "torris", "mo", public=True)
            flooder = fresh()
            for _ in range(6):
                await houses.table(house, "torris", "mo", flooder, public=True)
            ids = await house.journal.public_tables(3)
            assert mine.sitting.facts.id in ids[:2]
            assert await house.journal.public_tables(3, "squid") == []

    houses.run(go())


def test_the_public_list_is_not_filled_from_one_address(tmp_path: Path) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path, tables_per_minute=5) as house:
            for _ in range(5):
                await houses.table(house, "torris", "mo", public=True)
            with pytest.raises(Refused, match="too_many"):
                await houses.table(house, "torris", "mo", public=True)
            await houses.table(house, "torris", "mo")  # by a link, one still may

    houses.run(go())


def test_a_list_reads_no_moves_of_closed_tables_and_survives_a_broken_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Person("p_anna", "Anna")

    async def before() -> list[str]:
        async with houses.opened(tmp_path) as house:
            over = await houses.table(
                house, "connect_four", "mm", anna, moves=[[n % 2, "ag"[n % 2]] for n in range(6)]
            )
            await houses.moves(over, anna, 0, "a", "last")
            waiting, broken = (
                await houses.table(house, "torris", "mo", anna),
                await houses.table(house, "torris", "mo", anna),
            )
            playing = await houses.table(house, "torris", "mm", anna)
            live = [over, waiting, playing]
            seen = await house.listing.glimpses([table.sitting.facts.id for table in live])
            shown.extend(table_summary(one, anna.id, "en") for one in seen)
            async with house.engine.begin() as connection:
                await connection.execute(
                    tables.update()
                    .where(tables.c.id == broken.sitting.facts.id)
                    .values(facts='{"game": "lost"}')
                )
            return [table.sitting.facts.id for table in (*live, broken)]

    async def after(ids: list[str]) -> None:
        async with houses.opened(tmp_path) as house:
            again = [table_summary(one, anna.id, "en") for one in await house.listing.glimpses(ids)]
            assert again == shown
            with monkeypatch.context() as forbidden:
                forbidden.setattr(Sitting, "_move", None)  # replaying a move fails
                assert len(await house.listing.glimpses(ids[:2])) == 2
                assert len(await house.listing.glimpses(ids)) == 3  # unchanged tables are not read again
            assert house.open_tables == 0

    shown: list[object] = []
    ids = asyncio.run(before())
    houses.run(after(ids))


def test_a_table_goes_on_after_its_clock_was_wrong(tmp_path: Path) -> None:
    async def before() -> str:
        async with houses.opened(tmp_path) as house:
            live = await houses.table(house, "shell_game", "mm", ANNA)
            await houses.moves(live, ANNA, 0, "PLTS", "1")
            async with house.engine.begin() as connection:  # as if the clock had been a year ahead
                await connection.execute(entries.update().values(at=entries.c.at + 365 * 86_400_000))
            return live.sitting.facts.id

    async def after(table: str) -> None:
        async with houses.opened(tmp_path) as house:
            live = await house.table(table)
            await asyncio.sleep(0.3)  # a player's time to memorise, at this scale
            await houses.moves(live, ANNA, 0, "hide", "2")

    houses.run(after(asyncio.run(before())))


ANNA = Person("p_anna", "Anna")


def test_a_clock_that_is_set_neither_ends_a_window_nor_holds_it_up() -> None:
    day, even = [1_000_000_000_000], [0]
    clock = Clock(lambda: day[0], lambda: even[0])
    second, seen = 1_000_000_000, [clock.now()]
    for jump in (0, 3600 * second, -7200 * second, 0):
        day[0] += jump
        for _ in range(10):
            day[0], even[0] = day[0] + second, even[0] + second
            seen.append(clock.now())
    steps = [later - earlier for earlier, later in itertools.pairwise(seen)]
    assert all(950 <= step <= 1050 for step in steps)
    for _ in range(100):  # and after a while it is right again
        day[0], even[0] = day[0] + 3600 * second, even[0] + 3600 * second
        clock.now()
    assert clock.now() == day[0] // 1_000_000


def test_tables_that_everybody_has_left_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path, kept_open=2) as house:
            live = [await houses.table(house, "torris", "mm", ANNA) for _ in range(8)]
            live[0].arrive(Listener(live[0], ANNA, "en", 0))
            live[1].note_visit("192.0.2.1")
            house.close_abandoned()
            assert house.open_tables == 4
            assert {
                table.sitting.facts.id for table in house.open_among(one.sitting.facts.id for one in live[:2])
            }
            assert (await house.table(live[3].sitting.facts.id)).sitting.version == live[3].sitting.version

    houses.run(go())


def test_nobody_else_on_the_machine_reads_the_database(tmp_path: Path) -> None:
    (tmp_path / "tables.db").touch(mode=0o644)

    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            await houses.table(house, "torris", "mm")
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
            assert modes["tables.db"] == 0o600
            assert set(modes.values()) == {0o600}

    houses.run(go())
