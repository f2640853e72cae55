"""Whether this process is well, for whoever watches over it."""

from litestar import Response, get

from ludothek import __version__
from ludothek.server.table.shapes import Health
from ludothek.server.web.parameters import AnyRequest
from ludothek.server.web.requests import house_of


@get("/health", summary="Whether this process is well and its database can be written")
async def health(request: AnyRequest) -> Response[Health]:
    house = house_of(request)
    well = await house.pulse.is_well() and not house.is_closing
    content = Health(well, __version__, house.engine.dialect.name, house.open_tables, house.connections)
    return Response(content, status_code=200 if well else 503, headers={"cache-control": "no-store"})
