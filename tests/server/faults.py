"""Fault injection in the manner of Jepsen.


People play at two processes on one PostgreSQL while these are killed, stopped, suspended and cut off, while
the disk is full or slow and clocks jump. All requests, answers and frames are recorded, and then compared
with the journals. Invariants:

    an acknowledged move is in the journal, where its answer said       nothing is lost
    no action is in it twice, and a refused one is not in it            nothing is doubled
    every frame is what the journal says at that version                one order, only committed entries
    every view is what the rules allow that seat at that version        no seat sees another's hand
"""

import asyncio
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import httpx
import msgspec
from websockets.exceptions import WebSocketException

from ludothek.house.live import table_clock
from ludothek.house.table.entries import AnyEntry, Chosen, Facts
from ludothek.house.table.sitting import Sitting
from ludothek.server.database.schema import engine_for
from ludothek.server.database.sql_journal import SqlJournal
from ludothek.server.run import serve
from tests.server.serving import FORKS, WAIT, Line, Server, Someone, click

GAMES = ("number_poker", "torris", "connect_four")
BROKEN = (WebSocketException, OSError, TimeoutError, AssertionError, httpx.HTTPError, EOFError)
UNDECIDED = ("internal", "overtaken", "too_many")  # answers after which the client repeats the request
HOUR = 3600 * 10**9
LONGER = 120  # seconds


def serve_by_a_clock(offset: Any, **settings: str) -> None:
    """Run a server whose time of day jumps when `offset` changes."""
    table_clock.now.__self__._of_day = lambda: time.time_ns() + offset.value  # type: ignore[attr-defined]
    serve(**settings)  # type: ignore[arg-type]


