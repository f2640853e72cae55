"""Health and metrics of this process, for monitoring."""

from litestar import Response, get
from litestar.exceptions import NotFoundException

from ludothek import __version__
from ludothek.house.api.server_types import Health
from ludothek.server.metrics import CONTENT_TYPE
from ludothek.server.web.http_requests import address_of, house_of
from ludothek.server.web.parameters import AnyRequest


@get("/health", summary="Whether this process is well and its database can be written")
async def health(request: AnyRequest) -> Response[Health]:
    house = house_of(request)
    is_well = await house.pulse.is_well() and not house.is_closing
    content = Health(is_well, __version__, house.engine.dialect.name, house.open_tables, house.connections)
    return Response(content, status_code=200 if is_well else 503, headers={"cache-control": "no-store"})


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Return the metrics for Prometheus to the addresses that the operator allows; to others it is a 404."""
    house = house_of(request)
    if not {address_of(request), "*"} & set(house.settings.metrics):
        raise NotFoundException
    return Response(house.measures.text(), media_type=CONTENT_TYPE, headers={"cache-control": "no-store"})
