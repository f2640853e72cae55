"""Daily challenges in a house: counted tries, their results and streaks.

A person's first try at a challenge counts, whenever it is made; for the streak only if it was started on its
day and finished. While it is running, other tabs and devices of the person are led to the same table.
"""

import datetime
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from ludothek.core import Game, Phrase
from ludothek.core.registry import installed_games
from ludothek.house.api.challenge_types import ChallengeDay, ChallengeShape, TryShape
from ludothek.house.catalogue import puzzles
from ludothek.house.challenges.daily_challenge import (
    FIRST,
    DailyChallenge,
    challenge,
    day_of,
    number_of,
    said,
)
from ludothek.house.live.listing import folded
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import Person
from ludothek.house.table import opening
from ludothek.house.table.decide import DecisionContext
from ludothek.house.table.journal import CountedTry, JournalConflict
from ludothek.house.table.refusals import Refused
from ludothek.house.table.seat_result import LEFT, LOST, WON, SeatResult, result_of
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_texts import TEXTS

if TYPE_CHECKING:
    from ludothek.house.live.house import House
    from ludothek.house.live.open_table import OpenTable

DAY = 86_400_000  # milliseconds
ATTEMPTS = 3


def today() -> datetime.date:
    return _date(now())


class ChallengeService:
    def __init__(self, house: "House") -> None:
        self.house = house

    async def day(self, person: Person | None, date: str | None, language: str) -> ChallengeDay:
        """Return the challenges of a day, with the tries of the person if known."""
        day = day_of(date, today())
        tries = (
            []
            if person is None
            else [
                _shape(one) for one in await self._known(await self.house.journal.counted(person.id), person)
            ]
        )
        finished = {one.date for one in tries if one.on_day and one.outcome not in (None, LEFT)}
        return ChallengeDay(
            date=day.isoformat(),
            number=number_of(day),
            today=today().isoformat(),
            first=FIRST.isoformat(),
            next_in_ms=DAY - now() % DAY,
            streak=streak(finished, today()),
            longest=longest(finished),
            challenges=[self._described(game, day, language) for game in installed_games()],
            tries=tries,
        )

    def _described(self, game: Game, day: datetime.date, language: str) -> ChallengeShape:
        title, one = game.texts[language].templates.get("title", game.id), challenge(game, day)
        try:
            return ChallengeShape(
                game.id, title, one.kind, one.seats, one.seat, one.level, one.grade, self._can_be_played(one)
            )
        except ModuleNotFoundError:  # a module that its bots need is not installed
            return ChallengeShape(game.id, title, "", 0, 0, None, None, False)

    def _can_be_played(self, one: DailyChallenge) -> bool:
        return one.level is None or one.level in self.house.players.levels(one.game)

    async def open(
        self, person: Person, game: Game, date: str, language: str, address: str = ""
    ) -> "OpenTable":
        """Open the counted try, or return the running one; afterwards open a table to practise."""
        day = day_of(date, today())
        chosen = challenge(game, day)
        if not self._described(game, day, language).here:
            raise Refused("challenge_elsewhere")
        for _ in range(ATTEMPTS):
            tries = await self.house.journal.counted(person.id)
            found = next((one for one in tries if (one.game, one.date) == (game.id, str(day))), None)
            if found is not None and not (await self._known([found], person))[0].result:
                return await self.house.table(found.table)
            self.house.openings.use(person.id)
            words = Phrase("words.challenge" if found is None else "words.practice", day=said(day))
            wish, mark = await self.house.puzzling.made(
                address, chosen.wish, counted=found is None, name=TEXTS[language].say(words)
            )
            context = DecisionContext(
                person, now(), self.house.players.levels, guest=TEXTS[language]["words.guest"]
            )
            try:
                return await self.house.opened(
                    opening.challenge_table(wish, mark, chosen.seed, context, self.house.settings.time_scale)
                )
            except JournalConflict:  # another tab was first
                continue
        raise Refused("overtaken")

    async def settle(self, sitting: Sitting) -> None:
        """Store the result of a counted try while its table still exists."""
        facts = sitting.facts
        if facts.is_counted and facts.challenge and sitting.phase == "over":
            await self._settle(
                facts.creator,
                CountedTry(facts.game, facts.challenge.date, facts.id, facts.created),
                _result(sitting),
            )

    async def _known(self, tries: list[CountedTry], person: Person) -> list[CountedTry]:
        """Return the tries with the results of those that have ended; a deleted table counts as given up."""
        unknown = {one.table: one for one in tries if not one.result}
        standings = (
            {found.table: found.phase for found in await self.house.journal.standings(list(unknown))}
            if unknown
            else {}
        )
        ended = {}
        for table, one in unknown.items():
            if standings.get(table) == "over":
                facts = await self.house.journal.facts(table)
                sitting = await folded(
                    facts, await self.house.journal.read(table), self.house.settings.time_scale
                )
                ended[table] = await self._settle(person.id, one, _result(sitting))
            elif table not in standings:
                ended[table] = await self._settle(person.id, one, SeatResult(LEFT))
        return [ended.get(one.table, one) for one in tries]

    async def _settle(self, person: str, one: CountedTry, result: SeatResult) -> CountedTry:
        settled = CountedTry(one.game, one.date, one.table, one.at, msgspec.json.encode(result).decode())
        await self.house.journal.settle(person, settled)
        return settled


def streak(days: Iterable[str], today: datetime.date) -> int:
    """Return the number of consecutive days up to today, or up to yesterday if today is not played yet."""
    played, length = set(days), 0
    day = today if today.isoformat() in played else today - datetime.timedelta(1)
    while day.isoformat() in played:
        length, day = length + 1, day - datetime.timedelta(1)
    return length


def longest(days: Iterable[str]) -> int:
    best, length, before = 0, 0, None
    for day in sorted(map(datetime.date.fromisoformat, set(days))):
        length = length + 1 if before and day - before == datetime.timedelta(1) else 1
        best, before = max(best, length), day
    return best


def _result(sitting: Sitting) -> SeatResult:
    """Return the result of a challenge; a puzzle is solved or not, regardless of the game's own result."""
    challenge, variant = sitting.facts.challenge, sitting.variant
    seat = next(
        (seat for seat, table_seat in enumerate(sitting.seats) if table_seat.owner == sitting.facts.creator),
        None,
    )
    if seat is None:
        return SeatResult(LEFT)
    result = result_of(sitting, seat)
    if challenge and challenge.goal:
        solved = puzzles.is_solved(variant.game, challenge.goal, sitting.table.state)
        return SeatResult(WON if solved else LOST, result.moves - len(sitting.facts.beginning))
    return result


def _shape(one: CountedTry) -> TryShape:
    shape = TryShape(one.game, one.date, one.table, str(_date(one.at)) == one.date)
    if one.result:
        result = msgspec.json.decode(one.result, type=SeatResult)
        shape.outcome, shape.moves, shape.score = result.outcome, result.moves, result.score
    return shape


def _date(milliseconds: int) -> datetime.date:
    return datetime.datetime.fromtimestamp(milliseconds // 1000, datetime.UTC).date()
