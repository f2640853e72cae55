"""What all requests have in common: who asks, in which language, from whose page; and how a refusal is answered."""

import logging
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.status_codes import HTTP_413_REQUEST_ENTITY_TOO_LARGE

from ludothek.core import Refusal
from ludothek.server.live.house import House
from ludothek.server.table.people import COOKIE, YEAR, Person
from ludothek.server.table.refusals import Refused
from ludothek.server.table.shapes import Trouble
from ludothek.server.table.sitting import Sitting
from ludothek.server.table.speech import language_of

log = logging.getLogger(__name__)
STATUS = {  # of a refusal by its code; 409, the table is not in a state for it, where nothing is said
    "no_table": 404, "no_game": 404, "no_page": 404, "no_seat": 404, "no_print": 404, "no_puzzles": 404, "no_person": 401,
    "bad_request": 400, "bad_name": 400, "bad_title": 400, "bad_option": 400, "bad_kit": 400, "bad_moves": 400, "bad_chat": 400,
    "not_yours": 403, "not_host": 403, "not_seated": 403, "only_phrases": 403, "no_hints": 403, "saw_another_hand": 403, "origin": 403,
    "no_address": 404, "not_here": 403, "too_many": 429, "too_large": 413, "internal": 500,
}  # fmt: skip
AnyConnection = ASGIConnection[Any, Any, Any, Any]


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body, where one is needed, is JSON or refused as garbage."""

    async def json(self) -> Any:
        try:
            if await self.body():
                return await super().json()
        except (RecursionError, UnicodeDecodeError) as error:
            raise Refused("bad_request", str(error)) from None
        raise Refused("bad_request", "a body in JSON is needed")


def house_of(connection: AnyConnection) -> House:
    house: House = connection.app.state.house
    return house


async def sitting_of(connection: AnyConnection, table: str) -> Sitting:
    return (await house_of(connection).table(table)).sitting


def person_of(connection: AnyConnection) -> Person | None:
    return house_of(connection).signer.read(connection.cookies.get(COOKIE))


def someone(connection: AnyConnection) -> Person:
    if (person := person_of(connection)) is None:
        raise Refused("no_person")
    return person


def language_for(connection: AnyConnection) -> str:
    return language_of(connection.query_params.get("language"), connection.headers.get("accept-language", ""))


def cookie_for(connection: AnyConnection, person: Person) -> Cookie:
    house = house_of(connection)
    secure = house.settings.secure or connection.url.scheme == "https"
    return Cookie(key=COOKIE, value=house.signer.write(person), path="/", max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def same_origin(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard: pages of others may not speak for the person who looks at them."""
    if connection.scope.get("method") not in ("GET", "HEAD", "OPTIONS"):
        check_origin(connection)


def address_of(connection: AnyConnection) -> str:
    """Where somebody asks from, by which those are told apart who ask too often."""
    return connection.client.host if connection.client else ""


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


def trouble(refusal: Refused, language: str, client: str | None = None) -> Trouble:
    return Trouble(False, refusal.code, refusal.said(language), client, refusal.detail_in(language), refusal.retry_in_ms)


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
    status = error.status_code if isinstance(error, MethodNotAllowedException) else STATUS.get(refusal.code, 409)
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
    return "; ".join(f"{reason.get('key', '')}: {reason.get('message', '')}".lstrip(": ") for reason in extra) or error.detail
