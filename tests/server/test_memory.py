"""Memory of a table: little while it waits, and none once it is closed.

Counted in bytes of Python's objects.
"""

import asyncio
import gc
import random
import tracemalloc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ludothek.core import Event
from ludothek.core.texts import SPECTATOR
from ludothek.house.api.table_types import Allowance
from ludothek.house.live.listener import Listener
from ludothek.house.live.open_table import OpenTable
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import Person, fresh
from ludothek.house.table import consequences, recent_answers
from ludothek.house.table.consequences import Consequences
from ludothek.house.table.event_log import EventLog, LogLine
from ludothek.house.table.recent_answers import RecentAnswer, RecentAnswers
from ludothek.house.table.sitting import Sitting
from ludothek.server import server_house as house_of_tables
from ludothek.server.server_house import ServerHouse
from tests.server import houses

MOST = 150_000  # bytes
TABLES = 8  # memory of a concurrent query is not the tables', and hardly counts
MOVES = 60  # of people; in the museum chance makes twice as many


@pytest.mark.parametrize("game", ["museum", "five_in_a_row", "squid"])
def test_a_table_that_waits_is_small(tmp_path: Path, game: str) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            for _ in range(
                2
            ):  # the first loads what all tables share, and the second fills the cache for one more
                look_at(await played(house, game)).depart()
            with counted() as held:
                for _ in range(TABLES):
                    look_at(await played(house, game)).depart()
            assert held[0] / TABLES < MOST

    houses.run(go())


def test_nothing_holds_a_table_that_is_closed(tmp_path: Path) -> None:
    """Reference counting alone frees it: garbage collection takes longer the more tables there are."""

    async def go() -> None:
        async with houses.opened(tmp_path, kept_open=0) as house:
            live = await played(house, "torris", 5)
            look_at(live).depart()
            remains: list[weakref.ref[Any]] = [
                weakref.ref(live),
                weakref.ref(live.sitting),
                weakref.ref(live.sitting.log),
            ]
            del live
            assert house.close_abandoned() == 1
            assert [one() for one in remains] == [None] * 3

    gc.collect()
    gc.disable()
    try:
        houses.run(go())
    finally:
        gc.enable()


def test_the_house_itself_holds_no_table_that_it_has_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_of_tables, "SWEEP", 0.001)
    swept, spare = asyncio.Event(), ServerHouse.spare

    def spare_and_tell(house: ServerHouse) -> list[str]:
        swept.set()
        return spare(house)

    monkeypatch.setattr(ServerHouse, "spare", spare_and_tell)

    async def go() -> None:
        async with houses.opened(tmp_path, kept_open=0) as house:
            live = await played(house, "torris", 5)
            looking = look_at(live)
            await swept.wait()
            looking.depart()
            remains = weakref.ref(live)
            del live, looking
            while house.open_tables:
                await asyncio.sleep(0.001)
            assert remains() is None

    houses.run(go())


def test_when_many_have_left_no_table_stays_for_those_who_may_come_back(tmp_path: Path) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path, time_scale=1.0) as house:
            tables = [await played(house, "torris", 2) for _ in range(3)]
            look_at(tables[0])
            await houses.table(house, "torris", "mm", allowance=Allowance(60 * 60))
            assert house.close_abandoned() == 0
            assert house.close_all_abandoned() == 2
            assert house.open_tables == 2

    houses.run(go())


def test_of_all_that_was_asked_and_shown_only_the_last_is_cached(tmp_path: Path) -> None:
    """A seat may have a thousand legal moves, and different ones at every turn."""

    def play(sitting: Sitting, seat: int, move: str) -> Consequences:
        return consequences.play(sitting, seat, move, now())

    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            live, rng = await houses.table(house, "safehouse", "mm", fresh()), random.Random(1)
            sitting = live.sitting
            for _ in range(20):
                seat = rng.choice(list(sitting.legal_moves))
                move = rng.choice(list(sitting.legal_moves[seat]))
                await live.change(partial(play, seat=seat, move=move))
                for viewer in (0, 1):
                    live.frame(viewer, "en", sitting.version - 1)
            cached = live._frames._rendered
            everybody = {(SPECTATOR, "", "view"), (0, "en", "lines"), (1, "en", "lines")}
            assert everybody <= cached.keys() <= everybody | {(0, "en", "moves"), (1, "en", "moves")}

    houses.run(go())


