"""No request computes for long on the loop, whatever it says: everybody else waits for the loop.

What is measured is the processor time of the loop's thread between two ticks of a clock in it, so that a busy machine changes nothing.
"""

import asyncio
import gc
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.server.app import build
from ludothek.server.settings import Settings

LONGEST = 0.1  # seconds of computing
LARGE = 120_000  # bytes, just below what is refused unread
STRINGS = ["9" * 3000, "a." * 1500 + "a", "%00", "\u202e" * 500, "-1", "../" * 500, "{}[]\"'<>"]


def bodies(known: dict[str, Any]) -> Iterator[bytes]:
    """What fits the description but for one field, which is as large as it may be; and what fits nothing."""
    yield from (b"[" * LARGE, b'{"a":' * (LARGE // 5), b"9" * LARGE, b'"' + b"x" * LARGE + b'"', b"{}", b"\xff" * 1000)
    for name in known:
        for large in ("x" * LARGE, int("9" * 4000), [[]] * (LARGE // 4), {str(n): n for n in range(LARGE // 14)}):
            yield json.dumps(known | {name: large}).encode()


def long_game() -> list[tuple[int | str, str]]:
    """Every move of a game that takes a while."""
    table, rng = Table(find("museum").variant(4)), random.Random(1)
    while (acting := table.variant.to_act(table.state)) and len(table.moves) < 1500:
        seat = acting[0]
        table.play(seat, rng.choice(sorted(table.variant.moves(table.state, seat))))
    return [("chance" if seat < 0 else seat, move) for seat, move in table.moves[:-5]]


def test_no_request_holds_up_the_loop(tmp_path: Path) -> None:
    gc.disable()  # what the other tests of this process have left behind is not to be searched meanwhile
    try:
        asyncio.run(fuzz(tmp_path))
    finally:
        gc.enable()


async def fuzz(folder: Path) -> None:
    app = build(Settings(db=str(folder / "tables.db"), tables_per_minute=10**6, messages_per_second=10**6, bot_workers=1))
    held, now_asked = dict[str, float](), [""]

    async def tick() -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            at = time.thread_time()
            held[now_asked[0]] = max(held.get(now_asked[0], 0), at - last)
            last = at

    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://table", timeout=120) as http:
        await http.get("/api/me")
        opened = await http.post("/api/tables", json={"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]})
        long = {"game": "museum", "seats": [{"kind": "me"}] * 4, "moves": long_game()}
        known = {
            "/api/me": {"name": "Anna"},
            "/api/tables": long,
            "/api/games/{game}/kit": {"kit": find("squid").kit, "source": None},
            "/api/tables/{table}/do": {"do": "move", "id": "x", "seat": 0, "token": "x", "version": 1, "move": "a"},
        }
        described = app.openapi_schema.to_schema()["paths"]
        requests = []
        for path, methods in described.items():
            for method, asked in methods.items():
                places = {found["name"]: found["in"] for found in asked.get("parameters", [])}
                good = path.replace("{game}", "squid").replace("{table}", opened.json()["id"])
                requests.append((method, good, {}, b""))
                for nasty in STRINGS:
                    at = path.replace("{game}", httpx.QueryParams({"": nasty})[""][:200]).replace("{table}", nasty[:200])
                    requests.append((method, at.replace("\u202e", "%E2%80%AE"), {}, b""))
                    query = {name: nasty for name, place in places.items() if place == "query"}
                    requests.append((method, good, query, b""))
                if "requestBody" in asked:
                    requests += [(method, good, {}, body) for body in bodies(known.get(path, {}))]
        for _, path, _, _ in requests:  # what is read or made once, at the first request for it, is no matter of what is asked
            if "{" not in path and len(path) < 100:
                await http.get(path)
        ticking = asyncio.create_task(tick())
        for method, path, query, body in requests:
            now_asked[0] = f"{method} {path[:60]} {str(query)[:40]} {body[:60]!r} … {len(body)}"
            answer = await http.request(method, path, params=query, content=body, headers={"content-type": "application/json"})
            assert answer.status_code < 500, (now_asked[0], answer.text)
        ticking.cancel()
    assert len(held) > 200
    assert {asked: round(seconds, 3) for asked, seconds in held.items() if seconds > LONGEST} == {}
