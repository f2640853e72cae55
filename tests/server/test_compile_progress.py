"""A bot's first decision compiles the game first, and the table shows the progress.

All people at the table see that it is compiling, and that it advances.
"""

import os
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ludothek.bots.search import search_programs
from ludothek.server.run import serve
from tests.server import serving
from tests.server.serving import Server


def serve_cold(cache: str, **settings: Any) -> None:
    """A server on a machine on which nothing has been compiled yet."""
    os.environ["LUDOTHEK_CACHE"] = cache
    os.environ["LUDOTHEK_MACHINE"] = "native"  # as for a game from outside, whose bots were never compiled
    serve(**settings)


def test_a_table_sees_its_bot_getting_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(serving, "serve", partial(serve_cold, str(tmp_path / "cache")))
    with Server(tmp_path / "tables.db") as server:
        person = server.person("Ada")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "hard"}]
        table = person.http.post("/api/tables", json={"game": "connect_four", "seats": seats}).json()["id"]
        with person.watches(table) as line:
            for first in (True, False):
                line.frames.clear()
                line.plays("a")
                line.until(lambda: line.now["to_act"] == [0])
                told = [frame["getting_ready"] for frame in line.frames if frame["type"] == "here"]
                rules = [at["1"] for at in told if at]
                restarts = sum(later < earlier for earlier, later in pairwise(rules))
                assert restarts <= len(search_programs()) - 1, (
                    "they are counted from the beginning for each program"
                )
                assert bool(rules) == first
                assert not told or told[-1] == {}
