"""Declare routes: each handler is written once and mounted by the HTTP server and by the page's router.

A module of handlers has a `RouteTable`; its decorator derives parameters, body and answer from the
annotations of the handler. The handler's first parameter is the `Call`, a parameter named `body` is the
decoded body, and every other parameter belongs to the path, if the path names it, or to the query.
"""

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, NewType, TypeVar, get_type_hints

from ludothek.house.api.person_types import Me
from ludothek.house.api.service import HouseService
from ludothek.house.api.table_types import OpenedTable

Method = Literal["GET", "POST", "PUT", "DELETE"]
AddressLimit = Literal[
    "requests", "openings_from", "studies", "joins_from"
]  # rate limits of the server's house
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])
Answer = TypeVar("Answer")
RawJson = NewType("RawJson", bytes)  # a body that the handler decodes itself
JSON = "application/json"
REQUIRED: Any = inspect.Parameter.empty  # the default of a parameter that has none


@dataclass(frozen=True)
class Encoded(Generic[Answer]):
    """An answer that is JSON already; `Answer` is the type it describes."""

    content: bytes


@dataclass(frozen=True)
class Call(ABC):
    """One request: the service for its person, and the steps that a server and a page do differently."""

    service: HouseService

    @abstractmethod
    async def introduce(self) -> Me:
        """Return the person, creating one if the client has none yet."""

    @abstractmethod
    async def rename(self, name: str) -> Me:
        """Give the person a name."""

    @abstractmethod
    async def bring_table(self, content: bytes) -> OpenedTable:
        """Open a table from a file that `HouseService.pack` has written."""

    @abstractmethod
    async def prepare_printing(self) -> None:
        """Make the print library available, or refuse with `no_paper`."""


@dataclass(frozen=True)
class RouteParameter:
    """One parameter of a route's path or query."""

    name: str  # of the handler's parameter
    type: Any
    default: Any
    in_path: bool

    @property
    def key(self) -> str:
        """The name in requests; an underscore at the end only avoids a Python keyword."""
        return self.name.removesuffix("_")


@dataclass(frozen=True, kw_only=True)
class Route:
    """A declared route.

    `large` answers are encoded and compressed off the event loop;
    `content` is the type of a download's content.
    """

    method: Method
    path: str
    summary: str
    handler: Callable[..., Awaitable[Any]]
    parameters: tuple[RouteParameter, ...]
    body: Any  # None: the request has no body
    answer: Any
    status: int
    media_type: str
    content: Any
    limit: AddressLimit | None
    large: bool
    no_store: bool


class RouteTable(list[Route]):
    """The routes of one subject, in the order of their declaration."""

    def declare(
        self,
        method: Method,
        path: str,
        *,
        summary: str,
        status: int = 200,
        media_type: str = JSON,
        content: Any = bytes,
        limit: AddressLimit | None = None,
        large: bool = False,
        no_store: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Return a decorator that declares a handler as the route of a method and a path."""

        def add(handler: Handler) -> Handler:
            types = get_type_hints(handler, include_extras=True)
            named = set(re.findall(r"\{(\w+)\}", path))
            _, *signature = inspect.signature(handler).parameters.values()  # the first is the call
            parameters = tuple(
                RouteParameter(given.name, types[given.name], given.default, given.name in named)
                for given in signature
                if given.name != "body"
            )
            assert named == {parameter.name for parameter in parameters if parameter.in_path}, path
            self.append(
                Route(
                    method=method,
                    path=path,
                    summary=summary,
                    handler=handler,
                    parameters=parameters,
                    body=types.get("body"),
                    answer=types["return"],
                    status=status,
                    media_type=media_type,
                    content=content,
                    limit=limit,
                    large=large,
                    no_store=no_store,
                )
            )
            return handler

        return add
