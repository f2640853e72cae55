"""Tables that come to this server from somebody's device: each once, however often it is sent."""

from contextlib import suppress

from ludothek.server.live.clock import now
from ludothek.server.live.open_table import OpenTable
from ludothek.server.live.open_tables import OpenTables
from ludothek.server.table.bringing import brought, is_continued_by
from ludothek.server.table.decide import Asking
from ludothek.server.table.keeping import Overtaken
from ludothek.server.table.parcel import named_by, unpacked
from ludothek.server.table.people import Person
from ludothek.server.table.refusals import Refused
from ludothek.server.table.sitting import Sitting
from ludothek.server.table.speech import TEXTS


async def bring(house: OpenTables, person: Person, content: bytes, language: str, address: str) -> OpenTable:
    there = (await house.aside.made(address, unpacked, content)).sitting
    if there.facts.challenge:  # its seed is everybody's, and must not be the end of it
        raise Refused("challenge_stays")
    table = await _id_for(house, person, there, content)
    asking = Asking(person, now(), house.players.levels, guest=TEXTS[language]["words.guest"])
    if await _found(house, table) is None:
        opening = await house.aside.made(address, brought, there, table, asking, house.settings.time_scale)
        with suppress(Overtaken):  # the same file came twice at the same moment
            return await house.opened(opening)
    return await house.table(table)


async def _id_for(house: OpenTables, person: Person, there: Sitting, content: bytes) -> str:
    """Its own. Where the table is here already that is the one, if it has gone on from where the file stands; one that stands behind the
    file, from where somebody took it along, makes room. Where both have gone on, the file becomes a table of its own."""
    table = there.facts.id
    here = await _found(house, table)
    if here is None or (here.facts.creator == person.id and is_continued_by(there, here)):
        return table
    if is_continued_by(here, there) and {entry.person for entry in await house.journal.read(table)} <= {person.id, None}:
        await house.forget(person, table, "en")
        if await _found(house, table) is None:
            return table
    return named_by(content)


async def _found(house: OpenTables, table: str) -> Sitting | None:
    try:
        return (await house.table(table)).sitting
    except Refused:
        return None
