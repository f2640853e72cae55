"""The challenges of the days: which there are, and taking one up."""

from litestar import get, post
from litestar.params import FromPath, FromQuery

from ludothek.house.api.challenge_types import ChallengeDay
from ludothek.house.api.table_types import OpenedTable
from ludothek.server.web.http_requests import desk_for, house_of, household_of
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language


@get(
    "/challenges",
    responses=TROUBLES,
    summary="The challenges of a day (UTC), today's where none is named, and my counted tries",
)
async def challenges_of_day(
    request: AnyRequest, date: FromQuery[str | None] = None, language: Language = None
) -> ChallengeDay:
    house_of(request).requests.use(household_of(request))
    return await desk_for(request).challenges(date)


@post(
    "/challenges/{date:str}/{game:str}",
    responses=TROUBLES,
    summary="Take up a challenge: my try that counts; after it, to practise",
)
async def take_up(
    request: AnyRequest, date: FromPath[str], game: FromPath[str], language: Language = None
) -> OpenedTable:
    house_of(request).openings_from.use(household_of(request))
    return await desk_for(request).take_up(game, date)
