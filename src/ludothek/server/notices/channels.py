"""Notification channels of people, their quiet hours, and the tables they have muted."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ludothek.house.table.refusals import Refused
from ludothek.server.database.schema import calls, channels, hushed, looks, put
from ludothek.server.notices.quiet_hours import QuietHours

MOST = {"push": 10, "mail": 2, "hook": 3}  # channels of one person
TOO_OFTEN = 3  # notices given up in a row, after which the channel is unused until its owner enables it again


@dataclass(frozen=True)
class Channel:
    id: str
    person: str
    kind: str
    address: str
    details: dict[str, str]
    language: str
    confirmed: bool
    failed: int
    trouble: str  # why the last notice was given up
    device: str  # of a browser
    made: int

    @property
    def is_used(self) -> bool:
        return self.confirmed and self.failed < TOO_OFTEN


@dataclass(frozen=True)
class NoticePreferences:
    """Whether and when a person wants notifications at all."""

    on: bool = True
    quiet: QuietHours | None = None

    def when(self, at: int) -> int:
        return self.quiet.awake_at(at) if self.quiet else at


@dataclass(frozen=True)
class TableSeen:
    """The version of a table that a person last saw, and until when their page counts as open."""

    version: int = 0
    open_until: int = 0


class Channels:
    def __init__(self, engine: AsyncEngine, clock: Callable[[], int], tell: Callable[[str], None]) -> None:
        """`tell` is called with the id of each person whose channels have changed."""
        self.engine = engine
        self.clock = clock
        self.reachable: set[str] = set()  # people
        self._tell = tell

    async def load(self, person: str | None = None) -> None:
        """Load who can be notified: all people, or one whose channels another process has changed."""
        query = (
            sa.select(channels.c.person)
            .where(channels.c.confirmed.is_(True), channels.c.failed < TOO_OFTEN)
            .distinct()
        )
        query = query if person is None else query.where(channels.c.person == person)
        async with self.engine.connect() as connection:
            found = set((await connection.execute(query)).scalars())
        self.reachable = found if person is None else (self.reachable - {person}) | found

    async def changed(self, person: str) -> None:
        """Reload whether a person can be notified, and tell the other processes."""
        await self.load(person)
        self._tell(person)

    async def of(self, person: str) -> list[Channel]:
        return await self._found(channels.c.person == person)

    async def get(self, channel: str) -> Channel | None:
        return next(iter(await self._found(channels.c.id == channel)), None)

    async def these(self, ids: Iterable[str]) -> dict[str, Channel]:
        """Return the channels with these ids, skipping unknown ones."""
        return {channel.id: channel for channel in await self._found(channels.c.id.in_(set(ids)))}

    async def _found(self, which: sa.ColumnElement[bool]) -> list[Channel]:
        async with self.engine.connect() as connection:
            return [
                _channel(row)
                for row in await connection.execute(
                    sa.select(channels).where(which).order_by(channels.c.made)
                )
            ]

    async def add(
        self,
        person: str,
        kind: str,
        address: str,
        details: dict[str, str],
        language: str,
        *,
        confirmed: bool,
        device: str = "",
    ) -> Channel:
        """Add a channel, or update the one with the same address.

        A browser belongs to the last person who subscribed with it: other people's channels to it are
        deleted.
        """
        same = [
            one.id for one in await self.of(person) if (one.kind, one.address) == (kind, address)
        ]  # its id may be that of a guest who was merged into the person
        channel = same[0] if same else hashlib.sha256(f"{person} {kind} {address}".encode()).hexdigest()[:24]
        row: dict[str, Any] = {
            "id": channel,
            "person": person,
            "kind": kind,
            "address": address,
            "details": json.dumps(details),
            "language": language,
        }
        row |= {"confirmed": confirmed, "failed": 0, "trouble": "", "device": device, "made": self.clock()}
        async with self.engine.begin() as connection:
            before: set[str] = set()
            if kind == "push":
                others = channels.c.kind == kind, channels.c.address == address, channels.c.person != person
                before = set(
                    (await connection.execute(sa.select(channels.c.person).where(*others))).scalars()
                )
                await connection.execute(channels.delete().where(*others))
            mine = channels.c.person == person, channels.c.kind == kind, channels.c.id != channel
            count = sa.select(sa.func.count()).select_from(channels).where(*mine)
            if (await connection.execute(count)).scalar_one() >= MOST[kind]:
                raise Refused("too_many_ways", n=MOST[kind])
            was = (
                await connection.execute(sa.select(channels.c.confirmed).where(channels.c.id == channel))
            ).scalar()
            await put(connection, channels, row | {"confirmed": confirmed or bool(was)})
            made = _channel(
                (await connection.execute(sa.select(channels).where(channels.c.id == channel))).one()
            )
        for one in {person, *before}:
            await self.changed(one)
        return made

    async def confirm(self, channel: str) -> Channel:
        async with self.engine.begin() as connection:
            await connection.execute(channels.update().where(channels.c.id == channel).values(confirmed=True))
        if (found := await self.get(channel)) is None:
            raise Refused("no_way")
        await self.changed(found.person)
        return found

    async def remove(self, channel: Channel) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(channels.delete().where(channels.c.id == channel.id))
        await self.changed(channel.person)

    async def end_at(self, person: str, device: str) -> None:
        """Delete the channels of a device from which the person has signed out."""
        async with self.engine.begin() as connection:
            await connection.execute(
                channels.delete().where(channels.c.person == person, channels.c.device == device)
            )
        await self.changed(person)

    async def went(self, channel: Channel, trouble: str = "") -> None:
        """Record a delivery: a success, or why the notice was given up."""
        if not trouble and not channel.failed and not channel.trouble:
            return
        failed = channels.c.failed + 1 if trouble else 0
        async with self.engine.begin() as connection:
            await connection.execute(
                channels.update().where(channels.c.id == channel.id).values(failed=failed, trouble=trouble)
            )
        await self.changed(channel.person)

    # When, and where not

    async def wishes(self, person: str) -> NoticePreferences:
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(calls).where(calls.c.person == person))).first()
        if row is None:
            return NoticePreferences()
        return NoticePreferences(
            row.on,
            QuietHours(row.quiet_from, row.quiet_to, row.zone) if row.quiet_from != row.quiet_to else None,
        )

    async def wish(self, person: str, wishes: NoticePreferences) -> None:
        quiet = wishes.quiet or QuietHours(0, 0, "UTC")
        async with self.engine.begin() as connection:
            row = {
                "person": person,
                "on": wishes.on,
                "quiet_from": quiet.begins,
                "quiet_to": quiet.ends,
                "zone": quiet.zone,
            }
            await put(connection, calls, row)

    async def hush(self, person: str, table: str, *, on: bool) -> None:
        """Unmute or mute a table for a person; a table that does not exist is ignored."""
        async with self.engine.begin() as connection:
            if on:
                await connection.execute(
                    hushed.delete().where(hushed.c.person == person, hushed.c.table_id == table)
                )
            else:
                await connection.execute(_HUSH, {"person": person, "table": table})

    async def hushed_of(self, person: str) -> set[str]:
        async with self.engine.connect() as connection:
            return set(
                (
                    await connection.execute(sa.select(hushed.c.table_id).where(hushed.c.person == person))
                ).scalars()
            )

    # What they have seen

    async def look_of(self, person: str, table: str) -> TableSeen:
        async with self.engine.connect() as connection:
            found = sa.select(looks).where(looks.c.person == person, looks.c.table_id == table)
            row = (await connection.execute(found)).first()
        return TableSeen(row.version, row.open_until) if row else TableSeen()

    async def looked(self, seen: dict[tuple[str, str], TableSeen]) -> None:
        """Store what people have seen of tables, skipping tables that no longer exist."""
        async with self.engine.begin() as connection:
            for (person, table), look in seen.items():
                values = {"person": person, "table": table, "version": look.version, "until": look.open_until}
                await connection.execute(_LOOK, values)


def _channel(row: Any) -> Channel:
    names = (
        "id",
        "person",
        "kind",
        "address",
        "language",
        "confirmed",
        "failed",
        "trouble",
        "device",
        "made",
    )
    return Channel(details=json.loads(row.details), **{name: getattr(row, name) for name in names})


_HUSH = sa.text(
    "INSERT INTO hushed (person, table_id) SELECT :person, tables.id FROM tables WHERE tables.id = :table ON CONFLICT DO NOTHING"
)
_LOOK = sa.text(
    "INSERT INTO looks (person, table_id, version, open_until)"
    " SELECT :person, tables.id, CAST(:version AS INTEGER), CAST(:until AS BIGINT) FROM tables WHERE tables.id = :table"
    " ON CONFLICT (person, table_id) DO UPDATE SET open_until = excluded.open_until,"
    " version = CASE WHEN excluded.version > looks.version THEN excluded.version ELSE looks.version END"
)
