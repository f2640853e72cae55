"""Bring exported tables from a person's device to this server, each once however often it is sent."""

from contextlib import suppress

from ludothek.house.live.house import House
from ludothek.house.live.open_table import OpenTable
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import Person
from ludothek.house.table.decide import DecisionContext
from ludothek.house.table.journal import JournalConflict
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_file import content_id, unpack
from ludothek.house.table.table_import import import_table, is_continued_by
from ludothek.house.table.table_texts import TEXTS


async def bring(house: House, person: Person, content: bytes, language: str, address: str) -> OpenTable:
    imported = (await house.aside.made(address, unpack, content)).sitting
    if imported.facts.challenge:  # its seed is public, and the file must not replace the challenge
        raise Refused("challenge_stays")
    table = await _id_for(house, person, imported, content)
    context = DecisionContext(person, now(), house.players.levels, guest=TEXTS[language]["words.guest"])
    if await _found(house, table) is None:
        opening = await house.aside.made(
            address, import_table, imported, table, context, house.settings.time_scale
        )
        with suppress(JournalConflict):  # the same file was sent twice at the same time
            return await house.opened(opening)
    return await house.table(table)


async def _id_for(house: House, person: Person, imported: Sitting, content: bytes) -> str:
    """Return the id for a brought table.

    Keep the file's id if it is free or if this server's table continues the file. If the file continues this
    server's table, replace that table. If both have diverged, derive a new id from the content.
    """
    table = imported.facts.id
    here = await _found(house, table)
    if here is None or (here.facts.creator == person.id and is_continued_by(imported, here)):
        return table
    if is_continued_by(here, imported) and {entry.person for entry in await house.journal.read(table)} <= {
        person.id,
        None,
    }:
        await house.forget(person, table, "en")
        if await _found(house, table) is None:
            return table
    return content_id(content)


async def _found(house: House, table: str) -> Sitting | None:
    try:
        return (await house.table(table)).sitting
    except Refused:
        return None
