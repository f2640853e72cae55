"""Routes: statistics of a person's games, and these games as a file."""

from typing import Any

from ludothek.house.api.routes import Call, RouteTable
from ludothek.house.api.statistics_types import Statistics
from ludothek.house.catalogue.download import Download

routes = RouteTable()


@routes.declare(
    "GET",
    "/api/me/statistics",
    limit="studies",
    summary="What my games tell: by game, number of seats, level and company",
)
async def statistics(call: Call) -> Statistics:
    return await call.service.statistics()


@routes.declare(
    "GET", "/api/me/games/{kind}", limit="studies", content=Any, summary="My games as a file, csv or json"
)
async def my_games(call: Call, kind: str) -> Download:
    return await call.service.my_games(kind)
