"""What is kept, and for how long: all that is kept of a person, forgetting it, and clearing away what nobody has come back to.

A journal's numbers stay unbroken and its moves stay what they were: whoever played with somebody who is forgotten keeps the whole game, and
can check it. What goes is who it was: their id, their names, what they typed.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ludothek.server.store import rows
from ludothek.server.store.database import entries, guests, reviews, tables
from ludothek.server.table.entries import ERASED, AnyEntry, Facts

DAY = 86_400_000  # milliseconds


@dataclass(frozen=True)
class KeptTable:
    """A table of somebody's, and what they did there."""

    facts: Facts
    phase: str
    entries: list[AnyEntry]


async def kept_of(engine: AsyncEngine, person: str) -> list[KeptTable]:
    """All that is kept of a person, the newest table first."""
    theirs = sa.select(guests.c.table_id).where(guests.c.person == person)
    async with engine.connect() as connection:
        found = await connection.execute(sa.select(tables).where(tables.c.id.in_(theirs)).order_by(tables.c.changed.desc()))
        about = [(msgspec.json.decode(row.facts, type=Facts), row.phase) for row in found]
        made: dict[str, list[AnyEntry]] = {facts.id: [] for facts, _ in about}
        query = sa.select(entries).where(entries.c.person == person).order_by(entries.c.table_id, entries.c.number)
        for row in (await connection.execute(query)).mappings():
            made.setdefault(row["table_id"], []).append(rows.entry(row))
    return [KeptTable(facts, phase, made[facts.id]) for facts, phase in about]


async def forget(connection: AsyncConnection, person: str, called: str) -> tuple[set[str], set[str]]:
    """Make somebody nobody: the tables that were changed by it, and those that are gone because nobody else was ever there."""
    theirs = sa.select(guests.c.table_id).where(guests.c.person == person)
    ids = set((await connection.execute(theirs)).scalars())
    others = sa.select(guests.c.table_id).where(guests.c.table_id.in_(theirs), guests.c.person != person)
    shared = set((await connection.execute(others)).scalars())
    for table in shared:
        await _forget_at(connection, table, person, called)
    await remove(connection, ids - shared)
    await connection.execute(guests.delete().where(guests.c.person == person))
    return shared, ids - shared


async def _forget_at(connection: AsyncConnection, table: str, person: str, called: str) -> None:
    nobody = "x_" + secrets.token_urlsafe(15)  # another one at every table: nothing tells that it was the same person
    theirs = entries.c.table_id == table, entries.c.person == person
    joined = sa.select(entries.c.number, entries.c.text).where(*theirs, entries.c.kind == "join").order_by(entries.c.number)
    names = {text for _, text in await connection.execute(joined)}
    taken = set(
        (await connection.execute(sa.select(entries.c.text).where(entries.c.table_id == table, entries.c.kind == "join"))).scalars()
    )
    new = _unlike(called, taken - names)
    token = secrets.token_urlsafe(16)
    await connection.execute(entries.update().where(*theirs, entries.c.kind == "join").values(text=new, note=token))
    await connection.execute(entries.update().where(*theirs, entries.c.kind == "chat").values(text="", note=ERASED))
    await connection.execute(entries.update().where(*theirs).values(person=nobody, client=None))
    facts = msgspec.json.decode((await connection.execute(sa.select(tables.c.facts).where(tables.c.id == table))).scalar_one(), type=Facts)
    kept: dict[str, Any] = {"won": {new if name in names else name: won for name, won in facts.won.items()}}
    if facts.creator == person:
        kept |= {"creator": nobody, "name": ""}
    changed = msgspec.json.encode(msgspec.structs.replace(facts, **kept)).decode()
    await connection.execute(tables.update().where(tables.c.id == table).values(facts=changed))


def _unlike(name: str, taken: Collection[str]) -> str:
    count, new = 1, name
    while new in taken:
        count += 1
        new = f"{name} {count}"
    return new


async def clear_away(connection: AsyncConnection, now: int, unfinished_days: int, chat_days: int, spared: Collection[str] = ()) -> set[str]:
    """Remove the tables that were not finished and at which nothing has happened for so many days, and what was typed so long ago; nought
    keeps it. The tables that are gone."""
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
    return gone


async def remove(connection: AsyncConnection, ids: Collection[str]) -> None:
    """Whole tables, with everything that happened at them."""
    for part in (list(ids)[begin : begin + 500] for begin in range(0, len(ids), 500)):
        await connection.execute(entries.delete().where(entries.c.table_id.in_(part)))
        await connection.execute(guests.delete().where(guests.c.table_id.in_(part)))
        await connection.execute(reviews.delete().where(reviews.c.table_id.in_(part)))
        await connection.execute(tables.delete().where(tables.c.id.in_(part)))
