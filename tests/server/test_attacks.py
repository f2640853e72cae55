"""Requests that no page would send: none may stop the server, fill its memory, or cause an internal error."""

import asyncio
import base64
import datetime
import json
import logging
import random
import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.house.api.catalogue_types import PuzzleShape
from ludothek.house.api.service import HouseService
from ludothek.house.catalogue import puzzles
from ludothek.house.live.background_work import MOST_WAITING, BackgroundWork
from ludothek.house.live.reviewer import MOST_OF_ONE, ReviewJob
from ludothek.house.live.reviewer import MOST_WAITING as MOST_REVIEWS
from ludothek.house.people import my_games
from ludothek.house.people.person import Person
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.server.logs import RepeatFilter, cleaned
from ludothek.server.people import champions
from ludothek.server.web.connection_limit import ConnectionLimit
from ludothek.server.web.protocol import HEAD_WITHIN, LARGEST_HEAD
from ludothek.server.web.static_pages import StaticPages
from ludothek.server.web.trusted_proxies import TrustedProxies, household
from tests.server import houses
from tests.server.serving import Line, Server

LONGEST_GAP = 5.0  # seconds: a busy machine takes its time; the attacks took a minute and more


@contextmanager
def alive(server: Server) -> Iterator[None]:
    """Fail if the server leaves other clients without an answer meanwhile."""
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
    pages = StaticPages(tmp_path)

    async def ask_under_many() -> set[int]:
        return {id(await pages.find(f"assets/{'../assets/' * n}a.js")) for n in range(50)}

    assert len(asyncio.run(ask_under_many())) == 1
    assert len(pages._files) == 1


def test_frames_from_any_version_are_not_all_kept(tmp_path: Path) -> None:
    async def ask_from_everywhere() -> None:
        async with houses.opened(tmp_path) as house:
            live = await houses.table(house, "torris", "mm")
            for since in range(500):
                live.frame(0, "en", since)
            assert len(live._frames._rendered) <= 3  # the view, the position in words, the moves

    houses.run(ask_from_everywhere())