def test_a_log_tells_the_same_from_any_version_on() -> None:
    log, told = EventLog(), list[LogLine]()
    for number in range(40):
        told.append(
            LogLine(
                3 * number,
                "move" if number % 7 == 0 else "chat",
                1,
                number,
                [Event("join", who=number)],
                ("Anna", "Ben"),
            )
        )
        log.add(told[-1])
    assert log.last is told[-1]
    assert log.last_of_game == max(line.version for line in told if line.kind == "move")
    for version in range(-1, told[-1].version + 2):
        assert list(log.after(version)) == [line for line in told if line.version > version]


def test_answers_are_remembered_for_everybody_and_not_for_ever() -> None:
    given = RecentAnswers()
    given.note("anna", "first", RecentAnswer(1, 0))
    for number in range(10 * recent_answers.ANSWERS_PER_PERSON):
        given.note("ben", f"b{number}", RecentAnswer(number, 1))
    assert given.given("anna", "first") == RecentAnswer(1, 0)
    assert given.given("ben", f"b{10 * recent_answers.ANSWERS_PER_PERSON - 1}")
    assert given.given("ben", "b0") is None
    for number in range(recent_answers.MAX_PEOPLE):
        given.note(f"passer-by {number}", "x", RecentAnswer(1, None))
    assert given.given("anna", "first") is None


@contextmanager
def counted() -> Iterator[list[int]]:
    """Yield a list that gets the bytes allocated in the block and still held at its end."""
    held = [0]
    gc.collect()
    tracemalloc.start()
    try:
        yield held
        gc.collect()
        held[0] = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


async def played(house: ServerHouse, game: str, moves: int = MOVES) -> OpenTable:
    """A table after a number of moves of people, at random."""
    person, rng = fresh(), random.Random(1)
    live = await houses.table(house, game, "mm", person)
    for number in range(moves):
        if live.sitting.phase == "over":  # sooner than usual, by chance
            break
        seat = next(iter(live.sitting.legal_moves))
        await houses.moves(
            live, person, seat, rng.choice(sorted(live.sitting.legal_moves[seat])), str(number)
        )
    return live


class look_at:  # noqa: N801
    """A viewer at a table, to whom one frame was rendered."""

    def __init__(self, live: OpenTable) -> None:
        self.live = live
        self.listener = Listener(live, Person("p_watching", "Wanda"), "en", 0)
        live.arrive(self.listener)
        live.frame(self.listener.viewer, "en", 0)

    def depart(self) -> None:
        self.live.depart(self.listener)


def test_when_nobody_is_there_all_tables_are_closed_and_the_person_who_comes_back_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_of_tables, "SWEEP", 0.001)

    async def go() -> None:
        async with houses.opened(tmp_path, kept_open=100) as house:
            live = await played(house, "torris", 5)
            table, version = live.sitting.facts.id, live.sitting.version
            while house.open_tables:  # although a hundred may stay open
                await asyncio.sleep(0.001)
            again = await house.table(table)
            assert again.sitting.version == version
            await played(house, "torris", 5)  # and lines to the database that were closed are opened again

    houses.run(go())


def test_somebody_who_is_there_keeps_the_last_tables_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_of_tables, "SWEEP", 0.001)
    looks, spare = list[int](), ServerHouse.spare

    def spare_and_count(house: ServerHouse) -> list[str]:
        looks.append(house.open_tables)
        return spare(house)

    monkeypatch.setattr(ServerHouse, "spare", spare_and_count)

    async def go() -> None:
        async with houses.opened(tmp_path, kept_open=100) as house:
            looking = look_at(await played(house, "torris", 5))
            await played(house, "torris", 5)
            looks.clear()
            while len(looks) < 5:
                await asyncio.sleep(0.001)
            assert set(looks) == {2}
            looking.depart()

    houses.run(go())
