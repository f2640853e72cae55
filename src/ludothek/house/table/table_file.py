"""A table as a file: its whole journal, to keep, to unpack on another device, or to import into a server."""

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
    """Export a table at which only this person has ever been.

    Before the start others may still join: seed and contributions are removed, and the copy gets a new seed.
    A running game holds all secrets and must be closed to others first (`decide.pack`).
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
    """Read an exported table, replay it, and verify every draw; refuse a file that does not hold."""
    try:
        file = _read(content)
        sitting = Sitting(file.facts)
        for entry in _without_taken_back(file.entries):
            sitting.apply(entry)
        is_drawn = file.facts.companion or FinishedTable.of(sitting).checked_chance().correct
    except Exception as error:  # a malicious file can raise any exception
        raise Refused("bad_parcel", str(error)) from None
    if file.ludothek != FORMAT or not file.entries:
        raise Refused("bad_parcel", f"this is format {file.ludothek}; format {FORMAT} can be read")
    if not is_drawn:
        raise Refused("bad_parcel", "what fell was not drawn from the seed of the table")
    return UnpackedTable(file, sitting)


def _read(content: bytes) -> TableFile:
    """Decode a file, check its timestamps, and replace an id that has not the form of a table id."""
    file = msgspec.json.decode(content, type=TableFile)
    for at in (file.facts.created, *(entry.at for entry in file.entries)):
        iso_time(at)
    if not ID.fullmatch(file.facts.id):
        file.facts = structs.replace(file.facts, id=content_id(content))
    return file


def content_id(content: bytes) -> str:
    """Return a table id derived from the content of the file."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()[:16]).decode().rstrip("=")


def _without_taken_back(entries: Iterable[AnyEntry]) -> list[AnyEntry]:
    """Drop moves that were taken back: applying and undoing each of them could take minutes."""
    standing, moves = list[AnyEntry | None](), list[int]()
    for entry in entries:
        if isinstance(entry, TakenBack):
            standing[moves.pop()] = None
        else:
            if isinstance(entry, Moved):
                moves.append(len(standing))
            standing.append(entry)
    return [entry for entry in standing if entry is not None]
