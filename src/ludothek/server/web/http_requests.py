"""What all requests have in common: who asks, in which language, from whose page; and how a refusal is
answered.
"""

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
from ludothek.house.table.table_texts import language_of
from ludothek.server.server_house import ServerHouse
from ludothek.server.web.path_prefix import KEY
from ludothek.server.web.trusted_proxies import household

GZIP = 5  # how hard answers are compressed
log = logging.getLogger(__name__)
PERSON, SIGNED_OUT = "ludothek_person", "ludothek_signed_out"  # in the state of a request
AnyConnection = ASGIConnection[Any, Any, Any, Any]


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body, where one is needed, is JSON or refused as garbage."""

    async def body(self) -> bytes:
        try:
            return await super().body()
        except InternalServerException as error:  # whoever sent it has hung up: no fault of ours
            raise Refused("bad_request", error.detail) from None

    async def json(self) -> Any:
        try:
            if await self.body():
                return await super().json()
        except (RecursionError, UnicodeDecodeError) as error:
            raise Refused("bad_request", str(error)) from None
        raise Refused("bad_request", "a body in JSON is needed")


def house_of(connection: AnyConnection) -> ServerHouse:
    house: ServerHouse = connection.app.state.house
    return house


async def recognise_person(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard that keeps nobody out: it finds out who asks, for all that want to know."""
    house, state = house_of(connection), connection.scope["state"]
    cookie = cookie_of(connection)
    named = house.signer.read(cookie)
    if named is None and cookie:  # another process may have taken up a new key before this one
        await house.look_for_a_new_key()
        named = house.signer.read(cookie)
    state[PERSON] = await house.register.recognise(named) if named else None
    state[SIGNED_OUT] = named is not None and state[PERSON] is None


def cookie_of(connection: AnyConnection) -> str | None:
    """Our cookie, as it came. What is quoted in others is left alone: to take quotes from a long one, Python
    needs seconds, and Litestar keeps what it has read.
    """
    parts = (part.strip().partition("=") for part in connection.headers.get("cookie", "").split(";"))
    return {name: value for name, _, value in parts}.get(COOKIE)


def person_of(connection: AnyConnection) -> Person | None:
    found: Person | None = connection.scope["state"][PERSON]
    return found


def was_signed_out(connection: AnyConnection) -> bool:
    """Whether somebody asks from a device that they have signed out elsewhere."""
    return bool(connection.scope["state"][SIGNED_OUT])


def service_for(connection: AnyConnection) -> HouseService:
    return HouseService(
        house_of(connection), person_of(connection), language_for(connection), household_of(connection)
    )


def language_for(connection: AnyConnection) -> str:
    return language_of(connection.query_params.get("language"), connection.headers.get("accept-language", ""))


def cookie_for(connection: AnyConnection, person: Person) -> Cookie:
    house = house_of(connection)
    secure = house.settings.secure or connection.url.scheme == "https"
    samesite: Literal["lax", "none"] = (
        "none" if secure and house.settings.frames else "lax"
    )  # in a frame of another site, only so
    return Cookie(
        key=COOKIE,
        value=house.signer.write(person),
        path=home_of(connection),
        max_age=YEAR,
        httponly=True,
        samesite=samesite,
        secure=secure,
    )


def home_of(connection: AnyConnection) -> str:
    """The path under which this server is shown to whoever asks."""
    return f"{connection.scope['state'].get(KEY, '')}/"


def check_same_origin(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard: pages of others may not speak for the person who looks at them."""
    if connection.scope.get("method") not in ("GET", "HEAD", "OPTIONS"):
        check_origin(connection)


def address_of(connection: AnyConnection) -> str:
    """The address from which somebody asks."""
    return connection.client.host if connection.client else ""


def household_of(connection: AnyConnection) -> str:
    """Where somebody asks from, by which those are told apart who ask too often."""
    return household(address_of(connection))


def origin_of(connection: AnyConnection) -> str:
    """Where the page comes from that asks; a guard has seen that it is ours."""
    return (
        connection.headers.get("origin") or f"{connection.url.scheme}://{connection.headers.get('host', '')}"
    )


def check_origin(connection: AnyConnection) -> None:
    origin = connection.headers.get("origin")
    if origin is None or origin in house_of(connection).settings.origins:
        return  # programs send none; browsers always do
    if _host_of(origin) != connection.headers.get("host"):
        raise Refused("origin", f"{origin} is not where this page comes from")


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # http://[
        return None


def answer_refusal(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Every refusal in the same shape. What nobody foresaw is logged, and not told."""
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
