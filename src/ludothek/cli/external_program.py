"""Let an external program play at a table of a server, over a line protocol like the referee's.

The program receives a status whenever its seat is to act, and answers with a request, so that a program
written for `ludothek referee` can play at a table. A program that exits, is refused repeatedly or does not
answer loses its seat to one of the server's bots.
"""

import json
import queue
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from http.cookies import SimpleCookie
from itertools import count
from typing import TYPE_CHECKING, Any

from ludothek.core import Refusal

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

COOKIE = "ludothek"
EXIT_TIMEOUT = 2.0  # seconds in which a program may exit by itself
MOST_ANSWER = 16 * 2**20  # bytes of one HTTP answer
MOST_LINE = 65_536  # bytes of one line that the program writes
MOST_NOTE = 500  # characters of one message on the terminal
MOST_WAITING = 100  # lines of the program that are read ahead
MOST_REFUSED = 3  # refused requests in a row
OVERTAKEN = ("stale", "not_to_act", "overtaken")  # refusals because the position has changed meanwhile
RECONNECT_TIMEOUT = 30.0  # seconds to wait for a server that is restarting
STAND_IN = "medium"  # preferred level of the bot that takes over the seat

Json = dict[str, Any]


class ProgramEnded(Exception):
    """The program has exited, does not answer, or breaks the protocol; the message says which."""


class ExternalProgram:
    """A subprocess that is sent and sends lines of JSON."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.seconds = seconds
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise Refusal(f"{command[0]} cannot be started: {error.strerror}") from None
        self._lines: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(MOST_LINE):
            self._lines.put(line)
        self._lines.put(b"")

    def tell(self, message: Json) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise ProgramEnded("the program has ended") from None

    def request(self) -> Json:
        """Return the next request of the program; {} for a line that is no JSON object."""
        try:
            line = self._lines.get(timeout=self.seconds)
        except queue.Empty:
            raise ProgramEnded(f"the program has not answered for {self.seconds:.0f} seconds") from None
        if not line:
            raise ProgramEnded("the program has ended")
        try:
            request = json.loads(line)
        except (ValueError, RecursionError):
            request = None
        return request if isinstance(request, dict) else {}

    def end(self) -> None:
        """Close the program's input and kill it if it does not exit in time."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
            self._process.wait(EXIT_TIMEOUT)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()


