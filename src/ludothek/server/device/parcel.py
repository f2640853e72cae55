"""A table from a file becomes one of this device."""

from msgspec import structs

from ludothek.server.device.drawer import Drawer
from ludothek.server.table import parcel
from ludothek.server.table.keeping import Overtaken
from ludothek.server.table.refusals import Refused
from ludothek.server.table.sitting import Sitting


async def keep(drawer: Drawer, person: str, content: bytes) -> Sitting:
    """All of it, as a table of whoever unpacks it: it was the packer's own."""
    found, sitting = parcel.unpacked(content)
    packer = found.facts.creator
    challenge = found.facts.challenge and structs.replace(found.facts.challenge, counted=False)  # a try counts where it was made
    entries = [structs.replace(entry, person=person) if entry.person == packer else entry for entry in found.entries]
    try:
        await drawer.open(structs.replace(found.facts, creator=person, challenge=challenge), entries, sitting.phase)
    except Overtaken:
        raise Refused("is_here_already") from None
    return sitting
