"""The interface of docs/interface.md without HTTP: the same paths, the same shapes, asked by a page of the
house on its own device.
"""

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import invalidate_caches
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from ludothek.core import Refusal
from ludothek.house.api.catalogue_types import FigureList, GameList, KitRequest, KitTrialRequest
from ludothek.house.api.person_types import Me, NameRequest
from ludothek.house.api.review_types import RetryRequest
from ludothek.house.api.service import HouseService
from ludothek.house.api.table_types import NewTable, OpenedTable
from ludothek.house.catalogue import game_pages as shelf
from ludothek.house.catalogue import kit_trials
from ludothek.house.catalogue.download import Download
from ludothek.house.live.conversation import CLOSE, GARBAGE, Conversation, listener_at
from ludothek.house.live.house import House
from ludothek.house.people.person import Person, checked_name, fresh
from ludothek.house.table.actions import AnyAction
from ludothek.house.table.refusals import STATUS, Refused, trouble
from ludothek.house.table.table_texts import language_of
from ludothek.page import unpack_table
from ludothek.page.indexeddb_journal import IndexedDbJournal

log = logging.getLogger(__name__)
Shape = TypeVar("Shape")


@dataclass(frozen=True)
class PageRequest:
    """One question: the parts of its path that were left open, what stands behind the question mark, and what
    it brings along.
    """

    counter: "PageRouter"
    desk: HouseService
    parts: dict[str, str]
    query: dict[str, str]
    body: bytes

    def read(self, shape: type[Shape]) -> Shape:
        try:
            return msgspec.json.decode(self.body, type=shape)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("bad_request", str(error)) from None


Answering = Callable[[PageRequest], Awaitable[Any]]
ROUTES: list[tuple[str, re.Pattern[str], Answering]] = []


def route(method: str, path: str) -> Callable[[Answering], Answering]:
    def add(answer: Answering) -> Answering:
        ROUTES.append((method, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)), answer))
        return answer

    return add


@dataclass(frozen=True)
class PageResponse:
    status: int
    kind: str
    content: bytes
    name: str = ""  # of a file to be saved


async def _has_paper() -> bool:
    return True


class PageRouter:
    def __init__(
        self, house: House, drawer: IndexedDbJournal, paper: Callable[[], Awaitable[bool]] = _has_paper
    ) -> None:
        self.house = house
        self.drawer = drawer
        self._paper = paper

    async def get_paper(self) -> None:
        """What draws sheets comes to a page when somebody prints."""
        if not await self._paper():
            raise Refused("no_paper")
        invalidate_caches()

    async def answer(self, method: str, address: str, body: bytes = b"") -> PageResponse:
        split = urlsplit(address)
        query = dict(parse_qsl(split.query, keep_blank_values=True))
        language = language_of(query.get("language"))
        try:
            for wanted, pattern, answer in ROUTES:
                if method == wanted and (found := pattern.fullmatch(split.path)):
                    parts = {name: unquote(part) for name, part in found.groupdict().items()}
                    desk = HouseService(self.house, await self._person(), language)
                    return _answered(await answer(PageRequest(self, desk, parts, query, body)))
            raise Refused("no_page")
        except Exception as error:
            return _refused(error, language)

    async def _person(self) -> Person:
        """Whose device it is; somebody new, where nobody has ever asked for anything."""
        person = await self.drawer.person()
        if person is None:
            person = fresh()
            await self.drawer.keep_person(person)
        return person

    async def connect(
        self,
        address: str,
        send: Callable[[bytes], Awaitable[None]],
        hang_up: Callable[[int, str], Awaitable[None]],
    ) -> Conversation | None:
        """A live conversation, as over the socket of a server."""
        split = urlsplit(address)
        query = dict(parse_qsl(split.query))
        table, language = unquote(split.path.split("/")[3]), language_of(query.get("language"))
        try:
            desk = HouseService(self.house, await self._person(), language)
            listener = await listener_at(desk, table, query)
        except Refused as refusal:
            await hang_up(CLOSE.get(refusal.code, GARBAGE), refusal.code)
            return None
        self.house.close_the_left()
        return Conversation(self.house, listener, send, hang_up)


def _answered(answer: Any) -> PageResponse:
    if isinstance(answer, Download):
        return PageResponse(200, answer.kind, answer.content, answer.name)
    return PageResponse(
        200, "application/json", answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
    )


def _refused(error: Exception, language: str) -> PageResponse:
    refusal = (
        error
        if isinstance(error, Refused)
        else Refused("bad_request", str(error))
        if isinstance(error, Refusal)
        else None
    )
    if refusal is None:
        log.error("a question could not be answered", exc_info=error)
        refusal = Refused("internal")
    return PageResponse(
        STATUS.get(refusal.code, 409), "application/json", msgspec.json.encode(trouble(refusal, language))
    )


@route("GET", "/api/me")
async def me(asked: PageRequest) -> Me:
    person = asked.desk.someone
    return Me(person.id, person.name)


@route("PUT", "/api/me")
async def rename(asked: PageRequest) -> Me:
    person = Person(asked.desk.someone.id, checked_name(asked.read(NameRequest).name))
    await asked.counter.drawer.keep_person(person)
    return Me(person.id, person.name)


@route("GET", "/api/me/tables")
async def my_tables(asked: PageRequest) -> Any:
    return await asked.desk.my_tables()


