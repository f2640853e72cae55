"""Routes: a finished game, as a record, a replay, a review, and with every draw to verify."""

from typing import Any

from ludothek.house.api.review_types import ChanceCheck, Replay, RetryRequest, ReviewShape
from ludothek.house.api.routes import Call, RouteTable
from ludothek.house.api.table_types import OpenedTable
from ludothek.house.api.value_types import SeatOrNone, TableId
from ludothek.house.catalogue.download import Download

routes = RouteTable()


@routes.declare(
    "GET",
    "/api/tables/{table}/record",
    content=dict[str, Any],
    summary="The record of a game that is over, as a file",
)
async def record(call: Call, table: TableId) -> Download:
    return await call.service.record(table)


@routes.declare(
    "GET",
    "/api/tables/{table}/replay",
    large=True,
    summary="A game that is over, step by step, as a seat or a spectator saw it",
)
async def replay(call: Call, table: TableId, seat: SeatOrNone = None) -> Replay:
    return await call.service.replay(table, seat)


@routes.declare(
    "GET",
    "/api/tables/{table}/chance",
    large=True,
    summary="The commitment to all draws; once the game is over every draw, to be checked",
)
async def chance(call: Call, table: TableId) -> ChanceCheck:
    return await call.service.chance(table)


@routes.declare(
    "GET",
    "/api/tables/{table}/review",
    large=True,
    summary="A game that is over, looked at again: what decided, and luck apart from skill",
)
async def review(call: Call, table: TableId) -> ReviewShape:
    return await call.service.review(table)


@routes.declare(
    "POST",
    "/api/tables/{table}/review",
    large=True,
    summary="Look at a game again, in the background",
)
async def begin_review(call: Call, table: TableId) -> ReviewShape:
    return await call.service.begin_review(table)


@routes.declare(
    "POST",
    "/api/tables/{table}/try",
    status=201,
    summary="Open a table at a moment of a game that is over, to try it again from there",
)
async def try_again(call: Call, table: TableId, body: RetryRequest) -> OpenedTable:
    return await call.service.try_again(table, body.moves)
