"""The house: its open tables and services, in a server or in a page.

Storage and bots are passed in as a `Journal` and a `Thinker`. A server subclasses `House` (`ServerHouse`).
"""

import asyncio
import base64
import hmac
import math
import secrets
from collections import Counter, OrderedDict
from collections.abc import Iterable
from contextlib import suppress

from ludothek.core import Phrase
from ludothek.house.api.table_types import NewTable
from ludothek.house.challenges.challenges import ChallengeService
from ludothek.house.live.background_work import BackgroundWork
from ludothek.house.live.listing import TableListing, folded
from ludothek.house.live.open_table import OpenTable
from ludothek.house.live.rate_limits import RateLimit
from ludothek.house.live.reviewer import MemoryReviewStore, Reviewer, ReviewStore
from ludothek.house.live.table_clock import now
from ludothek.house.live.table_metrics import NoMetrics, TableMetrics
from ludothek.house.live.thinking import Thinker
from ludothek.house.people.my_games import PersonalGames
from ludothek.house.people.person import Person
from ludothek.house.settings import Settings
from ludothek.house.table import actions, opening
from ludothek.house.table.decide import DecisionContext
from ludothek.house.table.journal import Journal, JournalConflict, UnknownTable
from ludothek.house.table.opening import TableOpening
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_texts import TEXTS

ID_LENGTH = 32
PEOPLE_AT_AN_ADDRESS = 10  # active people assumed behind one address: the factor of limits by address


