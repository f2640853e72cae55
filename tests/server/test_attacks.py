"""What no page would send: none of it may stop the server, fill its memory, or be answered by an error of ours."""

import asyncio
import datetime
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ludothek.server.live.house import House
from ludothek.server.live.open_table import FRAMES_KEPT
from ludothek.server.settings import Settings
from ludothek.server.table.people import fresh
from ludothek.server.table.shapes import NewTable, SeatWish
from ludothek.server.web.pages import Pages
from ludothek.server.web.protocol import LARGEST_HEAD
from tests.server.serving import Server

LONGEST_GAP = 5.0  # seconds: a busy machine takes its time; the attacks took a minute and more


@contextmanager
def alive(server: Server) -> Iterator[None]:
    """Fails where the server leaves somebody else without an answer meanwhile."""
    gaps, done = list[float](), threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=server.address, timeout=60) as other:
            while not done.is_set() or not gaps:
                begun = time.monotonic()
                assert other.get("/api/games").status_code == 200
                gaps.append(time.monotonic() - begun)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield
    finally:
        done.set()
        asking.join()
    assert max(gaps) < LONGEST_GAP


@pytest.mark.parametrize(
    "source",
    [
        "a." * 60_000 + "a=1",
        "[" + "a." * 60_000 + "a]",
        "x = " + "[" * 10_000,
        "\n".join(f"{'a.' * 9}b{n}=1" for n in range(5000)),
        '{"a":' * 19_000,
    ],
    ids=["keys", "tables", "lists", "many keys", "JSON"],
)
def test_a_kit_file_made_to_be_slow(server: Server, source: str) -> None:
    anna = server.person("Anna")
    with alive(server):
        answer = anna.http.post("/api/games/squid/kit", json={"source": source})
    assert answer.status_code in (400, 413)
    assert answer.json()["code"] in ("bad_kit", "too_large")


def test_a_file_under_many_addresses_is_kept_once(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_text("1")
    pages = Pages(tmp_path)
    found = {id(pages.find(f"assets/{'../assets/' * n}a.js")) for n in range(50)}
    assert len(found) == 1
    assert len(pages._files) == 1


def test_frames_from_any_version_are_not_all_kept(tmp_path: Path) -> None:
    async def ask_from_everywhere() -> int:
        house = House(Settings(db=f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}", bot_workers=1))
        await house.start()
        try:
            table = await house.open(fresh(), NewTable("torris", [SeatWish("me"), SeatWish("me")]), "en", "")
            for since in range(20 * FRAMES_KEPT):
                table.frame(0, "en", since)
            return len(table._sent)
        finally:
            await house.stop()

    assert asyncio.run(ask_from_everywhere()) <= FRAMES_KEPT


def test_whoever_asks_without_end_is_asked_to_wait(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", messages_per_second="1") as server:
        anna = server.person("Anna")
        table = anna.opens("torris", "mm")
        answers = [anna.http.get(f"/api/tables/{table}/frame").status_code for _ in range(60)]
        assert answers[0] == 200
        assert answers[-1] == 429
        forged = anna.http.get(f"/api/tables/{table}/frame", headers={"x-forwarded-for": "203.0.113.7"})
        assert forged.status_code == 429  # nobody becomes somebody else by saying so


def test_a_head_that_is_too_long_is_hung_up_on(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        sent = 0
        try:
            while sent < 100 * LARGEST_HEAD:
                sent += line.send(b"a: " + b"b" * 4000 + b"\r\n")
        except OSError:
            pass  # it has hung up
        assert sent < 100 * LARGEST_HEAD
    assert server.person().http.get("/health").status_code == 200


@pytest.mark.parametrize("date", ["0001-01-01", "9999-12-31", "2026-02-30", "x" * 5000, ""])
def test_puzzles_of_other_ages_are_not_made(server: Server, date: str) -> None:
    answer = server.person().http.get("/api/games/clear_board/puzzles", params={"date": date})
    assert answer.status_code == (400 if date else 200)


def test_puzzles_of_many_days_do_not_keep_others_waiting(server: Server) -> None:
    anna, today = server.person("Anna"), datetime.datetime.now(datetime.UTC).date()
    asking = [
        threading.Thread(target=anna.http.get, args=["/api/games/clear_board/puzzles"], kwargs={"params": {"date": str(day)}})
        for day in (today - datetime.timedelta(days=n) for n in range(1, 4))
    ]
    with alive(server):
        for one in asking:
            one.start()
        for one in asking:
            one.join()


@pytest.mark.parametrize(
    "path",
    ["/api/tables/{}/frame?seat=" + "9" * 5000, "/api/tables/{}/frame?since=" + "9" * 5000, "/api/tables/{}/replay?seat=" + "9" * 5000],
)
def test_numbers_without_end(server: Server, path: str) -> None:
    anna = server.person("Anna")
    assert 400 <= anna.http.get(f"/api/tables/{anna.opens('torris', 'mm')}/{path}{'9' * 5000}").status_code < 500


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "//", "http://a\\b"])
def test_origins_that_are_none(server: Server, origin: str) -> None:
    answer = server.person("Anna").http.put("/api/me", json={"name": "Ben"}, headers={"origin": origin})
    assert answer.status_code == 403
