"""External players at a table: bots that the operator allows, and programs over the network."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from ludothek.core import BadOption
from ludothek.core.registry import find
from ludothek.core.table import Table
from ludothek.house.live.thinking import question
from ludothek.server.bot_processes import process_pool
from tests.server import guests
from tests.server.serving import Line, Server, Someone

BAD = ("Raises", "Dies", "Lies")
levels = import_module("ludothek.bots.levels")  # the module: the package has a function of that name
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    allowed = [f"connect_four.{name.lower()}={guests.__name__}:{name}" for name in ("Polite", *BAD)]
    with Server(tmp_path_factory.mktemp("guests") / "tables.db", players=allowed) as running:  # type: ignore[arg-type]
        yield running


@pytest.fixture
def anna(house: Server) -> Someone:
    return house.person("Anna")


def against(person: Someone, level: str) -> str:
    answer = person.http.post(
        "/api/tables",
        json={
            "game": "connect_four",
            "seats": [{"kind": "me"}, {"kind": "bot", "level": level}],
            "hints": False,
        },
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def movers(line: Line) -> list[int]:
    """Return the seats that have moved so far, in order."""
    return [event["seat"] for event in line.log if event["kind"] == "move"]


def test_a_player_that_the_operator_allows_is_offered_and_plays(anna: Someone) -> None:
    assert anna.get("/api/games/connect_four")["levels"][-4:] == ["polite", "raises", "dies", "lies"]
    assert "polite" not in anna.get("/api/games/torris")["levels"]
    table = against(anna, "polite")
    with anna.watches(table) as line:
        anna.does(
            table, "move", seat=0, token=line.you["seats"][0]["token"], version=line.now["version"], move="d"
        )
        line.until(lambda: movers(line) == [0, 1])
        assert line.now["seats"][1]["level"] == "polite"


@pytest.mark.parametrize("level", [name.lower() for name in BAD])
def test_a_player_that_crashes_or_lies_loses_its_seat_and_the_table_goes_on(
    anna: Someone, level: str
) -> None:
    table = against(anna, level)
    with anna.watches(table) as line:
        anna.does(
            table, "move", seat=0, token=line.you["seats"][0]["token"], version=line.now["version"], move="d"
        )
        line.until(lambda: movers(line) == [0, 1])
        assert line.now["seats"][1]["level"] == "tricky"


def test_nothing_is_imported_because_a_request_says_so(anna: Someone) -> None:
    for level in ("tests.server.guests:Polite", "os:getcwd"):
        wish = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "bot", "level": level}]}
        anna.refused(anna.http.post("/api/tables", json=wish), "bad_option")


def test_a_player_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEK_PLAYERS", f"connect_four.sleeps={guests.__name__}:Sleeps")
    monkeypatch.setattr(process_pool, "PATIENCE", 1.0)
    levels._guest_places.cache_clear()
    table = Table(find("connect_four").variant(2))

    async def asked() -> tuple[str | None, str | None, str | None]:
        players = process_pool.BotProcessPool(1)
        try:
            sleeper = await players.choose(question(table, 0, "sleeps", 0.1, {}))
            other = await players.choose(question(table, 0, "random", 0.1, {}))
            monkeypatch.setattr(process_pool, "is_built_in", lambda game, level: True)
            return sleeper, other, await players.choose(question(table, 0, "sleeps", 0.1, {}))
        finally:
            players.stop()

    sleeper, other, our_own = asyncio.run(asked())
    levels._guest_places.cache_clear()
    assert sleeper is None
    assert other in set("abcdefg"), "the next request is answered"
    assert our_own in set("abcdefg"), "one of ours that never answers moves at random"


def test_a_server_stops_while_a_bot_thinks_for_ever(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.db", players=[f"connect_four.sleeps={guests.__name__}:Sleeps"]) as server:  # type: ignore[arg-type]
        anna = server.person("Anna")
        table = against(anna, "sleeps")
        with anna.watches(table) as line:
            line.plays("d")
            assert server.stop() == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("connect_four.x=nowhere:X", "nowhere"),
        ("connect_four", "GAME.NAME=module:object"),
        ("x=os:sep", "is no player"),
    ],
)
def test_a_player_that_is_not_there_is_refused_before_the_server_starts(
    given: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEK_PLAYERS", "")  # so that it is put back
    try:
        with pytest.raises(BadOption, match=said):
            levels.invite([given])
    finally:
        levels._guest_places.cache_clear()


PROGRAM = """
import json, sys
for line in sys.stdin:
    status = json.loads(line)
    if status.get("over"):
        print(json.dumps(status["outcome"]), file=sys.stderr)
        break
    moves = status["legal"][str(status["seat"])]
    print(json.dumps({"do": "move", "seat": status["seat"], "move": moves[0]}), flush=True)
