"""Rate the people of a house who opted in, with confidence intervals, alongside bots of known strength.

Only whole games against others count, including games with the physical box, in which the person took no
advice and took nothing back. Opponents at the same table count if they opted in too; bots always count; all
other people are left out. The bots' ratings are fixed by their own duels (docs/duels.md), which are fitted
together with the people's games.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from ludothek.core import Game
from ludothek.core.registry import installed_games
from ludothek.house.api.statistics_types import Champion, ChampionList
from ludothek.house.people.finished_game import FinishedGame
from ludothek.house.people.person import Person
from ludothek.house.table.refusals import Refused
from ludothek.server.database.ratings import RatedPeople

if TYPE_CHECKING:
    from ludothek.lab.rating import FinishOrder, Rating
    from ludothek.server.server_house import ServerHouse

EASIEST = 1000  # points of the weakest bot
KEPT = 30.0  # seconds for which a computed list is cached
LOOKED_AT = 50  # finished games that are summarised before a list is computed; the rest follow the next time
MOST_GAMES, MOST_RATED = (
    20_000,
    500,
)  # the last of all, and the people in them who played last: a house has fewer
BOT = "bot "  # prefix of a bot's name in a rating; no person's id starts with it


class Champions:
    def __init__(self, house: "ServerHouse", rated: RatedPeople) -> None:
        self.house = house
        self.rated = rated
        self._lock = asyncio.Lock()  # one list is worked out at a time
        self._made: dict[str, tuple[float, list[tuple[str, Champion]]]] = {}

    async def listed(
        self, person: Person | None, game: str | None, language: str, address: str = ""
    ) -> ChampionList:
        contests = {one.id: one for one in installed_games() if is_contest(one)}
        chosen = contests.get(game or next(iter(contests)))
        if chosen is None:
            raise Refused("no_game")
        lists = self._made  # keeps a list that is computed during `forget` out of the new cache
        people = await self.rated.people()
        async with self._lock:
            made, found = lists.get(chosen.id, (0.0, []))
            if not made or time.monotonic() - made > KEPT:
                found = await self._worked_out(chosen, people, address)
                lists[chosen.id] = time.monotonic(), found
        me = person.id if person else ""
        titles = {one.id: one.texts[language]["title"] for one in contests.values()}
        shown = [
            msgspec.structs.replace(one, mine=who == me)
            for who, one in found
            if who.startswith(BOT) or who in people
        ]
        return ChampionList(me in people, titles, chosen.id, shown)

    async def choose(self, person: Person, *, rated: bool) -> None:
        """Opt in to or out of the ratings."""
        if rated and not person.name:
            raise Refused("nameless")
        await (self.rated.join(person.id, person.name) if rated else self.rated.leave(person.id))
        self.forget()

    async def rename(self, person: Person) -> None:
        await self.rated.rename(person.id, person.name)
        self.forget()

    def forget(self) -> None:
        """Invalidate the cached lists."""
        self._made = {}

    async def _worked_out(
        self, game: Game, people: Mapping[str, str], address: str
    ) -> list[tuple[str, Champion]]:
        for person, table in await self.rated.unremembered(LOOKED_AT):
            await self.house.my_games.remember(person, table, address)
        rows = await self.rated.games(MOST_GAMES)
        return await self.house.aside.made(address, _champions, game, people, rows)


def is_contest(game: Game) -> bool:
    return not game.declared.together and game.most > 1


def _champions(
    game: Game, people: Mapping[str, str], rows: Iterable[tuple[str, str]]
) -> list[tuple[str, Champion]]:
    played = [
        (person, msgspec.json.decode(content, type=FinishedGame))
        for person, content in rows
        if person in people
    ]
    of_game = [(person, one) for person, one in played if one.game == game.id]
    lately = set(list(dict.fromkeys(person for person, _ in of_game))[:MOST_RATED])
    times, ratings = ratings_of(game, [(person, one) for person, one in of_game if person in lately])
    found = []
    for one in ratings:
        level = one.player.removeprefix(BOT) if one.player.startswith(BOT) else None
        points, low, high = (EASIEST + round(value) for value in (one.points, one.low, one.high))
        found.append(
            (
                one.player,
                Champion(level or people[one.player], level, points, low, high, times[one.player], False),
            )
        )
    return found


def ratings_of(game: Game, games: Iterable[tuple[str, FinishedGame]]) -> tuple[Counter[str], "list[Rating]"]:
    """Fit the ratings of people and bots together; return them with the number of games of each."""
    from ludothek.lab.ladder import (
        bot_duels,  # imported here: it needs NumPy, which stays unloaded until ratings are requested
    )
    from ludothek.lab.rating import fit_ratings, stages

    tables: dict[str, dict[int, tuple[str, float]]] = {}
    for person, one in games:
        if one.game != game.id or one.helped:
            continue
        seats = tables.setdefault(
            one.table, {seat: (BOT + level, one.scores[seat]) for seat, level in one.bots.items()}
        )
        seats[one.seat] = person, one.scores[one.seat]
    times = Counter[str]()
    told: list[FinishOrder] = []
    for seats in tables.values():
        names, scores = zip(*seats.values(), strict=True)
        if len(set(names)) > 1:
            told += stages(names, scores)
            times.update(set(names))
    easiest = None
    for upper, lower, won, drawn, lost in bot_duels(game):
        pair = BOT + upper, BOT + lower
        told += stages(pair, (1, 0)) * won + stages(pair, (1, 1)) * drawn + stages(pair, (0, 1)) * lost
        times.update(dict.fromkeys(pair, won + drawn + lost))
        easiest = easiest or BOT + upper
    return times, fit_ratings(told, anchor=easiest) if told else []
