"""List tables: open ones from memory, others from the journal, cached until they change."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from ludothek.house.table.entries import AnyEntry, Facts
from ludothek.house.table.journal import TableStatus
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_summary import TableGlimpse

if TYPE_CHECKING:
    from ludothek.house.live.house import House

MAX_CACHED = 1000
log = logging.getLogger(__name__)


class TableListing:
    def __init__(self, house: "House") -> None:
        self.house = house
        self._cached: OrderedDict[str, tuple[TableStatus, TableGlimpse]] = OrderedDict()

    async def glimpses(self, ids: Sequence[str]) -> list[TableGlimpse]:
        """Return these tables in this order, skipping unreadable ones, such as those of uninstalled games."""
        found = {live.sitting.facts.id: TableGlimpse.of(live.sitting) for live in self.house.open_among(ids)}
        for status in await self.house.journal.standings([table for table in ids if table not in found]):
            try:
                found[status.table] = await self._glimpse(status)
            except Exception as error:
                log.warning(
                    "a table cannot be listed: %s", type(error).__name__, extra={"table": status.table}
                )
        return [found[table] for table in ids if table in found]

    async def _glimpse(self, status: TableStatus) -> TableGlimpse:
        cached = self._cached.get(status.table)
        if cached is None or cached[0] != status:
            cached = self._cached[status.table] = status, await self._read(status)
            if len(self._cached) > MAX_CACHED:
                self._cached.popitem(last=False)
        self._cached.move_to_end(status.table)
        return cached[1]

    async def _read(self, status: TableStatus) -> TableGlimpse:
        facts = msgspec.json.decode(status.facts, type=Facts)
        if status.phase == "playing":
            entries = await self.house.journal.read(status.table)
            return TableGlimpse.of(await folded(facts, entries, self.house.settings.time_scale))
        seating = await self.house.journal.seating(status.table)
        return TableGlimpse.without_moves(facts, status.phase, status.version, status.changed, seating)


def fold(facts: Facts, entries: Iterable[AnyEntry], scale: float) -> Sitting:
    """Return the sitting that these entries lead to."""
    sitting = Sitting(facts, scale)
    for entry in entries:
        sitting.apply(entry)
    return sitting


async def folded(facts: Facts, entries: Iterable[AnyEntry], scale: float) -> Sitting:
    """Fold in a thread, so that a long game does not block the event loop."""
    return await asyncio.to_thread(fold, facts, entries, scale)
