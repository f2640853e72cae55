"""All that one server process has: its database, its open tables, its bots, and what it hears from other processes."""

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from ludothek.server.live import memory
from ludothek.server.live.clock import now
from ludothek.server.live.limits import Limit
from ludothek.server.live.open_table import OpenTable
from ludothek.server.live.open_tables import OpenTables
from ludothek.server.live.pulse import Pulse
from ludothek.server.live.signing import Signer
from ludothek.server.measures import Level, Measures
from ludothek.server.players.pool import Players
from ludothek.server.settings import Settings
from ludothek.server.shelf import puzzles
from ludothek.server.store import database, keeping
from ludothek.server.store.journal import Journal
from ludothek.server.store.news import News
from ludothek.server.store.reviews import Reviews
from ludothek.server.table import actions
from ludothek.server.table.people import Person
from ludothek.server.table.refusals import Refused
from ludothek.server.table.shapes import NewTable
from ludothek.server.table.sitting import Sitting
from ludothek.server.table.speech import TEXTS

SWEEP = 10.0  # seconds between two looks for tables that everybody has left
CLEAR_AWAY = 900.0  # seconds between two looks for what is too old
MANY = 50  # tables whose memory is worth giving back to the system
MOST_TOLD = 200  # people at a table, of whom other processes are told
PEOPLE_AT_AN_ADDRESS = 10  # who open tables at the same time
log = logging.getLogger(__name__)


class House(OpenTables):
    journal: Journal
    players: Players

    def __init__(self, settings: Settings) -> None:
        self.process = secrets.token_hex(6)
        self.engine = database.engine_for(settings.database())
        measures = Measures()
        journal = Journal(self.engine, self.process, measures)
        super().__init__(settings, journal, Players(settings.workers()), measures, Reviews(self.engine))
        self._measure()
        self.pulse = Pulse(self.journal)
        self.news = News(self.engine, self.process, self, settings.time_scale)
        self.openings_from = Limit(settings.tables_per_minute * PEOPLE_AT_AN_ADDRESS, 60)  # whoever makes themselves a new person each time
        self.shows_from = Limit(settings.tables_per_minute, 600)  # tables that everybody is shown, by address
        self.requests = Limit(2 * settings.messages_per_second * PEOPLE_AT_AN_ADDRESS, 2)  # by address, of those that ask without a socket
        self.signer = Signer(settings.secret or secrets.token_hex(32))
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_closing = False

    async def start(self) -> None:
        await database.migrate(self.engine)
        if not self.settings.secret:
            async with self.engine.begin() as connection:
                key = await database.kept_secret(connection, secrets.token_hex(32))
                self.signer = Signer(key, await database.key_before(connection))
        await self.news.start()
        self._in_background(self._sweep())
        self._in_background(self._clear_away())

    def say_goodbye(self) -> None:
        self.is_closing = True
        for live in self._open.values():
            for listener in live.listeners:
                listener.close()

    async def stop(self) -> None:
        self.say_goodbye()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)  # what they hold of the database is given back before that is closed
        self.end()
        puzzles.stop_making()
        await self.news.stop()
        await self.engine.dispose()

    def _measure(self) -> None:
        measures = self.measures
        measures.add("tables_open", "Tables in memory.", Level(lambda: self.open_tables))
        measures.add(
            "tables_watched", "Tables at which somebody is.", Level(lambda: sum(bool(live.listeners) for live in self._open.values()))
        )
        measures.add("connections", "Live connections to tables.", Level(lambda: self.connections))
        measures.add("people", "People at tables, each counted once.", Level(self._people))
        measures.add("bots_waiting", "Questions to bots that wait for their turn.", Level(lambda: self.players.turns.waiting))
        measures.add("memory_bytes", "Memory of this process, without the bots' processes.", Level(memory.resident))
        measures.add("processor_seconds_total", "Processor time of this process.", Level(time.process_time))

    def _people(self) -> int:
        return len({listener.person.id for live in self._open.values() for listener in live.listeners})

    @property
    def open_tables(self) -> int:
        return len(self._open)

    @property
    def connections(self) -> int:
        return sum(len(live.listeners) for live in self._open.values())

    async def _sweep(self) -> None:
        """Close the tables at which nobody has been for a while, but for the last few: whoever comes back finds them in the database."""
        while True:
            await asyncio.sleep(SWEEP)
            self.close_the_left()

    def close_the_left(self) -> int:
        closed = super().close_the_left()
        if closed > MANY:
            memory.give_back()
        return closed

    # Keeping and forgetting

    async def forget_person(self, person: Person, language: str) -> None:
        """Leave every table at which somebody sits, then make them nobody: others keep their games."""
        for table in await self.journal.tables_of(person.id, most=None):
            with suppress(Refused):  # over, or no seat of theirs: then there is nothing to leave
                live = await self.table(table)
                await live.do(person, actions.Leave(id=f"forget {secrets.token_hex(8)}"), language)
        async with self.engine.begin() as connection:
            changed, gone = await keeping.forget(connection, person.id, TEXTS[language]["words.somebody"])
            await self.journal.rewritten(connection, changed | gone)
        for table in changed | gone:
            self.let_go(table)

    async def _clear_away(self) -> None:
        while True:
            await asyncio.sleep(CLEAR_AWAY)
            try:
                spared = [table for table, live in self._open.items() if live.listeners]
                async with self.engine.begin() as connection:
                    days = self.settings.keep_unfinished_days, self.settings.keep_chat_days
                    gone = await keeping.clear_away(connection, now(), *days, spared)
                    await self.journal.rewritten(connection, gone)
                for table in gone:
                    self.let_go(table)
            except Exception:
                log.exception("what is too old could not be cleared away; trying again later")

    # New tables

    async def open(self, person: Person, wish: NewTable, language: str, address: str = "") -> OpenTable:
        self.openings_from.use(address)
        if wish.public:
            self.shows_from.use(address)
        return await super().open(person, wish, language)

    def next_id(self, old: Sitting) -> str:
        return self.signer.named(f"rematch of {old.facts.id}")

    # Other processes

    def announce(self, live: OpenTable) -> None:
        """Tell the other processes who is at a table here."""
        if not self.is_closing:
            self._tell("here", live.sitting.facts.id, *sorted(live.presence.people_here)[:MOST_TOLD])

    def _tell(self, *words: str) -> None:
        if self.news.is_shared:
            self._in_background(self._told(words))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _told(self, words: tuple[str, ...]) -> None:
        try:
            await self.news.tell(*words)
        except Exception:
            log.exception("the other processes could not be told", extra={"word": words[0]})

    def heard(self, process: str, word: str, table: str, people: list[str]) -> None:
        live = self._open.get(table)
        if live is None:
            return
        match word:
            case "changed":
                self.heard_of(table)
            case "rewritten":
                self.let_go(table)
            case "who":
                self.announce(live)
            case "here":
                is_new = live.presence.hear_of(process, people)
                live.tell_presence()
                if is_new and live.listeners:  # a process that has just opened the table does not know who is here
                    self.announce(live)

    def lost(self, process: str) -> None:
        for live in self._open.values():
            if live.presence.lose(process):
                live.tell_presence()

    def missed(self) -> None:
        for table, live in self._open.items():
            live.catch_up()
            if live.listeners:
                self.announce(live)
                self._tell("who", table)