@route("DELETE", "/api/me/tables/{table}")
async def forget_table(asked: PageRequest) -> Any:
    return await asked.desk.forget(asked.parts["table"])


@route("GET", "/api/games")
async def games(asked: PageRequest) -> Any:
    return GameList(shelf.games(asked.desk.language))


@route("GET", "/api/games/{game}")
async def game_page(asked: PageRequest) -> Any:
    return shelf.page(asked.parts["game"], asked.desk.language)


@route("GET", "/api/games/{game}/figures")
async def figures(asked: PageRequest) -> Any:
    return FigureList(shelf.figures(asked.parts["game"]))


@route("GET", "/api/games/{game}/puzzles")
async def puzzles_of_day(asked: PageRequest) -> Any:
    return await asked.desk.puzzles(asked.parts["game"], asked.query.get("date"))


@route("POST", "/api/games/{game}/kit")
async def check_kit(asked: PageRequest) -> Any:
    return await asked.desk.checked(asked.parts["game"], asked.read(KitRequest))


@route("POST", "/api/games/{game}/trial")
async def try_kit(asked: PageRequest) -> Any:
    return await asked.desk.trial(asked.parts["game"], asked.read(KitTrialRequest))


@route("GET", "/api/games/{game}/module")
async def module(asked: PageRequest) -> Any:
    return await kit_trials.module(shelf.game(asked.parts["game"]))


@route("GET", "/api/games/{game}/print")
async def print_game(asked: PageRequest) -> Any:
    await asked.counter.get_paper()
    return await asked.desk.printed_game(asked.parts["game"])


@route("POST", "/api/games/{game}/print")
async def print_kit(asked: PageRequest) -> Any:
    await asked.counter.get_paper()
    return await asked.desk.printed_kit(asked.parts["game"], asked.read(KitRequest))


@route("GET", "/api/me/statistics")
async def statistics(asked: PageRequest) -> Any:
    return await asked.desk.statistics()


@route("GET", "/api/me/games/{kind}")
async def my_games(asked: PageRequest) -> Any:
    return await asked.desk.my_games(asked.parts["kind"])


@route("GET", "/api/challenges")
async def challenges_of_day(asked: PageRequest) -> Any:
    return await asked.desk.challenges(asked.query.get("date"))


@route("POST", "/api/challenges/{date}/{game}")
async def take_up(asked: PageRequest) -> Any:
    return await asked.desk.take_up(asked.parts["game"], asked.parts["date"])


@route("POST", "/api/tables")
async def open_table(asked: PageRequest) -> Any:
    return await asked.desk.open(asked.read(NewTable))


@route("GET", "/api/tables")
async def public_tables(asked: PageRequest) -> Any:
    return await asked.desk.public_tables(asked.query.get("game"))


@route("GET", "/api/tables/{table}")
async def table_info(asked: PageRequest) -> Any:
    return await asked.desk.info(asked.parts["table"])


@route("POST", "/api/tables/{table}/do")
async def do(asked: PageRequest) -> Any:
    return await asked.desk.do(asked.parts["table"], asked.read(AnyAction))  # type: ignore[arg-type]


@route("GET", "/api/tables/{table}/parcel")
async def pack(asked: PageRequest) -> Any:
    return await asked.desk.packed(asked.parts["table"])


@route("POST", "/api/tables/parcel")
async def unpack(asked: PageRequest) -> Any:
    sitting = await unpack_table.keep(asked.counter.drawer, asked.desk.someone.id, asked.body)
    return OpenedTable(sitting.facts.id, sitting.version, sitting.phase)


@route("GET", "/api/tables/{table}/log")
async def log_page(asked: PageRequest) -> Any:
    before = asked.query.get("before", "")
    if not before.isdecimal() or len(before) > 9:
        raise Refused("bad_request", "before is a version of the table")
    return await asked.desk.log(asked.parts["table"], asked.query.get("seat"), int(before))


@route("GET", "/api/tables/{table}/frame")
async def frame(asked: PageRequest) -> Any:
    since = asked.query.get("since", "0")
    return await asked.desk.frame(
        asked.parts["table"],
        asked.query.get("seat"),
        int(since) if since.isdecimal() and len(since) < 10 else 0,
    )


@route("GET", "/api/tables/{table}/print")
async def print_table(asked: PageRequest) -> Any:
    await asked.counter.get_paper()
    return await asked.desk.printed(asked.parts["table"])


@route("GET", "/api/tables/{table}/record")
async def record(asked: PageRequest) -> Any:
    return await asked.desk.record(asked.parts["table"])


@route("GET", "/api/tables/{table}/replay")
async def replay(asked: PageRequest) -> Any:
    return await asked.desk.replay(asked.parts["table"], asked.query.get("seat"))


@route("GET", "/api/tables/{table}/review")
async def review(asked: PageRequest) -> Any:
    return await asked.desk.review(asked.parts["table"])


@route("POST", "/api/tables/{table}/review")
async def begin_review(asked: PageRequest) -> Any:
    return await asked.desk.begin_review(asked.parts["table"])


@route("POST", "/api/tables/{table}/try")
async def try_again(asked: PageRequest) -> Any:
    return await asked.desk.try_again(asked.parts["table"], asked.read(RetryRequest).moves)


@route("GET", "/api/tables/{table}/chance")
async def chance(asked: PageRequest) -> Any:
    return await asked.desk.chance(asked.parts["table"])
