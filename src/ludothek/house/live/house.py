"""The tables that are open, over whatever keeps them and whoever thinks for their bots: at a server, or on
somebody's device.
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
PEOPLE_AT_AN_ADDRESS = 10  # who open tables, or play, at the same time


class House:
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
        self.puzzling = BackgroundWork()  # apart from that: a puzzle takes seconds
        self.reviewer = Reviewer(players, reviews or MemoryReviewStore())
        self.challenges = ChallengeService(self)
        self.my_games = PersonalGames(self)
        self.openings = RateLimit(settings.tables_per_minute, 60)
        self.chats = RateLimit(settings.chats_per_minute, 60)
        self.take_backs = RateLimit(settings.take_backs_per_minute, 60)
        self.entries = RateLimit(settings.entries_per_day, 86_400)
        self.hints = RateLimit(settings.hints_per_minute, 60)
        self.prints = RateLimit(settings.tables_per_minute, 60)  # with figures that no table has, by address
        self.reviews = RateLimit(settings.reviews_per_hour, 3600)  # begun, by address
        self.lines = Counter[str]()  # of people at tables, by address
        self.requests = RateLimit(
            2 * settings.messages_per_second * PEOPLE_AT_AN_ADDRESS, 2
        )  # by address, over however many lines
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}

    def end(self) -> None:
        for live in self._open.values():
            live.stop()
        self.reviewer.stop()
        self.players.stop()

    def at_hand(self, ids: Iterable[str]) -> list[OpenTable]:
        """Those of these tables that are open here."""
        return [self._open[table] for table in ids if table in self._open]

    async def table(self, table: str) -> OpenTable:
        """The table of that id, read from its journal where it is not open yet."""
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
        self._open[live.sitting.facts.id] = live
        live.schedule()

    def close_the_left(self) -> int:
        """Close the tables that everybody has left, but for a few: whoever comes back finds them in the
        journal. How many that was.
        """
        return sum(map(self.close, self.spare()))

    def close_all_left(self) -> int:
        """Close these few too, unless a clock runs there: what they hold lies scattered over all the memory
        that others have used.
        """
        return sum(map(self.close, [table for table in self._left() if not self._open[table].has_clock]))

    def spare(self) -> list[str]:
        """The tables that everybody has left, but for the last few."""
        left = self._left()
        return left[: max(0, len(left) - self.settings.kept_open)]

    def close(self, table: str) -> bool:
        """Close a table, unless somebody has come back meanwhile."""
        if table not in self._open or not self._open[table].is_left:
            return False
        self._open.pop(table).stop()
        return True

    def _left(self) -> list[str]:
        return [table for table, live in self._open.items() if live.is_left]

    # New tables

    async def open(self, person: Person, wish: NewTable, language: str, address: str = "") -> OpenTable:
        self.openings.use(person.id)
        asking = DecisionContext(person, now(), self.players.levels, guest=TEXTS[language]["words.guest"])
        given = wish, asking, self.settings.time_scale
        if wish.moves:  # which are all made again
            return await self.opened(await self.aside.made(address, opening.requested_table, *given))
        return await self.opened(opening.requested_table(*given))

    async def open_try(
        self, person: Person, old: Sitting, moves: int, language: str, address: str = ""
    ) -> OpenTable:
        """A table at a moment of a game that is over, to try it again from there against the same players."""
        self.openings.use(person.id)
        asking = DecisionContext(person, now(), self.players.levels, guest=TEXTS[language]["words.guest"])
        name = TEXTS[language].say(Phrase("words.try", n=moves))
        return await self.opened(
            await self.aside.made(address, opening.retry_table, old, moves, asking, name)
        )

    async def open_again(self, old: Sitting, begins: str = "") -> str:
        """A new table for the same people.

        It has one name, whoever asks for it and however often: in the journal there is one of it.
        """
        new = opening.rematch_table(old, now(), self.next_id(old), begins)
        with suppress(JournalConflict):
            await self.opened(new)
        return new.sitting.facts.id

    def next_id(self, old: Sitting) -> str:
        """The name of the table that follows another."""
        mark = hmac.digest(bytes.fromhex(old.facts.seed), f"rematch of {old.facts.id}".encode(), "sha256")
        return base64.urlsafe_b64encode(mark[:16]).decode().rstrip("=")

    async def opened(self, new: TableOpening) -> OpenTable:
        """Write a new table, and keep it open."""
        sitting = new.sitting
        await self.journal.open(sitting.facts, new.entries, sitting.phase)
        if any(table_seat.level for table_seat in sitting.seats):
            self.players.warm_up()
        live = OpenTable(self, sitting)
        self._keep(live)
        return live

    async def forget(self, person: Person, table: str, language: str) -> None:
        """Somebody leaves a table for good, and no longer finds it among theirs.

        When nobody does it is deleted.
        """
        live = await self.table(table)
        if live.sitting.phase != "over" and live.sitting.seats_of(person.id):
            await live.do(person, actions.LeaveAction(id=secrets.token_hex(8)), language)
        await self.challenges.settle(live.sitting)
        if await self.journal.forget(person.id, table):
            self.let_go(table)

    def let_go(self, table: str) -> None:
        """What is known of this table here is not so any more: whoever is there comes back, and reads it
        anew.
        """
        live = self._open.pop(table, None)
        if live is not None:
            for listener in live.listeners:
                listener.close()
            live.stop()

    # Others, who have the same tables open

    def heard_of(self, table: str, number: float = math.inf) -> None:
        """Somebody else has changed a table, which may be open here; by the entry of that number, where they
        say so.
        """
        if (live := self._open.get(table)) is not None:
            live.catch_up(number)

    def announce(self, live: OpenTable) -> None:
        """Somebody has come or gone. Whoever shares these tables with others tells them."""

    # People who are away, whom a server can call

    def turned(self, live: OpenTable) -> None:
        """Something has happened at a table."""

    def left(self, live: OpenTable, person: str) -> None:
        """Somebody has closed their page of a table."""

    def goes_on(self, sitting: Sitting) -> bool:
        """Whether bots play on although nobody looks."""
        return False
