"""A table from a file becomes one of this device."""

from msgspec import structs

from ludothek.house.table import table_file
from ludothek.house.table.journal import JournalConflict
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.page.indexeddb_journal import IndexedDbJournal


async def keep(drawer: IndexedDbJournal, person: str, content: bytes) -> Sitting:
    """All of it, as a table of whoever unpacks it: it was the packer's own."""
    found, sitting = table_file.unpack(content)
    packer = found.facts.creator
    challenge = found.facts.challenge and structs.replace(
        found.facts.challenge, counted=False
    )  # a try counts where it was made
    entries = [
        structs.replace(entry, person=person) if entry.person == packer else entry for entry in found.entries
    ]
    try:
        await drawer.open(
            structs.replace(found.facts, creator=person, challenge=challenge), entries, sitting.phase
        )
    except JournalConflict:
        raise Refused("is_here_already") from None
    return sitting
