"""Routes: tables, from opening to playing; table files and prints."""

from typing import Any

from ludothek.house.api.answer_types import Done
from ludothek.house.api.live_types import Frame, LogPage
from ludothek.house.api.routes import Call, Encoded, RawJson, RouteTable
from ludothek.house.api.table_types import NewTable, OpenedTable, TableInfo, TableList
from ludothek.house.api.value_types import SeatOrNone, Since, TableId
from ludothek.house.catalogue import prints
from ludothek.house.catalogue.download import Download
from ludothek.house.table.actions import AnyAction

routes = RouteTable()


@routes.declare("POST", "/api/tables", status=201, summary="Open a table")
async def open_table(call: Call, body: NewTable) -> OpenedTable:
    return await call.service.open(body)


@routes.declare("GET", "/api/tables", summary="The public tables that wait for people or are being played")
async def public_tables(call: Call, game: str | None = None) -> TableList:
    return await call.service.public_tables(game)


@routes.declare("GET", "/api/me/tables", summary="The tables at which I hold or held a seat, newest first")
async def my_tables(call: Call) -> TableList:
    return await call.service.my_tables()


@routes.declare(
    "DELETE",
    "/api/me/tables/{table}",
    status=204,
    limit="requests",
    summary="Leave a table, and take it off my list; on nobody's list it is deleted",
)
async def forget_table(call: Call, table: TableId) -> None:
    await call.service.forget(table)


@routes.declare("GET", "/api/tables/{table}", summary="What a table is, and who sits at it")
async def table_info(call: Call, table: TableId) -> TableInfo:
    return await call.service.info(table)


@routes.declare(
    "GET",
    "/api/tables/{table}/parcel",
    content=dict[str, Any],
    summary="All of a table at which nobody else was, as a file, to take it along",
)
async def pack(call: Call, table: TableId) -> Download:
    return await call.service.pack(table)


@routes.declare(
    "POST", "/api/tables/parcel", summary="Bring a table from a device, as such a file, to go on here"
)
async def bring(call: Call, body: RawJson) -> OpenedTable:
    return await call.bring_table(body)


@routes.declare(
    "GET",
    "/api/tables/{table}/print",
    media_type=prints.PDF,
    summary="A table's game to print, with its kit",
)
async def print_table(call: Call, table: TableId) -> Download:
    await call.prepare_printing()
    return await call.service.print_table(table)


@routes.declare(
    "POST", "/api/tables/{table}/do", limit="requests", summary="Change a table: sit down, move, chat, …"
)
async def do(call: Call, table: TableId, body: AnyAction) -> Done:
    return await call.service.do(table, body)


@routes.declare(
    "GET",
    "/api/tables/{table}/log",
    limit="requests",
    summary="Lines of the log that are older than a version",
)
async def log_page(call: Call, table: TableId, before: Since, seat: SeatOrNone = None) -> LogPage:
    return await call.service.log(table, seat, before)


@routes.declare(
    "GET",
    "/api/tables/{table}/frame",
    limit="requests",
    no_store=True,
    summary="The present view, as the live socket sends it",
)
async def frame(call: Call, table: TableId, seat: SeatOrNone = None, since: Since = 0) -> Encoded[Frame]:
    return Encoded(await call.service.frame(table, seat, since))
