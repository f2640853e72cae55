"""How tests meet the server: a process of its own, real sockets, people with cookies."""

import itertools
import json
import multiprocessing
import os
import random
import signal
import ssl
import time
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludothek.server.run import serve
from tests.ports import free_port

# Servers are forked from a process that has imported everything: a fresh interpreter for each would take most
# of the tests' time.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["ludothek.server.run"])

WAIT = 60  # seconds that anything may take on a busy machine; nothing waits longer than it must
clicks = itertools.count()

QUICK = {
    "bot_delay": "0",
    "bot_workers": "1",
    "bot_seconds": "0.05",
    "time_scale": "0.02",
    "log_level": "warning",
}
QUICK |= dict.fromkeys(
    (
        "tables_per_minute",
        "chats_per_minute",
        "take_backs_per_minute",
        "entries_per_day",
        "hints_per_minute",
        "reviews_per_hour",
        "joins_per_hour",
        "messages_per_second",
    ),
    "100000",
)


def click() -> str:
    return f"c{next(clicks)}"


def serve_logging(log: str, **settings: Any) -> None:
    """Run a server whose standard error goes to a file."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
    serve(**settings)


class Server:
    """A server process; `kill` is kill -9."""

    def __init__(
        self, db: str | Path, port: int | None = None, trusting: ssl.SSLContext | bool = True, **settings: str
    ) -> None:
        self.db = str(db)
        self.trusting = trusting  # the certificate authority that clients trust
        self.port = port or free_port()
        self.settings = settings
        self.process: ForkServerProcess | None = None
        self.people: list[Someone] = []
        self.target: Callable[..., None] = serve
        self.more: dict[str, Any] = {}  # that the target takes besides settings

    def logging_to(self, file: Path) -> Self:
        self.target, self.more = serve_logging, self.more | {"log": str(file)}
        return self

    @property
    def address(self) -> str:
        return f"{'https' if 'https' in self.settings else 'http'}://127.0.0.1:{self.port}"

    def start(self) -> Self:
        settings = QUICK | self.settings | {"db": self.db, "port": str(self.port)}
        self.process = FORKS.Process(target=self.target, kwargs=settings | self.more)
        self.process.start()
        give_up = time.monotonic() + 3 * WAIT
        while True:
            try:
                if httpx.get(f"{self.address}/health", timeout=5, verify=self.trusting).status_code == 200:
                    return self
            except httpx.TransportError:
                assert self.process.exitcode is None, "the server has ended"
                assert time.monotonic() < give_up, "the server does not answer"
                time.sleep(0.03)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        assert self.process.pid
        os.kill(self.process.pid, how)
        self.process.join(WAIT)
        status = self.process.exitcode
        self.process = None
        assert status is not None, "the server does not stop"
        return status

    def person(self, name: str = "", language: str = "en", cookie: str | None = None) -> "Someone":
        self.people.append(Someone(self, name, language, cookie))
        return self.people[-1]

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *error: object) -> None:
        for person in self.people:
            person.http.close()
        if self.process is not None:
            self.stop()


class Someone:
    """A person with a cookie: a new one, or one from before."""

    def __init__(
        self, server: Server, name: str = "", language: str = "en", cookie: str | None = None
    ) -> None:
        self.server = server
        self.language = language
        self.http = httpx.Client(base_url=server.address, timeout=WAIT, headers={"accept-language": language})
        if cookie:
            self.http.cookies.set("ludothek", cookie, domain="127.0.0.1")
        self.id = self.get("/api/me")["id"]
        if name:
            self.http.put("/api/me", json={"name": name}).raise_for_status()

    def get(self, path: str, **query: Any) -> Any:
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, answer: httpx.Response, code: str) -> dict[str, Any]:
        said: dict[str, Any] = answer.json()
        assert answer.status_code >= 400, said
        assert said["code"] == code, said
        assert said["error"]
        return said

    def opens(self, game: str, seats: str, **wish: Any) -> str:
        """Open a table; seats as letters: m for me, o for open, b for a bot."""
        kinds = {"m": "me", "o": "open", "b": "bot"}
        answer = self.http.post(
            "/api/tables", json={"game": game, "seats": [{"kind": kinds[seat]} for seat in seats]} | wish
        )
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def asks(self, table: str, do: str, **what: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{table}/do", json={"do": do, "id": click()} | what)

    def does(self, table: str, do: str, **what: Any) -> dict[str, Any]:
        answer = self.asks(table, do, **what)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    def frame(self, table: str, **query: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"/api/tables/{table}/frame", **query)
        return found

    def watches(self, table: str, **query: Any) -> "Line":
        return Line(self, table, **query)

    @property
    def cookie(self) -> str:
        return f"ludothek={self.http.cookies['ludothek']}"


class Line:
    """A live connection with the frames that it received."""

    def __init__(self, person: Someone, table: str, **query: Any) -> None:
        self.person = person
        self.table = table
        asked = "&".join(f"{name}={value}" for name, value in ({"language": person.language} | query).items())
        url = f"ws://127.0.0.1:{person.server.port}/api/tables/{table}/live?{asked}"
        self._connecting = connect(
            url,
            additional_headers={"cookie": person.cookie},
            compression=None,
            open_timeout=WAIT,
            close_timeout=1,
            max_size=None,
        )
        self.socket: ClientConnection = self._connecting.__enter__()
        self.frames: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.log: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.here: dict[str, Any] = {}

    def __enter__(self) -> Self:
        self.until(lambda: bool(self.now and self.you))
        return self

    def __exit__(self, *error: object) -> None:
        self._connecting.__exit__(None, None, None)

    def read(self, timeout: float = WAIT) -> dict[str, Any]:
        raw = str(self.socket.recv(timeout))
        frame: dict[str, Any] = json.loads(raw)
        self.raw.append(raw)
        self.frames.append(frame)
        if frame["type"] == "table":
            self.now = frame
            if frame["since"] == 0:
                self.log = []
            assert (
                not self.log or not frame["events"] or frame["events"][0]["version"] > self.log[-1]["version"]
            ), "an event came twice"
            self.log += frame["events"]
        elif frame["type"] in ("you", "here"):
            setattr(self, frame["type"], frame)
        return frame

    def closed(self) -> int:
        """Read on until the server hangs up; its code."""
        try:
            while True:
                self.read()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0

    def until(self, holds: Callable[[], bool]) -> None:
        give_up = time.monotonic() + WAIT
        while not holds():
            assert time.monotonic() < give_up, f"it did not happen; last: {self.frames[-1:]}"
            self.read()

    def send(self, **what: Any) -> str:
        """Send an action or a wish without waiting for the answer."""
        what = (
            {"id": click()} | what
            if what["do"] not in ("look", "language", "words", "sync", "ping")
            else what
        )
        self.socket.send(json.dumps(what))
        return str(what.get("id"))

    def answer(self, client: str | None) -> dict[str, Any]:
        found: list[dict[str, Any]] = []

        def has_come() -> bool:
            found[:] = [frame for frame in self.frames if frame["type"] == "answer" and frame["id"] == client]
            return bool(found)

        self.until(has_come)
        return found[-1]

    def does(self, **what: Any) -> dict[str, Any]:
        answer = self.answer(self.send(**what))
        assert answer["ok"], answer
        self.until(lambda: bool(self.now["version"] >= answer["version"]))
        return answer

    def refused(self, code: str, **what: Any) -> dict[str, Any]:
        answer = self.answer(self.send(**what))
        assert not answer["ok"]
        assert answer["code"] == code, answer
        return answer

    def token(self, seat: int) -> str:
        return str(next(held["token"] for held in self.you["seats"] if held["seat"] == seat))

    def tell(self, *moves: str) -> dict[str, Any]:
        """Return an action with dice of the physical box, by default the first options."""
        told = moves or [fall[0]["move"] for fall in self.now["falls"]]
        return {
            "do": "tell",
            "token": self.you["seats"][0]["token"],
            "version": self.now["version"],
            "moves": told,
        }

    def move(
        self, move: str, seat: int | None = None, version: int | None = None, **more: Any
    ) -> dict[str, Any]:
        seat = self.you["seats"][0]["seat"] if seat is None else seat
        token = self.token(seat)
        return {
            "do": "move",
            "seat": seat,
            "token": token,
            "version": self.now["version"] if version is None else version,
            "move": move,
        } | more

    def plays(self, move: str, seat: int | None = None) -> dict[str, Any]:
        """Make a move and wait until it is shown."""
        return self.does(**self.move(move, seat))

    def plays_on(self, rng: random.Random, most: int = 10_000) -> None:
        """Play at random for my first seat whenever it is asked, until the game is over."""
        for _ in range(most):
            self.until(
                lambda: bool(
                    self.now["phase"] == "over" or (self.now["moves"] and self.now["chosen"] is None)
                )
            )
            if self.now["phase"] == "over":
                return
            chosen = rng.choice(self.now["moves"])
            if wait := max(0, chosen.get("from", 0) - self.now["now"]):
                time.sleep(wait / 1000)
            answer = self.answer(self.send(**self.move(chosen["move"])))
            assert answer["ok"] or answer["code"] in ("stale", "too_early", "not_to_act"), answer
            before = self.now
            if answer["ok"]:
                self.until(lambda before=before: self.now is not before)  # type: ignore[misc]


__all__ = ["QUICK", "ConnectionClosed", "Line", "Server", "Someone", "click", "free_port"]
