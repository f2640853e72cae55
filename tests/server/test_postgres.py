"""Two server processes on one PostgreSQL: the same table, live in both."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy import event

from ludothek.house.api.table_types import MOST_PATIENCE
from ludothek.house.live.table_clock import now
from ludothek.house.settings import Settings
from ludothek.house.table.entries import AnyEntry, Facts, Said, Started
from ludothek.house.table.journal import JournalConflict
from ludothek.server.database.schema import engine_for, notices
from ludothek.server.database.sql_journal import SqlJournal
from ludothek.server.server_house import ServerHouse
from tests.days import within_one_day  # noqa: F401 (a fixture)
from tests.server.postgres import Passage, postgres
from tests.server.receivers import receiver
from tests.server.serving import WAIT, Line, Server, Someone
from tests.server.test_attacks import whole_game
from tests.server.test_challenges import plays, takes_up, tries
from tests.server.test_devices import joins, link_of, names
from tests.server.test_seat_clocks import PLAIN


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Server, Server]]:
    with postgres() as address:
        first, second = Server(address), Server(address)
        first.more = second.more = {"call_hosts": ["127.0.0.1"]}
        starting = threading.Thread(target=first.start)  # both at once: one migrates, the other waits for it
        starting.start()
        with second:
            starting.join()
            yield first, second
            first.__exit__()


def visiting(person: Someone, server: Server) -> Someone:
    """The same person at another process."""
    other = server.person()
    other.http.cookies.clear()
    other.http.cookies.set("ludothek", person.http.cookies["ludothek"])
    return other


def test_a_table_is_live_in_both(servers: tuple[Server, Server]) -> None:
    first, second = servers
    anna, ben = first.person("Anna"), second.person("Ben", "de")
    table = anna.opens("number_poker", "mo")
    with anna.watches(table) as hers, ben.watches(table) as his:
        his.does(do="join")
        hers.until(lambda: hers.now["seats"][1]["name"] == "Ben")
        hers.until(lambda: hers.here.get("seats") == [True, True])
        hers.does(do="start")
        his.until(lambda: his.now["phase"] == "playing")
        rng = random.Random(5)
        playing = threading.Thread(target=hers.plays_on, args=(rng,))
        playing.start()
        his.plays_on(random.Random(6))
        playing.join(30)
        hers.until(lambda: hers.now["phase"] == "over")
        assert hers.now["outcome"]["scores"] == his.now["outcome"]["scores"]
        assert [event["version"] for event in hers.log] == [event["version"] for event in his.log]
    assert visiting(anna, second).frame(table)["view"] == anna.frame(table)["view"]


def test_both_processes_move_at_once(servers: tuple[Server, Server]) -> None:
    """The same seat moves in two processes: one move wins, the other is refused as stale."""
    first, second = servers
    anna = first.person("Anna")
    also_anna = visiting(anna, second)
    for _ in range(5):
        table = anna.opens("number_poker", "mm")
        with anna.watches(table, seat=0) as here, also_anna.watches(table, seat=0) as there:
            answers: list[dict[str, object]] = []

            def plays(line: Line, move: str, answers: list[dict[str, object]] = answers) -> None:
                answers.append(line.answer(line.send(**line.move(move, 0))))

            threads = [
                threading.Thread(target=plays, args=(here, "1")),
                threading.Thread(target=plays, args=(there, "2")),
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(20)
            assert sorted(bool(answer["ok"]) for answer in answers) == [False, True]
            assert next(answer for answer in answers if not answer["ok"])["code"] == "stale"
            here.until(lambda here=here: here.now["to_act"] == [1])  # type: ignore[misc]
            there.until(lambda there=there: there.now["to_act"] == [1])  # type: ignore[misc]


def test_processes_that_write_to_the_same_tables_at_once_never_wait_for_each_other_in_a_ring(
    servers: tuple[Server, Server],
) -> None:
    address, errors = servers[0].db, list[BaseException | None]()
    names = [f"ring{number}" for number in range(200)]

    async def go() -> None:
        engines = [engine_for(address) for _ in range(2)]
        for engine in engines:
            event.listen(
                engine.sync_engine, "handle_error", lambda context: errors.append(context.original_exception)
            )
        first, second = (SqlJournal(engine, f"process{number}") for number, engine in enumerate(engines))
        for name in names:
            await first.open(facts(name), [Started(at=1)], "playing")
        for number in range(1, 6):
            said = [Said(seat=0, text="Hello", form="text", at=number)]
            ways = (
                [first.append(name, number, said) for name in names],
                [second.append(name, number, said) for name in reversed(names)],
            )
            written = await asyncio.gather(*ways[0], *ways[1], return_exceptions=True)
            winners = list(zip(written[: len(names)], reversed(written[len(names) :]), strict=True))
            assert all(sum(one is None for one in pair) == 1 for pair in winners), "one of two is first"
            assert all(isinstance(one or other, JournalConflict) for one, other in winners)
        for engine in engines:
            await engine.dispose()

    asyncio.run(go())
    assert errors == [], "neither a deadlock, nor anything else that would have to be written again"


def test_of_two_that_write_at_once_one_writes_all_and_the_other_nothing(
    servers: tuple[Server, Server],
) -> None:
    def says(who: str, times: int) -> list[AnyEntry]:
        return [Said(seat=0, text=f"{who} {number}", form="text", at=number) for number in range(times)]

    async def go() -> None:
        engines = [engine_for(servers[0].db) for _ in range(2)]
        first, second = (SqlJournal(engine, f"process{number}") for number, engine in enumerate(engines))
        await first.open(facts("halves"), [Started(at=1)], "playing")
        for times in range(1, 20):
            before = await first.read("halves")
            ways = {
                "one": (first, 1 + times % 3),
                "two": (second, 3 - times % 3),
                "three": (first, 2),
            }  # two of them in the same process
            said = {who: says(who, entries) for who, (_, entries) in ways.items()}
            writing = [journal.append("halves", len(before), said[who]) for who, (journal, _) in ways.items()]
            written = await asyncio.gather(*writing, return_exceptions=True)
            [winner] = [who for who, error in zip(said, written, strict=True) if error is None]
            assert sum(isinstance(error, JournalConflict) for error in written) == 2
            assert await second.read("halves") == before + said[winner]
        for engine in engines:
            await engine.dispose()

    asyncio.run(go())


def test_a_line_that_postgres_has_cut_is_replaced(servers: tuple[Server, Server]) -> None:
    """A lost connection is replaced before it is used: a move after a restart of PostgreSQL succeeds."""
    address = servers[0].db

    async def go() -> None:
        engine = engine_for(address)
        async with engine.connect() as connection:
            before = (await connection.execute(sa.text("SELECT pg_backend_pid()"))).scalar_one()
        cutting = threading.Thread(target=lambda: asyncio.run(cut(address, before)))
        cutting.start()
        cutting.join()  # this loop has not looked at the line since
        async with engine.connect() as connection:
            assert (await connection.execute(sa.text("SELECT pg_backend_pid()"))).scalar() != before
        await engine.dispose()

    asyncio.run(go())


def facts(name: str) -> Facts:
    return Facts(id=name, game="torris", seats=2, creator="a", seed="07" * 32, created=0, **PLAIN)


async def cut(address: str, process: int) -> None:
    connection = await asyncpg.connect(address.replace("+asyncpg", ""))
    await connection.execute("select pg_terminate_backend($1, 10000)", process)  # and wait until it is gone
    await connection.close()


def test_bots_and_clocks_do_not_act_twice(servers: tuple[Server, Server]) -> None:
    first, second = servers
    anna = first.person("Anna")
    table = anna.opens("squid", "mbb", clock=True)
    with anna.watches(table) as here, visiting(anna, second).watches(table) as there:
        here.plays_on(random.Random(1), most=6)
        there.until(lambda: there.now["version"] >= here.now["version"])
        assert here.log == there.log[: len(here.log)]


def test_a_process_whose_listening_connection_is_cut_listens_again(servers: tuple[Server, Server]) -> None:
    first, second = servers
    assert first.person().get("/health")["database"] == "postgresql"
    anna, ben = first.person("Anna"), second.person("Ben")
    table = anna.opens("number_poker", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his:
        asyncio.run(cut_listeners(first.db))
        hers.plays("4")
        his.until(
            lambda: his.now["to_act"] == [1]
        )  # heard after all: the process reconnects its listener and reads what it missed
        his.plays("3")
        hers.until(lambda: hers.now["to_act"] == [0, 1])


async def cut_listeners(address: str) -> None:
    connection = await asyncpg.connect(address.replace("+asyncpg", ""))
    cut = await connection.fetch(
        "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'"
    )
    await connection.close()
    assert cut, "nobody was listening"


def test_the_people_of_a_process_that_was_killed_do_not_stay_for_ever(servers: tuple[Server, Server]) -> None:
    first, _ = servers
    anna = first.person("Anna")
    table = anna.opens("number_poker", "mo")
    with anna.watches(table) as hers:
        third = Server(first.db)
        with third:
            ben = third.person("Ben")
            ben.does(table, "join")
            with ben.watches(table):
                hers.until(lambda: hers.here.get("seats") == [True, True])
                third.kill()
        hers.until(lambda: hers.here.get("seats") == [True, False])
        answer = hers.answer(hers.send(do="seat_bot", seat=1, level="easy"))
        while answer.get("code") == "owner_is_here":  # until he counts as away
            answer = hers.answer(hers.send(do="seat_bot", seat=1, level="easy"))
        assert answer["ok"], answer


def test_the_people_of_a_process_that_stops_go_at_once(servers: tuple[Server, Server]) -> None:
    first, _ = servers
    anna = first.person("Anna")
    table = anna.opens("number_poker", "mo")
    with anna.watches(table) as hers:
        with Server(first.db) as third:
            ben = third.person("Ben")
            ben.does(table, "join")
            with ben.watches(table):
                hers.until(lambda: hers.here.get("seats") == [True, True])
        hers.until(lambda: hers.here.get("seats") == [True, False])


def test_one_try_counts_whichever_process_is_asked(servers: tuple[Server, Server]) -> None:
    anna = servers[0].person("Anna")
    tabs = [visiting(anna, servers[number % 2]) for number in range(6)]
    with ThreadPoolExecutor(6) as at_once:
        found = set(at_once.map(lambda tab: takes_up(tab, "number_poker"), tabs))
    [table] = found
    plays(tabs[1], table)
    outcome = tries(tabs[0])["number_poker"]["outcome"]
    assert outcome in ("won", "drawn", "lost")
    assert [visiting(anna, server).get("/api/me/statistics")["all"][outcome] for server in servers] == [1, 1]
    assert takes_up(tabs[1], "number_poker") != table


def test_a_device_comes_in_at_another_process_and_is_forgotten_in_both(
    servers: tuple[Server, Server],
) -> None:
    first, second = servers
    anna, phone = first.person("Anna"), second.person("Guest")
    table, link = phone.opens("torris", "mb"), link_of(anna)
    assert joins(phone, link=link).json()["brought"] == 1
    anna.refused(joins(first.person(), link=link), "pass_used")
    assert names(anna) == {table}
    assert anna.http.delete("/api/me").status_code == 200
    assert phone.http.get("/api/me/data").json().get("tables", []) == []
    other, give_up = second.person(), time.monotonic() + WAIT
    while (
        answer := other.http.get(f"/api/tables/{table}")
    ).status_code == 200:  # the process learns of the other one's change a moment later
        assert time.monotonic() < give_up
    other.refused(answer, "no_table")


def test_two_processes_call_somebody_once(servers: tuple[Server, Server]) -> None:
    """Both know of the table and go round by themselves; one notice is sent."""

    async def go() -> None:
        async with receiver(now) as inbox:
            called, tables = await asyncio.to_thread(waits, inbox.address("/Ben"))
            async with asyncio.timeout(60):
                while len(inbox.got) < len(tables):
                    await asyncio.sleep(0.05)
            settled = await sent(servers[0].db, called[1].id)
            assert len(inbox.got) == len(tables) == len(settled)

    def waits(address: str) -> tuple[list[Someone], list[str]]:
        anna, ben = servers[0].person("Anna"), servers[1].person("Ben")
        ben.http.post("/api/me/calls/hook", json={"address": address, "form": "json"}).raise_for_status()
        tables = [anna.opens("number_poker", "mo") for _ in range(3)]
        for table in tables:
            visiting(ben, servers[0]).does(
                table, "join"
            )  # Anna's process learns of the other one's change a moment later
            anna.does(table, "start")
            ben.frame(table)  # the table is open in both
        return [anna, ben], tables

    asyncio.run(go())


def test_two_devices_say_the_same_at_once(servers: tuple[Server, Server]) -> None:
    anna = servers[0].person("Anna")
    table = anna.opens("torris", "mb")
    tabs = [visiting(anna, servers[number % 2]) for number in range(8)]
    for path, wish in (
        ("/api/me/calls", {"on": True}),
        (f"/api/me/tables/{table}/calls", {"on": False}),
        ("/api/me/rated", {"rated": True}),
    ):
        with ThreadPoolExecutor(len(tabs)) as at_once:
            answers = list(
                at_once.map(lambda tab, path=path, wish=wish: tab.http.put(path, json=wish).status_code, tabs)
            )
        assert answers == [200] * len(tabs), path


async def sent(address: str, person: str) -> list[str]:
    """Return the states of a person's notices, once none is being sent."""
    connection = await asyncpg.connect(address.replace("+asyncpg", ""))
    try:
        while True:
            states = [
                row["state"]
                for row in await connection.fetch(
                    "select state from notices where person = $1 and kind = 'turn'", person
                )
            ]
            if not {"waiting", "claimed"} & set(states):
                return states
            await asyncio.sleep(0.05)
    finally:
        await connection.close()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/tables?game=%00", None),
        ("GET", "/api/tables/{}/frame?since=%00", None),
        ("DELETE", "/api/me/calls/%00", None),
        ("POST", "/api/me/calls/%00/try", None),
        ("DELETE", "/api/me/passkeys/%00", None),
        ("GET", "/api/me/tables/%00/calls", None),
        ("POST", "/api/tables/{}/do", {"do": "chat", "id": "a\0", "phrase": "hello"}),
        ("POST", "/api/tables/{}/do", {"do": "chat", "id": "a", "text": "a\0"}),
        ("POST", "/api/tables/{}/do", {"do": "join", "id": "a", "name": "a\0"}),
        ("PUT", "/api/me", {"name": "a\0"}),
        ("PUT", "/api/me/calls", {"on": True, "quiet_from": 1, "zone": "a\0"}),
        ("POST", "/api/join", {"passkey": {"id": "a\0"}}),
        ("POST", "/api/join", {"link": "a\0"}),
        ("POST", "/api/join", {"phrase": "a\0"}),
        ("POST", "/api/tables", {"game": "torris\0", "seats": [{"kind": "me"}, {"kind": "me"}]}),
        ("POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}], "name": "a\0"}),
        (
            "POST",
            "/api/tables",
            {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}], "patience": 2**70},
        ),
        ("POST", "/api/tables/{}/do", {"do": "join", "id": "a", "seat": 2**70}),
    ],
)
def test_what_postgresql_cannot_keep_is_refused_and_fails_nowhere(
    servers: tuple[Server, Server], method: str, path: str, body: dict[str, object] | None
) -> None:
    """PostgreSQL stores no NUL in a text, and no number out of its type's range."""
    anna = servers[0].person("Anna")
    answer = anna.http.request(method, path.format(anna.opens("number_poker", "mo")), json=body)
    assert answer.status_code in (400, 404), answer.text
    assert answer.json()["code"] != "internal"