class Faulty(Server):
    def __init__(self, db: str) -> None:
        super().__init__(db)
        self.offset = FORKS.Value("q", 0)
        self.target, self.more = serve_by_a_clock, {"offset": self.offset}

    def hold_up(self, seconds: float) -> None:
        assert self.process
        assert self.process.pid
        os.kill(self.process.pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(self.process.pid, signal.SIGCONT)


@dataclass
class History:
    """One person's requests, answers and frames at one table."""

    table: str
    seat: int
    acknowledged: dict[str, tuple[int, str]] = field(
        default_factory=dict
    )  # version and move by the id of the action
    refused: set[str] = field(default_factory=set)
    shown: list[tuple[int | None, int, list[tuple[int, str, Any]], Any]] = field(
        default_factory=list
    )  # viewer, version, events, view

    def see(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "table":
            events = [(event["version"], event["kind"], event["seat"]) for event in frame["events"]]
            self.shown.append((frame["viewer"], frame["version"], events, frame["view"]))


class Player:
    """A random player in one seat, over any process that answers; unanswered requests are repeated by id."""

    def __init__(
        self, history: History, at: list[Someone], rng: random.Random, done: threading.Event
    ) -> None:
        self.history, self.at, self.rng, self.done = history, at, rng, done
        self.pending: dict[str, Any] | None = None

    def play(self) -> None:
        while not self.done.is_set():
            with (
                suppress(*BROKEN),
                Line(self.rng.choice(self.at), self.history.table, seat=str(self.history.seat)) as line,
            ):
                seen = 0
                while not self.done.is_set():
                    for frame in line.frames[seen:]:
                        self.history.see(frame)
                    seen = len(line.frames)
                    if line.now["phase"] == "over":
                        return
                    if self.pending is None and line.now["moves"] and line.now["chosen"] is None:
                        move = self.rng.choice(line.now["moves"])["move"]
                        self.pending = line.move(move, self.history.seat) | {"id": click()}
                    if self.pending is not None:
                        self._ask(line, self.pending)
                    else:
                        line.read(timeout=5)
            time.sleep(self.rng.uniform(0, 0.1))

    def _ask(self, line: Line, action: dict[str, Any]) -> None:
        answer = line.answer(line.send(**action))
        if answer["ok"]:
            self.history.acknowledged[action["id"]] = answer["version"], action["move"]
            line.until(lambda: bool(line.now["version"] >= answer["version"]))
        elif answer["code"] in UNDECIDED:
            time.sleep(0.05)
            return
        else:
            self.history.refused.add(action["id"])
        self.pending = None


class Pair:
    """Two people who play one game after another."""

    def __init__(self, servers: list[Faulty], seed: int, done: threading.Event) -> None:
        self.rng, self.done = random.Random(seed), done
        self.people = [self._everywhere(servers, name) for name in ("Anna", "Ben")]
        self.histories: list[History] = []

    def _everywhere(self, servers: list[Faulty], name: str) -> list[Someone]:
        first = servers[0].person(name)
        return [first, *(server.person(cookie=first.http.cookies["ludothek"]) for server in servers[1:])]

    def play(self) -> None:
        while not self.done.is_set():
            try:
                table = self._begun()
            except BROKEN:
                time.sleep(0.05)
                continue
            histories = [History(table, seat) for seat in (0, 1)]
            self.histories += histories
            players = [
                Player(history, who, random.Random(self.rng.random()), self.done)
                for history, who in zip(histories, self.people, strict=True)
            ]
            threads = [threading.Thread(target=player.play, daemon=True) for player in players]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    def _begun(self) -> str:
        anna, ben = (self.rng.choice(who) for who in self.people)
        table = anna.opens(self.rng.choice(GAMES), "mo")
        ben.does(table, "join")
        anna.does(table, "start")
        return table


class Faults:
    """One fault after the other, at random."""

    def __init__(self, servers: list[Faulty], address: str, rng: random.Random) -> None:
        self.servers, self.rng = servers, rng
        self.address = address.replace("+asyncpg", "")
        self.happened: Counter[str] = Counter()
        self.kinds: list[Callable[[Faulty], None]] = [
            self.kill, self.stop, self.hold_up, self.cut, self.full_disk, self.slow_disk, self.jump,
        ]  # fmt: skip

    def go_on(self, seconds: float, is_enough: Callable[[], bool]) -> None:
        """Go on for some seconds, and on a slow machine until there is enough to check."""
        begun, kinds = time.monotonic(), list[Callable[[Faulty], None]]()
        while (passed := time.monotonic() - begun) < seconds or (
            not is_enough() and passed < seconds + LONGER
        ):
            kinds = kinds or self.rng.sample(self.kinds, len(self.kinds))  # each as often as the others
            fault = kinds.pop()
            time.sleep(self.rng.uniform(0.1, 0.6))
            fault(self.rng.choice(self.servers))
            self.happened[fault.__name__] += 1

    def kill(self, server: Faulty) -> None:
        server.kill()
        server.start()

    def stop(self, server: Faulty) -> None:
        server.stop()
        server.start()

    def hold_up(self, server: Faulty) -> None:
        server.hold_up(self.rng.uniform(0.5, 1.5))

    def jump(self, server: Faulty) -> None:
        server.offset.value += self.rng.choice((-HOUR, HOUR, 24 * HOUR))

    def cut(self, server: Faulty) -> None:
        self._tell(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"
        )

    def full_disk(self, server: Faulty) -> None:
        self._while_writing(
            "RAISE EXCEPTION 'could not extend file: No space left on device'", self.rng.uniform(0.3, 1)
        )

    def slow_disk(self, server: Faulty) -> None:
        self._while_writing("PERFORM pg_sleep(0.1); RETURN NEW", self.rng.uniform(0.5, 1))

    def _while_writing(self, what: str, seconds: float) -> None:
        self._tell(
            f"CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {what}; END $$"
        )
        self._tell("CREATE TRIGGER fault BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION fault()")
        time.sleep(seconds)
        self._tell("DROP TRIGGER fault ON entries")

    def _tell(self, command: str) -> None:
        async def told() -> None:
            connection = await asyncpg.connect(self.address)
            try:
                await connection.execute(command)
            finally:
                await connection.close()

        asyncio.run(told())


def survived(address: str, seconds: float, seed: int = 0, pairs: int = 3, enough: int = 20) -> dict[str, Any]:
    """Play under faults for a while; how much was done, and every sentence about what must not be."""
    servers = [Faulty(address), Faulty(address)]
    for server in servers:
        server.start()
    done = threading.Event()
    playing = [Pair(servers, seed + number, done) for number in range(pairs)]
    threads = [threading.Thread(target=pair.play, daemon=True) for pair in playing]
    faults = Faults(servers, address, random.Random(seed))
    try:
        for thread in threads:
            thread.start()
        faults.go_on(
            seconds,
            lambda: (
                sum(len(history.acknowledged) for pair in playing for history in list(pair.histories))
                >= enough
            ),
        )
        time.sleep(1)  # and all is well again
    finally:
        done.set()
        for server in servers:
            if server.process is not None:
                server.stop()  # ends requests that wait for an answer
        for thread in threads:
            thread.join(2 * WAIT)
        for server in servers:
            server.__exit__()
    assert not any(thread.is_alive() for thread in threads), "somebody still plays"
    histories = [history for pair in playing for history in pair.histories]
    wrong = asyncio.run(checked(address, histories))
    return {
        "faults": dict(faults.happened),
        "tables": len({history.table for history in histories}),
        "acknowledged": sum(len(history.acknowledged) for history in histories),
        "refused": sum(len(history.refused) for history in histories),
        "shown": sum(len(history.shown) for history in histories),
        "wrong": wrong,
    }


async def checked(address: str, histories: list[History]) -> list[str]:
    engine = engine_for(address)
    journal, wrong = SqlJournal(engine, "checker"), list[str]()
    for table in sorted({history.table for history in histories}):
        facts, entries = await journal.facts(table), await journal.read(table)
        here = [history for history in histories if history.table == table]
        wrong += [f"{facts.game} {sentence}" for sentence in compared(facts, entries, here)]
    await engine.dispose()
    return wrong


def compared(facts: Facts, entries: list[AnyEntry], histories: list[History]) -> list[str]:
    """Compare the histories with the journal; return the violations."""
    wrong = list[str]()
    sitting, told, views = Sitting(facts), dict[int, tuple[str, Any]](), dict[tuple[int | None, int], Any]()
    wanted = {(viewer, version) for history in histories for viewer, version, _, _ in history.shown}
    asked = Counter(entry.client for entry in entries if entry.client)
    versions = {}
    for entry in entries:
        sitting.apply(entry)
        if entry.client:
            versions[entry.client] = sitting.version, getattr(entry, "move", "")
        if not isinstance(entry, Chosen) and (last := sitting.log.last):
            told[sitting.version] = last.kind, last.seat
        for viewer in (0, 1):
            if (viewer, sitting.version) in wanted:
                seen = sitting.variant.view(sitting.table.state, viewer)
                views[viewer, sitting.version] = msgspec.json.decode(msgspec.json.encode(seen))
    wrong += [f"{client} was carried out {times} times" for client, times in asked.items() if times > 1]
    for history in histories:
        for client, (version, move) in history.acknowledged.items():
            if client not in versions:
                wrong.append(f"{client} ({move}) was acknowledged and is lost")
            elif versions[client][1] != move or versions[client][0] > version:
                wrong.append(
                    f"{client} ({move}) was acknowledged at {version}, "
                    f"but {versions[client]} is in the journal"
                )
        wrong += [
            f"{client} was refused, and carried out all the same" for client in history.refused & asked.keys()
        ]
        for shown_to, shown_at, events, view in history.shown:
            if shown_to != history.seat:
                wrong.append(f"seat {history.seat} was shown what {shown_to} may see")
            if views.get((shown_to, shown_at)) != view:
                wrong.append(
                    f"seat {history.seat} was shown at {shown_at} what nobody may see then, "
                    "or what was never written"
                )
            wrong += [
                f"{event} was shown, the journal has {told.get(event[0])}"
                for event in events
                if told.get(event[0]) != event[1:]
            ]
    return wrong
