"""Routes: the daily challenges."""

from ludothek.house.api.challenge_types import ChallengeDay
from ludothek.house.api.routes import Call, RouteTable
from ludothek.house.api.table_types import OpenedTable

routes = RouteTable()


@routes.declare(
    "GET",
    "/api/challenges",
    limit="requests",
    summary="The challenges of a day (UTC), today's where none is named, and my counted tries",
)
async def challenges_of_day(call: Call, date: str | None = None) -> ChallengeDay:
    return await call.service.challenges(date)


@routes.declare(
    "POST",
    "/api/challenges/{date}/{game}",
    status=201,
    limit="openings_from",
    summary="Take up a challenge: my try that counts; after it, to practise",
)
async def take_up(call: Call, date: str, game: str) -> OpenedTable:
    return await call.service.take_up(game, date)
