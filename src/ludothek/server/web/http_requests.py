"""Parts of handling any request: the person, the language, the origin, and the response to a refusal."""

import logging
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.handlers import BaseRouteHandler
from litestar.status_codes import HTTP_413_REQUEST_ENTITY_TOO_LARGE

from ludothek.core import Refusal
from ludothek.house.api.service import HouseService
from ludothek.house.people.person import COOKIE, YEAR, Person
from ludothek.house.table.refusals import STATUS, Refused, trouble
from ludothek.house.table.table_texts import choose_language
from ludothek.server.server_house import ServerHouse
from ludothek.server.web.path_prefix import KEY
from ludothek.server.web.trusted_proxies import household

GZIP = 5  # the compression level of responses
log = logging.getLogger(__name__)
PERSON, SIGNED_OUT = "ludothek_person", "ludothek_signed_out"  # keys in the state of a request
AnyConnection = ASGIConnection[Any, Any, Any, Any]


class JsonRequest(Request[Any, Any, Any]):
    """A request that refuses a body that is not JSON, or is missing, as `bad_request`."""

    async def body(self) -> bytes:
        try:
            return await super().body()
        except InternalServerException as error:  # the client has disconnected
            raise Refused("bad_request", error.detail) from None

    async def json(self) -> Any:
        try:
            if await self.body():
                return await super().json()
        except (RecursionError, UnicodeDecodeError) as error:
            raise Refused("bad_request", str(error)) from None
        raise Refused("bad_request", "the request needs a body in JSON")


def house_of(connection: AnyConnection) -> ServerHouse:
    house: ServerHouse = connection.app.state.house
    return house


async def recognise_person(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Store the person of the cookie in the request's state; a guard that refuses no request."""
    house, state = house_of(connection), connection.scope["state"]
    cookie = cookie_of(connection)
    named = house.signer.read(cookie)
    if named is None and cookie:  # another process may sign with a newer key
        await house.look_for_a_new_key()
        named = house.signer.read(cookie)
    state[PERSON] = await house.register.recognise(named) if named else None
    state[SIGNED_OUT] = named is not None and state[PERSON] is None


def cookie_of(connection: AnyConnection) -> str | None:
    """Return the value of our cookie without parsing the others.

    Python takes seconds to unquote a long cookie, and Litestar caches the parsed header.
    """
    parts = (part.strip().partition("=") for part in connection.headers.get("cookie", "").split(";"))
    return {name: value for name, _, value in parts}.get(COOKIE)


def person_of(connection: AnyConnection) -> Person | None:
    person: Person | None = connection.scope["state"][PERSON]
    return person


def was_signed_out(connection: AnyConnection) -> bool:
    """Return whether the request comes from a device that its person has signed out."""
    return bool(connection.scope["state"][SIGNED_OUT])


def service_for(connection: AnyConnection) -> HouseService:
    return HouseService(
        house_of(connection), person_of(connection), language_for(connection), household_of(connection)
    )


def language_for(connection: AnyConnection) -> str:
    return choose_language(
        connection.query_params.get("language"), connection.headers.get("accept-language", "")
    )


def cookie_for(connection: AnyConnection, person: Person) -> Cookie:
    house = house_of(connection)
    secure = house.settings.secure or connection.url.scheme == "https"
    # in a frame of another site, browsers send only cookies with SameSite=None
    samesite: Literal["lax", "none"] = "none" if secure and house.settings.frames else "lax"
    return Cookie(
        key=COOKIE,
        value=house.signer.write(person),
        path=base_path_of(connection),
        max_age=YEAR,
        httponly=True,
        samesite=samesite,
        secure=secure,
    )


def base_path_of(connection: AnyConnection) -> str:
    """Return the path under which the client sees this server, ending in a slash."""
    return f"{connection.scope['state'].get(KEY, '')}/"


def check_same_origin(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Refuse cross-site requests that change something; a guard."""
    if connection.scope.get("method") not in ("GET", "HEAD", "OPTIONS"):
        check_origin(connection)


def address_of(connection: AnyConnection) -> str:
    """Return the IP address of the client."""
    return connection.client.host if connection.client else ""


def household_of(connection: AnyConnection) -> str:
    """Return the client's address as rate limits count it: an IPv6 network counts as one."""
    return household(address_of(connection))


def origin_of(connection: AnyConnection) -> str:
    """Return the origin of the page that sends the request; `check_same_origin` has verified it."""
    return (
        connection.headers.get("origin") or f"{connection.url.scheme}://{connection.headers.get('host', '')}"
    )


def check_origin(connection: AnyConnection) -> None:
    """Refuse requests from pages of other sites."""
    origin = connection.headers.get("origin")
    if origin is None or origin in house_of(connection).settings.origins:
        return  # browsers always send the header, other programs need not
    if _host_of(origin) != connection.headers.get("host"):
        raise Refused("origin", f"{origin} is not the origin of this server")


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # http://[
        return None


def answer_refusal(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Return the response to an error; unexpected errors are logged, and hidden from the client."""
    refusal = _as_refusal(error)
    if refusal.code == "internal":
        log.error("a request failed", exc_info=error, extra={"path": request.scope.get("path_template", "")})
    headers = {"cache-control": "no-store"}
    if refusal.retry_in_ms:
        headers["retry-after"] = str(refusal.retry_in_ms // 1000 + 1)
    if isinstance(error, MethodNotAllowedException):
        headers |= dict(error.headers or {})
    status = (
        error.status_code if isinstance(error, MethodNotAllowedException) else STATUS.get(refusal.code, 409)
    )
    content = msgspec.json.encode(trouble(refusal, language_for(request)))
    return Response(content, status_code=status, media_type=MediaType.JSON, headers=headers)


def _as_refusal(error: Exception) -> Refused:
    if isinstance(error, Refused):
        return error
    if isinstance(error, ValidationException):
        return Refused("bad_request", _reasons(error))
    if isinstance(error, NotFoundException):
        return Refused("no_page")
    if isinstance(error, HTTPException):
        if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE:
            return Refused("too_large")
        return Refused("bad_request" if error.status_code < 500 else "internal", error.detail)
    if isinstance(error, Refusal):
        return Refused("bad_request", str(error))
    return Refused("internal")


def _reasons(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    return (
        "; ".join(f"{reason.get('key', '')}: {reason.get('message', '')}".lstrip(": ") for reason in extra)
        or error.detail
    )
