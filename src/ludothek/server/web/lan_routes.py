"""Routes: opening the server to the home network, and the certificate authority of its own certificate."""

from litestar import Response, get

from ludothek.house.api.routes import RouteTable
from ludothek.house.api.server_types import LanAccessRequest, LanAccessShape
from ludothek.house.table.refusals import Refused
from ludothek.server.home_network.lan_access import LanAccess, UnknownAddress
from ludothek.server.web.http_requests import address_of
from ludothek.server.web.parameters import AnyRequest
from ludothek.server.web.server_call import ServerCall

AUTHORITY = "application/x-x509-ca-cert"  # phones offer to install a file of this type
routes = RouteTable()


@routes.declare(
    "GET",
    "/api/door",
    no_store=True,
    summary="Where others can reach this server, and whether they can be let in from here",
)
async def door(call: ServerCall) -> LanAccessShape:
    return _shown(call)


@routes.declare(
    "POST", "/api/door", no_store=True, summary="Let others at home join; only from the server's own machine"
)
async def open_door(call: ServerCall, body: LanAccessRequest) -> LanAccessShape:
    if not _may_open(call):
        raise Refused("not_here")
    try:
        await _door(call).open(body.address)
    except UnknownAddress:
        raise Refused("no_address", f"this machine is not reached at {body.address[:100]!r}") from None
    except OSError as error:
        raise Refused("cannot_listen", str(error)) from None
    return _shown(call)


@get("/certificate", include_in_schema=False)
async def certificate(request: AnyRequest) -> Response[bytes]:
    """Return the certificate authority, for devices that are to trust this server."""
    authority: bytes | None = request.app.state.authority
    if authority is None:
        raise Refused("no_page")
    return Response(
        authority,
        media_type=AUTHORITY,
        headers={"content-disposition": 'attachment; filename="ludothek.crt"'},
    )


def _shown(call: ServerCall) -> LanAccessShape:
    opened, may_open = _door(call), _may_open(call)
    return LanAccessShape(opened.addresses, opened.candidates if may_open else [], may_open)


def _may_open(call: ServerCall) -> bool:
    return _door(call).may_be_opened_by(address_of(call.request), call.request.headers)


def _door(call: ServerCall) -> LanAccess:
    found: LanAccess = call.request.app.state.door
    return found
