"""What a table asks of whoever keeps it: a database, or the storage of a browser."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, get_args

from ludothek.house.table.entries import SEATING, AnyEntry, Continued, Facts, Started

SEATING_KINDS = [str(kind.__struct_config__.tag) for kind in (*get_args(SEATING), Started, Continued)]


class JournalConflict(Exception):
    """Somebody else has changed the table since."""


class UnknownTable(Exception):
    """There is no table of that id."""


@dataclass(frozen=True)
class TableStatus:
    """How far a table is, without its entries."""

    table: str
    facts: str  # as JSON
    phase: str
    number: int  # of the last entry
    version: int
    changed: int


@dataclass(frozen=True)
class CountedTry:
    """Somebody's counted try at the challenge of a day."""

    game: str
    date: str
    table: str
    at: int  # when it began
    result: str = ""  # a `Result` as JSON; nothing while it goes on


class Journal(Protocol):
    """A table is its journal: what it is, and every change of it, each under the next number."""

    is_shared: bool  # by processes of which each may be behind the others

    async def open(self, facts: Facts, first: Sequence[AnyEntry], phase: str) -> None:
        """Keep a new table and its first entries.

        Where it is a counted try, and its creator has one already: `JournalConflict`.
        """

    async def append(self, table: str, after: int, new: Sequence[AnyEntry], phase: str | None = None) -> None:
        """Add entries after number `after`, all or none: they are kept for good when this returns. If that is
        not the last number any more, `JournalConflict`. `phase` where it has changed.
        """

    async def facts(self, table: str) -> Facts:
        """What the table is; `UnknownTable` where there is none."""

    async def read(self, table: str, after: int = 0) -> list[AnyEntry]: ...

    async def tables_of(self, person: str, most: int | None) -> list[str]:
        """The tables at which somebody holds or held a seat, the last changed first."""

    async def public_tables(self, most: int, game: str | None = None) -> list[str]: ...

    async def standings(self, ids: Sequence[str]) -> list[TableStatus]:
        """How far these tables are, those of them that there are, in this order."""

    async def seating(self, table: str) -> list[AnyEntry]:
        """Only what tells who sits where, and what the table led to (`SEATING_KINDS`)."""

    async def forget(self, person: str, table: str) -> bool:
        """Take a table off somebody's list. One that is on nobody's list is deleted; whether it was."""

    async def counted(self, person: str) -> list[CountedTry]:
        """The counted tries of somebody, also of those whose tables are gone."""

    async def settle(self, person: str, one: CountedTry) -> None:
        """Keep what came of a counted try."""

    async def unremembered(self, person: str) -> list[str]:
        """The tables of somebody that are over, and of which it is not kept yet how they played there."""

    async def remember(self, person: str, table: str, content: str) -> None:
        """Keep how somebody played there: a `Played` as JSON, or nothing."""

    async def remembered(self, person: str) -> list[str]:
        """All that is kept of it."""
