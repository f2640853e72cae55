"""Tables in a list.

Those that are open here are at hand; of the others no more is read than a list shows, and once for each
change.
"""

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

KEPT = 1000
log = logging.getLogger(__name__)


class TableListing:
    def __init__(self, house: "House") -> None:
        self.house = house
        self._kept: OrderedDict[str, tuple[TableStatus, TableGlimpse]] = OrderedDict()

    async def glimpses(self, ids: Sequence[str]) -> list[TableGlimpse]:
        """These tables, in this order.

        One that cannot be read, a game that is not installed any more, is left out.
        """
        found = {live.sitting.facts.id: TableGlimpse.of(live.sitting) for live in self.house.at_hand(ids)}
        for standing in await self.house.journal.standings([table for table in ids if table not in found]):
            try:
                found[standing.table] = await self._glimpse(standing)
            except Exception as error:
                log.warning(
                    "a table cannot be listed: %s", type(error).__name__, extra={"table": standing.table}
                )
        return [found[table] for table in ids if table in found]

    async def _glimpse(self, standing: TableStatus) -> TableGlimpse:
        kept = self._kept.get(standing.table)
        if kept is None or kept[0] != standing:
            kept = self._kept[standing.table] = standing, await self._read(standing)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(standing.table)
        return kept[1]

    async def _read(self, standing: TableStatus) -> TableGlimpse:
        facts = msgspec.json.decode(standing.facts, type=Facts)
        if standing.phase == "playing":
            entries = await self.house.journal.read(standing.table)
            return TableGlimpse.of(await folded(facts, entries, self.house.settings.time_scale))
        seating = await self.house.journal.seating(standing.table)
        return TableGlimpse.without_moves(facts, standing.phase, standing.version, standing.changed, seating)


def fold(facts: Facts, entries: Iterable[AnyEntry], scale: float) -> Sitting:
    """The table that these entries lead to."""
    sitting = Sitting(facts, scale)
    for entry in entries:
        sitting.apply(entry)
    return sitting


async def folded(facts: Facts, entries: Iterable[AnyEntry], scale: float) -> Sitting:
    """The same, made beside the loop: a long game takes a while, and nobody else waits for it."""
    return await asyncio.to_thread(fold, facts, entries, scale)
