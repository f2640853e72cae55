"""Notify people who are away of tables that wait for them, and replace absent players by bots.

Each notice becomes a row (notices/outbox.py) within seconds of the move that led to it; after a delay, if
the person has not returned, one process claims the row and sends it. If a process was killed between the
move and the row, it finds the table again when it starts, and other processes find it within minutes.
"""

import asyncio
import hmac
import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import sqlalchemy as sa

from ludothek.house.api.table_types import MOST_PATIENCE
from ludothek.house.live.fair_queue import FairQueue
from ludothek.house.live.listing import folded
from ludothek.house.table import stand_in_bots
from ludothek.house.table.journal import UnknownTable
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.server.database.schema import channels, entries, guests, tables
from ludothek.server.notices import web_hooks
from ludothek.server.notices.channels import Channel, Channels, TableSeen
from ludothek.server.notices.delivery import Delivery
from ludothek.server.notices.notice_texts import NoticeText, letter
from ludothek.server.notices.outbox import PAUSES, REMINDER, STAND_IN, STOOD_IN, TURN, Notice, Outbox
from ludothek.server.notices.outcomes import Outcome, OutcomeUnknown, RetryLater, TargetGone

if TYPE_CHECKING:
    from ludothek.house.live.open_table import OpenTable
    from ludothek.server.server_house import ServerHouse

TICK = 5.0  # seconds between two checks of what has changed and what is due
# Milliseconds for which a page counts as open after its last sign of life, as its process may have been
# killed
PAGE_LASTS = 30_000
SCAN = 300.0  # seconds between two scans for tables that a killed process has left
OVERLAP = 900_000  # milliseconds by which a scan reaches back beyond the previous one
LANES = {
    "quick": 8,
    "slow": 4,
    "mail": 4,
    "here": 4,
}  # concurrent deliveries: to hosts that answer quickly, to other hosts, …
MOST = 256  # notices that are queued or being delivered
STOP_WITHIN = 3.0  # seconds
HOUR = 3_600_000
SHORT = 22  # characters of a pass's signature

log = logging.getLogger(__name__)


