"""What no page would send: none of it may stop the server, fill its memory, or be answered by an error of ours."""

import datetime
import logging
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from ludothek.server.live.open_table import FRAMES_KEPT
from ludothek.server.logs import Seldom, cleaned
from ludothek.server.web.pages import Pages
from ludothek.server.web.protocol import LARGEST_HEAD
from tests.server import houses
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
    async def ask_from_everywhere() -> None:
        async with houses.opened(tmp_path) as house:
            live = await houses.table(house, "torris", "mm")
            for since in range(20 * FRAMES_KEPT):
                live.frame(0, "en", since)
            assert len(live._sent) <= FRAMES_KEPT

    houses.run(ask_from_everywhere())


def test_whoever_asks_without_end_is_asked_to_wait(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", messages_per_second="1") as server:
        anna = server.person("Anna")
        table = anna.opens("torris", "mm")
        asked = (anna.http.get(f"/api/tables/{table}/frame").status_code for _ in range(1000))
        assert next(asked) == 200
        assert 429 in asked
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


def test_lines_that_say_nothing_keep_nobody_out(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", connections_per_address="8") as server:
        anna = server.person("Anna")
        table = anna.opens("torris", "mm")
        anna.http.close()  # it has kept a line open
        silent = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(12)]
        for line in silent[8:]:
            with suppress(ConnectionResetError):
                assert line.recv(1) == b""  # hung up on
        for line in silent:
            line.close()
        watching = [server.person().watches(table).__enter__() for _ in range(3)]
        assert server.person().http.get("/health").json()["connections"] == 3
        for one in watching:
            one.__exit__()


def test_health_is_bad_while_nothing_can_be_written(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db") as server, sqlite3.connect(tmp_path / "tables.db") as other:
        other.execute("CREATE TRIGGER full BEFORE UPDATE ON pulses BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
        other.commit()
        give_up = time.monotonic() + 60
        while httpx.get(f"{server.address}/health").status_code != 503:
            assert time.monotonic() < give_up
            time.sleep(0.1)
        other.execute("DROP TRIGGER full")
        other.commit()
        while httpx.get(f"{server.address}/health").status_code != 200:
            assert time.monotonic() < give_up
            time.sleep(0.1)
    other.close()


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800\u2800", "\u200b", "Anna\u200d", "An\u200bna", "\u00adAnna", "\u115f", "Anna\u034f", "A\U000e0041"]
)
def test_names_that_nobody_sees_or_that_look_like_others(server: Server, name: str) -> None:
    anna = server.person("Anna")
    anna.refused(anna.http.put("/api/me", json={"name": name}), "bad_name")


@pytest.mark.parametrize("name", ["👩‍🚀 Mae", "نیلوفر", "می‌خواهم", "José", "李"])
def test_names_of_the_world(server: Server, name: str) -> None:
    assert server.person(name).get("/api/me")["name"] == name


def test_a_browser_is_told_to_protect_whoever_looks(server: Server, tmp_path: Path) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/health", "/schema", "/assets/missing.js"):
        answer = httpx.get(server.address + path)
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["connect-src"] == policy["form-action"] == policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert "strict-transport-security" not in answer.headers  # nobody would come back by http
        if path.startswith("/api/"):
            assert answer.headers["cache-control"] == "no-store"
    assert httpx.delete(f"{server.address}/api/games").headers["x-frame-options"] == "DENY"
    with Server(tmp_path / "tables.db", secure="true", frames=["https://home.example"]) as framed:  # type: ignore[arg-type]
        headers = httpx.get(framed.address).headers
        assert headers["strict-transport-security"].startswith("max-age=")
        assert "frame-ancestors 'self' https://home.example" in headers["content-security-policy"]
        assert "x-frame-options" not in headers


def test_logs_open_no_table_and_name_nobody(tmp_path: Path) -> None:
    table, person, token = "7sPzQm3xW0aB1cD2eF3gH4", "p_8JxKq0LmN1oP2qR3sT4u", "Zk3_vT0q-Lm2Xc9Pw8Rb4A"
    told = f"/api/tables/{table}/live and /t/{table}: {person} with {token} from 203.0.113.7 and 2001:db8::7:1, seed {'ab' * 32}"
    clean = cleaned(told)
    assert not [secret for secret in (table, person, token, "203.0.113.7", "2001:db8", "abab") if secret in clean]
    assert cleaned("postgresql://me:hidden@db/x") == "postgresql://me:…@db/x"
    assert cleaned("listening on http://127.0.0.1:8000 at 12:30:05") == "listening on http://127.0.0.1:8000 at 12:30:05"
    assert cleaned(f"/t/{table}") == cleaned(f"/t/{table}")  # one can follow a table through the log


def test_the_same_trouble_does_not_fill_the_disk() -> None:
    at, record = [0.0], logging.LogRecord("x", logging.ERROR, "", 0, "it failed", (), None)
    seldom = Seldom(most=2, seconds=10, clock=lambda: at[0])
    assert [seldom.filter(record) for _ in range(100)] == [True, True] + [False] * 98
    at[0] = 11
    assert seldom.filter(record)
    assert record.__dict__["left_out"] == 98
    quiet = logging.LogRecord("x", logging.INFO, "", 0, "as usual", (), None)
    assert all(seldom.filter(quiet) for _ in range(100))
