"""Answer the HTTP interface (docs/interface.md) in a page without a server: the same routes, without HTTP."""

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import invalidate_caches
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from ludothek.core import Refusal
from ludothek.house.api.person_types import Me
from ludothek.house.api.routes import JSON, REQUIRED, Call, Encoded, RawJson, Route
from ludothek.house.api.service import HouseService
from ludothek.house.api.shared_routes import SHARED_ROUTES
from ludothek.house.api.table_types import OpenedTable
from ludothek.house.catalogue.download import Download
from ludothek.house.live.conversation import CLOSE, GARBAGE, Conversation, listener_at
from ludothek.house.live.house import House
from ludothek.house.people.person import Person, checked_name, fresh
from ludothek.house.table.refusals import STATUS, Refused, trouble
from ludothek.house.table.table_texts import choose_language
from ludothek.page import unpack_table
from ludothek.page.indexeddb_journal import IndexedDbJournal

log = logging.getLogger(__name__)
PATTERNS = [
    (route, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.path))) for route in SHARED_ROUTES
]


@dataclass(frozen=True)
class PageResponse:
    status: int
    kind: str
    content: bytes
    name: str = ""  # of a file to be saved


@dataclass(frozen=True)
class PageCall(Call):
    """A request of the page itself; its person is stored in the browser."""

    journal: IndexedDbJournal
    load_printing: Callable[[], Awaitable[bool]]

    async def introduce(self) -> Me:
        person = self.service.known_person
        return Me(person.id, person.name)

    async def rename(self, name: str) -> Me:
        person = Person(self.service.known_person.id, checked_name(name))
        await self.journal.keep_person(person)
        return Me(person.id, person.name)

    async def bring_table(self, content: bytes) -> OpenedTable:
        sitting = await unpack_table.keep(self.journal, self.service.known_person.id, content)
        return OpenedTable(sitting.facts.id, sitting.version, sitting.phase)

    async def prepare_printing(self) -> None:
        """Load the print library, which a page fetches only when it is needed."""
        if not await self.load_printing():
            raise Refused("no_paper")
        invalidate_caches()


async def _has_printing() -> bool:
    return True


class PageRouter:
    """Finds the route of a request, reads its parameters and its body, and encodes the answer."""

    def __init__(
        self,
        house: House,
        journal: IndexedDbJournal,
        load_printing: Callable[[], Awaitable[bool]] = _has_printing,
    ) -> None:
        self.house = house
        self.journal = journal
        self._load_printing = load_printing

    async def answer(self, method: str, address: str, body: bytes = b"") -> PageResponse:
        split = urlsplit(address)
        query = dict(parse_qsl(split.query, keep_blank_values=True))
        language = choose_language(query.get("language"))
        try:
            route, parts = _find_route(method, split.path)
            service = HouseService(self.house, await self._person(), language)
            call = PageCall(service, self.journal, self._load_printing)
            answer = await route.handler(call, **_arguments(route, parts, query, body))
            return _response(answer)
        except Exception as error:
            return _refusal_response(error, language)

    async def _person(self) -> Person:
        """Return the person stored in the browser, creating one for the first request."""
        person = await self.journal.person()
        if person is None:
            person = fresh()
            await self.journal.keep_person(person)
        return person

    async def connect(
        self,
        address: str,
        send: Callable[[bytes], Awaitable[None]],
        hang_up: Callable[[int, str], Awaitable[None]],
    ) -> Conversation | None:
        """Open a live conversation, as the WebSocket of a server does; None if it is refused."""
        split = urlsplit(address)
        query = dict(parse_qsl(split.query))
        table, language = unquote(split.path.split("/")[3]), choose_language(query.get("language"))
        try:
            service = HouseService(self.house, await self._person(), language)
            listener = await listener_at(service, table, query)
        except Refused as refusal:
            await hang_up(CLOSE.get(refusal.code, GARBAGE), refusal.code)
            return None
        self.house.close_abandoned()
        return Conversation(self.house, listener, send, hang_up)


def _find_route(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """Return the route of a request and the parts of its path by name."""
    for route, pattern in PATTERNS:
        if method == route.method and (match := pattern.fullmatch(path)):
            return route, {name: unquote(part) for name, part in match.groupdict().items()}
    raise Refused("no_page")


def _arguments(route: Route, parts: dict[str, str], query: dict[str, str], body: bytes) -> dict[str, Any]:
    """Return the handler's arguments, converted to the types that the route declares."""
    arguments: dict[str, Any] = {}
    try:
        for parameter in route.parameters:
            text = (parts if parameter.in_path else query).get(parameter.key)
            if text is not None:
                arguments[parameter.name] = msgspec.convert(text, parameter.type, strict=False)
            elif parameter.default is REQUIRED:
                raise Refused("bad_request", f"{parameter.key} is needed")
        if route.body is RawJson:
            arguments["body"] = body
        elif route.body is not None:
            arguments["body"] = msgspec.json.decode(body, type=route.body)
    except (
        msgspec.DecodeError,
        UnicodeDecodeError,
        RecursionError,
    ) as error:  # also of a value of a wrong type
        raise Refused("bad_request", str(error)) from None
    return arguments


def _response(answer: Any) -> PageResponse:
    if isinstance(answer, Download):
        return PageResponse(200, answer.kind, answer.content, answer.name)
    return PageResponse(
        200, JSON, answer.content if isinstance(answer, Encoded) else msgspec.json.encode(answer)
    )


def _refusal_response(error: Exception, language: str) -> PageResponse:
    if isinstance(error, Refused):
        refusal = error
    elif isinstance(error, Refusal):
        refusal = Refused("bad_request", str(error))
    else:
        log.error("a request failed", exc_info=error)
        refusal = Refused("internal")
    content = msgspec.json.encode(trouble(refusal, language))
    return PageResponse(STATUS.get(refusal.code, 409), JSON, content)