"""


LIAR = """
import sys
for line in sys.stdin:
    print('{"do": "move", "move": "checkmate"}', flush=True)
"""


def program(house: Server, table: str, code: str, *options: str) -> "subprocess.Popen[str]":
    address = f"{house.address}/t/{table}"
    command = [
        sys.executable,
        "-m",
        "ludothek",
        "bot",
        "--url",
        address,
        "--name",
        "Robo",
        *options,
        "--",
        sys.executable,
        "-c",
        code,
    ]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)


def test_a_program_takes_a_seat_and_plays_to_the_end(house: Server, anna: Someone) -> None:
    table = anna.opens("connect_four", "mo")
    with program(house, table, PROGRAM) as robo, anna.watches(table) as line:
        line.until(lambda: line.now["seats"][1]["name"] == "Robo")
        anna.does(table, "start")
        while True:
            line.until(lambda: line.now["phase"] == "over" or bool(line.now["moves"]))
            if line.now["phase"] == "over":
                break
            move = (
                "d"
                if "d" in [offered["move"] for offered in line.now["moves"]]
                else line.now["moves"][-1]["move"]
            )
            version = line.now["version"]
            anna.does(table, "move", seat=0, token=line.you["seats"][0]["token"], version=version, move=move)
            line.until(partial(is_past, line, version))
        said = robo.stderr.read() if robo.stderr else ""
        assert robo.wait(30) == 0, said
    assert "it can come back to it with: --token" in said
    assert "the program waits until the host starts the game" in said
    assert (
        json.loads(next(text for text in said.splitlines() if text.startswith("{")))["scores"]
        == line.now["outcome"]["scores"]
    )


@pytest.mark.parametrize(
    ("code", "options", "said"),
    [
        ("import sys; sys.stdin.readline()", (), "the program has ended"),
        (
            'import sys\nfor line in sys.stdin: print(\'{"do": "move", "move": "checkmate"}\', flush=True)',
            (),
            "refused 3 times in a row",
        ),
        (
            "import sys\nfor line in sys.stdin: print('what?', flush=True)",
            (),
            "refused 3 times in a row: at a table a request is",
        ),
        ("import time; time.sleep(600)", ("--seconds", "0.5"), "has not answered for"),
    ],
    ids=["ends", "lies", "babbles", "sleeps"],
)
def test_a_program_that_fails_loses_its_seat_to_a_bot(
    house: Server, anna: Someone, code: str, options: tuple[str, ...], said: str
) -> None:
    table = anna.opens("connect_four", "om")
    with program(house, table, code, *options) as robo, anna.watches(table) as line:
        line.until(lambda: line.now["seats"][0]["name"] == "Robo")
        anna.does(table, "start")
        line.until(lambda: line.now["seats"][0]["kind"] == "bot" and line.now["to_act"] == [1])
        errors = robo.stderr.read() if robo.stderr else ""
        assert robo.wait(30) == 1
    assert said in errors
    assert "the seat is now played by a bot (medium)" in errors


def test_what_cannot_be_reached_or_started_is_said(house: Server) -> None:
    for options, said in (
        (["--url", "http://127.0.0.1:9/t/x", "--", "true"], "cannot be reached"),
        (["--url", "nonsense", "--", "true"], "is not the address of a table"),
        (["--url", f"{house.address}/t/nowhere", "--", "true"], "table"),
        (["--url", f"{house.address}/t/x", "--", "no-such-program"], "cannot be started"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "ludothek", "bot", *options],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
        assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def is_past(line: Line, version: int) -> bool:
    """Whether the connection has received a frame after that version."""
    return bool(line.now["version"] > version)
