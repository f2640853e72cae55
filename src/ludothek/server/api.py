"""The HTTP interface: the shelf, people, tables, and what is left of a game that is over."""

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

from ludothek import __version__
from ludothek.core import CHANCE
from ludothek.core.chance import SecretSeed
from ludothek.core.table import Table
from ludothek.server import frames, kits, prints, puzzles, shelf
from ludothek.server.actions import AnyAction
from ludothek.server.http import cookie_for, house_of, language_for, person_of, same_origin, someone
from ludothek.server.people import Person, checked_name, fresh
from ludothek.server.shapes import (
    ChanceCheck,
    Commitment,
    Done,
    Draw,
    FigureList,
    Frame,
    GameList,
    GamePage,
    Health,
    KitFile,
    KitWish,
    Me,
    Naming,
    NewTable,
    Opened,
    PuzzleList,
    Replay,
    TableInfo,
    TableList,
    Trouble,
)
from ludothek.server.sitting import Sitting
from ludothek.server.words import Refused

MOST_LISTED = 50
TROUBLES = {status: ResponseSpec(Trouble, description="refused", generate_examples=False) for status in (400, 401, 403, 404, 409, 413, 429)}
AnyRequest = Request[Any, Any, Any]
Language = Annotated[str | None, QueryParameter(description="de or en; else the browser's language")]
SeatOrNone = Annotated[str | None, QueryParameter(description="a seat's number, or none for a spectator")]
Since = Annotated[int, QueryParameter(ge=0, le=1_000_000_000, description="the last version already shown")]
TableId = Annotated[str, PathParameter(description="a table's id")]


@get("/me", responses=TROUBLES, summary="Who I am; makes a person of whoever has no cookie yet")
async def me(request: AnyRequest) -> Response[Me]:
    person = person_of(request) or fresh()
    return Response(Me(person.id, person.name), cookies=[cookie_for(request, person)])


@put("/me", responses=TROUBLES, summary="Give myself a name")
async def rename(request: AnyRequest, data: JSONBody[Naming]) -> Response[Me]:
    person = Person(someone(request).id, checked_name(data.name))
    return Response(Me(person.id, person.name), cookies=[cookie_for(request, person)])


@get("/me/tables", responses=TROUBLES, summary="The tables at which I hold or held a seat, newest first")
async def my_tables(request: AnyRequest, language: Language = None) -> TableList:
    person = someone(request)
    return await _listed(request, await house_of(request).journal.tables_of(person.id, MOST_LISTED))


@get("/games", responses=TROUBLES, summary="All games")
async def games(request: AnyRequest, language: Language = None) -> GameList:
    return GameList(shelf.games(language_for(request)))


@get("/games/{game:str}", responses=TROUBLES, summary="One game, with its rules, its texts and its kit")
async def game_page(request: AnyRequest, game: FromPath[str], language: Language = None) -> GamePage:
    return shelf.page(game, language_for(request))


@get("/games/{game:str}/figures", responses=TROUBLES, summary="Positions that show how a game is played, by name")
async def figures(request: AnyRequest, game: FromPath[str], language: Language = None) -> FigureList:
    return FigureList(shelf.figures(game))


@get("/games/{game:str}/puzzles", responses=TROUBLES, summary="Puzzles to open a table with: today's, and one of each grade")
async def puzzles_of_day(
    request: AnyRequest, game: FromPath[str], date: FromQuery[str | None] = None, language: Language = None
) -> PuzzleList:
    return PuzzleList(await puzzles.of_day(shelf.game(game), date, language_for(request)))


@post("/games/{game:str}/kit", responses=TROUBLES, status_code=200, summary="Check a kit: figures, or the text of a kit file")
async def check_kit(request: AnyRequest, game: FromPath[str], data: JSONBody[KitWish], language: Language = None) -> KitFile:
    return kits.checked(shelf.game(game), data)


@get("/games/{game:str}/print", responses=TROUBLES, media_type=prints.PDF, summary="A game to print, with the shipped kit")
async def print_game(request: AnyRequest, game: FromPath[str], language: Language = None) -> Response[bytes]:
    return await prints.answer(shelf.game(game), None, language_for(request))


@post("/tables", responses=TROUBLES, summary="Open a table")
async def open_table(request: AnyRequest, data: JSONBody[NewTable]) -> Opened:
    address = request.client.host if request.client else ""
    live = await house_of(request).open(someone(request), data, language_for(request), address)
    return Opened(live.sitting.facts.id, live.sitting.version, live.sitting.phase)


@get("/tables", responses=TROUBLES, summary="The public tables that wait for people or are being played")
async def public_tables(request: AnyRequest, game: FromQuery[str | None] = None, language: Language = None) -> TableList:
    listed = await _listed(request, await house_of(request).journal.public_tables(MOST_LISTED))
    return TableList([table for table in listed.tables if game in (None, table.game)])


