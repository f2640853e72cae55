"""Data retention: export and erase a person's data, and remove old tables.

A journal's numbers and moves stay as they were: other players keep the whole game, and can verify it. What
is erased is who the person was: id, names, chat.
"""

import secrets
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ludothek.house.people.person import nobody
from ludothek.house.table.entries import ERASED, AnyEntry, Facts
from ludothek.server.database import entry_rows
from ludothek.server.database.schema import (
    calls,
    challenges,
    channels,
    devices,
    entries,
    guests,
    hushed,
    looks,
    notices,
    passes,
    passkeys,
    people,
    played,
    rated,
    reviews,
    tables,
)

DAY = 86_400_000  # milliseconds
OF_A_PERSON = [  # rows that belong to the person alone
    table.c.person
    for table in (
        challenges,
        rated,
        played,
        devices,
        passes,
        passkeys,
        channels,
        calls,
        hushed,
        looks,
        notices,
    )
] + [people.c.id]
NOTICE_DAYS = 30  # after which notices are deleted
DEVICE_DAYS = 400  # after which an unused device is taken off its list; its cookie has expired by then


@dataclass(frozen=True)
class StoredTable:
    """A table of a person, with their entries."""

    facts: Facts
    phase: str
    entries: list[AnyEntry]


async def kept_of(engine: AsyncEngine, person: str) -> AsyncIterator[StoredTable]:
    """Yield a person's stored tables, newest first, one at a time so that a long export blocks no one."""
    theirs = (
        sa.select(tables.c.id).join(guests, guests.c.table_id == tables.c.id).where(guests.c.person == person)
    )
    async with engine.connect() as connection:
        ids = (await connection.execute(theirs.order_by(tables.c.changed.desc()))).scalars().all()
    for table in ids:
        made = (
            sa.select(entries)
            .where(entries.c.table_id == table, entries.c.person == person)
            .order_by(entries.c.number)
        )
        async with engine.connect() as connection:  # one connection per table, to leave the pool to moves
            about = (await connection.execute(sa.select(tables).where(tables.c.id == table))).first()
            found = [entry_rows.entry(row) for row in (await connection.execute(made)).mappings()]
        if about is not None:  # else it was removed meanwhile
            yield StoredTable(msgspec.json.decode(about.facts, type=Facts), about.phase, found)


async def tables_of(engine: AsyncEngine, person: str) -> list[str]:
    """Return all tables at which a person holds or held a seat, those hidden from their list too."""
    async with engine.connect() as connection:
        return list(
            (
                await connection.execute(sa.select(guests.c.table_id).where(guests.c.person == person))
            ).scalars()
        )


async def is_known(engine: AsyncEngine, person: str) -> bool:
    """Whether anything is stored about a person, at a table or elsewhere."""
    columns = [guests.c.person, entries.c.person, *OF_A_PERSON]
    async with engine.connect() as connection:
        for column in columns:
            if (
                await connection.execute(sa.select(column).where(column == person).limit(1))
            ).first() is not None:
                return True
    return False


async def empty_log(engine: AsyncEngine) -> None:
    """Checkpoint and truncate SQLite's write-ahead log, in which erased rows could still be read."""
    if engine.dialect.name == "sqlite":
        async with engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


async def forget_at(connection: AsyncConnection, table: str, person: str, called: str) -> None:
    """Anonymise a person at one table; remove the table if no one else was ever there."""
    others = sa.select(guests.c.person).where(guests.c.table_id == table, guests.c.person != person)
    if (await connection.execute(others.limit(1))).first() is None:
        await remove(connection, {table})
        return
    await _rename(connection, table, person, called)
    await connection.execute(guests.delete().where(guests.c.person == person, guests.c.table_id == table))


async def forget_rest(connection: AsyncConnection, person: str) -> None:
    """Delete the person's data that belongs to no table."""
    for column in OF_A_PERSON:
        await connection.execute(sa.delete(column.table).where(column == person))


async def _rename(connection: AsyncConnection, table: str, person: str, called: str) -> None:
    new_id = nobody()  # a different id at each table, so that they cannot be linked
    theirs = entries.c.table_id == table, entries.c.person == person
    joined = (
        sa.select(entries.c.number, entries.c.text)
        .where(*theirs, entries.c.kind == "join")
        .order_by(entries.c.number)
    )
    names = {text for _, text in await connection.execute(joined)}
    taken = set(
        (
            await connection.execute(
                sa.select(entries.c.text).where(entries.c.table_id == table, entries.c.kind == "join")
            )
        ).scalars()
    )
    new = _unlike(called, taken - names)
    token = secrets.token_urlsafe(16)
    await connection.execute(
        entries.update().where(*theirs, entries.c.kind == "join").values(text=new, note=token)
    )
    await connection.execute(
        entries.update().where(*theirs, entries.c.kind == "chat").values(text="", note=ERASED)
    )
    await connection.execute(entries.update().where(*theirs).values(person=new_id, client=None))
    facts = msgspec.json.decode(
        (await connection.execute(sa.select(tables.c.facts).where(tables.c.id == table))).scalar_one(),
        type=Facts,
    )
    kept: dict[str, Any] = {"won": {new if name in names else name: won for name, won in facts.won.items()}}
    if facts.creator == person:
        kept |= {"creator": new_id, "name": ""}
    await connection.execute(played.delete().where(played.c.table_id == table))  # contains the name
    changed = msgspec.json.encode(msgspec.structs.replace(facts, **kept)).decode()
    await connection.execute(tables.update().where(tables.c.id == table).values(facts=changed))


def _unlike(name: str, taken: Collection[str]) -> str:
    count, new = 1, name
    while new in taken:
        count += 1
        new = f"{name} {count}"
    return new


async def clear_away(
    connection: AsyncConnection, now: int, unfinished_days: int, chat_days: int, spared: Collection[str] = ()
) -> set[str]:
    """Remove unfinished tables without entries for so many days, and chat as old; return the removed tables.

    0 days keeps them.
    """
    gone: set[str] = set()
    if unfinished_days:
        cutoff = now - unfinished_days * DAY
        lately = sa.exists().where(entries.c.table_id == tables.c.id, entries.c.at >= cutoff)
        query = sa.select(tables.c.id).where(tables.c.phase != "over", tables.c.changed < cutoff, ~lately)
        gone = set((await connection.execute(query)).scalars()) - set(spared)
        await remove(connection, gone)
    if chat_days:
        typed = entries.c.kind == "chat", entries.c.note == "text", entries.c.at < now - chat_days * DAY
        await connection.execute(entries.update().where(*typed).values(text="", note=ERASED))
    await connection.execute(passes.delete().where(passes.c.until < now - DAY))
    await connection.execute(notices.delete().where(notices.c.due < now - NOTICE_DAYS * DAY))
    await connection.execute(devices.delete().where(devices.c.seen < now - DEVICE_DAYS * DAY))
    return gone


async def remove(connection: AsyncConnection, ids: Collection[str]) -> None:
    """Remove tables, with all their rows."""
    for part in (list(ids)[begin : begin + 500] for begin in range(0, len(ids), 500)):
        for beside in (hushed, looks, notices, entries, guests, reviews, played):
            await connection.execute(beside.delete().where(beside.c.table_id.in_(part)))
        await connection.execute(tables.delete().where(tables.c.id.in_(part)))
