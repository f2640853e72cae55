"""What is left of a game that is over: its record, the game again step by step, and every draw, to be checked."""

import asyncio
from typing import Any

import msgspec
from litestar import MediaType, Response, get

from ludothek.core.texts import SPECTATOR
from ludothek.server.table import replaying
from ludothek.server.table.refusals import Refused
from ludothek.server.table.shapes import ChanceCheck, Replay
from ludothek.server.table.sitting import Sitting
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language, SeatOrNone, TableId
from ludothek.server.web.requests import language_for, sitting_of


@get("/tables/{table:str}/record", responses=TROUBLES, summary="The record of a game that is over, as a file")
async def record(request: AnyRequest, table: TableId) -> Response[dict[str, Any]]:
    sitting = await _finished(request, table)
    content: Any = msgspec.json.format(msgspec.json.encode(sitting.table.record()), indent=1)
    headers = {"content-disposition": f'attachment; filename="{sitting.facts.game}-{table[:8]}.json"'}
    return Response(content, media_type=MediaType.JSON, headers=headers)


@get("/tables/{table:str}/replay", responses=TROUBLES, summary="A game that is over, step by step, as a seat or a spectator saw it")
async def replay(request: AnyRequest, table: TableId, seat: SeatOrNone = None, language: Language = None) -> Replay:
    sitting, viewer = await _finished(request, table), SPECTATOR
    if seat not in (None, "none"):
        if seat not in map(str, range(sitting.facts.seats)):
            raise Refused("no_seat")
        viewer = int(seat)
    finished = replaying.Finished.of(sitting)
    return await asyncio.to_thread(finished.replay, viewer, language_for(request))


@get(
    "/tables/{table:str}/chance", responses=TROUBLES, summary="The commitment to all draws; once the game is over every draw, to be checked"
)
async def chance(request: AnyRequest, table: TableId) -> ChanceCheck:
    sitting = await sitting_of(request, table)
    if sitting.phase != "over" or sitting.facts.companion:
        return ChanceCheck(sitting.seed.commitment, None, sitting.facts.companion, [], None)
    finished = replaying.Finished.of(sitting)
    return await asyncio.to_thread(finished.checked_chance)


async def _finished(request: AnyRequest, table: str) -> Sitting:
    sitting = await sitting_of(request, table)
    if sitting.phase != "over":
        raise Refused("not_over")
    return sitting