def test_one_table_that_postgresql_cannot_read_keeps_nobody_else_waiting(
    servers: tuple[Server, Server],
) -> None:
    """An older version or an external game may have written it; all other tables are listed and notified."""
    first, _ = servers
    anna = first.person("Anna")
    good, bad, large = (anna.opens("number_poker", "mm", public=True, patience=2) for _ in range(3))

    async def go() -> None:
        connection = await asyncpg.connect(first.db.replace("+asyncpg", ""))
        change = "UPDATE tables SET facts = replace(facts, $2, $3) WHERE id = $1"
        await connection.execute(change, bad, '"options":', r'"more":"\u0000","options":')
        await connection.execute(change, large, '"patience":2,', f'"patience":{10**30},')
        await connection.close()
        house = ServerHouse(Settings(db=first.db))
        try:
            await house.calling.scan()
            assert {good, bad, large} <= house.calling._changed
            for table in (good, bad, large):
                await house.calling._consider(table)
            async with house.engine.connect() as reading:
                due = {row.table_id: row.due for row in await reading.execute(sa.select(notices))}
            assert due[bad] >= due[good]
            assert due[large] - due[good] < MOST_PATIENCE * 3_600_000
        finally:
            house.end()
            house.journal.stop()
            await house.engine.dispose()

    asyncio.run(go())
    assert {good, large} <= {table["id"] for table in anna.get("/api/tables")["tables"]}
    assert {good, large} <= {table["id"] for table in anna.get("/api/tables", game="number_poker")["tables"]}


