"""Tables: opening them, finding them, changing them, looking at them."""

from typing import Any

from litestar import MediaType, Response, delete, get, post
from litestar.params import FromQuery, JSONBody

from ludothek.core.texts import SPECTATOR
from ludothek.server.live.open_table import OpenTable
from ludothek.server.shelf import prints
from ludothek.server.table.actions import AnyAction
from ludothek.server.table.people import Person
from ludothek.server.table.refusals import Refused
from ludothek.server.table.shapes import Done, Frame, NewTable, Opened, TableInfo, TableList
from ludothek.server.table.sitting import Sitting
from ludothek.server.table.summary import described, summed_up
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language, SeatOrNone, Since, TableId
from ludothek.server.web.requests import address_of, house_of, language_for, person_of, sitting_of, someone
from ludothek.server.web.shelf import printed

MOST_LISTED = 50


@post("/tables", responses=TROUBLES, summary="Open a table")
async def open_table(request: AnyRequest, data: JSONBody[NewTable]) -> Opened:
    live = await house_of(request).open(someone(request), data, language_for(request), address_of(request))
    return Opened(live.sitting.facts.id, live.sitting.version, live.sitting.phase)


@get("/tables", responses=TROUBLES, summary="The public tables that wait for people or are being played")
async def public_tables(request: AnyRequest, game: FromQuery[str | None] = None, language: Language = None) -> TableList:
    house = house_of(request)
    ids = await house.journal.public_tables(MOST_LISTED, game)
    listed = await _listed(request, ids)
    busy = {live.sitting.facts.id for live in house.at_hand(ids) if live.presence.people}
    return TableList(sorted(listed.tables, key=lambda table: table.id not in busy))  # a table at which somebody waits comes first


@get("/me/tables", responses=TROUBLES, summary="The tables at which I hold or held a seat, newest first")
async def my_tables(request: AnyRequest, language: Language = None) -> TableList:
    listed = await _listed(request, await house_of(request).journal.tables_of(someone(request).id, MOST_LISTED))
    return TableList(sorted(listed.tables, key=lambda table: table.changed, reverse=True))


@delete("/me/tables/{table:str}", responses=TROUBLES, summary="Leave a table, and take it off my list; on nobody's list it is deleted")
async def forget_table(request: AnyRequest, table: TableId) -> None:
    house_of(request).requests.use(address_of(request))
    await house_of(request).forget(someone(request), table, language_for(request))


async def _listed(request: AnyRequest, ids: list[str]) -> TableList:
    person, language = person_of(request), language_for(request)
    found = await house_of(request).listing.glimpses(ids)
    return TableList([summed_up(seen, person.id if person else None, language) for seen in found])


@get("/tables/{table:str}", responses=TROUBLES, summary="What a table is, and who sits at it")
async def table_info(request: AnyRequest, table: TableId, language: Language = None) -> TableInfo:
    person = person_of(request)
    return described(await sitting_of(request, table), person.id if person else None, language_for(request))


@get("/tables/{table:str}/print", responses=TROUBLES, media_type=prints.PDF, summary="A table's game to print, with its kit")
async def print_table(request: AnyRequest, table: TableId, language: Language = None) -> Response[bytes]:
    sitting = await sitting_of(request, table)
    return await printed(sitting.variant.game, sitting.facts.kit, language_for(request))


@post("/tables/{table:str}/do", responses=TROUBLES, status_code=200, summary="Change a table: sit down, move, chat, …")
async def do(request: AnyRequest, table: TableId, data: JSONBody[AnyAction]) -> Done:
    live = await _looked_in(request, table)
    return await live.do(someone(request), data, language_for(request))


@get("/tables/{table:str}/frame", responses=TROUBLES, summary="The present view, as the live socket sends it")
async def frame(
    request: AnyRequest, table: TableId, seat: SeatOrNone = None, since: Since = 0, language: Language = None
) -> Response[Frame]:
    live = await _looked_in(request, table)
    viewer = viewer_for(live.sitting, person_of(request), seat)
    content: Any = live.frame(viewer, language_for(request), since if since <= live.sitting.version else 0)
    return Response(content, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


async def _looked_in(request: AnyRequest, table: str) -> OpenTable:
    """The table, for somebody who has no connection to it, as often as they may ask."""
    house, address = house_of(request), address_of(request)
    house.requests.use(address)
    live = await house.table(table)
    live.look_in(address)
    return live


def viewer_for(sitting: Sitting, person: Person | None, seat: str | None) -> int:
    """As whom somebody looks: as the seat they name, else as their only one, else as a spectator."""
    owner = person.id if person else None
    if seat is None:
        return sitting.eyes_of(owner)
    if seat == "none":
        return SPECTATOR
    if seat not in map(str, sitting.seats_of(owner)):
        raise Refused("not_yours")
    return int(seat)
