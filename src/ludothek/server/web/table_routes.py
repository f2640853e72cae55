"""Tables: opening them, finding them, changing them, looking at them."""

from typing import Any

from litestar import MediaType, Response, delete, get, post
from litestar.params import FromQuery, JSONBody

from ludothek.house.api.answer_types import Done
from ludothek.house.api.live_types import Frame, LogPage
from ludothek.house.api.table_types import NewTable, OpenedTable, TableInfo, TableList
from ludothek.house.catalogue import prints
from ludothek.house.table.actions import AnyAction
from ludothek.server.web.http_requests import desk_for, house_of, household_of, language_for, saved, someone
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language, SeatOrNone, Since, TableId


@post("/tables", responses=TROUBLES, summary="Open a table")
async def open_table(request: AnyRequest, data: JSONBody[NewTable]) -> OpenedTable:
    live = await house_of(request).open(someone(request), data, language_for(request), household_of(request))
    return OpenedTable(live.sitting.facts.id, live.sitting.version, live.sitting.phase)


@get("/tables", responses=TROUBLES, summary="The public tables that wait for people or are being played")
async def public_tables(
    request: AnyRequest, game: FromQuery[str | None] = None, language: Language = None
) -> TableList:
    return await desk_for(request).public_tables(game)


@get("/me/tables", responses=TROUBLES, summary="The tables at which I hold or held a seat, newest first")
async def my_tables(request: AnyRequest, language: Language = None) -> TableList:
    return await desk_for(request).my_tables()


@delete(
    "/me/tables/{table:str}",
    responses=TROUBLES,
    summary="Leave a table, and take it off my list; on nobody's list it is deleted",
)
async def forget_table(request: AnyRequest, table: TableId) -> None:
    house_of(request).requests.use(household_of(request))
    await desk_for(request).forget(table)


@get("/tables/{table:str}", responses=TROUBLES, summary="What a table is, and who sits at it")
async def table_info(request: AnyRequest, table: TableId, language: Language = None) -> TableInfo:
    return await desk_for(request).info(table)


@get(
    "/tables/{table:str}/parcel",
    responses=TROUBLES,
    summary="All of a table at which nobody else was, as a file, to take it along",
)
async def pack(request: AnyRequest, table: TableId) -> Response[dict[str, Any]]:
    return saved(await desk_for(request).packed(table))


@post(
    "/tables/parcel",
    responses=TROUBLES,
    status_code=200,
    summary="Bring a table from a device, as such a file, to go on here",
)
async def bring(
    request: AnyRequest, data: JSONBody[dict[str, Any]], language: Language = None
) -> OpenedTable:
    house, person = house_of(request), someone(request)
    live = await house.bring(person, await request.body(), language_for(request), desk_for(request).address)
    return OpenedTable(live.sitting.facts.id, live.sitting.version, live.sitting.phase)


@get(
    "/tables/{table:str}/print",
    responses=TROUBLES,
    media_type=prints.PDF,
    summary="A table's game to print, with its kit",
)
async def print_table(request: AnyRequest, table: TableId, language: Language = None) -> Response[bytes]:
    return saved(await desk_for(request).printed(table))


@post(
    "/tables/{table:str}/do",
    responses=TROUBLES,
    status_code=200,
    summary="Change a table: sit down, move, chat, …",
)
async def do(request: AnyRequest, table: TableId, data: JSONBody[AnyAction]) -> Done:
    house_of(request).requests.use(household_of(request))
    return await desk_for(request).do(table, data)


@get("/tables/{table:str}/log", responses=TROUBLES, summary="Lines of the log that are older than a version")
async def log_page(
    request: AnyRequest, table: TableId, before: Since, seat: SeatOrNone = None, language: Language = None
) -> LogPage:
    house_of(request).requests.use(household_of(request))
    return await desk_for(request).log(table, seat, before)


@get("/tables/{table:str}/frame", responses=TROUBLES, summary="The present view, as the live socket sends it")
async def frame(
    request: AnyRequest, table: TableId, seat: SeatOrNone = None, since: Since = 0, language: Language = None
) -> Response[Frame]:
    house_of(request).requests.use(household_of(request))
    content: Any = await desk_for(request).frame(table, seat, since)
    return Response(content, media_type=MediaType.JSON, headers={"cache-control": "no-store"})
