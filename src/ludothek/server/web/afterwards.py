"""What is left of a game that is over: its record, the game again step by step, and every draw, to be checked."""

from typing import Any

import msgspec
from litestar import MediaType, Response, get

from ludothek.core import CHANCE
from ludothek.core.chance import SecretSeed
from ludothek.core.table import Table
from ludothek.core.texts import SPECTATOR, seat_or_none
from ludothek.server.table import frames
from ludothek.server.table.shapes import ChanceCheck, Draw, Replay
from ludothek.server.table.sitting import Sitting
from ludothek.server.table.words import Refused
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
    sitting, words = await _finished(request, table), language_for(request)
    viewer = SPECTATOR
    if seat not in (None, "none"):
        if seat not in map(str, range(sitting.facts.seats)):
            raise Refused("no_seat")
        viewer = int(seat)
    return Replay(
        game=sitting.facts.game,
        title=sitting.variant.game.texts[words]["title"],
        name=sitting.facts.name,
        seats=frames.seats(sitting),
        outcome=frames.outcome(sitting, words),
        record=sitting.table.record(),
        viewer=seat_or_none(viewer),
        steps=frames.steps(sitting, viewer, words),
    )


@get(
    "/tables/{table:str}/chance", responses=TROUBLES, summary="The commitment to all draws; once the game is over every draw, to be checked"
)
async def chance(request: AnyRequest, table: TableId) -> ChanceCheck:
    sitting = await sitting_of(request, table)
    commitment, companion = sitting.seed.commitment, sitting.facts.companion
    if sitting.phase != "over" or companion:
        return ChanceCheck(commitment, None, companion, [], None)
    draws = _draws(sitting)
    shown = SecretSeed(sitting.seed.seed)
    correct = shown.commitment == commitment and all(shown.draw(draw.number, draw.weights) == draw.move for draw in draws)
    return ChanceCheck(commitment, sitting.seed.seed.hex(), companion, draws, correct)


def _draws(sitting: Sitting) -> list[Draw]:
    again, draws = Table(sitting.variant), []
    for number, (seat, move) in enumerate(sitting.table.moves):
        if seat == CHANCE:
            draws.append(Draw(number, again.variant.chances(again.state), move))
        again.play(seat, move)
    return draws


async def _finished(request: AnyRequest, table: str) -> Sitting:
    sitting = await sitting_of(request, table)
    if sitting.phase != "over":
        raise Refused("not_over")
    return sitting
