"""Create two people with a history, for the screenshots: they play whole games through the server."""

import datetime
import json
import random
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

from ludothek.core.figures import figures
from ludothek.core.registry import find
from tests.e2e.serving import Server
from tests.goldens import golden_file
from tests.server.serving import Someone

CONTESTS = ("connect_four", "five_in_a_row")  # without chance, so that records can be replayed


def regulars(server: Server) -> str:
    """Let two rated people play games, a puzzle and a challenge; return the first one's cookie."""
    house: Any = SimpleNamespace(address=server.url, port=server.port)
    anna, ben = (Someone(house, name) for name in ("Anna", "Ben"))
    for person in (anna, ben):
        person.http.put("/api/me/rated", json={"rated": True}).raise_for_status()
    for game in CONTESTS:
        for line in golden_file(game).read_text("utf-8").splitlines():
            _meet([anna, ben], json.loads(line)["record"])
    _meet([anna], figures(find("clear_board"))["solved"].table.record())
    _try_today(anna)
    cookie = anna.http.cookies["ludothek"]
    for person in (anna, ben):
        person.http.close()
    return cookie


def _meet(people: list[Someone], record: dict[str, Any]) -> None:
    """Play the game of a record with a person in each seat."""
    host, *others = people
    table = host.opens(record["game"], "m" + "o" * len(others), options=record["options"])
    for other in others:
        other.does(table, "join")
    if others:
        host.does(table, "start")
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(person.watches(table)) for person in people]
        version = lines[0].now["version"]
        for seat, move in record["moves"]:
            mover = lines[seat]
            mover.until(lambda mover=mover, version=version: mover.now["version"] >= version)
            version = mover.plays(move)["version"]


def _try_today(person: Someone) -> None:
    today = datetime.datetime.now(datetime.UTC).date()
    taken = person.http.post(f"/api/challenges/{today}/clear_board").raise_for_status().json()["id"]
    with person.watches(taken) as line:
        line.plays_on(random.Random(1))
