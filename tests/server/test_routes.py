"""The route table: a server and a page mount the same routes, and their types are those of the front end."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any, cast, get_args

import httpx
import msgspec
import pytest

from ludothek.house.api.routes import Call, Route, RouteTable
from ludothek.house.api.shared_routes import SHARED_ROUTES
from ludothek.house.settings import Settings
from ludothek.server.app import build
from ludothek.server.web.api_router import SERVER_ROUTES
from ludothek.server.web.route_mounts import mount_route
from tests.server.devices import Shelf, Tab

ROUTES = [*SHARED_ROUTES, *SERVER_ROUTES]
WIRE = Path(__file__).parents[2] / "web" / "src" / "api" / "wire.ts"
ASKED = (
    "/api/games?language=de",
    "/api/games/torris?language=en",
    "/api/games/nothing?language=de",
    "/api/games/torris/figures",
    "/api/tables/nothing",
    "/api/tables/nothing/log",
    "/api/tables/nothing/log?before=-1",
    "/api/tables/nothing/log?before=x",
    "/api/tables/nothing/log?before=3",
    "/api/tables/nothing/frame?since=9999999999",
    "/api/me/games/xml",
    "/api/nothing",
)


def structs_of(kind: Any) -> set[str]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {kind.__name__}
    return set().union(*(structs_of(part) for part in get_args(kind)))


def test_a_route_is_declared_once() -> None:
    declared = [(route.method, re.sub(r"\{\w+\}", "{}", route.path)) for route in ROUTES]
    assert len(set(declared)) == len(declared) > 60


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_the_types_of_a_route_are_those_of_the_front_end(route: Route) -> None:
    written = set(re.findall(r"export interface (\w+)", WIRE.read_text("utf-8")))
    assert structs_of(route.body) | structs_of(route.answer) <= written


def test_the_server_describes_every_declared_route(tmp_path: Path) -> None:
    paths = build(Settings(db=str(tmp_path / "tables.db"))).state.reference.document()["paths"]
    for route in ROUTES:
        operation = paths[route.path][route.method.lower()]
        assert operation["summary"] == route.summary
        described = {parameter["name"] for parameter in operation["parameters"]}
        assert described == {parameter.key for parameter in route.parameters} | {"language"}
        assert ("requestBody" in operation) == (route.body is not None)


def test_a_page_answers_as_a_server_does(tmp_path: Path) -> None:
    async def run() -> None:
        app, tab = build(Settings(db=str(tmp_path / "tables.db"))), Tab(Shelf())
        transport = httpx.ASGITransport(cast(Any, app))
        async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://table") as http:
            await http.get("/api/me")
            for address in ASKED:
                served, answered = await http.get(address), await tab.raw("GET", address)
                assert served.status_code == answered.status, address
                assert shape(served.content) == shape(answered.content), address
        tab.tables.end()

    def shape(content: bytes) -> Any:
        """Return an answer without what may differ: the levels of bots, and details of errors."""
        answer = json.loads(content)
        for game in answer.get("games", [answer]):
            for key in ("levels", "detail"):
                game.pop(key, None)
        return answer

    asyncio.run(run())


def test_a_route_names_its_parameters_in_the_path() -> None:
    routes = RouteTable()

    async def handler(call: Call, table: str, pass_: str, size: int = 3) -> None:
        """Take a parameter of the path and two of the query."""

    routes.declare("GET", "/api/{table}", summary="A test")(handler)
    (route,) = routes
    assert [(p.key, p.in_path) for p in route.parameters] == [
        ("table", True),
        ("pass", False),
        ("size", False),
    ]
    assert mount_route(route).paths == {"/api/{table:str}"}
    with pytest.raises(AssertionError):
        routes.declare("GET", "/api/{other}", summary="A test")(handler)
