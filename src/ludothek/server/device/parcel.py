"""A table as a file: all of its journal, to be kept elsewhere or unpacked on another device."""

import msgspec
from msgspec import structs

from ludothek.core import Refusal
from ludothek.server.device.drawer import Drawer
from ludothek.server.shelf.files import File
from ludothek.server.table.entries import AnyEntry, Facts
from ludothek.server.table.keeping import NoTable, Overtaken
from ludothek.server.table.refusals import Refused
from ludothek.server.table.sitting import Sitting

FORMAT = 1


class Parcel(msgspec.Struct, forbid_unknown_fields=True):
    ludothek: int  # the format
    facts: Facts
    entries: list[AnyEntry]


async def packed(drawer: Drawer, table: str) -> File:
    try:
        facts = await drawer.facts(table)
    except NoTable:
        raise Refused("no_table") from None
    content = msgspec.json.encode(Parcel(FORMAT, facts, await drawer.read(table)))
    return File(f"{facts.game}-{table[:8]}.table.json", "application/json", content)


async def unpacked(drawer: Drawer, person: str, content: bytes) -> Sitting:
    """Keep a table that was packed elsewhere, as a table of whoever unpacks it: it was the packer's own. It is played through first; what
    does not lead anywhere is not kept."""
    try:
        parcel = _readdressed(msgspec.json.decode(content, type=Parcel), person)
        sitting = Sitting(parcel.facts)
        for entry in parcel.entries:
            sitting.apply(entry)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Refusal, LookupError, TypeError, ValueError) as error:
        raise Refused("bad_parcel", str(error)) from None
    if parcel.ludothek != FORMAT or not parcel.entries:
        raise Refused("bad_parcel", f"this is format {parcel.ludothek}; format {FORMAT} can be read")
    try:
        await drawer.open(parcel.facts, parcel.entries, sitting.phase)
    except Overtaken:
        raise Refused("is_here_already") from None
    return sitting


def _readdressed(parcel: Parcel, person: str) -> Parcel:
    packer = parcel.facts.creator
    entries = [structs.replace(entry, person=person) if entry.person == packer else entry for entry in parcel.entries]
    return Parcel(parcel.ludothek, structs.replace(parcel.facts, creator=person), entries)
