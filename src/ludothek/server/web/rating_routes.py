"""Routes: the champions of each game, and whether a person is rated."""

from ludothek.house.api.routes import RouteTable
from ludothek.house.api.statistics_types import ChampionList, RatedRequest
from ludothek.server.web.server_call import ServerCall

routes = RouteTable()


@routes.declare(
    "GET",
    "/api/champions",
    limit="studies",
    summary="The champions of the house at a game: those who want to be rated, and bots of known strength",
)
async def champions(call: ServerCall, game: str | None = None) -> ChampionList:
    return await call.house.champions.listed(call.person, game, call.language, call.household)


@routes.declare(
    "PUT",
    "/api/me/rated",
    limit="studies",
    summary="Whether I want to be rated; nobody is who has not said so",
)
async def choose_rated(call: ServerCall, body: RatedRequest) -> RatedRequest:
    await call.house.champions.choose(call.known_person, rated=body.rated)
    return body
