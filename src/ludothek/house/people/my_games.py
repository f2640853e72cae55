"""A person's finished games: each is summarized once, on the first request after its end, in batches."""

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from ludothek.house.api.statistics_types import Statistics
from ludothek.house.catalogue.download import Download
from ludothek.house.live.listing import fold
from ludothek.house.people.finished_game import FinishedGame, played_by
from ludothek.house.people.personal_statistics import as_csv, statistics_of
from ludothek.house.table.entries import AnyEntry, Facts
from ludothek.house.table.journal import UnknownTable
from ludothek.house.table.refusals import Refused

if TYPE_CHECKING:
    from ludothek.house.live.house import House

AT_ONCE = 25  # games summarized per request
log = logging.getLogger(__name__)


class PersonalGames:
    def __init__(self, house: "House") -> None:
        self.house = house
        self._looking: dict[str, asyncio.Task[int]] = {}  # running batches by person

    async def statistics(self, person: str, language: str, address: str = "") -> Statistics:
        waiting = await self.catch_up(person, address)
        rows = await self.house.journal.remembered(person)
        return await asyncio.to_thread(lambda: statistics_of(_read(rows), language, waiting))

    async def exported(self, person: str, kind: str, address: str = "") -> Download:
        """Return all games as a CSV or JSON file."""
        while await self.catch_up(person, address):
            pass
        games = await asyncio.to_thread(_read, await self.house.journal.remembered(person))
        if kind == "csv":
            return Download(
                "ludothek-games.csv", "text/csv; charset=utf-8", await asyncio.to_thread(as_csv, games)
            )
        return Download(
            "ludothek-games.json", "application/json", await asyncio.to_thread(msgspec.json.encode, games)
        )

    async def catch_up(self, person: str, address: str) -> int:
        """Summarize a batch of newly finished games; return how many are left.

        Concurrent requests of a person share one batch.
        """
        if person not in self._looking:
            self._looking[person] = asyncio.create_task(self._look(person, address))
            self._looking[person].add_done_callback(lambda _: self._looking.pop(person))
        return await asyncio.shield(self._looking[person])

    async def _look(self, person: str, address: str) -> int:
        ended = await self.house.journal.unremembered(person)
        for table in ended[:AT_ONCE]:
            await self.remember(person, table, address)
        return max(0, len(ended) - AT_ONCE)

    async def remember(self, person: str, table: str, address: str) -> None:
        """Summarize one finished game and store the result."""
        await self.house.journal.remember(person, table, await self._looked_at(person, table, address))

    async def _looked_at(self, person: str, table: str, address: str) -> str:
        """Return the person's game as JSON; empty if it does not count or cannot be read."""
        try:
            facts, entries = await self.house.journal.facts(table), await self.house.journal.read(table)
            played = await self.house.aside.made(
                address, _played, person, facts, entries, self.house.settings.time_scale
            )
        except Refused:  # too much work is queued: retried with the next request
            raise
        except UnknownTable:
            return ""
        except Exception as error:  # for example, the game is no longer installed
            log.warning("summarizing a game failed: %s", type(error).__name__, extra={"table": table})
            return ""
        return msgspec.json.encode(played).decode() if played else ""


def _played(person: str, facts: Facts, entries: list[AnyEntry], scale: float) -> FinishedGame | None:
    return played_by(person, fold(facts, entries, scale), entries)


def _read(rows: list[str]) -> list[FinishedGame]:
    return sorted((played for row in rows if (played := _read_one(row))), key=lambda one: one.at)


def _read_one(row: str) -> FinishedGame | None:
    try:
        return msgspec.json.decode(row, type=FinishedGame)
    except msgspec.DecodeError as error:
        log.warning("a stored game cannot be read: %s", type(error).__name__)
        return None
