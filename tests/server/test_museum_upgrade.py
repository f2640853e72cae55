"""A database of the museum's first version: its tables open, go on, replay, verify and are reviewed.

Its tables were made by the server of that time, running and finished, with one and two seats, with and
without an encore. They are exported too.
"""

import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludothek.core.table import Table
from tests.server.serving import Server, Someone

OLD = Path(__file__).parent / "old"
THEN: dict[str, Any] = json.loads((OLD / "museum_1.json").read_text("utf-8"))
TABLES: dict[str, Any] = THEN["tables"]
FINISHED = [name for name, then in TABLES.items() if then["phase"] == "over"]
RUNNING = [name for name, then in TABLES.items() if then["phase"] == "playing"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    db = tmp_path_factory.mktemp("museum") / "tables.db"
    with sqlite3.connect(db) as connection:
        connection.executescript((OLD / "museum_1.sql").read_text("utf-8"))
    connection.close()
    with Server(db) as running:
        yield running


@pytest.fixture(scope="module")
def anna(server: Server) -> Someone:
    person = server.person(cookie=THEN["cookie"])
    assert person.id == THEN["id"]
    return person


def kept(person: Someone, name: str) -> bytes:
    answer = person.http.get(f"/api/tables/{TABLES[name]['id']}/record")
    assert answer.status_code == 200, answer.text
    return answer.content


def checks(person: Someone, name: str) -> None:
    """Check a finished table: it replays, verifies, and is reviewed and exported."""
    table = TABLES[name]["id"]
    assert person.get(f"/api/tables/{table}/chance")["correct"]
    replay = person.get(f"/api/tables/{table}/replay", language="de")
    record = replay["record"]
    assert record["version"] == 2
    assert "encore" not in record["options"]
    assert json.loads(kept(person, name))["moves"] == record["moves"]
    again = Table.load(record)
    outcome = again.variant.outcome(again.state)
    assert outcome
    assert (outcome["reason"], outcome["scores"]) == (
        replay["outcome"]["reason"],
        replay["outcome"]["scores"],
    )
    assert len(replay["steps"]) == len(record["moves"]) + 1
    parcel = person.http.get(f"/api/tables/{table}/parcel")
    assert parcel.status_code == 200, parcel.text
    path, language = f"/api/tables/{table}/review", {"language": "en"}
    assert person.http.post(path, params=language).is_success
    assert person.http.get(path, params=language).is_success


def test_all_kinds_are_there() -> None:
    assert {(then["seats"], then["encore"], then["phase"]) for then in TABLES.values()} == {
        (seats, encore, phase)
        for seats in (1, 2)
        for encore in (False, True)
        for phase in ("playing", "over")
    }
    assert {TABLES[name]["reason"] for name in FINISHED} == {"ida", "all"}


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_table_stands_where_it_stood_and_can_be_checked(anna: Someone, name: str) -> None:
    then = TABLES[name]
    frame = anna.frame(then["id"], seat="none", language="en")
    assert (frame["phase"], frame["outcome"]["reason"]) == ("over", then["reason"])
    assert frame["outcome"]["narrow"] == (then["reason"] == "ida")
    assert {key: frame["view"][key] for key in then["view"]} == then["view"]
    checks(anna, name)


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_table_goes_on(anna: Someone, name: str) -> None:
    then = TABLES[name]
    frame = anna.frame(then["id"], seat=str(then["to_act"][0]), language="en")
    assert (frame["phase"], frame["to_act"]) == ("playing", then["to_act"])
    assert {key: frame["view"][key] for key in then["view"]} == then["view"]
    rng = random.Random(3)
    with anna.watches(then["id"]) as line:
        for _ in range(15):
            if line.now["phase"] == "over":
                break
            [seat] = line.now["to_act"]
            moves = [one["move"] for one in anna.frame(then["id"], seat=str(seat))["moves"]]
            line.plays(rng.choice(moves), seat)
    assert anna.frame(then["id"], seat="none")["version"] > frame["version"]