async def _listed(request: AnyRequest, ids: list[str]) -> TableList:
    person, language, house = person_of(request), language_for(request), house_of(request)
    sittings = [(await house.table(table)).sitting for table in ids]
    found = [frames.summed_up(sitting, person.id if person else None, language) for sitting in sittings]
    return TableList(sorted(found, key=lambda table: table.changed, reverse=True))


@get("/tables/{table:str}", responses=TROUBLES, summary="What a table is, and who sits at it")
async def table_info(request: AnyRequest, table: TableId, language: Language = None) -> TableInfo:
    sitting = await _sitting(request, table)
    facts, person = sitting.facts, person_of(request)
    return TableInfo(
        **frames.summary(sitting, person.id if person else None, language_for(request)),
        options=facts.options,
        pace=facts.pace,
        kit=facts.kit,
        clock=facts.clock,
        hints=facts.hints,
        chance=Commitment(sitting.seed.commitment),
    )


@get("/tables/{table:str}/print", responses=TROUBLES, media_type=prints.PDF, summary="A table's game to print, with its kit")
async def print_table(request: AnyRequest, table: TableId, language: Language = None) -> Response[bytes]:
    sitting = await _sitting(request, table)
    return await prints.answer(sitting.variant.game, sitting.facts.kit, language_for(request))


@post("/tables/{table:str}/do", responses=TROUBLES, status_code=200, summary="Change a table: sit down, move, chat, …")
async def do(request: AnyRequest, table: TableId, data: JSONBody[AnyAction]) -> Done:
    live = await house_of(request).table(table)
    return await live.do(someone(request), data, language_for(request))


@get("/tables/{table:str}/frame", responses=TROUBLES, summary="The present view, as the live socket sends it")
async def frame(
    request: AnyRequest, table: TableId, seat: SeatOrNone = None, since: Since = 0, language: Language = None
) -> Response[Frame]:
    live = await house_of(request).table(table)
    viewer = viewer_for(live.sitting, person_of(request), seat)
    content: Any = live.frame(viewer, language_for(request), since if since <= live.sitting.version else 0)
    return Response(content, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


def viewer_for(sitting: Sitting, person: Person | None, seat: str | None) -> int | None:
    """As whom somebody looks: as the seat they name, else their first, else a spectator."""
    mine = sitting.seats_of(person.id) if person else []
    if seat is None:
        return mine[0] if mine else None
    if seat == "none":
        return None
    if not seat.isdecimal() or int(seat) not in mine:
        raise Refused("not_yours")
    return int(seat)


@get("/tables/{table:str}/record", responses=TROUBLES, summary="The record of a game that is over, as a file")
async def record(request: AnyRequest, table: TableId) -> Response[dict[str, Any]]:
    sitting = await _finished(request, table)
    content: Any = msgspec.json.format(msgspec.json.encode(sitting.table.record()), indent=1)
    headers = {"content-disposition": f'attachment; filename="{sitting.facts.game}-{table[:8]}.json"'}
    return Response(content, media_type=MediaType.JSON, headers=headers)


@get("/tables/{table:str}/replay", responses=TROUBLES, summary="A game that is over, step by step, as a seat or a spectator saw it")
async def replay(request: AnyRequest, table: TableId, seat: SeatOrNone = None, language: Language = None) -> Replay:
    sitting, words = await _finished(request, table), language_for(request)
    viewer = None if seat in (None, "none") else int(seat) if seat and seat.isdecimal() and len(seat) == 1 else -1
    if viewer is not None and not 0 <= viewer < sitting.facts.seats:
        raise Refused("no_seat")
    return Replay(
        game=sitting.facts.game,
        title=sitting.variant.game.texts[words]["title"],
        name=sitting.facts.name,
        seats=frames.seats(sitting),
        outcome=frames.outcome(sitting, words),
        record=sitting.table.record(),
        viewer=viewer,
        steps=frames.steps(sitting, viewer, words),
    )


@get(
    "/tables/{table:str}/chance", responses=TROUBLES, summary="The commitment to all draws; once the game is over every draw, to be checked"
)
async def chance(request: AnyRequest, table: TableId) -> ChanceCheck:
    sitting = await _sitting(request, table)
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


async def _sitting(request: AnyRequest, table: str) -> Sitting:
    return (await house_of(request).table(table)).sitting


async def _finished(request: AnyRequest, table: str) -> Sitting:
    sitting = await _sitting(request, table)
    if sitting.phase != "over":
        raise Refused("not_over")
    return sitting


@get("/health", summary="Whether this process and its database are well")
async def health(request: AnyRequest) -> Response[Health]:
    house = house_of(request)
    try:
        await house.journal.ping()
        well = not house.is_closing
    except Exception:
        well = False
    content = Health(well, __version__, house.engine.dialect.name, house.open_tables, house.connections)
    return Response(content, status_code=200 if well else 503, headers={"cache-control": "no-store"})


router = Router(
    "/api",
    route_handlers=[
        me, rename, my_tables, games, game_page, figures, puzzles_of_day, check_kit, print_game, open_table, public_tables,
        table_info, print_table, do, frame, record, replay, chance,
    ],
    guards=[same_origin],
)  # fmt: skip
