"""All that one server process has: its database, its open tables, its bots, and what it hears from other processes."""

import asyncio
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import Any

from ludothek.server.live import memory
from ludothek.server.live.clock import now
from ludothek.server.live.limits import Limit
from ludothek.server.live.listing import Listing, folded
from ludothek.server.live.open_table import OpenTable
from ludothek.server.live.pulse import Pulse
from ludothek.server.live.signing import Signer
from ludothek.server.players.pool import Players
from ludothek.server.settings import Settings
from ludothek.server.shelf import puzzles
from ludothek.server.store import database, keeping
from ludothek.server.store.journal import Journal, NoTable, Overtaken
from ludothek.server.store.news import News
from ludothek.server.table import actions, opening
from ludothek.server.table.decide import Asking
from ludothek.server.table.opening import Opening
from ludothek.server.table.people import Person
from ludothek.server.table.refusals import Refused
from ludothek.server.table.shapes import NewTable
from ludothek.server.table.sitting import Sitting
from ludothek.server.table.speech import TEXTS

ID_LENGTH = 32
SWEEP = 10.0  # seconds between two looks for tables that everybody has left
CLEAR_AWAY = 900.0  # seconds between two looks for what is too old
MANY = 50  # tables whose memory is worth giving back to the system
MOST_TOLD = 200  # people at a table, of whom other processes are told
PEOPLE_AT_AN_ADDRESS = 10  # who open tables at the same time
log = logging.getLogger(__name__)


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.engine = database.engine_for(settings.db)
        self.journal = Journal(self.engine, self.process)
        self.listing = Listing(self)
        self.pulse = Pulse(self.journal)
        self.players = Players(settings.workers())
        self.news = News(self.engine, self.process, self, settings.time_scale)
        self.openings = Limit(settings.tables_per_minute, 60)
        self.openings_from = Limit(settings.tables_per_minute * PEOPLE_AT_AN_ADDRESS, 60)  # whoever makes themselves a new person each time
        self.shows_from = Limit(settings.tables_per_minute, 600)  # tables that everybody is shown, by address
        self.requests = Limit(2 * settings.messages_per_second * PEOPLE_AT_AN_ADDRESS, 2)  # by address, of those that ask without a socket
        self.chats = Limit(settings.chats_per_minute, 60)
        self.hints = Limit(settings.hints_per_minute, 60)
        self.signer = Signer(settings.secret or secrets.token_hex(32))
        self.lines = Counter[str]()  # of people at tables, by address
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
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
        for live in self._open.values():
            live.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)  # what they hold of the database is given back before that is closed
        self.players.stop()
        puzzles.stop_making()
        await self.news.stop()
        await self.engine.dispose()

    @property
    def open_tables(self) -> int:
        return len(self._open)

    @property
    def connections(self) -> int:
        return sum(len(live.listeners) for live in self._open.values())

    def at_hand(self, ids: Iterable[str]) -> list[OpenTable]:
        """Those of these tables that are open here."""
        return [self._open[table] for table in ids if table in self._open]

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
        facts = await self.journal.facts(table)
        return OpenTable(self, await folded(facts, await self.journal.read(table), self.settings.time_scale))

    def _keep(self, live: OpenTable) -> None:
        self._open[live.sitting.facts.id] = live
        live.schedule()

    async def _sweep(self) -> None:
        """Close the tables at which nobody has been for a while, but for the last few: whoever comes back finds them in the database."""
        while True:
            await asyncio.sleep(SWEEP)
            self.close_the_left()

    def close_the_left(self) -> None:
        left = [table for table, live in self._open.items() if live.is_idle and not live.is_watched]
        closed = left[: max(0, len(left) - self.settings.kept_open)]
        for table in closed:
            self._open.pop(table).stop()
        if len(closed) > MANY:
            memory.give_back()

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

    def let_go(self, table: str) -> None:
        """What is known of this table here is not so any more: whoever is there comes back, and reads it anew."""
        live = self._open.pop(table, None)
        if live is not None:
            for listener in live.listeners:
                listener.close()
            live.stop()

    # New tables

    async def open(self, person: Person, wish: NewTable, language: str, address: str) -> OpenTable:
        self.openings.use(person.id)
        self.openings_from.use(address)
        if wish.public:
            self.shows_from.use(address)
        asking = Asking(person, now(), self.players.levels, guest=TEXTS[language]["words.guest"])
        return await self._opened(opening.wished(wish, asking, self.settings.time_scale))

    async def open_again(self, old: Sitting) -> str:
        """A new table for the same people. It has one name, whoever asks for it and however often: in the database there is one of it."""
        new = opening.again(old, now(), self.signer.named(f"rematch of {old.facts.id}"))
        with suppress(Overtaken):
            await self._opened(new)
        return new.sitting.facts.id

    async def _opened(self, new: Opening) -> OpenTable:
        """Write a new table, and keep it open."""
        sitting = new.sitting
        await self.journal.open(sitting.facts, new.entries, sitting.phase)
        if any(chair.level for chair in sitting.chairs):
            self.players.warm_up()
        live = OpenTable(self, sitting)
        self._keep(live)
        return live

    async def forget(self, person: Person, table: str, language: str) -> None:
        """Somebody leaves a table for good, and no longer finds it among theirs. When nobody does it is deleted."""
        live = await self.table(table)
        if live.sitting.phase != "over" and live.sitting.seats_of(person.id):
            await live.do(person, actions.Leave(id=secrets.token_hex(8)), language)
        if await self.journal.forget(person.id, table):
            self.let_go(table)

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
                live.catch_up()
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
