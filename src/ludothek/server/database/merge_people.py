"""Merge a guest into a person: what the guest did on a device becomes the person's.

As with erasure, no number and no move of a journal changes, only who it was. Tables at which both have been
stay as they are: no person holds two hands. People in the register (people, devices, passkeys) are never
merged as guests.
"""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ludothek.house.table.entries import Facts
from ludothek.server.database import entry_rows as rows
from ludothek.server.database.schema import (
    calls,
    challenges,
    channels,
    entries,
    guests,
    hushed,
    looks,
    notices,
    passes,
    played,
    rated,
    tables,
)

AT_TABLES = [table.c.person for table in (entries, guests, hushed, looks)]  # columns that move with a table


async def tables_to_bring(connection: AsyncConnection, guest: str, person: str) -> set[str]:
    """Return the guest's tables at which the person has never been."""
    there = sa.select(guests.c.table_id).where(guests.c.person == person)
    found = sa.select(guests.c.table_id).where(guests.c.person == guest, guests.c.table_id.not_in(there))
    return set((await connection.execute(found)).scalars())


async def merge(connection: AsyncConnection, guest: str, person: str) -> set[str]:
    """Move the guest's tables, with all that belongs to them, and channels to the person; return the tables."""
    brought = await tables_to_bring(connection, guest, person)
    second = await _second_tries(connection, guest, person)
    await connection.execute(rated.delete().where(rated.c.person == guest))
    for table in brought:
        await connection.execute(
            played.delete().where(played.c.table_id == table)
        )  # each is summarised again as the person's
        for column in AT_TABLES:
            theirs = column.table.c.table_id == table, column == guest
            await connection.execute(sa.update(column.table).where(*theirs).values(person=person))
        about = (await connection.execute(sa.select(tables.c.facts).where(tables.c.id == table))).scalar_one()
        facts = msgspec.json.decode(about, type=Facts)
        if facts.creator == guest:
            new: dict[str, Any] = {"creator": person}
            if table in second and facts.challenge:
                new["challenge"] = msgspec.structs.replace(facts.challenge, counted=False)
            mine = msgspec.json.encode(msgspec.structs.replace(facts, **new)).decode()
            await connection.execute(tables.update().where(tables.c.id == table).values(facts=mine))
    await _ways(connection, guest, person)
    await _notices(connection, guest, person, brought)
    for column in (
        hushed.c.person,
        looks.c.person,
    ):  # of tables that stay with the guest, for which no notices are sent any more
        await connection.execute(sa.delete(column.table).where(column == guest))
    return brought


async def _ways(connection: AsyncConnection, guest: str, person: str) -> None:
    """Move the guest's channels to the person, except duplicates.

    Channels keep their ids, which links in mails already sent contain. Quiet hours that the person has set
    stay.
    """
    theirs = sa.select(channels.c.kind, channels.c.address).where(channels.c.person == person)
    has = sa.tuple_(channels.c.kind, channels.c.address).in_(theirs)
    await connection.execute(channels.delete().where(channels.c.person == guest, has))
    await connection.execute(channels.update().where(channels.c.person == guest).values(person=person))
    await connection.execute(
        passes.update().where(passes.c.person == guest).values(person=person)
    )  # confirmations of a moved channel
    if (await connection.execute(sa.select(calls.c.person).where(calls.c.person == person))).first() is None:
        await connection.execute(calls.update().where(calls.c.person == guest).values(person=person))
    await connection.execute(calls.delete().where(calls.c.person == guest))


async def _notices(connection: AsyncConnection, guest: str, person: str, brought: set[str]) -> None:
    """Move the guest's notices, sent ones too, to the person, so that no notice is sent again after a merge."""
    found = await connection.execute(sa.select(notices).where(notices.c.person == guest))
    for row in found.all():
        which = notices.c.id == row.id
        if row.table_id in brought:
            new = rows.notice_id(row.table_id, person, row.question, row.kind, row.channel)
            await connection.execute(notices.update().where(which).values(id=new, person=person))
        else:
            await connection.execute(notices.delete().where(which))


async def _second_tries(connection: AsyncConnection, guest: str, person: str) -> set[str]:
    """Move the guest's counted tries to the person, except at challenges that both have tried.

    Of those the person's try counts; returns the tables of the guest's.
    """
    rows = {
        who: await connection.execute(sa.select(challenges).where(challenges.c.person == who))
        for who in (guest, person)
    }
    taken, second = {(row.game, row.date) for row in rows[person]}, set[str]()
    for row in rows[guest]:
        theirs = challenges.c.person == guest, challenges.c.game == row.game, challenges.c.date == row.date
        if (row.game, row.date) in taken:
            second.add(row.table_id)
            await connection.execute(challenges.delete().where(*theirs))
        else:
            await connection.execute(challenges.update().where(*theirs).values(person=person))
    return second
