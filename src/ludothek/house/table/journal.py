"""The storage interface for tables, implemented by a database and by a browser's storage."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, get_args

from ludothek.house.table.entries import SEATING, AnyEntry, Continued, Facts, Started

SEATING_KINDS = [str(kind.__struct_config__.tag) for kind in (*get_args(SEATING), Started, Continued)]


class JournalConflict(Exception):
    """Another writer has changed the table in the meantime."""


class UnknownTable(Exception):
    """No table has this id."""


@dataclass(frozen=True)
class TableStatus:
    """The status of a table without its entries."""

    table: str
    facts: str  # as JSON
    phase: str
    number: int  # of the last entry
    version: int
    changed: int


@dataclass(frozen=True)
class CountedTry:
    """A person's counted try at the challenge of a day."""

    game: str
    date: str
    table: str
    at: int  # when it began
    result: str = ""  # a `SeatResult` as JSON; empty while the game goes on


class Journal(Protocol):
    """Stores each table as its facts and its numbered entries."""

    is_shared: bool  # several processes write, so each may lag behind

    async def open(self, facts: Facts, first: Sequence[AnyEntry], phase: str) -> None:
        """Store a new table and its first entries.

        Raise `JournalConflict` if it is a counted try and its creator already has one.
        """

    async def append(self, table: str, after: int, new: Sequence[AnyEntry], phase: str | None = None) -> None:
        """Append entries after number `after` atomically; they are durable when this returns.

        Raise `JournalConflict` if `after` is no longer the last number. Pass `phase` if it has changed.
        """

    async def facts(self, table: str) -> Facts:
        """Return the facts of a table; raise `UnknownTable` if it does not exist."""

    async def read(self, table: str, after: int = 0) -> list[AnyEntry]: ...

    async def tables_of(self, person: str, most: int | None) -> list[str]:
        """Return the tables at which the person holds or held a seat, most recently changed first."""

    async def public_tables(self, most: int, game: str | None = None) -> list[str]: ...

    async def standings(self, ids: Sequence[str]) -> list[TableStatus]:
        """Return the status of these tables in this order, skipping unknown ones."""

    async def seating(self, table: str) -> list[AnyEntry]:
        """Return only the entries about seats, start and rematch (`SEATING_KINDS`)."""

    async def forget(self, person: str, table: str) -> bool:
        """Remove a table from the person's list; delete it, and return True, if it is on no other list."""

    async def counted(self, person: str) -> list[CountedTry]:
        """Return the person's counted tries, including those of deleted tables."""

    async def settle(self, person: str, one: CountedTry) -> None:
        """Store the result of a counted try."""

    async def unremembered(self, person: str) -> list[str]:
        """Return the person's finished tables for which no `FinishedGame` is stored yet."""

    async def remember(self, person: str, table: str, content: str) -> None:
        """Store a `FinishedGame` as JSON, or an empty text if the table does not count."""

    async def remembered(self, person: str) -> list[str]:
        """Return the stored `FinishedGame` texts of the person."""
