"""A table as a file: all of its journal, to be kept elsewhere, unpacked on another device, or brought to a
server.
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec import structs

from ludothek.core.chance import SecretSeed
from ludothek.house.table.entries import AnyEntry, Facts, Joined, Moved, Packed, Started, TakenBack
from ludothek.house.table.refusals import Refused
from ludothek.house.table.replaying import FinishedTable
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.timestamps import iso_time

FORMAT = 1
ID = re.compile(r"[\w-]{22}", re.ASCII)  # as `fresh_id` makes them


class TableFile(msgspec.Struct, forbid_unknown_fields=True):
    ludothek: int  # the format
    facts: Facts
    entries: list[AnyEntry]


class UnpackedTable(NamedTuple):
    file: TableFile
    sitting: Sitting  # where it leads


def pack(facts: Facts, entries: Iterable[AnyEntry], person: str, *, is_over: bool) -> bytes:
    """All of a table at which nobody but this person has ever been.

    Of a game that has not begun others may still be part: its seed and contributions stay here, and the copy
    gets a seed of its own. A running game holds every secret, and must be closed to others before
    (`decide.pack`).
    """
    entries = list(entries)
    check_alone(facts, entries, person)
    if not any(isinstance(entry, Started) for entry in entries):
        facts = structs.replace(facts, seed=SecretSeed.fresh().seed.hex())
        entries = [
            structs.replace(entry, contribution="") if isinstance(entry, Joined) else entry
            for entry in entries
        ]
    elif not is_over and not any(isinstance(entry, Packed) for entry in entries):
        raise Refused("overtaken")
    return msgspec.json.encode(TableFile(FORMAT, facts, entries))


def check_alone(facts: Facts, entries: Iterable[AnyEntry], person: str) -> None:
    if {facts.creator, *(entry.person for entry in entries if entry.person)} != {person}:
        raise Refused("not_alone")


def unpack(content: bytes) -> UnpackedTable:
    """What is in a file.

    It is played through, and every draw of its chance is made again: what does not hold is refused.
    """
    try:
        file = _read(content)
        sitting = Sitting(file.facts)
        for entry in _without_taken_back(file.entries):
            sitting.apply(entry)
        is_drawn = file.facts.companion or FinishedTable.of(sitting).checked_chance().correct
    except Exception as error:  # anybody can write a file, and break anything by it
        raise Refused("bad_parcel", str(error)) from None
    if file.ludothek != FORMAT or not file.entries:
        raise Refused("bad_parcel", f"this is format {file.ludothek}; format {FORMAT} can be read")
    if not is_drawn:
        raise Refused("bad_parcel", "what fell was not drawn from the seed of the table")
    return UnpackedTable(file, sitting)


def _read(content: bytes) -> TableFile:
    """A file whose table has a name that tables have, and of which all happened at a time that can be iso_time."""
    file = msgspec.json.decode(content, type=TableFile)
    for at in (file.facts.created, *(entry.at for entry in file.entries)):
        iso_time(at)
    if not ID.fullmatch(file.facts.id):
        file.facts = structs.replace(file.facts, id=content_id(content))
    return file


def content_id(content: bytes) -> str:
    """A name for a table that is always the same for the same file."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()[:16]).decode().rstrip("=")


def _without_taken_back(entries: Iterable[AnyEntry]) -> list[AnyEntry]:
    """Without the moves that were taken back: to make each of them again, and its way back, could cost
    whoever unpacks it minutes.
    """
    standing, moves = list[AnyEntry | None](), list[int]()
    for entry in entries:
        if isinstance(entry, TakenBack):
            standing[moves.pop()] = None
        else:
            if isinstance(entry, Moved):
                moves.append(len(standing))
            standing.append(entry)
    return [entry for entry in standing if entry is not None]
