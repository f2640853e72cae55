"""My games: what they tell, as a file, and who is best in the house among those who want to know."""

from typing import Any

from litestar import Response, get, put
from litestar.params import FromPath, FromQuery, JSONBody

from ludothek.house.api.statistics_types import ChampionList, RatedRequest, Statistics
from ludothek.server.web.http_requests import (
    desk_for,
    house_of,
    household_of,
    language_for,
    person_of,
    saved,
    someone,
)
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language


@get(
    "/me/statistics",
    responses=TROUBLES,
    summary="What my games tell: by game, number of seats, level and company",
)
async def statistics(request: AnyRequest, language: Language = None) -> Statistics:
    house_of(request).studies.use(household_of(request))
    return await desk_for(request).statistics()


@get("/me/games/{kind:str}", responses=TROUBLES, summary="My games as a file, csv or json")
async def my_games(request: AnyRequest, kind: FromPath[str]) -> Response[Any]:
    house_of(request).studies.use(household_of(request))
    return saved(await desk_for(request).my_games(kind))


@get(
    "/champions",
    responses=TROUBLES,
    summary="The champions of the house at a game: those who want to be rated, and bots of known strength",
)
async def champions(
    request: AnyRequest, game: FromQuery[str | None] = None, language: Language = None
) -> ChampionList:
    house = house_of(request)
    house.studies.use(household_of(request))
    return await house.champions.listed(
        person_of(request), game, language_for(request), household_of(request)
    )


@put("/me/rated", responses=TROUBLES, summary="Whether I want to be rated; nobody is who has not said so")
async def choose_rated(request: AnyRequest, data: JSONBody[RatedRequest]) -> RatedRequest:
    house = house_of(request)
    house.studies.use(household_of(request))
    await house.champions.choose(someone(request), rated=data.rated)
    return data