def test_the_person_who_asks_without_end_is_asked_to_wait(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", messages_per_second="1") as server:
        anna = server.person("Anna")
        table = anna.opens("torris", "mm")
        asked = (anna.http.get(f"/api/tables/{table}/frame").status_code for _ in range(1000))
        assert next(asked) == 200
        assert 429 in asked
        forged = (
            anna.http.get(
                f"/api/tables/{table}/frame", headers={"x-forwarded-for": f"203.0.113.{n}"}
            ).status_code
            for n in range(200)
        )
        assert 429 in forged  # a forged header does not evade the limit


@pytest.mark.parametrize(
    ("named", "forwarded", "found"),
    [
        (
            ["*"],
            "127.0.0.1, 203.0.113.7",
            "203.0.113.7",
        ),  # what the proxy itself has added; a client may have sent the rest
        (["*"], "203.0.113.7:4711", "203.0.113.7"),
        (["10.0.0.0/8"], "203.0.113.7, 10.1.2.3, 10.9.9.9", "203.0.113.7"),
        (["10.0.0.0/8"], "198.51.100.1, 203.0.113.7, 10.9.9.9", "203.0.113.7"),
        (["192.0.2.1"], "[2001:db8::7]:443", "2001:db8::7"),
    ],
)
def test_who_asks_is_whom_a_proxy_was_asked_by(named: list[str], forwarded: str, found: str) -> None:
    assert TrustedProxies(named).client_of(forwarded) == found


def test_proxies_are_known_by_address_or_network() -> None:
    assert "10.1.2.3" in TrustedProxies(["10.0.0.0/8"])
    assert "anybody" in TrustedProxies(["*"])
    assert not [
        one for one in ("", "11.1.2.3", "10.0.0.0/8x") if one in TrustedProxies(["10.0.0.0/8", "nonsense"])
    ]


def test_nobody_has_more_by_having_a_whole_network() -> None:
    assert household("2001:db8:1:2::3") == household("2001:db8:1:2:ffff::9") != household("2001:db8:1:3::3")
    assert household("::ffff:203.0.113.7") == household("203.0.113.7") != household("203.0.113.8")
    lines = ConnectionLimit(most=100, from_one_address=2)
    for number in range(2):
        lines.open(f"2001:db8:1:2::{number}")
    assert not lines.is_free("2001:db8:1:2::9")
    assert lines.is_free("2001:db8:1:3::9")


def test_nobody_is_at_home_by_saying_so_to_a_proxy(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", proxies=["*"]) as server:  # type: ignore[arg-type]
        forged = {"x-forwarded-for": "127.0.0.1, 203.0.113.7", "x-forwarded-prefix": "/x"}
        assert httpx.get(f"{server.address}/x/metrics", headers=forged).status_code == 404
        assert (
            httpx.get(f"{server.address}/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code
            == 200
        )


def test_many_lines_of_one_address_share_its_limit(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", messages_per_second="1") as server, ExitStack() as stack:
        anna = server.person("Anna")
        table = anna.opens("torris", "mm")
        lines = [stack.enter_context(anna.watches(table)) for _ in range(15)]
        for line in lines:
            for _ in range(2):  # as many as one line may send at once
                line.send(do="ping")
        answered: dict[int, list[Any]] = {}
        for number, line in enumerate(lines):

            def has_answers(number: int = number, line: Line = line) -> bool:
                answered[number] = [
                    frame.get("code") for frame in line.frames if frame["type"] in ("pong", "answer")
                ]
                return len(answered[number]) == 2

            line.until(has_answers)
        assert {code for codes in answered.values() for code in codes} == {None, "too_many"}


def test_long_games_are_looked_at_one_after_the_other() -> None:
    async def go() -> None:
        aside, at_once, most = BackgroundWork(), 0, 0

        def look() -> None:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            time.sleep(0.002)
            at_once -= 1

        asked = [asyncio.create_task(aside.made("203.0.113.7", look)) for _ in range(MOST_WAITING + 10)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert most == 1
        assert any(isinstance(answer, Refused) for answer in answers)
        assert answers.count(None) >= MOST_WAITING

    houses.run(go())


def test_reviews_are_made_for_one_address_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            reviewer, looked_at = house.reviewer, list[str]()

            async def look_at(table: str, work: ReviewJob) -> AsyncIterator[None]:
                looked_at.append(work.whose)
                yield  # as after a question

            monkeypatch.setattr(reviewer, "_review", look_at)
            sittings = [
                (await houses.table(house, "clear_board", "m", moves=whole_game())).sitting
                for _ in range(MOST_OF_ONE + 2)
            ]
            for sitting in sittings[:MOST_OF_ONE]:
                reviewer.begin(sitting, "198.51.100.1")
            with pytest.raises(Refused, match="too_many"):
                reviewer.begin(sittings[MOST_OF_ONE], "198.51.100.1")
            reviewer.begin(sittings[-1], "203.0.113.7")
            await houses.until(lambda: len(looked_at) == MOST_OF_ONE + 1)
            assert looked_at[1] == "203.0.113.7"

    houses.run(go())


def test_few_addresses_that_want_many_reviews_keep_nobody_else_from_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path) as house:
            reviewer, never = house.reviewer, asyncio.Event()

            async def look_at(table: str, work: ReviewJob) -> AsyncIterator[None]:
                await never.wait()
                yield

            monkeypatch.setattr(reviewer, "_review", look_at)
            sittings = [
                (await houses.table(house, "clear_board", "m", moves=whole_game())).sitting
                for _ in range(MOST_REVIEWS + 20)
            ]
            for number in range(MOST_REVIEWS):
                reviewer.begin(sittings.pop(), f"198.51.100.{number // MOST_OF_ONE}")
            for number in range(MOST_REVIEWS // MOST_OF_ONE * (MOST_OF_ONE - 1)):
                reviewer.begin(sittings.pop(), f"203.0.113.{number}")
            whose = Counter(work.whose for work in reviewer._work.values())
            assert len(reviewer._work) == MOST_REVIEWS
            assert set(whose.values()) == {1}  # one per address
            with pytest.raises(Refused, match="too_many"):
                reviewer.begin(sittings.pop(), "192.0.2.1")

    houses.run(go())


def test_the_person_who_makes_themselves_a_new_person_each_time_posts_no_more_and_fills_nothing(
    tmp_path: Path,
) -> None:
    """Web hooks and their tests could otherwise make the server send and store without end."""
    with Server(tmp_path / "tables.db") as server:
        wishes: list[tuple[str, str, Any]] = [
            ("POST", "/api/me/link", None),
            ("PUT", "/api/me/calls", {"on": False}),
        ]
        wishes += [("POST", "/api/me/calls/hook", {"address": "https://example.org/"})]
        answers = Counter[int]()
        with httpx.Client(base_url=server.address) as browser:
            for number in range(400):
                browser.cookies.clear()
                browser.get("/api/me").raise_for_status()
                method, path, body = wishes[number % 3]
                answers[browser.request(method, path, json=body).status_code] += 1
        assert set(answers) == {200, 201, 429}
        assert answers[429] > 50


def whole_game() -> list[tuple[int, str]]:
    table, rng = Table(find("clear_board").variant(1)), random.Random(1)
    while not table.variant.is_over(table.state):
        table.play(0, rng.choice(sorted(table.variant.moves(table.state, 0))))
    return table.moves


def test_puzzles_are_made_for_one_address_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        made = list[str]()

        def make(game: object, date: str, language: str) -> list[PuzzleShape]:
            made.append(date)
            return []

        monkeypatch.setattr(puzzles, "of_day", make)
        async with houses.opened(tmp_path) as house:
            many, one = (
                HouseService(house, None, "en", address) for address in ("198.51.100.1", "203.0.113.7")
            )
            asked = [many.puzzles("clear_board", f"2026-11-{day:02}") for day in range(1, 11)] + [
                one.puzzles("clear_board", "mine")
            ]
            await asyncio.gather(*asked)
        assert made.index("mine") <= 2  # one is being made, and the next of theirs was called already

    houses.run(go())


def test_games_are_looked_at_once_however_often_somebody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        looked_at = list[str]()

        def look(person: str, sitting: Sitting, entries: object) -> None:
            looked_at.append(sitting.facts.id)

        monkeypatch.setattr(my_games, "played_by", look)
        async with houses.opened(tmp_path) as house:
            anna = Person("p_anna", "Anna")
            tables = [
                (await houses.table(house, "clear_board", "m", anna, moves=whole_game())).sitting.facts.id
                for _ in range(3)
            ]
            await asyncio.gather(
                *(house.my_games.statistics(anna.id, "en", f"198.51.100.{n}") for n in range(8))
            )
        assert sorted(looked_at) == sorted(tables)

    houses.run(go())


def test_a_list_of_champions_looks_at_so_many_games_and_at_the_others_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user who creates a thousand rated people does not delay the list for others."""

    async def go() -> None:
        monkeypatch.setattr(champions, "LOOKED_AT", 2)
        async with houses.opened(tmp_path) as house:
            people = [Person(f"p_{n}", f"Somebody {n}") for n in range(3)]
            for one in people:
                await house.champions.choose(one, rated=True)
                await houses.table(house, "clear_board", "m", one, moves=whole_game())
            for left in (1, 0):
                house.champions.forget()
                await house.champions.listed(None, "torris", "en", "198.51.100.1")
                assert len(await house.champions.rated.unremembered(10)) == left

    houses.run(go())


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


@pytest.mark.parametrize("date", ["0001-01-01", "9999-12-31", "2026-02-30", "x" * 900, ""])
def test_puzzles_of_other_ages_are_not_made(server: Server, date: str) -> None:
    answer = server.person().http.get("/api/games/clear_board/puzzles", params={"date": date})
    assert answer.status_code == (400 if date else 200)


def test_puzzles_of_many_days_do_not_keep_others_waiting(server: Server) -> None:
    anna, today = server.person("Anna"), datetime.datetime.now(datetime.UTC).date()
    asking = [
        threading.Thread(
            target=anna.http.get,
            args=["/api/games/clear_board/puzzles"],
            kwargs={"params": {"date": str(day)}},
        )
        for day in (today - datetime.timedelta(days=n) for n in range(1, 4))
    ]
    with alive(server):
        for one in asking:
            one.start()
        for one in asking:
            one.join()


@pytest.mark.parametrize(
    ("path", "code"),
    [("frame?seat=", "not_yours"), ("frame?since=", "bad_request"), ("replay?seat=", "no_seat")],
)
def test_numbers_without_end(server: Server, path: str, code: str) -> None:
    anna = server.person("Anna")
    table = anna.opens("clear_board", "m", moves=whole_game())
    anna.refused(
        anna.http.get(f"/api/tables/{table}/{path}{'9' * 900}"), code
    )  # longer addresses are refused before they are read


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "//", "http://a\\b"])
def test_origins_that_are_none(server: Server, origin: str) -> None:
    answer = server.person("Anna").http.put("/api/me", json={"name": "Ben"}, headers={"origin": origin})
    assert answer.status_code == 403


def test_cookies_made_to_be_slow(server: Server) -> None:
    """The standard library's cookie parser needs more than a second for one of these; no two are alike."""
    asking = [
        threading.Thread(
            target=httpx.get,
            args=[f"{server.address}/api/me"],
            kwargs={"headers": {"cookie": f'n={n}; other="' + '\\"' * 15_000}, "timeout": 60},
        )
        for n in range(12)
    ]
    with alive(server):
        for one in asking:
            one.start()
        for one in asking:
            one.join()


def test_the_person_who_has_other_cookies_too_is_known_by_ours(server: Server) -> None:
    anna = server.person("Anna")
    for cookie in (f"a=1; {anna.cookie}", f"{anna.cookie};b", f'a="\\";=;{anna.cookie} ; ludothekk=1'):
        assert httpx.get(f"{server.address}/api/me", headers={"cookie": cookie}).json()["id"] == anna.id


@pytest.mark.parametrize(
    "address", ["/" + "a/" * 2500, "/api/games?" + "a&" * 600, "/api/nothing?" + "a" * 1100]
)
def test_addresses_that_no_page_has(server: Server, address: str) -> None:
    anna = server.person("Anna", "de")
    assert anna.refused(anna.http.get(address), "too_large")["error"] == "Diese Nachricht ist zu lang."
    answer = anna.http.get(address)
    assert answer.status_code == 413
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("host", ["[", "[::1", "a:b", "a:99999"])
@pytest.mark.parametrize("path", ["/api/me", "/api/me/passkeys/begin", "/api/tables"])
def test_hosts_that_are_none(server: Server, host: str, path: str) -> None:
    anna = server.person("Anna")
    anna.refused(
        anna.http.request("GET" if path == "/api/me" else "POST", path, headers={"host": host}), "bad_request"
    )


def test_a_passkey_of_lists_in_lists(server: Server) -> None:
    anna, told = server.person("Anna"), base64.urlsafe_b64encode(b"[" * 20_000).decode()
    credential = {"id": "x", "response": {"clientDataJSON": told}}
    anna.refused(
        anna.http.post(
            "/api/me/passkeys", json={"credential": credential}, headers={"host": f"localhost:{server.port}"}
        ),
        "bad_passkey",
    )


def test_a_line_with_an_address_that_no_page_has(server: Server) -> None:
    anna = server.person("Anna")
    with pytest.raises(InvalidStatus):
        anna.watches(anna.opens("torris", "mm"), words="no" * 1000)


@pytest.mark.parametrize(
    "frame", [b"\x00\x80abcd", b"\x89\x80abcd", b"\x8a\x80abcd"], ids=["empty fragments", "pings", "pongs"]
)
def test_the_person_who_says_nothing_by_the_thousand_is_hung_up_on(server: Server, frame: bytes) -> None:
    anna = server.person("Anna")
    with anna.watches(anna.opens("torris", "mm")) as line:
        raw = line.socket.socket
        raw.sendall(
            b"\x01\x80abcd" * (frame[0] == 0) + frame * 50
        )  # as a library may send to keep a connection open
        raw.sendall(b"\x80\x80abcd" * (frame[0] == 0))
        line.send(do="ping")
        line.until(lambda: line.frames[-1]["type"] == "pong")
        with suppress(ConnectionError):
            raw.sendall(b"\x01\x80abcd" * (frame[0] == 0) + frame * 1000)
        line.closed()
    assert httpx.get(f"{server.address}/health").json()["ok"]


def frame(kind: int, content: bytes, *, last: bool = True) -> bytes:
    """A frame as a browser masks it."""
    mask = b"abcd"
    return (
        bytes((kind | 0x80 * last, 0x80 | len(content)))
        + mask
        + bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))
    )


@pytest.mark.parametrize(
    "sent",
    [frame(1, b"\xff\xfe"), frame(1, b"\xff") * 3, frame(1, b"a\xf0", last=False) + frame(0, b"b")],
    ids=["whole", "thrice", "in fragments"],
)
def test_what_is_no_text_is_hung_up_on_in_one_line_of_the_log(tmp_path: Path, sent: bytes) -> None:
    with Server(tmp_path / "tables.db").logging_to(tmp_path / "log") as server:
        anna = server.person("Anna")
        with anna.watches(anna.opens("torris", "mm")) as line:
            line.socket.socket.sendall(sent)
            assert line.closed() == 1007
            with anna.watches(line.table):  # others are heard on
                pass
    logged = [json.loads(one) for one in (tmp_path / "log").read_text().splitlines()]
    assert [(one["level"], one["message"]) for one in logged] == [
        ("warning", "a connection was closed because it sent invalid UTF-8")
    ]
    assert set(logged[0]) == {"time", "level", "from", "message"}


@pytest.mark.parametrize(
    "path", ["/", "/t/somewhere", "/health", "/schema", "/api/games", "/api/nothing", "/assets/missing.js"]
)
def test_head_is_get_without_a_body(server: Server, path: str) -> None:
    with httpx.Client(base_url=server.address) as browser:
        for _ in range(2):  # the line is in order afterwards
            head = browser.head(path)
            assert head.content == b""
        full = browser.get(path)
    changing = {"date", "content-length"} if path == "/health" else {"date"}  # it counts connections
    assert (head.status_code, *shown(head, changing)) == (full.status_code, *shown(full, changing))
    assert int(head.headers["content-length"]) > 0


def shown(answer: httpx.Response, changing: set[str]) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in answer.headers.items() if name not in changing)


def test_the_person_who_hangs_up_in_the_middle_is_no_fault_of_ours(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db") as server:
        anna, asked = server.person("Anna"), 0

        def count(of: str) -> float:
            lines = anna.http.get("/metrics").text.splitlines()
            return next(float(line.split()[1]) for line in lines if line.startswith(f"ludothek_{of} "))

        before = count("request_seconds_count")
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            head = f"PUT /api/me HTTP/1.1\r\nhost: x\r\ncookie: {anna.cookie}\r\ncontent-length: 100\r\n\r\n"
            half.sendall(head.encode() + b'{"name":')
        give_up = time.monotonic() + 60
        while count("request_seconds_count") - before <= (asked := asked + 1):  # each of these is one, too
            assert time.monotonic() < give_up
            time.sleep(0.02)
        assert count("request_failures_total") == 0
        with sqlite3.connect(tmp_path / "tables.db") as other:
            other.execute("ALTER TABLE guests RENAME TO gone")
        other.close()
        assert anna.http.get("/api/me/tables").status_code == 500
        assert count("request_failures_total") == 1  # but this was one of ours


def test_lines_that_say_nothing_keep_nobody_out(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", connections_per_address="8") as server:
        anna = server.person("Anna")
        table = anna.opens("torris", "mm")
        anna.http.close()  # the client has kept a connection open
        silent = [
            socket.create_connection(("127.0.0.1", server.port), timeout=HEAD_WITHIN / 2) for _ in range(12)
        ]
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
        other.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON pulses BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
        )
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
    "name",
    [
        "\u3164",
        "\u2800\u2800",
        "\u200b",
        "Anna\u200d",
        "An\u200bna",
        "\u00adAnna",
        "\u115f",
        "Anna\u034f",
        "A\U000e0041",
    ],
)
def test_names_that_nobody_sees_or_that_look_like_others(server: Server, name: str) -> None:
    anna = server.person("Anna")
    anna.refused(anna.http.put("/api/me", json={"name": name}), "bad_name")


@pytest.mark.parametrize("name", ["👩‍🚀 Mae", "نیلوفر", "می‌خواهم", "José", "李"])
def test_names_of_the_world(server: Server, name: str) -> None:
    assert server.person(name).get("/api/me")["name"] == name


def test_a_browser_is_told_to_protect_the_person_who_looks(server: Server, tmp_path: Path) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/health", "/schema", "/assets/missing.js"):
        answer = httpx.get(server.address + path)
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["connect-src"] == policy["form-action"] == policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert "camera=()" in answer.headers["permissions-policy"]
        # It would lock out browsers that reach the server by http.
        assert "strict-transport-security" not in answer.headers
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
    assert not [
        secret for secret in (table, person, token, "203.0.113.7", "2001:db8", "abab") if secret in clean
    ]
    assert cleaned("postgresql://me:hidden@db/x") == "postgresql://me:…@db/x"
    assert (
        cleaned("listening on http://127.0.0.1:8000 at 12:30:05")
        == "listening on http://127.0.0.1:8000 at 12:30:05"
    )
    assert cleaned(f"/t/{table}") == cleaned(f"/t/{table}")  # one can follow a table through the log


def test_the_same_trouble_does_not_fill_the_disk() -> None:
    at, record = [0.0], logging.LogRecord("x", logging.ERROR, "", 0, "it failed", (), None)
    seldom = RepeatFilter(most=2, seconds=10, clock=lambda: at[0])
    assert [seldom.filter(record) for _ in range(100)] == [True, True] + [False] * 98
    at[0] = 11
    assert seldom.filter(record)
    assert record.__dict__["left_out"] == 98
    quiet = logging.LogRecord("x", logging.INFO, "", 0, "as usual", (), None)
    assert all(seldom.filter(quiet) for _ in range(100))
