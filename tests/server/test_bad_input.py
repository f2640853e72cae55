"""Invalid requests are refused with a clear message, and leave the table unchanged."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tests.server.serving import ConnectionClosed, Line, Server, Someone, click


@pytest.fixture
def two(server: Server) -> Iterator[tuple[Line, Line]]:
    """Anna and Ben in a game that has begun."""
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mo")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as hers, ben.watches(table) as his:
        yield hers, his


def version(line: Line) -> int:
    found: int = line.person.frame(line.table)["version"]
    return found


def test_moves_of_others_are_refused(two: tuple[Line, Line]) -> None:
    hers, his = two
    before = version(hers)
    hers.refused("not_yours", do="move", seat=1, token=hers.token(0), version=before, move="1")
    hers.refused(
        "not_yours", do="move", seat=1, token=his.token(1), version=before, move="1"
    )  # a stolen token is bound to its person
    hers.refused("not_yours", do="move", seat=0, token="forged", version=before, move="1")
    hers.refused("not_yours", do="tell", token=hers.token(0), version=before, moves=["1"])
    for nobody in ("chance", -1):
        wish = {"seat": nobody, "token": hers.token(0), "version": before, "move": "1"}
        hers.person.refused(hers.person.asks(hers.table, "move", **wish), "bad_request")
    hers.refused("not_yours", do="leave", seat=1)
    hers.refused("owner_is_here", do="seat_bot", seat=1, level="random")
    his.refused("not_host", do="seat_bot", seat=0, level="random")
    assert version(hers) == before


def test_illegal_and_stale_moves(two: tuple[Line, Line]) -> None:
    hers, his = two
    first = hers.now["version"]
    refusal = hers.refused("illegal_move", **hers.move("7"))
    assert "legal: -, 1, 2, 3, 4" in refusal["detail"]
    hers.plays("1")
    hers.refused("stale", **hers.move("2", version=first))  # she has chosen; that question is answered
    his.plays("2")  # chosen at the version before hers: a simultaneous choice is not stale
    hers.until(lambda: hers.now["version"] == first + 2)
    hers.refused("stale", **hers.move("2", version=first))
    hers.refused("stale", **hers.move("2", version=first + 50))


def test_a_doubled_message_is_done_once(two: tuple[Line, Line]) -> None:
    hers, _ = two
    move = hers.move("1") | {"id": click()}
    once, twice = hers.does(**move), hers.does(**move)
    assert once == twice
    over_http = hers.person.http.post(f"/api/tables/{hers.table}/do", json=move).json()
    assert over_http["version"] == once["version"]
    assert version(hers) == once["version"]


@pytest.mark.parametrize(
    "garbage",
    [
        "", "{", "null", "[]", '"move"', "{}", '{"do": "fly"}', '{"do": "move"}', '{"do": "join", "id": ""}', "\x00", "[" * 5000,
        '{"do": "move", "id": "x", "seat": {}, "token": 1, "version": "a", "move": null}', '{"do": "ping", "extra": 1}',
        '{"do": "chat", "id": "x", "text": "\\ud800"}', json.dumps({"do": "join", "id": "x" * 65}),
    ],
)  # fmt: skip
def test_garbage_is_answered_and_does_no_harm(two: tuple[Line, Line], garbage: str) -> None:
    hers, _ = two
    before = version(hers)
    hers.socket.send(garbage)
    answer = hers.read()
    while answer["type"] != "answer":
        answer = hers.read()
    assert answer["ok"] is False
    assert answer["code"] in ("bad_request", "bad_chat")
    hers.send(do="ping")
    hers.until(lambda: hers.frames[-1]["type"] == "pong")
    assert version(hers) == before


def test_binary_garbage(two: tuple[Line, Line]) -> None:
    hers, _ = two
    hers.socket.send(b"\xff\xfe\x00")
    hers.until(lambda: hers.frames[-1].get("code") == "bad_request")


def test_too_much_garbage_closes_the_line(two: tuple[Line, Line]) -> None:
    hers, his = two
    for _ in range(20):
        hers.socket.send("?")
    assert hers.closed() == 4400
    his.plays("1")


def test_an_oversized_frame(two: tuple[Line, Line]) -> None:
    hers, _ = two
    hers.socket.send(json.dumps({"do": "chat", "id": "big", "text": "x" * 20_000}))
    hers.until(lambda: hers.frames[-1].get("code") == "too_large")
    hers.socket.send("x" * 100_000)
    assert hers.closed() == 1009


def test_an_oversized_body(server: Server) -> None:
    anna = server.person("Anna")
    answer = anna.http.post("/api/tables", json={"game": "number_poker", "seats": [], "name": "x" * 300_000})
    anna.refused(answer, "too_large")


@pytest.mark.parametrize(
    "garbage",
    [b"", b"{{", b"\xff\xfe", b'{"do": "chat", "id": "x", "text": "\xff"}', b"[" * 60_000, b"do=leave&id=x"],
)
def test_a_body_of_garbage(server: Server, garbage: bytes) -> None:
    anna = server.person("Anna")
    table = anna.opens("number_poker", "mo")
    answer = anna.http.post(
        f"/api/tables/{table}/do", content=garbage, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    assert anna.refused(answer, "bad_request")["detail"]
    assert anna.frame(table)["version"] == 1


@pytest.mark.parametrize("cookie", ["", "forged", "p_x.QW5uYQ.0000", "a.b.c.d", "é"])
def test_a_forged_cookie_is_nobody(server: Server, cookie: str) -> None:
    someone = server.person("Anna")
    table = someone.opens("number_poker", "mo")
    headers = {b"cookie": f"ludothek={cookie}".encode()}
    answer = httpx.post(
        f"{server.address}/api/tables/{table}/do", json={"do": "join", "id": "x"}, headers=headers
    )
    assert (answer.status_code, answer.json()["code"]) == (401, "no_person")
    fresh = httpx.get(f"{server.address}/api/me", headers=headers)
    assert fresh.json()["name"] == ""


def test_a_cookie_with_another_name_is_forged(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    said, mark = (
        ben.http.cookies["ludothek"].rpartition(".")[0],
        anna.http.cookies["ludothek"].rpartition(".")[2],
    )
    answer = httpx.get(f"{server.address}/api/me", headers={"cookie": f"ludothek={said}.{mark}"})
    assert answer.json()["id"] not in (anna.id, ben.id)


def closing_code(server: Server, path: str, **headers: str) -> int:
    with connect(f"ws://127.0.0.1:{server.port}{path}", additional_headers=headers) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
        assert closed.value.rcvd
        return int(closed.value.rcvd.code)


def test_who_may_not_connect(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mo")
    assert closing_code(server, f"/api/tables/{table}/live") == 4401
    assert closing_code(server, "/api/tables/nowhere/live", cookie=anna.cookie) == 4404
    assert closing_code(server, f"/api/tables/{table}/live?seat=0", cookie=ben.cookie) == 4403
    assert (
        closing_code(
            server, f"/api/tables/{table}/live", cookie=anna.cookie, origin="https://elsewhere.example"
        )
        == 4403
    )


def test_a_foreign_page_cannot_act(server: Server) -> None:
    anna = server.person("Anna")
    answer = anna.http.post(
        "/api/tables",
        json={"game": "number_poker", "seats": []},
        headers={"origin": "https://elsewhere.example"},
    )
    anna.refused(answer, "origin")


@pytest.mark.parametrize(
    "table", ["nowhere", "x" * 60, "x" * 600, "%00", "a b", "ü", "..", "'; drop table entries; --"]
)
def test_a_table_that_does_not_exist(server: Server, table: str) -> None:
    anna = server.person("Anna")
    for path in ("", "/frame", "/record", "/replay", "/chance"):
        assert anna.http.get(f"/api/tables/{table}{path}").status_code in (400, 404)
    assert anna.asks(table, "join").status_code in (400, 404, 405)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "<b>Anna</b>",
        "Anna\n",
        "An\x07na",
        "\u202eannA",
        "\ud800",
        "\u200b\u200d",
        "a" + "\u0301" * 12,
    ],
)
def test_names(server: Server, name: str) -> None:
    anna = server.person()
    answer = anna.http.put(
        "/api/me", content=json.dumps({"name": name}), headers={"content-type": "application/json"}
    )
    if name == "Anna\n":
        assert answer.json()["name"] == "Anna"
    else:
        assert anna.refused(answer, answer.json()["code"])["code"] in ("bad_name", "bad_request")


@pytest.mark.parametrize(
    "name", ["Zoë", "李雷", "O'Neil", "{who}", "Anna & Ben", "🦊", 'a"b', "\\", "สมชาย", "👩\u200d🚀", "1️⃣"]
)
def test_names_that_are_fine(server: Server, name: str) -> None:
    anna = server.person(name)
    table = anna.opens("number_poker", "mb")
    with anna.watches(table) as line:
        assert line.now["seats"][0]["name"] == name
        assert any(said.startswith(f"{name} holds") for said in line.now["lines"])


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "nothing"}, "no_game"),
        ({"seats": [{"kind": "me"}]}, "bad_option"),
        ({"seats": [{"kind": "me"}] * 9}, "bad_option"),
        ({"seats": [{"kind": "me"}, {"kind": "cat"}]}, "bad_request"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "genius of all"}]}, "bad_option"),
        ({"options": {"speed": 3}}, "bad_option"),
        ({"pace": {"speed": 3}}, "bad_option"),
        ({"kit": {"stones": 3}}, "bad_kit"),
        ({"name": "<script>"}, "bad_title"),
        ({"unknown": 1}, "bad_request"),
        ({"public": "yes"}, "bad_request"),
        ({"seats": [{"kind": "me", "name": "<i>"}, {"kind": "open"}]}, "bad_name"),
    ],
)
def test_tables_that_cannot_be_opened(server: Server, wish: dict[str, Any], code: str) -> None:
    anna = server.person("Anna")
    whole = {"game": "number_poker", "seats": [{"kind": "me"}, {"kind": "open"}]} | wish
    anna.refused(anna.http.post("/api/tables", json=whole), code)


def test_chat_is_checked(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("number_poker", "mo", child_safe=True)
    ben.refused(ben.asks(table, "chat", phrase="hello"), "not_seated")
    anna.refused(anna.asks(table, "chat", text="Hello"), "only_phrases")
    anna.refused(anna.asks(table, "chat", phrase="rude"), "bad_chat")
    open_table = anna.opens("number_poker", "mo")
    anna.refused(anna.asks(open_table, "chat", text=""), "bad_chat")
    anna.refused(anna.asks(open_table, "chat", text="x" * 201), "bad_chat")
    assert anna.does(open_table, "chat", text="<b>is only text</b>")


def test_rate_limits(db: str) -> None:
    with Server(db, tables_per_minute="3", chats_per_minute="4", messages_per_second="5") as server:
        anna = server.person("Anna")
        tables = [anna.opens("number_poker", "mo") for _ in range(3)]
        wish = {"game": "number_poker", "seats": [{"kind": "me"}, {"kind": "open"}]}
        refusal = anna.refused(anna.http.post("/api/tables", json=wish), "too_many")
        assert 0 < refusal["retry_in_ms"] <= 20_000
        server.person("Ben").opens("number_poker", "mo")
        others = (
            server.person().http.post("/api/tables", json=wish) for _ in range(300)
        )  # a new person each time, but always from here
        anna.refused(next(answer for answer in others if answer.status_code != 201), "too_many")
        with anna.watches(tables[0]) as line:
            for _ in range(4):
                line.does(do="chat", phrase="hello")
            line.refused("too_many", do="chat", phrase="hello")
            assert line.person.frame(tables[0])["version"] == 1 + 4
            for _ in range(20):
                line.send(do="ping")
            line.until(lambda: line.frames[-1].get("code") == "too_many")


def test_spectators_see_and_cannot_act(two: tuple[Line, Line], server: Server) -> None:
    hers, _ = two
    carl: Someone = server.person("Carl")
    with carl.watches(hers.table) as line:
        assert line.now["viewer"] is None
        assert line.now["moves"] == []
        line.refused("full", do="join")
        line.send(do="look", seat=0)
        line.until(lambda: line.frames[-1].get("code") == "not_yours")
        line.refused(
            "not_yours", do="move", seat=0, token=hers.token(0), version=line.now["version"], move="1"
        )
