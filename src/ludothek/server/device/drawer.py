"""A journal in the storage of a browser.

Two tabs are to each other what two processes on one database are: whoever writes a number that is taken is refused, and reads on.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from ludothek.server.table.entries import AnyEntry, Chosen, Facts
from ludothek.server.table.keeping import SEATING_KINDS, NoTable, Overtaken, Standing
from ludothek.server.table.people import Person
from ludothek.server.table.refusals import Refused

KEPT, TAKEN, FULL = "kept", "taken", "full"  # what becomes of an attempt to write


class Change(msgspec.Struct):
    """What entries change of how far a table is."""

    facts: str | None  # of a new table
    phase: str | None  # where it has changed
    shown: int  # how many of them everybody may know of
    changed: int


class Storage(Protocol):
    """What is asked of a browser: web/src/device/storage.ts. Everything that is kept is text."""

    async def write(self, table: str, after: int, entries: str, standing: str) -> str:
        """Keep the entries, a list in JSON, under the numbers after `after`, and what they change of the table's standing (`Change`): all
        or nothing."""

    async def facts(self, table: str) -> str | None: ...

    async def entries(self, table: str, after: int) -> str:
        """A list in JSON, in the order of their numbers."""

    async def standings(self, ids: str) -> str:
        """Of those of these tables that there are, in this order; lists in JSON."""

    async def tables(self) -> str:
        """The ids of all tables, a list in JSON, the last changed first."""

    async def forget(self, table: str) -> None: ...

    async def person(self) -> str | None: ...

    async def keep_person(self, person: str) -> None: ...


class Drawer:
    """Keeps the tables of this device; all of them are those of the person whose device it is."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def open(self, facts: Facts, first: Sequence[AnyEntry], phase: str) -> None:
        await self._write(facts.id, 0, first, phase, msgspec.json.encode(facts).decode())

    async def append(self, table: str, after: int, new: Sequence[AnyEntry], phase: str | None = None) -> None:
        await self._write(table, after, new, phase)

    async def _write(self, table: str, after: int, new: Sequence[AnyEntry], phase: str | None, facts: str | None = None) -> None:
        shown = sum(not isinstance(entry, Chosen) for entry in new)
        change = msgspec.json.encode(Change(facts, phase, shown, new[-1].at if new else 0)).decode()
        done = await self.storage.write(table, after, msgspec.json.encode(new).decode(), change)
        if done == TAKEN:
            raise Overtaken
        if done != KEPT:
            raise Refused("storage_full" if done == FULL else "no_storage", done)

    async def facts(self, table: str) -> Facts:
        found = await self.storage.facts(table)
        if found is None:
            raise NoTable(table)
        return msgspec.json.decode(found, type=Facts)

    async def read(self, table: str, after: int = 0) -> list[AnyEntry]:
        return msgspec.json.decode(await self.storage.entries(table, after), type=list[AnyEntry])

    async def tables_of(self, person: str, most: int | None) -> list[str]:
        found: list[str] = msgspec.json.decode(await self.storage.tables())
        return found[:most]

    async def standings(self, ids: Sequence[str]) -> list[Standing]:
        return msgspec.json.decode(await self.storage.standings(msgspec.json.encode(ids).decode()), type=list[Standing])

    async def seating(self, table: str) -> list[AnyEntry]:
        return [entry for entry in await self.read(table) if entry.kind in SEATING_KINDS]

    async def forget(self, person: str, table: str) -> bool:
        await self.storage.forget(table)
        return True

    async def public_tables(self, most: int, game: str | None = None) -> list[str]:
        return []  # nobody else can come here

    async def person(self) -> Person | None:
        found = await self.storage.person()
        return None if found is None else Person(*msgspec.json.decode(found, type=tuple[str, str]))

    async def keep_person(self, person: Person) -> None:
        kept: Any = (person.id, person.name)
        await self.storage.keep_person(msgspec.json.encode(kept).decode())
