"""A journal in the storage of a browser.

Two tabs act like two processes on one database: the second writer of a number is refused and reads on.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import msgspec

from ludothek.house.people.person import Person
from ludothek.house.table.entries import AnyEntry, Chosen, Facts
from ludothek.house.table.journal import SEATING_KINDS, CountedTry, JournalConflict, TableStatus, UnknownTable
from ludothek.house.table.refusals import Refused

Kind = TypeVar("Kind")
KEPT, TAKEN, FULL = "kept", "taken", "full"  # results of a write


class StatusChange(msgspec.Struct):
    """The change of a table's status that entries cause."""

    facts: str | None  # of a new table
    phase: str | None  # where it has changed
    shown: int  # the number of public entries
    changed: int
    counted: str | None = (
        None  # where it is a counted try: of which challenge; it is `TAKEN` where there is one already
    )


class BrowserStorage(Protocol):
    """The browser's side of the storage: web/src/runtimes/page/storage.ts. All values are text."""

    async def write(self, table: str, after: int, entries: str, standing: str) -> str:
        """Store entries, a JSON list, after number `after`, with the `StatusChange`, atomically."""

    async def facts(self, table: str) -> str | None: ...

    async def entries(self, table: str, after: int) -> str:
        """Return the entries as a JSON list in order."""

    async def standings(self, ids: str) -> str:
        """Return the statuses of these tables as JSON lists, in this order, skipping unknown ones."""

    async def tables(self) -> str:
        """Return the ids of all tables as a JSON list, most recently changed first."""

    async def forget(self, table: str) -> None: ...

    async def counted(self) -> str:
        """Return all counted tries as JSON lists: challenge, table, time and result."""

    async def settle(self, challenge: str, table: str, result: str) -> None:
        """Store the result of a counted try."""

    async def remember(self, table: str, content: str) -> None: ...

    async def remembered(self) -> str:
        """Return the remembered games of existing tables as JSON lists of table and content."""

    async def person(self) -> str | None: ...

    async def keep_person(self, person: str) -> None: ...

    async def told(self, what: str) -> str | None:
        """Return a stored note."""

    async def tell(self, what: str, text: str) -> None: ...


class IndexedDbJournal:
    """Stores the tables of this browser, which all belong to its one person."""

    is_shared = False

    def __init__(self, storage: BrowserStorage) -> None:
        self.storage = storage

    async def open(self, facts: Facts, first: Sequence[AnyEntry], phase: str) -> None:
        counted = f"{facts.game} {facts.challenge.date}" if facts.challenge and facts.is_counted else None
        await self._write(facts.id, 0, first, phase, msgspec.json.encode(facts).decode(), counted)

    async def append(self, table: str, after: int, new: Sequence[AnyEntry], phase: str | None = None) -> None:
        await self._write(table, after, new, phase)

    async def _write(
        self,
        table: str,
        after: int,
        new: Sequence[AnyEntry],
        phase: str | None,
        facts: str | None = None,
        counted: str | None = None,
    ) -> None:
        shown = sum(not isinstance(entry, Chosen) for entry in new)
        change = msgspec.json.encode(
            StatusChange(facts, phase, shown, new[-1].at if new else 0, counted)
        ).decode()
        done = await self.storage.write(table, after, msgspec.json.encode(new).decode(), change)
        if done == TAKEN:
            raise JournalConflict
        if done != KEPT:
            raise Refused("storage_full" if done == FULL else "no_storage", done)

    async def facts(self, table: str) -> Facts:
        found = await self.storage.facts(table)
        if found is None:
            raise UnknownTable(table)
        return msgspec.json.decode(found, type=Facts)

    async def read(self, table: str, after: int = 0) -> list[AnyEntry]:
        return msgspec.json.decode(await self.storage.entries(table, after), type=list[AnyEntry])

    async def tables_of(self, person: str, most: int | None) -> list[str]:
        found: list[str] = msgspec.json.decode(await self.storage.tables())
        return found[:most]

    async def standings(self, ids: Sequence[str]) -> list[TableStatus]:
        return _legible(await self.storage.standings(msgspec.json.encode(ids).decode()), TableStatus)

    async def seating(self, table: str) -> list[AnyEntry]:
        return [entry for entry in await self.read(table) if entry.kind in SEATING_KINDS]

    async def forget(self, person: str, table: str) -> bool:
        await self.storage.forget(table)
        return True

    async def public_tables(self, most: int, game: str | None = None) -> list[str]:
        return []  # other people cannot reach a page

    async def counted(self, person: str) -> list[CountedTry]:
        found = _legible(await self.storage.counted(), tuple[str, str, int, str])
        return [
            CountedTry(*_game_and_date(challenge), table, at, result)
            for challenge, table, at, result in found
        ]

    async def settle(self, person: str, one: CountedTry) -> None:
        await self.storage.settle(f"{one.game} {one.date}", one.table, one.result)

    async def unremembered(self, person: str) -> list[str]:
        known = {table for table, _ in await self._remembered()}
        ids = [table for table in reversed(await self.tables_of(person, None)) if table not in known]
        return [standing.table for standing in await self.standings(ids) if standing.phase == "over"]

    async def remember(self, person: str, table: str, content: str) -> None:
        await self.storage.remember(table, content)

    async def remembered(self, person: str) -> list[str]:
        return [content for _, content in await self._remembered() if content]

    async def _remembered(self) -> list[tuple[str, str]]:
        return _legible(await self.storage.remembered(), tuple[str, str])

    async def person(self) -> Person | None:
        """Return the stored person; None if missing or unreadable."""
        found = _legible(f"[{await self.storage.person() or ''}]", tuple[str, str])
        return Person(*found[0]) if found else None

    async def keep_person(self, person: Person) -> None:
        kept: Any = (person.id, person.name)
        await self.storage.keep_person(msgspec.json.encode(kept).decode())


class IndexedDbReviewStore:
    """Stores reviews with their games."""

    def __init__(self, storage: BrowserStorage) -> None:
        self.storage = storage

    async def get(self, table: str) -> bytes | None:
        found = await self.storage.told(f"review/{table}")
        return None if found is None else found.encode()

    async def put(self, table: str, content: bytes) -> None:
        await self.storage.tell(f"review/{table}", content.decode())


def _legible(content: str, kind: type[Kind]) -> list[Kind]:
    """Decode the readable items of a JSON list; skip damaged ones and those of other versions."""
    found = list[Kind]()
    with suppress(msgspec.DecodeError):
        for one in msgspec.json.decode(content, type=list[msgspec.Raw]):
            with suppress(msgspec.DecodeError):
                found.append(msgspec.json.decode(one, type=kind))
    return found


def _game_and_date(challenge: str) -> tuple[str, str]:
    game, _, date = challenge.partition(" ")
    return game, date
