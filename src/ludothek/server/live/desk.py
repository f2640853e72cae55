"""What can be asked of a house besides the live conversation, whoever carries the question: HTTP, or a page that asks its own worker."""

import asyncio
from dataclasses import dataclass

import msgspec

from ludothek.core.texts import SPECTATOR
from ludothek.server.live import looking_back
from ludothek.server.live.open_table import OpenTable
from ludothek.server.live.open_tables import OpenTables
from ludothek.server.shelf import prints
from ludothek.server.shelf.files import File
from ludothek.server.table import replaying
from ludothek.server.table.actions import AnyAction
from ludothek.server.table.people import Person
from ludothek.server.table.refusals import Refused
from ludothek.server.table.shapes import ChanceCheck, Done, NewTable, Opened, Replay, ReviewShape, Summary, TableInfo, TableList
from ludothek.server.table.sitting import Sitting
from ludothek.server.table.summary import described, summed_up

MOST_LISTED = 50


@dataclass(frozen=True)
class Desk:
    """Answers one person, in their language."""

    house: OpenTables
    person: Person | None
    language: str
    address: str = ""  # from which they ask

    @property
    def someone(self) -> Person:
        if self.person is None:
            raise Refused("no_person")
        return self.person

    @property
    def _id(self) -> str | None:
        return self.person.id if self.person else None

    async def open(self, wish: NewTable) -> Opened:
        live = await self.house.open(self.someone, wish, self.language)
        return Opened(live.sitting.facts.id, live.sitting.version, live.sitting.phase)

    async def public_tables(self, game: str | None) -> TableList:
        ids = await self.house.journal.public_tables(MOST_LISTED, game)
        busy = {live.sitting.facts.id for live in self.house.at_hand(ids) if live.presence.people}
        return TableList(sorted(await self._listed(ids), key=lambda table: table.id not in busy))  # where somebody waits comes first

    async def my_tables(self) -> TableList:
        listed = await self._listed(await self.house.journal.tables_of(self.someone.id, MOST_LISTED))
        return TableList(sorted(listed, key=lambda table: table.changed, reverse=True))

    async def _listed(self, ids: list[str]) -> list[Summary]:
        return [summed_up(seen, self._id, self.language) for seen in await self.house.listing.glimpses(ids)]

    async def forget(self, table: str) -> None:
        """Leave a table, and take it off my list."""
        await self.house.forget(self.someone, table, self.language)

    async def info(self, table: str) -> TableInfo:
        return described(await self._sitting(table), self._id, self.language)

    async def do(self, table: str, action: AnyAction) -> Done:
        return await (await self._looked_in(table)).do(self.someone, action, self.language)

    async def frame(self, table: str, seat: str | None, since: int) -> bytes:
        """The present view, as the live conversation sends it."""
        live = await self._looked_in(table)
        viewer = live.sitting.viewer_for(self._id, seat)
        return live.frame(viewer, self.language, since if since <= live.sitting.version else 0)

    async def printed(self, table: str) -> File:
        sitting = await self._sitting(table)
        return await prints.pdf(sitting.variant.game, sitting.facts.kit, self.language)

    async def record(self, table: str) -> File:
        sitting = await self._finished(table)
        content = msgspec.json.format(msgspec.json.encode(sitting.table.record()), indent=1)
        return File(f"{sitting.facts.game}-{table[:8]}.json", "application/json", content)

    async def replay(self, table: str, seat: str | None) -> Replay:
        sitting, viewer = await self._finished(table), SPECTATOR
        if seat not in (None, "none"):
            if seat not in map(str, range(sitting.facts.seats)):
                raise Refused("no_seat")
            viewer = int(seat)
        return await asyncio.to_thread(replaying.Finished.of(sitting).replay, viewer, self.language)

    async def chance(self, table: str) -> ChanceCheck:
        """The commitment to all draws; once the game is over every draw, to be checked."""
        sitting = await self._sitting(table)
        if sitting.phase != "over" or sitting.facts.companion:
            return ChanceCheck(sitting.seed.commitment, None, sitting.facts.companion, [], None)
        return await asyncio.to_thread(replaying.Finished.of(sitting).checked_chance)

    async def review(self, table: str) -> ReviewShape:
        """A game that is over, looked at again, as far as that is."""
        sitting = await self._sitting(table)
        found = await self.house.reviewer.found(sitting)
        if found is None:
            return ReviewShape(-1.0)
        part, review = found
        return ReviewShape(part) if review is None else await asyncio.to_thread(looking_back.shown, sitting, part, review, self.language)

    async def begin_review(self, table: str) -> ReviewShape:
        """Look at it, in the background, where nobody has asked for it yet."""
        sitting = await self._finished(table)
        if await self.house.reviewer.found(sitting) is None:
            self.house.reviews.use(self.address)
            self.house.reviewer.begin(sitting)
        return await self.review(table)

    async def try_again(self, table: str, moves: int) -> Opened:
        """A table at a moment of a game that is over."""
        live = await self.house.open_try(self.someone, await self._finished(table), moves, self.language)
        return Opened(live.sitting.facts.id, live.sitting.version, live.sitting.phase)

    async def _looked_in(self, table: str) -> OpenTable:
        """The table, for somebody who has no connection to it."""
        live = await self.house.table(table)
        live.look_in(self.address)
        return live

    async def _sitting(self, table: str) -> Sitting:
        return (await self.house.table(table)).sitting

    async def _finished(self, table: str) -> Sitting:
        sitting = await self._sitting(table)
        if sitting.phase != "over":
            raise Refused("not_over")
        return sitting