class House:
    """All open tables of one process, with the journal, the bots, the services and the rate limits."""

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        players: Thinker,
        measures: TableMetrics | None = None,
        reviews: ReviewStore | None = None,
    ) -> None:
        self.settings = settings
        self.began = now()
        self.journal = journal
        self.players = players
        self.measures: TableMetrics = measures or NoMetrics()
        self.listing = TableListing(self)
        self.aside = BackgroundWork()
        self.puzzling = BackgroundWork()  # generates puzzles; separate, since one takes seconds
        self.reviewer = Reviewer(players, reviews or MemoryReviewStore())
        self.challenges = ChallengeService(self)
        self.my_games = PersonalGames(self)
        self.openings = RateLimit(settings.tables_per_minute, 60)
        self.chats = RateLimit(settings.chats_per_minute, 60)
        self.take_backs = RateLimit(settings.take_backs_per_minute, 60)
        self.entries = RateLimit(settings.entries_per_day, 86_400)
        self.hints = RateLimit(settings.hints_per_minute, 60)
        self.prints = RateLimit(settings.tables_per_minute, 60)  # printed kits that no table uses, by address
        self.reviews = RateLimit(settings.reviews_per_hour, 3600)  # started reviews, by address
        self.lines = Counter[str]()  # live connections by address
        self.requests = RateLimit(
            2 * settings.messages_per_second * PEOPLE_AT_AN_ADDRESS, 2
        )  # messages by address, over all its connections
        self._open: OrderedDict[str, OpenTable] = OrderedDict()  # by id, the most recently used last
        self._opening: dict[str, asyncio.Lock] = {}

    def end(self) -> None:
        """Stop timers, bots and reviews."""
        for live in self._open.values():
            live.stop()
        self.reviewer.stop()
        self.players.stop()

    def open_among(self, ids: Iterable[str]) -> list[OpenTable]:
        """Return the tables with these ids that are open in this process."""
        return [self._open[table] for table in ids if table in self._open]

    async def table(self, table: str) -> OpenTable:
        """Return an open table, or open it from its journal."""
        if (live := self._open.get(table)) is not None:
            self._open.move_to_end(table)
            return live
        if not 1 <= len(table) <= ID_LENGTH or not table.isascii() or not table.isprintable():
            raise Refused("no_table")
        async with self._opening.setdefault(table, asyncio.Lock()):
            try:
                if table not in self._open:
                    self._keep(await self._read(table))
            except UnknownTable:
                raise Refused("no_table") from None
            finally:
                self._opening.pop(table, None)
        return self._open[table]

    async def _read(self, table: str) -> OpenTable:
        facts = await self.journal.facts(table)
        return OpenTable(self, await folded(facts, await self.journal.read(table), self.settings.time_scale))

    def _keep(self, live: OpenTable) -> None:
        """Add a table to the open tables, and start its timers and bots."""
        self._open[live.sitting.facts.id] = live
        live.schedule()

    def close_abandoned(self) -> int:
        """Close abandoned tables except the most recently used ones; return how many were closed."""
        return sum(map(self.close, self.spare()))

    def close_all_abandoned(self) -> int:
        """Close the remaining abandoned tables too, except those with a running clock; this frees memory."""
        return sum(map(self.close, [table for table in self._abandoned() if not self._open[table].has_clock]))

    def spare(self) -> list[str]:
        """Return the abandoned tables except the `kept_open` most recently used ones."""
        left = self._abandoned()
        return left[: max(0, len(left) - self.settings.kept_open)]

    def close(self, table: str) -> bool:
        """Close a table, unless it is in use again; return whether it was closed."""
        if table not in self._open or not self._open[table].is_abandoned:
            return False
        self._open.pop(table).stop()
        return True

    def _abandoned(self) -> list[str]:
        return [table for table, live in self._open.items() if live.is_abandoned]

    # New tables

    async def open(self, person: Person, wish: NewTable, language: str, address: str = "") -> OpenTable:
        """Open a new table as requested."""
        self.openings.use(person.id)
        context = DecisionContext(person, now(), self.players.levels, guest=TEXTS[language]["words.guest"])
        given = wish, context, self.settings.time_scale
        if wish.moves:  # replaying them takes time
            return await self.opened(await self.aside.made(address, opening.requested_table, *given))
        return await self.opened(opening.requested_table(*given))

    async def open_try(
        self, person: Person, old: Sitting, moves: int, language: str, address: str = ""
    ) -> OpenTable:
        """Open a table at a position of a finished game, to try it again against the same players."""
        self.openings.use(person.id)
        context = DecisionContext(person, now(), self.players.levels, guest=TEXTS[language]["words.guest"])
        name = TEXTS[language].say(Phrase("words.try", n=moves))
        return await self.opened(
            await self.aside.made(address, opening.retry_table, old, moves, context, name)
        )

    async def open_rematch(self, old: Sitting, begins: str = "") -> str:
        """Open a rematch for the same people and return its id.

        The id follows from the old table, so that concurrent requests create only one.
        """
        new = opening.rematch_table(old, now(), self.next_id(old), begins)
        with suppress(JournalConflict):
            await self.opened(new)
        return new.sitting.facts.id

    def next_id(self, old: Sitting) -> str:
        """Derive the id of a table's rematch."""
        mark = hmac.digest(bytes.fromhex(old.facts.seed), f"rematch of {old.facts.id}".encode(), "sha256")
        return base64.urlsafe_b64encode(mark[:16]).decode().rstrip("=")

    async def opened(self, new: TableOpening) -> OpenTable:
        """Store a new table in the journal and add it to the open tables."""
        sitting = new.sitting
        await self.journal.open(sitting.facts, new.entries, sitting.phase)
        if any(table_seat.level for table_seat in sitting.seats):
            self.players.warm_up()
        live = OpenTable(self, sitting)
        self._keep(live)
        return live

    async def forget(self, person: Person, table: str, language: str) -> None:
        """Remove a table from a person's list, leaving the game first; delete a table that is on no list."""
        live = await self.table(table)
        if live.sitting.phase != "over" and live.sitting.seats_of(person.id):
            await live.do(person, actions.LeaveAction(id=secrets.token_hex(8)), language)
        await self.challenges.settle(live.sitting)
        if await self.journal.forget(person.id, table):
            self.drop_table(table)

    def drop_table(self, table: str) -> None:
        """Drop the outdated copy of a table in memory; its clients reconnect, which reads it anew."""
        live = self._open.pop(table, None)
        if live is not None:
            for listener in live.listeners:
                listener.close()
            live.stop()

    # Other processes that have the same tables open

    def entries_announced(self, table: str, number: float = math.inf) -> None:
        """React to entries that another process wrote to a table, up to `number` if given."""
        if (live := self._open.get(table)) is not None:
            live.catch_up(number)

    def announce(self, live: OpenTable) -> None:
        """Tell other processes who is present; a single process does nothing."""

    # Hooks: a server notifies absent people

    def turned(self, live: OpenTable) -> None:
        """React to a change of a table."""

    def left(self, live: OpenTable, person: str) -> None:
        """React to a person who closed a live connection to a table."""

    def plays_unwatched(self, sitting: Sitting) -> bool:
        """Whether bots play on while no person is present."""
        return False
