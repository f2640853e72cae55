"""No request computes for long on the event loop, whatever it contains.

The measure is the CPU time of the loop's thread between two ticks of a clock in it, which is independent of
other load.
"""

import asyncio
import gc
import json
import random
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from ludothek.core.registry import find
from ludothek.core.table import Table, seat_label
from ludothek.house.api.service import HouseService
from ludothek.house.people.person import fresh
from ludothek.house.settings import Settings
from ludothek.server.app import build
from tests.server import houses

LONGEST = 0.1  # seconds of computing
SEED, LONG = 24, 350  # a game with more moves than this
LARGE = 120_000  # bytes, just below the limit for bodies
GOOD = {"game": "squid", "date": "2026-11-02", "kind": "csv"}  # in addresses
STRINGS = ["9" * 3000, "a." * 1500 + "a", "%00", "\u202e" * 500, "-1", "../" * 500, "{}[]\"'<>"]


def bodies(known: dict[str, Any]) -> Iterator[bytes]:
    """Yield bodies that fit the schema except for one huge field, and bodies that fit no schema."""
    yield from (
        b"[" * LARGE,
        b'{"a":' * (LARGE // 5),
        b"9" * LARGE,
        b'"' + b"x" * LARGE + b'"',
        b"{}",
        b"\xff" * 1000,
    )
    oversized: list[Any] = [
        "x" * LARGE,
        int("9" * 4000),
        [[]] * (LARGE // 4),
        {str(n): n for n in range(LARGE // 14)},
    ]
    for name in known:
        for large in oversized:
            yield json.dumps(known | {name: large}).encode()


def filled(path: str, values: dict[str, str], otherwise: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda gap: values.get(gap[1], otherwise), path)


def long_game() -> list[tuple[int | str, str]]:
    """Every move of a game that takes a while."""
    table, rng = Table(find("museum").variant(4)), random.Random(SEED)
    while acting := table.variant.to_act(table.state):
        seat = acting[0]
        table.play(seat, rng.choice(sorted(table.variant.moves(table.state, seat))))
    assert len(table.moves) > LONG
    return [(seat_label(seat), move) for seat, move in table.moves]


def test_no_request_holds_up_the_loop(tmp_path: Path) -> None:
    gc.disable()  # garbage of other tests in this process must not be collected in between
    try:
        asyncio.run(fuzz(tmp_path))
    finally:
        gc.enable()


async def fuzz(folder: Path) -> None:
    app = build(
        Settings(
            db=str(folder / "tables.db"), tables_per_minute=10**6, messages_per_second=10**6, bot_workers=1
        )
    )
    held, now_asked = dict[str, float](), [""]

    async def tick() -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            at = time.thread_time()
            held[now_asked[0]] = max(held.get(now_asked[0], 0), at - last)
            last = at

    transport = httpx.ASGITransport(cast(Any, app), raise_app_exceptions=False)
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=transport, base_url="http://table", timeout=120) as http,
    ):
        await http.get("/api/me")
        opened = await http.post(
            "/api/tables", json={"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}
        )
        long = {"game": "museum", "seats": [{"kind": "me"}] * 4, "moves": long_game(), "companion": True}
        finished = await http.post("/api/tables", json=long)
        assert finished.json()["phase"] == "over", finished.text
        known: dict[str, Any] = {
            "/api/me": {"name": "Anna"},
            "/api/tables": long,
            "/api/games/{game}/kit": {"kit": find("squid").kit, "source": None},
            "/api/games/{game}/trial": {
                "seats": 2,
                "kit": find("squid").kit,
                "options": {},
                "figure": "guard_actions.pow",
            },
            "/api/games/{game}/print": {"kit": find("squid").kit, "source": None},
            "/api/tables/{table}/do": {
                "do": "move",
                "id": "x",
                "seat": 0,
                "token": "x",
                "version": 1,
                "move": "a",
            },
            "/api/tables/{table}/try": {"moves": LONG},
            "/api/me/rated": {"rated": True},
            "/api/me/kept": {"kept": {"a": "b"}},
            "/api/me/calls": {"on": True, "quiet_from": 60, "quiet_to": 120, "zone": "UTC"},
            "/api/me/calls/push": {"endpoint": "https://push.example.org/", "p256dh": "x", "auth": "x"},
            "/api/me/calls/hook": {"address": "https://hook.example.org/", "form": "json"},
            "/api/me/calls/mail": {"address": "anna@example.org"},
            "/api/me/tables/{table}/calls": {"on": True},
            "/api/join": {"passkey": {"id": "x"}},
            "/api/join/look": {"link": "x"},
        }
        described = app.state.reference.document()["paths"]
        requests: list[Any] = []
        for path, methods in described.items():
            for method, asked in methods.items():
                places = {found["name"]: found["in"] for found in asked.get("parameters", [])}
                good, ended = (
                    filled(path, GOOD | {"table": table.json()["id"]}, "x") for table in (opened, finished)
                )
                whole = json.dumps(known[path]).encode() if path in known else b""
                requests += [(method, at, {}, whole) for at in {good, ended}]
                for nasty in STRINGS:
                    requests.append(
                        (method, filled(path, {}, nasty[:200]).replace("\u202e", "%E2%80%AE"), {}, b"")
                    )
                    query = {name: nasty for name, place in places.items() if place == "query"}
                    requests.append((method, good, query, b""))
                if "requestBody" in asked:
                    requests += [(method, good, {}, body) for body in bodies(known.get(path, {}))]
        requests.sort(key=lambda asked: asked[0] == "delete")  # last, as an erased person is refused
        for (
            _,
            path,
            _,
            _,
        ) in requests:  # what is loaded once, at the first request, does not count
            if "{" not in path and len(path) < 100:
                await http.get(path)
        ticking = asyncio.create_task(tick())
        for method, path, query, body in requests:
            now_asked[0] = f"{method} {path[:60]} {str(query)[:40]} {body[:60]!r} … {len(body)}"
            answer = await http.request(
                method, path, params=query, content=body, headers={"content-type": "application/json"}
            )
            assert answer.status_code < 500, (now_asked[0], answer.text)
        ticking.cancel()
    assert len(held) > 200
    assert {asked: round(seconds, 3) for asked, seconds in held.items() if seconds > LONGEST} == {}


def test_a_game_that_is_over_is_described_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text rendering takes as long as the game was; other people's moves must not wait for it."""
    words, described_in = find("clear_board").words, set[int]()
    describe = words.describe

    def watched(*given: Any) -> Any:
        described_in.add(threading.get_ident())
        return describe(*given)

    async def replayed() -> None:
        async with houses.opened(tmp_path) as house:
            anna, rng = fresh(), random.Random(1)
            live = await houses.table(house, "clear_board", "m", anna)
            while live.sitting.phase != "over":
                variant, state = live.sitting.variant, live.sitting.table.state
                move = rng.choice(sorted(variant.moves(state, 0)))
                await houses.moves(live, anna, 0, move, f"c{live.sitting.version}")
            monkeypatch.setattr(words, "describe", watched)
            replay = await HouseService(house, anna, "en").replay(live.sitting.facts.id, None)
        assert len(replay.steps) == len(live.sitting.table.moves) + 1

    asyncio.run(replayed())
    assert described_in
    assert threading.get_ident() not in described_in