class ServerClient:
    """An HTTP client of the server, as the person of a token, or as a new person without one."""

    def __init__(self, address: str, token: str | None) -> None:
        parts = urllib.parse.urlsplit(address)
        table = parts.path.rstrip("/").rpartition("/")[2]
        if parts.scheme not in ("http", "https") or not parts.netloc or not table:
            raise Refusal(
                f"{address!r} is not the address of a table; it looks like http://127.0.0.1:8000/t/7sPz…, as"
                " in an invitation"
            )
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.table = table
        self.token = token or ""
        self._numbers = count(1)
        self.ask("GET", "/api/me")

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Send a request and return the JSON answer; a refusal has `ok` false."""
        headers = {"Content-Type": "application/json", "Origin": self.origin} | (
            {"Cookie": f"{COOKIE}={self.token}"} if self.token else {}
        )
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                for cookie in answer.headers.get_all("Set-Cookie") or []:
                    self.token = getattr(SimpleCookie(cookie).get(COOKIE), "value", self.token)
                return dict(json.loads(answer.read(MOST_ANSWER)))
        except urllib.error.HTTPError as error:
            with error:
                try:
                    return dict(json.loads(error.read(MOST_ANSWER)))
                except ValueError:
                    raise Refusal(
                        f"{self.origin} answered {error.code}, and not as a Ludothek does"
                    ) from None
        except (OSError, ValueError) as error:
            raise Refusal(f"{self.origin} cannot be reached: {getattr(error, 'reason', error)}") from None

    def do(self, action: str, **given: Any) -> Json:
        identity = f"program-{id(self):x}-{next(self._numbers)}"
        return self.ask("POST", f"/api/tables/{self.table}/do", {"do": action, "id": identity, **given})

    def connect(self, seat: int) -> "ClientConnection":
        """Open the live connection, retrying while the server restarts."""
        from websockets.exceptions import InvalidHandshake
        from websockets.sync.client import connect

        address = f"{self.origin.replace('http', 'ws', 1)}/api/tables/{self.table}/live?language=en&since=0&words=no&seat={seat}"
        give_up = time.monotonic() + RECONNECT_TIMEOUT
        while True:
            try:
                return connect(
                    address,
                    additional_headers={"Cookie": f"{COOKIE}={self.token}"},
                    compression=None,
                    max_size=None,
                )
            except (OSError, InvalidHandshake) as error:
                if time.monotonic() > give_up:
                    raise Refusal(f"{self.origin} cannot be reached: {error}") from None
                time.sleep(0.5)


class RemoteSeat:
    """A seat at the table that the program plays."""

    def __init__(self, server: ServerClient, seat: int | None, name: str) -> None:
        self.server = server
        summary = server.ask("GET", f"/api/tables/{server.table}?language=en")
        if summary.get("ok") is False:
            raise Refusal(summary["error"])
        mine = summary["mine"]
        if not mine or (seat is not None and seat not in mine):
            joined = server.do("join", name=name, **({} if seat is None else {"seat": seat}))
            if not joined["ok"]:
                raise Refusal(joined["error"])
            mine = [joined["seat"]]
        self.number: int = mine[0] if seat is None else seat
        self.frame: Json = {}
        self.game: str = summary["game"]
        self.is_early: bool = summary["phase"] == "waiting"
        self.key = ""
        self._socket = server.connect(self.number)

    def wait(self) -> None:
        """Wait until the seat is to act or the game is over."""
        while not self.frame or not (
            self.frame["phase"] == "over" or (self.frame["moves"] and self.frame["chosen"] is None)
        ):
            self.hear()

    def hear(self) -> None:
        """Receive the next message of the server, reconnecting if the connection was closed."""
        from websockets.exceptions import ConnectionClosed

        try:
            said: Json = json.loads(self._socket.recv())
        except ConnectionClosed:
            self._socket = self.server.connect(self.number)
            return
        if said["type"] == "you":
            self.key = next(
                (held["token"] for held in said["seats"] if held["seat"] == self.number), self.key
            )
        elif said["type"] == "table":
            self.frame = said

    def status(self) -> Json:
        """Return the status in the referee's format, with the seat, the game and the view added."""
        frame = self.frame
        is_over = frame["phase"] == "over"
        legal = {str(self.number): [offered["move"] for offered in frame["moves"]]} if frame["moves"] else {}
        status = {
            "ok": True,
            "over": is_over,
            "to_act": frame["to_act"],
            "legal": legal,
            "seat": self.number,
            "game": self.game,
        }
        if is_over:
            outcome = frame["outcome"]
            status["outcome"] = {
                key: value for key, value in outcome.items() if key not in ("headline", "narrow", "why")
            }
        return status | {"view": frame["view"]}

    def move(self, move: object) -> Json | None:
        """Make a move; return the refusal, or None after waiting until the seat is to act again."""
        while True:
            done = self.server.do(
                "move", seat=self.number, token=self.key, version=self.frame["version"], move=move
            )
            if done.get("code") != "too_early":
                break
            time.sleep(done["retry_in_ms"] / 1000)
        if not done["ok"] and done["code"] not in OVERTAKEN:
            return {"ok": False, "error": done.get("detail") or done["error"]}
        version = done.get("version", self.frame["version"])
        self.frame = {}  # answered or outdated
        self._socket.send(json.dumps({"do": "sync", "since": 0}))
        while not self.frame or self.frame["version"] < version:
            self.hear()
        self.wait()
        return None

    def hand_over(self) -> str | None:
        """Give the seat to a bot of the server; return its level, or None if the server refuses."""
        levels = self.server.ask("GET", f"/api/games/{self.game}?language=en")["levels"]
        level: str = STAND_IN if STAND_IN in levels else levels[0]
        return level if self.server.do("seat_bot", seat=self.number, level=level)["ok"] else None


def play(
    address: str, token: str | None, seat: int | None, name: str, seconds: float, command: Sequence[str]
) -> bool:
    """Take a seat for the program and play to the end; return whether the program kept the seat."""
    program = ExternalProgram(command, seconds)
    try:
        server = ServerClient(address, token)
        held = RemoteSeat(server, seat, name)
        _note(f"the program sits on seat {held.number}; it can come back to it with: --token {server.token}")
        if held.is_early:
            _note("the program waits until the host starts the game")
        held.wait()
        try:
            _converse(program, held)
        except ProgramEnded as gone:
            level = held.hand_over()
            _note(f"{gone}; the seat is now played by a bot ({level})" if level else f"{gone}")
            return False
        return True
    finally:
        program.end()


def _converse(program: ExternalProgram, seat: RemoteSeat) -> None:
    """Send a status, then one answer to each request, until the game is over or the program quits."""
    refused, answer = 0, seat.status()
    while True:
        program.tell(answer)
        if seat.frame["phase"] == "over":
            return
        request = program.request()
        match request.get("do"):
            case "move":
                answer = seat.move(request.get("move")) or seat.status()
            case "status":
                answer = seat.status()
            case "view":
                answer = {"ok": True, "view": seat.frame["view"]}
            case "quit":
                raise ProgramEnded("the program has quit")
            case _:
                answer = {
                    "ok": False,
                    "error": 'at a table a request is one JSON object a line, with "do": move, status,'
                    " view or quit",
                }
        refused = 0 if answer["ok"] else refused + 1
        if refused >= MOST_REFUSED:
            program.tell(answer)
            raise ProgramEnded(f"the program was refused {MOST_REFUSED} times in a row: {answer['error']}")


def _note(text: str) -> None:
    print(f"ludothek: {printable(text)}", file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """Replace control characters, which a server's texts could use to steer the terminal, and bound the
    length.
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text[:MOST_NOTE])
