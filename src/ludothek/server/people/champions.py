"""The champions of a house: ratings, with intervals, of those people who want to be rated, beside bots whose
strength is known.

What counts are whole games against others, also with the real box, in which somebody was not advised and took
nothing back. Others at the same table count where they want to be rated too, and bots always; everybody else
is left out, as if they had not been there. The bots are held where they stand by their own duels
(docs/duels.md), which are fitted together with the people's games.
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

EASIEST = 1000  # points of the easiest bot
KEPT = 30.0  # seconds for which a list serves everybody
LOOKED_AT = 50  # games that have ended since, before a list is made; the others the next time
MOST_GAMES, MOST_RATED = (
    20_000,
    500,
)  # the last of all, and the people in them who played last: a house has fewer
BOT = "bot "  # what begins the name of one in a rating; nobody's id does


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
        lists = self._made  # of now: what is worked out while somebody chooses is not kept among the new ones
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
        """Somebody wants to be rated, or not any more."""
        if rated and not person.name:
            raise Refused("nameless")
        await (self.rated.join(person.id, person.name) if rated else self.rated.leave(person.id))
        self.forget()

    async def rename(self, person: Person) -> None:
        await self.rated.rename(person.id, person.name)
        self.forget()

    def forget(self) -> None:
        """What was worked out is not so any more."""
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
    """Of people and bots, fitted together; and by how many games of each."""
    from ludothek.lab.ladder import (
        bot_duels,  # which need NumPy: where nobody asks for ratings it is not loaded
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
