"""Two server processes on one PostgreSQL: the same table, live in both."""

import asyncio
import random
import threading
from collections.abc import Iterator

import asyncpg
import pytest

from tests.server.postgres import postgres
from tests.server.serving import Line, Server, Someone


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Server, Server]]:
    with postgres() as address:
        first, second = Server(address), Server(address)
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
    """The same seat moves in two processes: one of them is first, the other is told so."""
    first, second = servers
    anna = first.person("Anna")
    also_anna = visiting(anna, second)
    for _ in range(5):
        table = anna.opens("number_poker", "mm")
        with anna.watches(table, seat=0) as here, also_anna.watches(table, seat=0) as there:
            answers: list[dict[str, object]] = []

            def plays(line: Line, move: str, answers: list[dict[str, object]] = answers) -> None:
                answers.append(line.answer(line.send(**line.move(move, 0))))

            threads = [threading.Thread(target=plays, args=(here, "1")), threading.Thread(target=plays, args=(there, "2"))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(20)
            assert sorted(bool(answer["ok"]) for answer in answers) == [False, True]
            assert next(answer for answer in answers if not answer["ok"])["code"] == "stale"
            here.until(lambda here=here: here.now["to_act"] == [1])  # type: ignore[misc]
            there.until(lambda there=there: there.now["to_act"] == [1])  # type: ignore[misc]


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
        his.until(lambda: his.now["to_act"] == [1])  # heard of after all: whoever listens again reads what it missed
        his.plays("3")
        hers.until(lambda: hers.now["to_act"] == [0, 1])


async def cut_listeners(address: str) -> None:
    connection = await asyncpg.connect(address.replace("+asyncpg", ""))
    cut = await connection.fetch("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'")
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
