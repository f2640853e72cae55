"""The house of one server process: database, open tables, bot processes, messages of other processes."""

import asyncio
import gc
import hmac
import logging
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from email.utils import parseaddr
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from ludothek.house.api.table_types import NewTable
from ludothek.house.live import bring_table
from ludothek.house.live.house import PEOPLE_AT_AN_ADDRESS, House
from ludothek.house.live.listener import Listener
from ludothek.house.live.open_table import OpenTable
from ludothek.house.live.rate_limits import RateLimit
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import Person
from ludothek.house.settings import Settings
from ludothek.house.table import actions
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_texts import TEXTS
from ludothek.server.bot_processes.process_pool import BotProcessPool
from ludothek.server.database import merge_people, retention, schema
from ludothek.server.database.change_feed import ChangeFeed
from ludothek.server.database.ratings import RatedPeople
from ludothek.server.database.sql_journal import SqlJournal
from ludothek.server.database.sql_reviews import SqlReviewStore
from ludothek.server.database.write_check import WriteCheck
from ludothek.server.metrics import Metrics
from ludothek.server.notices.delivery import Delivery
from ludothek.server.notices.notifier import Notifier
from ludothek.server.notices.web_push import Vapid
from ludothek.server.people.champions import Champions
from ludothek.server.people.cookies import CookieSigner
from ludothek.server.people.one_time_passes import OneTimePasses, PasskeyChallenges
from ludothek.server.people.passkeys import Passkeys
from ludothek.server.people.register import PersonRegister

SWEEP = 10.0  # seconds between two searches for tables without connections
CLEAR_AWAY = 900.0  # seconds between two deletions of expired data
KEYS_EVERY = 10.0  # seconds between two checks for a new signing key
KEYS_AT_MOST = 1.0  # seconds, at least, between two checks caused by a cookie that no key fits
EXPORTS = 20  # per minute
MOST_TOLD = 200  # people at a table who are announced to other processes
MAILS_OF_ONE = 3  # per hour, to unconfirmed addresses, by one person and from one address
KEYS_PER_HOUR = 30  # links, phrases, passkeys and notice channels created or tested by one person
log = logging.getLogger(__name__)