def test_many_who_want_the_same_at_both_processes_get_it_once(servers: tuple[Server, Server]) -> None:
    """A seat, a rematch, the place of a player who left."""
    anna = servers[0].person("Anna")
    many = [servers[number % 2].person(f"Guest {number}") for number in range(8)]
    both = [anna, visiting(anna, servers[1])]

    def at_once(who: list[Someone], table: str, do: str, **what: object) -> list[dict[str, Any]]:
        with ThreadPoolExecutor(len(who)) as asking:
            answers = list(asking.map(lambda one: one.asks(table, do, **what), who))
        assert not [answer.text for answer in answers if answer.status_code >= 500]
        return [answer.json() for answer in answers]

    table = anna.opens("torris", "mo")
    with both[1].watches(table) as there:
        assert sum(said["ok"] for said in at_once(many, table, "join")) == 1
        anna.does(table, "start")
        assert sum(said["ok"] for said in at_once(both * 3, table, "leave", seat=0)) == 1
        there.until(lambda: there.now["seats"][0]["kind"] != "person")
        kinds = [event["kind"] for event in there.log]
        assert [kinds.count(kind) for kind in ("join", "start", "leave")] == [2, 1, 1]

    alone = anna.opens("clear_board", "m", moves=whole_game())
    again = {one["table"] for one in at_once(both * 4, alone, "rematch")}
    assert len(again) == 1


def test_a_database_that_is_gone_is_told_of_in_a_line(servers: tuple[Server, Server], tmp_path: Path) -> None:
    way = Passage(servers[0].db)
    with Server(way.address).logging_to(tmp_path / "log") as server:
        anna = server.person("Anna")
        with ThreadPoolExecutor(8) as asking:  # all lines to the database are open, and some of them at work
            under_way = [asking.submit(anna.http.get, "/api/me/calls") for _ in range(40)]
            way.cut()
            statuses = {answer.result().status_code for answer in under_way}
        assert statuses <= {200, 500}
        assert anna.http.get("/api/me/calls").status_code == 500
        assert anna.http.get("/api/games").status_code == 200
    logged = [json.loads(one) for one in (tmp_path / "log").read_text().splitlines()]
    assert any("the database cannot be reached" in one["message"] for one in logged)
    assert not [one for one in logged if "error" in one]
