"""The referee: a game over standard input and output, one JSON object a line.

Any program can play through it: a bot, a second implementation, a dice tower. Each request line gets exactly
one response line; a refused request leaves the game unchanged.
"""

import json
from collections.abc import Callable
from typing import Any, BinaryIO

from ludothek.core import Refusal, registry
from ludothek.core.chance import SecretSeed
from ludothek.core.options import schema_of
from ludothek.core.table import Table, seat_of
from ludothek.core.texts import viewer_of

LONGEST_LINE = 64 << 20  # bytes; far more than any record, and limits the memory of an endless line


class Referee:
    """Answers requests about one open game."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self.has_quit = False
        self._requests: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "games": self._games,
            "kit": self._kit,
            "new": self._new,
            "move": self._move,
            "auto": self._auto,
            "status": self._status,
            "view": self._view,
            "load": self._load,
            "record": self._record,
            "quit": self._quit,
        }

    def answer(self, line: bytes) -> dict[str, Any]:
        """Answer one request line."""
        try:
            request = _parsed(line)
            do = request.get("do")
            if not isinstance(do, str) or do not in self._requests:
                raise Refusal(f'"do" must be one of {", ".join(self._requests)}')
            return {"ok": True} | self._requests[do](request)
        except Refusal as refusal:
            return {"ok": False, "error": str(refusal)}
        except RecursionError:
            return {"ok": False, "error": "the request is nested too deeply"}

    @property
    def table(self) -> Table:
        if self._table is None:
            raise Refusal('no game is open; open one with {"do": "new", "game": …, "seats": …}')
        return self._table

    def _games(self, request: dict[str, Any]) -> dict[str, Any]:
        games = [registry.find(game_id) for game_id in registry.game_ids()]
        return {
            "games": [
                {"id": g.id, "seats": [g.fewest, g.most], "options": schema_of(g.options)} for g in games
            ]
        }

    def _kit(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"kit": registry.find(_text(request, "game")).kit}

    def _new(self, request: dict[str, Any]) -> dict[str, Any]:
        self._table = Table.open(
            _text(request, "game"), _given(request, "seats"), request.get("options"), request.get("kit")
        )
        return self._table.status()

    def _move(self, request: dict[str, Any]) -> dict[str, Any]:
        table = self.table
        table.play(seat_of(_given(request, "seat")), _text(request, "move"))
        return table.status()

    def _auto(self, request: dict[str, Any]) -> dict[str, Any]:
        table = self.table
        seed = _given(request, "seed")
        if type(seed) is not int:
            raise Refusal(f'"seed" must be a whole number, not {seed!r:.60}')
        table.play_chance(SecretSeed(str(seed).encode()).draw)
        return table.status()

    def _status(self, request: dict[str, Any]) -> dict[str, Any]:
        return self.table.status()

    def _view(self, request: dict[str, Any]) -> dict[str, Any]:
        variant = self.table.variant
        seat = _given(request, "seat")
        if seat is not None and (type(seat) is not int or not 0 <= seat < variant.seats):
            raise Refusal(
                f'"seat" must be a number from 0 to {variant.seats - 1}, or null for a spectator, not'
                f" {seat!r:.60}"
            )
        return {"view": variant.view(self.table.state, viewer_of(seat))}

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        self._table = Table.load(_given(request, "record"))
        return self._table.status()

    def _record(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"record": self.table.record()}

    def _quit(self, request: dict[str, Any]) -> dict[str, Any]:
        self.has_quit = True
        return {}


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until `quit` or the end of the input."""
    referee = Referee()
    while not referee.has_quit and (line := _line(requests)):
        answers.write(json.dumps(referee.answer(line)).encode() + b"\n")
        answers.flush()


def _line(requests: BinaryIO) -> bytes:
    """Read the next line; of a line that is too long, skip the start so that it is refused as no JSON."""
    line = requests.readline(LONGEST_LINE)
    rest = line
    while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
        rest = requests.readline(LONGEST_LINE)
    return line


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise Refusal("a request is one JSON object a line; this line is not JSON") from None
    if not isinstance(request, dict):
        raise Refusal(f"a request is one JSON object a line, not {request!r:.60}")
    return request


def _given(request: dict[str, Any], key: str) -> Any:
    if key not in request:
        raise Refusal(f'"{request["do"]}" needs "{key}"')
    return request[key]


def _text(request: dict[str, Any], key: str) -> str:
    value = _given(request, key)
    if not isinstance(value, str):
        raise Refusal(f'"{key}" must be a text, not {value!r:.60}')
    return value
