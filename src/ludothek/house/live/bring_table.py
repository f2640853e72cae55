"""Tables that come to this server from somebody's device: each once, however often it is sent."""

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
    there = (await house.aside.made(address, unpack, content)).sitting
    if there.facts.challenge:  # its seed is everybody's, and must not be the end of it
        raise Refused("challenge_stays")
    table = await _id_for(house, person, there, content)
    asking = DecisionContext(person, now(), house.players.levels, guest=TEXTS[language]["words.guest"])
    if await _found(house, table) is None:
        opening = await house.aside.made(
            address, import_table, there, table, asking, house.settings.time_scale
        )
        with suppress(JournalConflict):  # the same file came twice at the same moment
            return await house.opened(opening)
    return await house.table(table)


async def _id_for(house: House, person: Person, there: Sitting, content: bytes) -> str:
    """Its own. Where the table is here already that is the one, if it has gone on from where the file stands;
    one that stands behind the file, from where somebody took it along, makes room. Where both have gone on,
    the file becomes a table of its own.
    """
    table = there.facts.id
    here = await _found(house, table)
    if here is None or (here.facts.creator == person.id and is_continued_by(there, here)):
        return table
    if is_continued_by(here, there) and {entry.person for entry in await house.journal.read(table)} <= {
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
