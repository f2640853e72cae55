"""The service behind the routes: answers the requests of one person, without HTTP."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from ludothek.core.texts import SPECTATOR
from ludothek.house.api.answer_types import Done
from ludothek.house.api.catalogue_types import KitFile, KitRequest, KitTrial, KitTrialRequest, PuzzleList
from ludothek.house.api.challenge_types import ChallengeDay
from ludothek.house.api.live_types import LogPage
from ludothek.house.api.review_types import ChanceCheck, Replay, ReviewShape
from ludothek.house.api.statistics_types import Statistics
from ludothek.house.api.table_types import NewTable, OpenedTable, TableInfo, TableList, TableSummary
from ludothek.house.catalogue import game_pages, kit_files, kit_trials, prints, puzzles
from ludothek.house.catalogue.download import Download
from ludothek.house.live import review_shapes
from ludothek.house.live.background_work import Given, Made
from ludothek.house.live.house import House
from ludothek.house.live.open_table import OpenTable
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import Person
from ludothek.house.table import decide, replaying, table_file
from ludothek.house.table.actions import AnyAction
from ludothek.house.table.frames import FrameRenderer
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_summary import table_info, table_summary

MOST_LISTED = 50


@dataclass(frozen=True)
class HouseService:
    """Answers requests of one person (None: a client without one) in their language."""

    house: House
    person: Person | None
    language: str
    address: str = ""  # of the client, as rate limits count it; empty in a page

    @property
    def known_person(self) -> Person:
        """The person; a client without one is refused."""
        if self.person is None:
            raise Refused("no_person")
        return self.person

    @property
    def _id(self) -> str | None:
        return self.person.id if self.person else None

    async def open(self, request: NewTable) -> OpenedTable:
        live = await self.house.open(self.known_person, request, self.language, self.address)
        return OpenedTable(live.sitting.facts.id, live.sitting.version, live.sitting.phase)

    async def challenges(self, date: str | None) -> ChallengeDay:
        return await self.house.challenges.day(self.person, date, self.language)

    async def take_up(self, game: str, date: str) -> OpenedTable:
        """Open a challenge: the first try counts, every later one is for practice."""
        live = await self.house.challenges.open(
            self.known_person, game_pages.game(game), date, self.language, self.address
        )
        return OpenedTable(live.sitting.facts.id, live.sitting.version, live.sitting.phase)

    async def statistics(self) -> Statistics:
        return await self.house.my_games.statistics(self.known_person.id, self.language, self.address)

    async def my_games(self, kind: str) -> Download:
        if kind not in ("csv", "json"):
            raise Refused("bad_request", f"games are written as csv or json, not as {kind[:20]!r}")
        return await self.house.my_games.exported(self.known_person.id, kind, self.address)

    async def public_tables(self, game: str | None) -> TableList:
        ids = await self.house.journal.public_tables(MOST_LISTED, game)
        busy = {live.sitting.facts.id for live in self.house.open_among(ids) if live.presence.people}
        summaries = await self._summaries(ids)
        return TableList(
            sorted(summaries, key=lambda table: table.id not in busy)
        )  # tables with people first

    async def my_tables(self) -> TableList:
        summaries = await self._summaries(
            await self.house.journal.tables_of(self.known_person.id, MOST_LISTED)
        )
        return TableList(sorted(summaries, key=lambda table: table.changed, reverse=True))

    async def _summaries(self, ids: list[str]) -> list[TableSummary]:
        return [
            table_summary(glimpse, self._id, self.language)
            for glimpse in await self.house.listing.glimpses(ids)
        ]

    async def forget(self, table: str) -> None:
        """Leave a table, and remove it from the person's list."""
        await self.house.forget(self.known_person, table, self.language)

    async def info(self, table: str) -> TableInfo:
        return table_info(await self._sitting(table), self._id, self.language)

    async def do(self, table: str, action: AnyAction) -> Done:
        return await (await self._visit(table)).do(self.known_person, action, self.language)

    async def frame(self, table: str, seat: str | None, since: int) -> bytes:
        """Return the current frame as JSON, as the live connection sends it."""
        live = await self._visit(table)
        viewer = live.sitting.viewer_for(self._id, seat)
        return live.frame(viewer, self.language, since if since <= live.sitting.version else 0)

    async def log(self, table: str, seat: str | None, before: int) -> LogPage:
        """Return the page of the log before a version."""
        sitting = (await self._visit(table)).sitting
        viewer = sitting.viewer_for(self._id, seat)
        return LogPage(*FrameRenderer(sitting).events(viewer, self.language, 0, before))

    async def puzzles(self, game: str, date: str | None) -> PuzzleList:
        return PuzzleList(
            await self.house.puzzling.made(
                self.address, puzzles.of_day, game_pages.game(game), date, self.language
            )
        )

    async def check_kit(self, game: str, request: KitRequest) -> KitFile:
        return await self._in_background(kit_files.checked, game_pages.game(game), request)

    async def try_kit(self, game: str, request: KitTrialRequest) -> KitTrial:
        return await self._in_background(kit_trials.begun, game_pages.game(game), request, self.language)

    async def print_game(self, game: str) -> Download:
        return await self._in_background(prints.pdf, game_pages.game(game), None, self.language)

    async def print_table(self, table: str) -> Download:
        sitting = await self._sitting(table)
        return await self._in_background(prints.pdf, sitting.variant.game, sitting.facts.kit, self.language)

    async def print_kit(self, game: str, request: KitRequest) -> Download:
        """Print a game with a kit that belongs to no table."""
        self.house.prints.use(self.address)
        kit = (await self.check_kit(game, request)).kit
        return await self._in_background(prints.pdf, game_pages.game(game), kit, self.language)

    async def record(self, table: str) -> Download:
        sitting = await self._finished(table)
        content = msgspec.json.format(msgspec.json.encode(sitting.table.record()), indent=1)
        return Download(f"{sitting.facts.game}-{table[:8]}.json", "application/json", content)

    async def pack(self, table: str) -> Download:
        """Export a table as a file. A running game is closed to other people first."""
        live = await self.house.table(table)
        facts, person = live.sitting.facts, self.known_person.id
        if facts.is_counted:
            raise Refused("challenge_stays")
        table_file.check_alone(facts, await self.house.journal.read(table), person)
        await live.change(lambda sitting: decide.pack(sitting, person, now()))
        is_over = live.sitting.phase == "over"
        content = table_file.pack(facts, await self.house.journal.read(table), person, is_over=is_over)
        return Download(f"{facts.game}-{table[:8]}.table.json", "application/json", content)

    async def replay(self, table: str, seat: str | None) -> Replay:
        sitting, viewer = await self._finished(table), SPECTATOR
        if seat not in (None, "none"):
            if seat not in map(str, range(sitting.facts.seats)):
                raise Refused("no_seat")
            viewer = int(seat)
        return await self._in_background(replaying.FinishedTable.of(sitting).replay, viewer, self.language)

    async def chance(self, table: str) -> ChanceCheck:
        """Return the commitment to the seed; once the game is over, every draw, to be verified."""
        sitting = await self._sitting(table)
        if sitting.phase != "over" or sitting.facts.companion:
            before = replaying.seeds_before(sitting.facts, shown=False)
            return ChanceCheck(sitting.secret.commitment, None, sitting.facts.companion, [], None, before)
        return await self._in_background(replaying.FinishedTable.of(sitting).checked_chance)

    async def review(self, table: str) -> ReviewShape:
        """Return the review of a finished game as far as it is computed."""
        sitting = await self._sitting(table)
        progress = await self.house.reviewer.found(sitting)
        if progress is None:
            return ReviewShape(-1.0)
        part, review = progress
        return (
            ReviewShape(part)
            if review is None
            else await self._in_background(review_shapes.shown, sitting, part, review, self.language)
        )

    async def begin_review(self, table: str) -> ReviewShape:
        """Start the review of a finished game in the background, unless it exists."""
        sitting = await self._finished(table)
        if await self.house.reviewer.found(sitting) is None:
            self.house.reviews.use(self.address)
            self.house.reviewer.begin(sitting, self.address)
        return await self.review(table)

    async def try_again(self, table: str, moves: int) -> OpenedTable:
        """Open a table at a moment of a finished game."""
        live = await self.house.open_try(
            self.known_person, await self._finished(table), moves, self.language, self.address
        )
        return OpenedTable(live.sitting.facts.id, live.sitting.version, live.sitting.phase)

    async def _in_background(
        self, make: Callable[Given, Made], *given: Given.args, **named: Given.kwargs
    ) -> Made:
        """Run a long computation off the event loop; clients take turns."""
        return await self.house.aside.made(self.address, make, *given, **named)

    async def _visit(self, table: str) -> OpenTable:
        """Return a table for a request; it counts as visited from the client's address."""
        live = await self.house.table(table)
        live.note_visit(self.address)
        return live

    async def _sitting(self, table: str) -> Sitting:
        return (await self.house.table(table)).sitting

    async def _finished(self, table: str) -> Sitting:
        sitting = await self._sitting(table)
        if sitting.phase != "over":
            raise Refused("not_over")
        return sitting
