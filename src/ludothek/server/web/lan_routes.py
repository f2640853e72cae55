"""Where others can join: told to whoever invites them, and opened by whoever sits at the server's own
machine.
"""

from litestar import Response, get, post
from litestar.params import JSONBody

from ludothek.house.api.server_types import LanAccessRequest, LanAccessShape
from ludothek.house.table.refusals import Refused
from ludothek.server.home_network.lan_access import LanAccess, UnknownAddress
from ludothek.server.web.http_requests import address_of
from ludothek.server.web.parameters import TROUBLES, AnyRequest

AUTHORITY = "application/x-x509-ca-cert"  # by this type phones offer to install it


@get(
    "/door",
    responses=TROUBLES,
    summary="Where others can reach this server, and whether they can be let in from here",
)
async def door(request: AnyRequest) -> Response[LanAccessShape]:
    return _shown(request)


@post(
    "/door",
    responses=TROUBLES,
    status_code=200,
    summary="Let others at home join; only from the server's own machine",
)
async def open_door(request: AnyRequest, data: JSONBody[LanAccessRequest]) -> Response[LanAccessShape]:
    if not _may_open(request):
        raise Refused("not_here")
    try:
        await _door(request).open(data.address)
    except UnknownAddress:
        raise Refused("no_address", f"this machine is not reached at {data.address[:100]!r}") from None
    except OSError as error:
        raise Refused("cannot_listen", str(error)) from None
    return _shown(request)


@get("/certificate", include_in_schema=False)
async def certificate(request: AnyRequest) -> Response[bytes]:
    """The authority that vouches for this server, for people who want to trust it."""
    authority: bytes | None = request.app.state.authority
    if authority is None:
        raise Refused("no_page")
    return Response(
        authority,
        media_type=AUTHORITY,
        headers={"content-disposition": 'attachment; filename="ludothek.crt"'},
    )


def _shown(request: AnyRequest) -> Response[LanAccessShape]:
    opened, may_open = _door(request), _may_open(request)
    shape = LanAccessShape(opened.addresses, opened.candidates if may_open else [], may_open)
    return Response(shape, headers={"cache-control": "no-store"})


def _may_open(request: AnyRequest) -> bool:
    return _door(request).may_be_opened_by(address_of(request), request.headers)


def _door(request: AnyRequest) -> LanAccess:
    found: LanAccess = request.app.state.door
    return found
