"""Every route gets 50 concurrent requests with generated bodies while people play: no move waits for long.

What a move waits for is the processor time that the loop's thread spends between the request and its answer,
so that a busy machine changes nothing.
"""

import asyncio
import gc
import itertools
import json
import time
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from ludothek.house.settings import Settings
from ludothek.server.app import build
from ludothek.server.web.api_reference import FORMATS

LONGEST = 0.1  # seconds of computing on the loop in one go
TOGETHER = 50
PAGES = [*FORMATS, "/", "/t/x", "/health", "/metrics", "/nothing", "/assets/x.js"]


def cases(document: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Requests that fit the description, by route."""
    made: dict[str, list[dict[str, Any]]] = {page: [{"method": "GET", "url": page}] for page in PAGES}
    for found in schemathesis.openapi.from_dict(document).get_all_operations():
        operation = cast(Any, found).ok()
        made[operation.label] = [asking(case) for case in generated(operation)]
    return made


def generated(operation: Any) -> list[schemathesis.Case[Any]]:
    cases: list[schemathesis.Case[Any]] = []
    checks = list(HealthCheck)

    @given(operation.as_strategy())
    @settings(
        max_examples=5,
        deadline=None,
        suppress_health_check=checks,
        database=None,
        phases=[Phase.generate],
        derandomize=True,
    )
    def collect(case: schemathesis.Case[Any]) -> None:
        cases.append(case)

    collect()
    return cases


def asking(case: schemathesis.Case[Any]) -> dict[str, Any]:
    request = {"method": case.method, "url": case.formatted_path, "params": dict(case.query)}
    if case.media_type is None:
        return request
    return request | {
        "content": json.dumps(case.body, default=str),
        "headers": {"content-type": "application/json"},
    }


@pytest.mark.filterwarnings("ignore")
def test_no_move_waits_for_any_route_asked_50_times_at_once(tmp_path: Path) -> None:
    gc.disable()  # garbage of other tests in this process must not be collected in between
    try:
        held, moves = asyncio.run(asked(tmp_path))
    finally:
        gc.enable()
    assert moves > len(held), "a move was made while each route was asked"
    assert {route: round(seconds, 3) for route, seconds in held.items() if seconds > LONGEST} == {}


async def asked(folder: Path) -> tuple[dict[str, float], int]:
    """Measure the longest computation of the loop while each route is requested, and count the moves."""
    app = build(
        Settings(
            db=str(folder / "tables.db"), tables_per_minute=10**6, messages_per_second=10**6, bot_workers=1
        )
    )
    held, route, moves = dict[str, float](), "", 0

    async def watch() -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            at = time.thread_time()
            held[route] = max(held.get(route, 0), at - last)
            last = at

    async def play(http: httpx.AsyncClient) -> None:
        """Make moves at one table after the other, without a pause."""
        nonlocal moves
        for click in itertools.count():
            opened = await http.post(
                "/api/tables", json={"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "me"}]}
            )
            table = opened.json()["id"]
            live = await app.state.house.table(table)
            while live.sitting.phase == "playing":
                seat = live.sitting.to_act[0]
                action = {
                    "do": "move",
                    "id": f"{click}-{live.sitting.version}",
                    "seat": seat,
                    "version": live.sitting.version,
                }
                action |= {
                    "token": live.sitting.seats[seat].token,
                    "move": sorted(live.sitting.legal_moves[seat])[0],
                }
                assert (await http.post(f"/api/tables/{table}/do", json=action)).status_code == 200
                moves += 1

    transport = httpx.ASGITransport(cast(Any, app), raise_app_exceptions=False)
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=transport, base_url="http://table", timeout=120) as http,
    ):
        await http.get("/api/me")
        player = httpx.AsyncClient(
            transport=httpx.ASGITransport(cast(Any, app)), base_url="http://table", timeout=120
        )
        await player.get("/api/me")
        document = await asyncio.to_thread(app.state.reference.document)
        every = await asyncio.to_thread(cases, document)
        for requests in every.values():  # what is loaded once, at the first request, does not count
            await http.request(**requests[0])
        playing, watching = asyncio.create_task(play(player)), asyncio.create_task(watch())
        for route, requests in every.items():
            before = moves
            some = itertools.islice(itertools.cycle(requests), TOGETHER)
            answers = await asyncio.gather(*(http.request(**request) for request in some))
            assert all(answer.status_code < 500 for answer in answers), route
            while moves == before and not playing.done():
                await asyncio.sleep(0)
        watching.cancel()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await player.aclose()
    held.pop("", None)
    return held, moves