class Notifier:
    def __init__(self, house: "ServerHouse", sending: Delivery, key: bytes, clock: Callable[[], int]) -> None:
        self.house = house
        self.sending = sending
        self.clock = clock
        self.channels = Channels(house.engine, clock, house.reachable_changed)
        self.outbox = Outbox(house.engine)
        self._key = key
        self._changed: set[str] = set()  # tables
        self._left: dict[tuple[str, str], TableSeen] = {}  # what people had seen when they closed the page
        self._scanned = 0
        self._going: asyncio.Task[None] | None = None
        self._ends = asyncio.Event()
        self._rounds = asyncio.Lock()
        self._lanes = {lane: FairQueue(at_once) for lane, at_once in LANES.items()}
        self._under_way: dict[str, asyncio.Task[None]] = {}  # tasks by the ids of their notices
        self.measures = house.measures

    # What the tables tell

    def turned(self, live: "OpenTable") -> None:
        """Mark a table as changed."""
        self._changed.add(live.sitting.facts.id)

    def left(self, live: "OpenTable", person: str) -> None:
        """Note what a person has seen who has closed their page of a table."""
        if person in self.channels.reachable:
            self._left[person, live.sitting.facts.id] = TableSeen(live.sitting.version, self.clock())

    def plays_unwatched(self, sitting: Sitting) -> bool:
        """Return whether bots play on without viewers.

        They do for people who get notifications, or with an agreed time limit; never at a table without
        people.
        """
        people = {table_seat.owner for table_seat in sitting.seats if table_seat.kind == "person"}
        return bool(people) and (sitting.facts.patience > 0 or bool(people & self.channels.reachable))

    # Going round

    async def start(self) -> None:
        await self.channels.load()
        self._going = asyncio.create_task(self._go_round())

    async def stop(self) -> None:
        """Stop the loop; wait briefly for deliveries under way."""
        if self._going is not None:
            self._ends.set()
            ending = [self._going, *self._under_way.values()]
            await asyncio.wait(ending, timeout=STOP_WITHIN)
            for task in ending:
                task.cancel()

    async def _go_round(self) -> None:
        scanned = -math.inf
        while not self._ends.is_set():
            try:
                if time.monotonic() - scanned >= SCAN:
                    scanned = time.monotonic()
                    await self.scan()
                await self.begin()
            except Exception:
                log.exception("nobody could be called; trying again")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ends.wait(), TICK)

    async def scan(self) -> None:
        """Find the tables that may wait for a person: first all, later those changed since the last scan."""
        since, self._scanned = self._scanned - OVERLAP, self.clock()
        called = (
            sa.select(guests.c.table_id)
            .join(channels, channels.c.person == guests.c.person)
            .where(channels.c.confirmed.is_(True))
        )
        lately = sa.exists().where(entries.c.table_id == tables.c.id, entries.c.at > since)
        waits = sa.or_(tables.c.id.in_(called), _is_patient(tables.c.facts))
        async with self.house.engine.connect() as connection:
            found = await connection.execute(
                sa.select(tables.c.id).where(tables.c.phase == "playing", waits, lately)
            )
            self._changed |= set(found.scalars())
        self.measures.notices_unclear.inc(await self.outbox.give_up_on_the_killed(self.clock()))

    async def round(self) -> None:
        """Run rounds until nothing is due and all deliveries have ended."""
        while await self.begin():
            await asyncio.gather(*self._under_way.values())

    async def begin(self) -> bool:
        """Run one round: store views, create notices and start deliveries; return whether any were due.

        Slow hosts delay no others: each kind of delivery has a queue of its own, which is fair between
        people.
        """
        async with self._rounds:
            await self._note_looks()
            changed, self._changed = self._changed, set()
            for table in changed:
                try:
                    await self._consider(table)
                except Exception:  # the other tables are processed all the same
                    log.exception("nobody could be called for a table", extra={"table": table})
                await asyncio.sleep(0)  # yields to the event loop, as many tables may have changed
            due = await self.outbox.due(self.clock(), MOST - len(self._under_way), self._under_way)
            ways = await self.channels.these(notice.channel for notice in due)
            for notice in due:
                lane, whose = _lane(notice, ways.get(notice.channel))
                self._under_way[notice.id] = asyncio.create_task(self._in_turn(notice, lane, whose))
        return bool(due)

    async def _in_turn(self, notice: Notice, lane: str, whose: str) -> None:
        try:
            async with self._lanes[lane].turn(whose):
                await self._attend(notice)
        except Exception:  # such as a lost connection to the database
            log.exception("a notice is left for later", extra={"table": notice.table})
        finally:
            del self._under_way[notice.id]

    async def _note_looks(self) -> None:
        seen, self._left = self._left, {}
        for live in self.house.watched():
            for person in live.presence.people_here & self.channels.reachable:
                seen[person, live.sitting.facts.id] = TableSeen(
                    live.sitting.version, self.clock() + PAGE_LASTS
                )
        if seen:
            await self.channels.looked(seen)

    async def _consider(self, table: str) -> None:
        """Create notices for the people for whom a table waits."""
        sitting = await self._sitting(table)
        if sitting is None or sitting.facts.companion:  # with the physical box people sit at the same table
            return
        patience, asked = _patience(sitting), min(sitting.moved_at, self.clock())
        rows: list[Notice] = []
        for person, question in stand_in_bots.awaited_people(sitting).items():
            if patience:
                rows.append(Notice(table, person, question, STAND_IN, "", asked + patience))
            if person in self.channels.reachable and not self._is_here(person, table):
                for channel in await self.channels.of(person):
                    if channel.is_used:
                        rows.append(
                            Notice(table, person, question, TURN, channel.id, asked + self._call_after)
                        )
                        if patience:
                            rows.append(
                                Notice(table, person, question, REMINDER, channel.id, asked + patience // 2)
                            )
        await self.outbox.put(rows)
        if self.plays_unwatched(sitting) and any(
            sitting.seats[seat].level for seat in sitting.legal_moves if seat >= 0
        ):
            (await self.house.table(table)).schedule()  # a bot's turn at a table without viewers

    @property
    def _call_after(self) -> int:
        return round(self.house.settings.call_after * 1000 * self.house.settings.time_scale)

    async def _sitting(self, table: str) -> Sitting | None:
        """Return the state of a table; one that is not open in this process is read without opening it."""
        if live := self.house.open_among([table]):
            return live[0].sitting
        try:
            facts, made = await self.house.journal.facts(table), await self.house.journal.read(table)
            return await folded(facts, made, self.house.settings.time_scale)
        except UnknownTable:
            return None

    def _is_here(self, person: str, table: str) -> bool:
        return any(person in live.presence.people for live in self.house.open_among([table]))

    # One notice

    async def _attend(self, notice: Notice) -> None:
        """Claim a notice and process it; do nothing if another process has claimed it."""
        if not await self.outbox.claim(notice, self.clock()):
            return
        try:
            if notice.kind == STAND_IN:
                await self._stand_in(notice)
            else:
                await self._call(notice)
        except Exception:
            log.exception("a notice could not be seen to", extra={"table": notice.table})
            await self.outbox.settle(notice, "failed")

    async def _stand_in(self, notice: Notice) -> None:
        live = await self._open(notice.table)
        if live is not None:
            before = live.sitting.version
            await live.change(
                lambda sitting: stand_in_bots.replace_absent(
                    sitting, notice.person, notice.question, self.clock()
                )
            )
            if live.sitting.version > before:
                self.measures.stand_ins.inc()
                used = [channel for channel in await self.channels.of(notice.person) if channel.is_used]
                rows = [
                    Notice(notice.table, notice.person, notice.question, STOOD_IN, channel.id, self.clock())
                    for channel in used
                ]
                await self.outbox.put(rows)
        await self.outbox.settle(notice, "dropped" if live is None else "sent")

    async def _open(self, table: str) -> "OpenTable | None":
        try:
            return await self.house.table(table)
        except Refused:
            return None

    async def _call(self, notice: Notice) -> None:
        sitting, channel = await self._sitting(notice.table), await self.channels.get(notice.channel)
        if (
            sitting is None
            or channel is None
            or not channel.is_used
            or not await self._is_wanted(notice, sitting)
        ):
            await self.outbox.settle(notice, "dropped")
            return
        wishes = await self.channels.wishes(notice.person)
        if (awake := wishes.when(self.clock())) > self.clock():
            await self.outbox.put_off(notice, awake)
            return
        since = await self._last_there(notice, sitting)
        if await self.outbox.was_called(notice, since):
            await self.outbox.settle(notice, "dropped")
            return
        await self._deliver(notice, channel, self._letter(notice, sitting, channel, since))

    async def _is_wanted(self, notice: Notice, sitting: Sitting) -> bool:
        """Return whether the table still waits for the person, and they have not seen it and want notices."""
        person, table = notice.person, notice.table
        if notice.kind == STOOD_IN:
            if not any(sitting.seats[seat].is_missed for seat in sitting.seats_of(person)):
                return False
        elif stand_in_bots.awaited_people(sitting).get(person) != notice.question:
            return False
        look = await self.channels.look_of(person, table)
        has_seen = look.open_until > self.clock() or (notice.kind == TURN and look.version >= notice.question)
        if has_seen or self._is_here(person, table):
            return False
        return (await self.channels.wishes(person)).on and table not in await self.channels.hushed_of(person)

    async def _last_there(self, notice: Notice, sitting: Sitting) -> int:
        """Return the last version at which the person had a page open or acted."""
        mine, seen = (
            sitting.seats_of(notice.person),
            (await self.channels.look_of(notice.person, notice.table)).version,
        )
        done = (
            told.version
            for told in sitting.log.after(seen)
            if told.seat in mine and told.kind in ("move", "join")
        )
        return max(done, default=seen)

    def _letter(self, notice: Notice, sitting: Sitting, channel: Channel, since: int) -> NoticeText:
        left = sitting.moved_at + _patience(sitting) - self.clock()
        return letter(sitting, sitting.seats_of(notice.person)[0], notice.kind, channel.language, since, left)

    async def _deliver(self, notice: Notice, channel: Channel, said: NoticeText) -> None:
        stops = self.stop_pass(channel.id), self.stop_pass(channel.id, notice.table)
        try:
            await self.sending.send(channel, said, notice.id, stops)
        except OutcomeUnknown as outcome:
            self.measures.notices_unclear.inc()
            log.warning("a notice may not have arrived: %s", outcome, extra={"way": channel.kind})
            await self.outbox.settle(notice, "unclear")
        except RetryLater as outcome:
            if notice.tries < len(PAUSES):
                self.measures.notices_retried.inc()
                await self.outbox.put_off(notice, self.clock() + PAUSES[notice.tries], tried=True)
            else:
                await self._give_up(notice, channel, outcome)
        except Outcome as outcome:
            await self._give_up(notice, channel, outcome)
        else:
            self.measures.notices_sent.inc()
            await self.outbox.settle(notice, "sent")
            await self.channels.went(channel)

    async def _give_up(self, notice: Notice, channel: Channel, outcome: Outcome) -> None:
        self.measures.notices_failed.inc()
        log.warning("a notice was given up: %s", outcome, extra={"way": channel.kind})
        await self.outbox.settle(notice, "failed")
        if isinstance(outcome, TargetGone) and channel.kind == "push":
            await self.channels.remove(channel)  # the browser has ended the subscription
        else:
            await self.channels.went(channel, "down" if isinstance(outcome, RetryLater) else "refused")

    # Passes that end it

    def stop_pass(self, channel: str, table: str = "") -> str:
        return f"{channel}.{table}.{self._signed(channel, table)}"

    async def end_by(self, given: str) -> str:
        """End the notifications that a pass names: of a channel, or for one table.

        Returns the table, or an empty string for a channel.
        """
        channel, _, rest = given.partition(".")
        table, _, mark = rest.partition(".")
        if not hmac.compare_digest(mark.encode(), self._signed(channel, table).encode()):
            raise Refused("bad_stop")
        found = await self.channels.get(channel)
        if found is not None and table:
            await self.channels.hush(found.person, table, on=False)
        elif found is not None:
            await self.channels.remove(found)
        return table

    def _signed(self, channel: str, table: str) -> str:
        return hmac.new(self._key, f"stop {channel} {table}".encode(), "sha256").hexdigest()[:SHORT]


def _lane(notice: Notice, channel: Channel | None) -> tuple[str, str]:
    """Return the queue of a notice, and the key by which the queue is fair.

    Hosts not known to be quick share a key per domain: one owner can register many host names, but seldom as
    many domains.
    """
    if channel is None:
        return "here", notice.person  # it is sent to no one
    if channel.kind == "mail":
        return "mail", notice.person
    try:
        to = web_hooks.read(channel.address)
    except Refused:  # it is refused when its turn comes
        return "here", notice.person
    return ("quick", notice.person) if to.named in web_hooks.QUICK else ("slow", web_hooks.domain(to.host))


def _patience(sitting: Sitting) -> int:
    """Return the milliseconds until a bot stands in, capped, as old or imported tables may have more."""
    return min(sitting.facts.patience, MOST_PATIENCE) * HOUR


def _is_patient(facts: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Return an SQL condition for tables that may have a time limit.

    It matches text instead of parsing JSON: one malformed row would fail the query for all tables.
    """
    return sa.and_(facts.contains('"patience":'), ~facts.contains('"patience":0'))
