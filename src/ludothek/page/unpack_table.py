"""Unpack an exported table in a page."""

from msgspec import structs

from ludothek.house.table import table_file
from ludothek.house.table.journal import JournalConflict
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.page.indexeddb_journal import IndexedDbJournal


async def keep(journal: IndexedDbJournal, person: str, content: bytes) -> Sitting:
    """Store the table with the page's person in place of the packer."""
    found, sitting = table_file.unpack(content)
    packer = found.facts.creator
    challenge = found.facts.challenge and structs.replace(
        found.facts.challenge, counted=False
    )  # a try counts only on the device where it was made
    entries = [
        structs.replace(entry, person=person) if entry.person == packer else entry for entry in found.entries
    ]
    try:
        await journal.open(
            structs.replace(found.facts, creator=person, challenge=challenge), entries, sitting.phase
        )
    except JournalConflict:
        raise Refused("is_here_already") from None
    return sitting
