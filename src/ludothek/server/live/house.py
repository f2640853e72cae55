"""All that one server process has: its database, its open tables, its bots, and what it hears from other processes."""

import asyncio
import logging
import secrets
from collections import OrderedDict

from ludothek.server.live.clock import now
from ludothek.server.live.limits import Limit
from ludothek.server.live.open_table import OpenTable
from ludothek.server.live.signing import Signer
from ludothek.server.players.pool import Players
from ludothek.server.settings import Settings
from ludothek.server.store import database
from ludothek.server.store.journal import Journal, NoTable
from ludothek.server.store.news import News
from ludothek.server.table import opening
from ludothek.server.table.decide import Asking
from ludothek.server.table.opening import Opening
from ludothek.server.table.people import Person
from ludothek.server.table.refusals import Refused
from ludothek.server.table.shapes import NewTable
from ludothek.server.table.sitting import Sitting
from ludothek.server.table.speech import TEXTS

ID_LENGTH = 32
MOST_TOLD = 200  # people at a table, of whom other processes are told
PEOPLE_AT_AN_ADDRESS = 10  # who open tables at the same time
log = logging.getLogger(__name__)


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.engine = database.engine_for(settings.db)
        self.journal = Journal(self.engine, self.process)
        self.players = Players(settings.workers())
        self.news = News(self.engine, self.process, self, settings.time_scale)
        self.openings = Limit(settings.tables_per_minute, 60)
        self.openings_from = Limit(settings.tables_per_minute * PEOPLE_AT_AN_ADDRESS, 60)  # whoever makes themselves a new person each time
        self.requests = Limit(2 * settings.messages_per_second * PEOPLE_AT_AN_ADDRESS, 2)  # by address, of those that ask without a socket
        self.chats = Limit(settings.chats_per_minute, 60)
        self.hints = Limit(settings.hints_per_minute, 60)
        self.signer = Signer(settings.secret or secrets.token_hex(32))
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_closing = False

    async def start(self) -> None:
        await database.migrate(self.engine)
        if not self.settings.secret:
            async with self.engine.begin() as connection:
                self.signer = Signer(await database.kept_secret(connection, secrets.token_hex(32)))
        await self.news.start()

    def say_goodbye(self) -> None:
        self.is_closing = True
        for live in self._open.values():
            for listener in live.listeners:
                listener.close()

    async def stop(self) -> None:
        self.say_goodbye()
        for live in self._open.values():
            live.stop()
        self.players.stop()
        await self.news.stop()
        await self.engine.dispose()

    @property
    def open_tables(self) -> int:
        return len(self._open)

    @property
    def connections(self) -> int:
        return sum(len(live.listeners) for live in self._open.values())

    async def table(self, table: str) -> OpenTable:
        """The table of that id, read from the database where it is not open yet."""
        if (live := self._open.get(table)) is not None:
            self._open.move_to_end(table)
            return live
        if not 1 <= len(table) <= ID_LENGTH or not table.isascii() or not table.isprintable():
            raise Refused("no_table")
        async with self._opening.setdefault(table, asyncio.Lock()):
            try:
                if table not in self._open:
                    self._keep(await self._read(table))
            except NoTable:
                raise Refused("no_table") from None
            finally:
                self._opening.pop(table, None)
        return self._open[table]

    async def _read(self, table: str) -> OpenTable:
        sitting = Sitting(await self.journal.facts(table), self.settings.time_scale)
        for entry in await self.journal.read(table):
            sitting.apply(entry)
        return OpenTable(self, sitting)

    def _keep(self, live: OpenTable) -> None:
        self._open[live.sitting.facts.id] = live
        for table, other in list(self._open.items())[: max(0, len(self._open) - self.settings.kept_open)]:
            if other.is_idle and other is not live:
                del self._open[table]
        live.schedule()

    # New tables

    async def open(self, person: Person, wish: NewTable, language: str, address: str) -> OpenTable:
        self.openings.use(person.id)
        self.openings_from.use(address)
        asking = Asking(person, now(), self.players.levels, guest=TEXTS[language]["words.guest"])
        return await self._opened(opening.wished(wish, asking, self.settings.time_scale))

    async def open_again(self, old: Sitting) -> str:
        """A new table for the same people."""
        return (await self._opened(opening.again(old, now()))).sitting.facts.id

    async def _opened(self, new: Opening) -> OpenTable:
        """Write a new table, and keep it open."""
        sitting = new.sitting
        await self.journal.open(sitting.facts, new.entries, sitting.phase)
        if any(chair.level for chair in sitting.chairs):
            self.players.warm_up()
        live = OpenTable(self, sitting)
        self._keep(live)
        return live

    # Other processes

    def announce(self, live: OpenTable) -> None:
        """Tell the other processes who is at a table here."""
        if not self.is_closing:
            self._tell("here", live.sitting.facts.id, *sorted(live.presence.people_here)[:MOST_TOLD])

    def _tell(self, *words: str) -> None:
        if self.news.is_shared:
            task = asyncio.get_running_loop().create_task(self._told(words))
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
                live.catch_up()
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
