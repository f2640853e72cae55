"""What is left of a game that is over: its record, the game again step by step, and every draw, to be
checked.
"""

from typing import Any

from litestar import Response, get, post
from litestar.params import JSONBody

from ludothek.house.api.review_types import ChanceCheck, Replay, RetryRequest, ReviewShape
from ludothek.house.api.table_types import OpenedTable
from ludothek.server.web.http_requests import desk_for, packed, saved
from ludothek.server.web.parameters import PACKED, TROUBLES, AnyRequest, Language, SeatOrNone, TableId


@get("/tables/{table:str}/record", responses=TROUBLES, summary="The record of a game that is over, as a file")
async def record(request: AnyRequest, table: TableId) -> Response[dict[str, Any]]:
    return saved(await desk_for(request).record(table))


@get(
    "/tables/{table:str}/replay",
    responses=TROUBLES,
    opt=PACKED,
    summary="A game that is over, step by step, as a seat or a spectator saw it",
)
async def replay(
    request: AnyRequest, table: TableId, seat: SeatOrNone = None, language: Language = None
) -> Response[Replay]:
    return await packed(request, await desk_for(request).replay(table, seat))


@get(
    "/tables/{table:str}/chance",
    responses=TROUBLES,
    opt=PACKED,
    summary="The commitment to all draws; once the game is over every draw, to be checked",
)
async def chance(request: AnyRequest, table: TableId) -> Response[ChanceCheck]:
    return await packed(request, await desk_for(request).chance(table))


@get(
    "/tables/{table:str}/review",
    responses=TROUBLES,
    opt=PACKED,
    summary="A game that is over, looked at again: what decided, and luck apart from skill",
)
async def review(request: AnyRequest, table: TableId, language: Language = None) -> Response[ReviewShape]:
    return await packed(request, await desk_for(request).review(table))


@post(
    "/tables/{table:str}/review",
    responses=TROUBLES,
    status_code=200,
    opt=PACKED,
    summary="Look at a game again, in the background",
)
async def begin_review(
    request: AnyRequest, table: TableId, language: Language = None
) -> Response[ReviewShape]:
    return await packed(request, await desk_for(request).begin_review(table))


@post(
    "/tables/{table:str}/try",
    responses=TROUBLES,
    summary="Open a table at a moment of a game that is over, to try it again from there",
)
async def try_again(
    request: AnyRequest, table: TableId, data: JSONBody[RetryRequest], language: Language = None
) -> OpenedTable:
    return await desk_for(request).try_again(table, data.moves)