class ServerHouse(House):
    journal: SqlJournal
    players: BotProcessPool
    measures: Metrics

    def __init__(self, settings: Settings) -> None:
        self.process = secrets.token_hex(6)
        self.engine = schema.engine_for(settings.database())
        measures = Metrics()
        journal = SqlJournal(self.engine, self.process, measures)
        super().__init__(
            settings, journal, BotProcessPool(settings.workers()), measures, SqlReviewStore(self.engine)
        )
        self.champions = Champions(self, RatedPeople(self.engine))
        self._measure()
        self.pulse = WriteCheck(self.journal)
        self.news = ChangeFeed(self.engine, self.process, self, settings.time_scale)
        # The limits by address also apply to a client that becomes a new person for every request.
        self.openings_from = RateLimit(settings.tables_per_minute * PEOPLE_AT_AN_ADDRESS, 60)  # by address
        self.exports = RateLimit(EXPORTS, 60)  # exports of a person's data, by address
        self.shows_from = RateLimit(settings.tables_per_minute, 600)  # new public tables, by address
        self.studies = RateLimit(PEOPLE_AT_AN_ADDRESS * 2, 10)  # statistics of a person's games, by address
        self.register = PersonRegister(self.engine, now, self._person_changed)
        self.passes = OneTimePasses(self.engine)
        self.keys = RateLimit(KEYS_PER_HOUR, 3600)
        self.keys_from = RateLimit(KEYS_PER_HOUR * PEOPLE_AT_AN_ADDRESS, 3600)  # by address
        self.joins_from = RateLimit(settings.joins_per_hour, 3600)  # tries of phrases and links, by address
        self.mails = RateLimit(settings.mails_per_hour, 3600)
        self.mails_of = RateLimit(MAILS_OF_ONE, 3600)  # by person and by address
        self._looked_for_keys = 0.0
        self._sign_with(CookieSigner(settings.secret or secrets.token_hex(32)))
        self._call_with(secrets.token_hex(32))
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_closing = False

    async def start(self) -> None:
        await schema.migrate(self.engine)
        async with self.engine.begin() as connection:
            self._call_with(await schema.kept_secret(connection, secrets.token_hex(32), schema.CALLS))
            if not self.settings.secret:
                self._sign_with(await self._signer(connection))
        await self.news.start()
        self._in_background(self._sweep())
        self._in_background(self._clear_away())
        self._in_background(self._keep_to_the_key())
        await self.calling.start()

    # The signing key of the cookies, which the operator may change at any time

    async def look_for_a_new_key(self) -> None:
        """Load the current signing key, which another process may already use.

        If the new key no longer accepts cookies of the old one, close all connections: their cookies are
        invalid now.
        """
        if self.settings.secret or time.monotonic() - self._looked_for_keys < KEYS_AT_MOST:
            return
        self._looked_for_keys = time.monotonic()
        async with self.engine.begin() as connection:
            found = await self._signer(connection)
        if found != self.signer:
            is_forgotten = not found.reads_what(self.signer)
            self._sign_with(found)
            log.info("cookies are signed with a new key")
            for listener in self._listeners() if is_forgotten else ():
                listener.close()

    async def _keep_to_the_key(self) -> None:
        while True:
            await asyncio.sleep(KEYS_EVERY * self.settings.time_scale)
            try:
                await self.look_for_a_new_key()
            except Exception:
                log.exception("checking for a new signing key failed; trying again")

    async def _signer(self, connection: AsyncConnection) -> CookieSigner:
        key = await schema.kept_secret(connection, secrets.token_hex(32))
        return CookieSigner(key, await schema.key_before(connection))

    def _sign_with(self, signer: CookieSigner) -> None:
        self.signer = signer
        self.passkeys = Passkeys(self.engine, now, PasskeyChallenges(signer.key("passkeys"), self.passes))

    def _call_with(self, secret: str) -> None:
        contact = (
            f"mailto:{parseaddr(self.settings.mail_from)[1]}"
            if self.settings.mail_from
            else self.settings.address
        )
        vapid = Vapid.of(
            hmac.digest(secret.encode(), b"push", "sha256"), contact or "https://ludothek.invalid"
        )
        self.calling = Notifier(
            self, Delivery(self.settings, vapid), hmac.digest(secret.encode(), b"stop", "sha256"), now
        )

    def say_goodbye(self) -> None:
        self.is_closing = True
        for listener in self._listeners():
            listener.close()

    def _listeners(self) -> list[Listener]:
        return [listener for live in self._open.values() for listener in live.listeners]

    async def stop(self) -> None:
        self.say_goodbye()
        await self.calling.stop()
        for task in self._tasks:
            task.cancel()
        # Tasks return their connections to the pool before the database is closed.
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.end()
        await self.news.stop()
        self.journal.stop()
        await self.engine.dispose()

    def _measure(self) -> None:
        gauge = self.measures.gauge
        gauge("tables_open", "Tables in memory.", lambda: self.open_tables)
        gauge("tables_watched", "Tables with at least one connection.", lambda: len(self.watched()))
        gauge("connections", "Live connections to tables.", lambda: self.connections)
        gauge("people", "People at tables, each counted once.", self._people)
        gauge("bots_waiting", "Questions to bots that wait in the queue.", lambda: self.players.turns.waiting)
        gauge(
            "people_reachable",
            "People who have a channel for notices.",
            lambda: len(self.calling.channels.reachable),
        )

    def _people(self) -> int:
        return len({listener.person.id for listener in self._listeners()})

    @property
    def open_tables(self) -> int:
        return len(self._open)

    @property
    def connections(self) -> int:
        return sum(len(live.listeners) for live in self._open.values())

    async def _sweep(self) -> None:
        """Close tables without connections but for the most recent ones; once the house is idle, all."""
        was_empty = False
        while True:
            await asyncio.sleep(SWEEP)
            for table in self.spare():
                self.close(table)
                await asyncio.sleep(0)  # there may be hundreds: let moves run in between
            is_empty = not self.connections
            if is_empty and was_empty and self.close_all_abandoned():
                self._free_memory()
            was_empty = is_empty

    def _free_memory(self) -> None:
        """Empty the caches of people and rate limits, and collect garbage while the house is idle."""
        self.register.changed()
        for limit in vars(self).values():
            if isinstance(limit, RateLimit):
                limit.tidy()
        gc.collect()

    # Retention and deletion

    async def forget_person(self, person: Person, language: str) -> None:
        """Delete a person: leave every table, remove the name there, then delete the rest of their data.

        The games stay for the other players. Tables are handled one at a time, each in its own transaction,
        so that moves do not wait; after a failure the client repeats the request.
        """
        for table in await retention.tables_of(self.engine, person.id):
            with suppress(Refused):  # the game is over, or the person has no seat
                live = await self.table(table)
                await live.do(person, actions.LeaveAction(id=f"forget {secrets.token_hex(8)}"), language)
            async with self.engine.begin() as connection:
                await retention.forget_at(connection, table, person.id, TEXTS[language]["words.somebody"])
                await self.journal.rewritten(connection, {table})
            self.drop_table(table)
        async with self.engine.begin() as connection:
            await retention.forget_rest(connection, person.id)
        await retention.empty_log(self.engine)
        self.champions.forget()
        self.register.changed(person.id)
        self._person_changed(person.id)
        await self.calling.channels.load(person.id)
        self.reachable_changed(person.id)

    async def _clear_away(self) -> None:
        while True:
            await asyncio.sleep(CLEAR_AWAY)
            try:
                spared = [table for table, live in self._open.items() if live.listeners]
                async with self.engine.begin() as connection:
                    days = self.settings.keep_unfinished_days, self.settings.keep_chat_days
                    gone = await retention.clear_away(connection, now(), *days, spared)
                    await self.journal.rewritten(connection, gone)
                for table in gone:
                    self.drop_table(table)
            except Exception:
                log.exception("deleting expired data failed; trying again later")

    # One person on several devices

    async def come_in(
        self, person: str, before: Person | None, label: str, *, bring: bool
    ) -> tuple[Person, int]:
        """Sign a person in on one more device; return the person and the number of tables merged.

        `before` is the person of that device so far. If that person is registered, with a list of devices,
        they are only signed out here. Otherwise nothing names them any more: with `bring` their tables are
        merged into the person, else their remaining data is deleted.
        """
        new = await self.register.add_device(person, label)
        if before is None:
            return new, 0
        await self.calling.channels.end_at(before.id, before.device)
        if await self.register.devices_of(before.id) is not None:
            # Refused for a person's only device, which stays listed: there is no other way back in.
            with suppress(Refused):
                await self.sign_out(before, before.device)
            return new, 0
        async with self.engine.begin() as connection:
            brought = set[str]()
            if bring:
                brought = await merge_people.merge(connection, before.id, person)
                await self.journal.rewritten(connection, brought)
            else:  # no cookie names this person any more: delete what only they could delete
                await retention.forget_rest(connection, before.id)
        self.champions.forget()
        for one in (before.id, person):
            await self.calling.channels.changed(one)
        for table in brought:
            self.drop_table(table)
        return new, len(brought)

    async def sign_out(self, person: Person, device: str | None) -> None:
        """Sign a person out on one device, or on all others if None, and end the notices there."""
        for gone in await self.register.sign_out(person, device):
            await self.calling.channels.end_at(person.id, gone)

    def _person_changed(self, person: str) -> None:
        """Tell the other processes that a person's devices have changed, and close stale connections."""
        self._tell("person", person)
        self._in_background(self._close_signed_out(person))

    async def _close_signed_out(self, person: str) -> None:
        """Close the connections of a person's devices that were signed out."""
        listening = [listener for listener in self._listeners() if listener.person.id == person]
        if listening and (allowed := await self.register.devices_of(person)) is not None:
            for listener in listening:
                if listener.person.device not in allowed:
                    listener.close()

    # Notices to people who are away

    def turned(self, live: OpenTable) -> None:
        self.calling.turned(live)

    def left(self, live: OpenTable, person: str) -> None:
        self.calling.left(live, person)

    def plays_unwatched(self, sitting: Sitting) -> bool:
        return self.calling.plays_unwatched(sitting)

    def watched(self) -> list[OpenTable]:
        return [live for live in self._open.values() if live.listeners]

    def reachable_changed(self, person: str) -> None:
        """Tell the other processes that a person's channels for notices have changed."""
        self._tell("calls", person)

    # New tables

    async def open(self, person: Person, wish: NewTable, language: str, address: str = "") -> OpenTable:
        self.openings_from.use(address)
        if wish.public:
            self.shows_from.use(address)
        return await super().open(person, wish, language, address)

    async def bring(self, person: Person, content: bytes, language: str, address: str) -> OpenTable:
        """Import a table from a person's device."""
        self.openings.use(person.id)
        self.openings_from.use(address)
        return await bring_table.bring(self, person, content, language, address)

    def next_id(self, old: Sitting) -> str:
        return self.signer.named(f"rematch of {old.facts.id}")

    # Other processes

    def announce(self, live: OpenTable) -> None:
        """Tell the other processes who is connected to a table in this one."""
        if not self.is_closing:
            self._tell("here", live.sitting.facts.id, *sorted(live.presence.people_here)[:MOST_TOLD])

    def _tell(self, *words: str) -> None:
        if self.news.is_shared:
            self._in_background(self._send(words))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, words: tuple[str, ...]) -> None:
        try:
            await self.news.tell(*words)
        except Exception:
            log.exception("a message to the other processes failed", extra={"word": words[0]})

    def heard(self, process: str, word: str, table: str, more: list[str]) -> None:
        if word == "calls":
            self._in_background(self.calling.channels.load(table))
        if word == "person":
            self.register.changed(table)
            self._in_background(self._close_signed_out(table))
        live = self._open.get(table)
        if live is None:
            return
        match word:
            case "changed":
                self.entries_announced(table, *map(int, more))
            case "rewritten":
                self.drop_table(table)
            case "who":
                self.announce(live)
            case "here":
                is_new = live.presence.hear_of(process, more)
                live.tell_presence()
                # A process that has just opened the table does not know who is connected here.
                if is_new and live.listeners:
                    self.announce(live)

    def lost(self, process: str) -> None:
        for live in self._open.values():
            if live.presence.lose(process):
                live.tell_presence()

    def missed(self) -> None:
        self.register.changed()
        self._in_background(self.calling.channels.load())
        for table, live in self._open.items():
            live.catch_up()
            if live.listeners:
                self.announce(live)
                self._tell("who", table)
