"""A database of the first version opens with everything in place: tables, people, and verifiable chance."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Server, Someone

OLD = Path(__file__).parent / "old"
THEN: dict[str, Any] = json.loads((OLD / "v0001.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    db = tmp_path_factory.mktemp("old") / "tables.db"
    with sqlite3.connect(db) as connection:
        connection.executescript((OLD / "v0001.sql").read_text("utf-8"))
    connection.close()
    with Server(db) as running:
        yield running


def back(server: Server, name: str) -> Someone:
    """Return a person with a cookie of that version."""
    return server.person(cookie=THEN["cookies"][name])


@pytest.mark.parametrize("name", THEN["cookies"])
def test_a_cookie_of_that_time_still_names_the_same_person(server: Server, name: str) -> None:
    person = back(server, name)
    assert person.get("/api/me") == {"id": THEN["ids"][name], "name": name}
    assert {table["id"] for table in person.get("/api/me/tables")["tables"]} >= {THEN["talked"], THEN["left"]}


@pytest.mark.parametrize("table", ["finished", "talked", "left"])
def test_a_table_stands_where_it_stood(server: Server, table: str) -> None:
    now, then = back(server, "Anna").frame(THEN[table], seat="none", language="en"), THEN["frames"][table]
    assert {name: now[name] for name in then if name not in ("events", "seats")} == {
        name: then[name] for name in then if name not in ("events", "seats")
    }
    assert [[seat["name"], seat["kind"], seat["level"]] for seat in now["seats"]] == then["seats"]
    assert [[event["version"], event["kind"], event["seat"], event["at"]] for event in now["events"]] == then[
        "events"
    ]


def test_what_was_said_then_is_said_still(server: Server) -> None:
    events = back(server, "Anna").frame(THEN["talked"], seat="none", language="en")["events"]
    assert [event["lines"] for event in events if event["kind"] == "chat"] == [
        ["Hello everybody!"],
        ["Grüß dich!"],
    ]


def test_its_chance_can_still_be_checked(server: Server) -> None:
    # There were no imported tables then, and seats contributed nothing to the seed.
    always_here: dict[str, Any] = {"before": [], "contributions": []}
    assert back(server, "Anna").get(f"/api/tables/{THEN['finished']}/chance") == THEN["chance"] | always_here


def test_one_goes_on_playing(server: Server) -> None:
    anna = back(server, "Anna")
    with anna.watches(THEN["talked"]) as line:
        line.plays(line.now["moves"][0]["move"])
