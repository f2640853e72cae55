"""Retention and deletion: by people, by age, by the operator; and restoring a backup."""

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from ludothek.house.live.table_clock import now
from ludothek.house.people.person import fresh
from ludothek.house.table.entries import ERASED
from ludothek.server.admin.admin_commands import app
from ludothek.server.database import retention
from ludothek.server.database.schema import entries, rated, tables
from ludothek.server.people.cookies import CookieSigner
from tests.server import houses
from tests.server.killing import Game
from tests.server.serving import Server, Someone
from tests.server.test_devices import joins, link_of

NEARLY_WON = [[n % 2, "ag"[n % 2]] for n in range(6)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("keeping") / "tables.db") as running:
        yield running


def together(anna: Someone, ben: Someone) -> str:
    """Play a finished game with chat; Anna opened the table, and won."""
    table = anna.opens("connect_four", "mo", moves=NEARLY_WON, name="Annas Abend")
    ben.does(table, "join")
    anna.does(table, "start")
    with anna.watches(table) as line:
        line.does(do="chat", text="This is Anna Geheim speaking")
        line.plays("a")
    ben.does(table, "chat", text="Well done")
    return table


def admin(*arguments: object) -> str:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return f"{done.exit_code} {done.output}"


def test_the_person_who_wants_to_be_forgotten_sees_what_is_kept_and_is_nobody_then(house: Server) -> None:
    anna, ben = house.person("Anna Geheim"), house.person("Ben")
    over, alone = together(anna, ben), anna.opens("torris", "mb")
    shared = anna.opens("number_poker", "moo")
    ben.does(shared, "join")
    before = ben.get(f"/api/tables/{over}/record"), ben.get(f"/api/tables/{over}/chance")

    answer = anna.http.get("/api/me/data")
    assert "attachment" in answer.headers["content-disposition"]
    kept = answer.json()
    assert {table["id"] for table in kept["tables"]} == {over, alone, shared}
    done = next(table["entries"] for table in kept["tables"] if table["id"] == over)
    assert [(entry["kind"], entry["text"]) for entry in done] == [
        ("join", "Anna Geheim"), ("start", ""), ("chat", "This is Anna Geheim speaking"), ("move", "a")
    ]  # fmt: skip
    assert "Well done" not in answer.text
    assert house.person().get("/api/me/data")["tables"] == []

    with ben.watches(shared) as line:
        assert anna.http.delete("/api/me").status_code == 200
        assert line.closed() == 1012  # the page reconnects by itself, and reads it again
    frame = ben.frame(over)
    assert [seat["name"] for seat in frame["seats"]] == ["Somebody", "Ben"]
    assert frame["name"] == ""
    said = [event["lines"] for event in frame["events"] if event["kind"] == "chat"]
    assert said == [["(deleted)"], ["Well done"]]
    assert "Geheim" not in json.dumps(frame)
    assert (ben.get(f"/api/tables/{over}/record"), ben.get(f"/api/tables/{over}/chance")) == before
    assert ben.frame(shared)["seats"][1]["host"]
    assert ben.frame(shared)["seats"][0]["kind"] == "open"
    ben.refused(ben.http.get(f"/api/tables/{alone}"), "no_table")
    assert house.person().http.cookies["ludothek"] != ""
    with closing(sqlite3.connect(house.db)) as database:
        left = "\n".join(database.iterdump())
    assert "Geheim" not in left
    assert anna.id not in left
    assert admin("verify", "--db", house.db).startswith("0 ")


def test_a_table_that_somebody_opened_for_others_is_begun_by_them_once_that_person_is_forgotten(
    house: Server,
) -> None:
    anna, ben, cleo = (house.person(name) for name in ("Anna", "Ben", "Cleo"))
    table = anna.opens("torris", "oo")
    ben.does(table, "join")
    cleo.does(table, "join")
    ben.refused(ben.asks(table, "start"), "not_host")
    assert anna.http.delete("/api/me").status_code == 200
    cleo.refused(cleo.asks(table, "start"), "not_host")
    ben.does(table, "start")
    assert ben.frame(table)["phase"] == "playing"


def test_nobody_is_forgotten_by_a_page_of_others(house: Server) -> None:
    anna = house.person("Anna")
    anna.refused(anna.http.delete("/api/me", headers={"origin": "https://evil.example"}), "origin")
    assert httpx.delete(f"{house.address}/api/me").status_code == 401


def test_what_is_too_old_goes_and_finished_games_stay(tmp_path: Path) -> None:
    async def go() -> None:
        async with houses.opened(tmp_path, chats_per_minute=1000) as house:
            anna = houses.Person("p_anna", "Anna")
            over = await houses.table(house, "connect_four", "mm", anna, moves=NEARLY_WON)
            await houses.moves(over, anna, 0, "a", "last")
            waiting, playing, fresh = [
                await houses.table(house, "torris", seats, anna) for seats in ("mo", "mm", "mo")
            ]
            await over.do(anna, houses.actions.ChatAction(id="1", text="secret"), "en")
            ids = [live.sitting.facts.id for live in (over, waiting, playing, fresh)]
            async with house.engine.begin() as connection:
                old = now() - 100 * retention.DAY
                await connection.execute(tables.update().where(tables.c.id != ids[3]).values(changed=old))
                await connection.execute(entries.update().where(entries.c.table_id != ids[3]).values(at=old))
                assert await retention.clear_away(connection, now(), 0, 0) == set()
                assert await retention.clear_away(connection, now(), 101, 101) == set()
                assert await retention.clear_away(connection, now(), 99, 99, spared=[ids[2]]) == {ids[1]}
                assert await retention.clear_away(connection, now(), 99, 99) == {ids[2]}
            kept = await house.journal.read(ids[0])
            assert [entry.text for entry in kept if isinstance(entry, houses.Said)] == [""]
            assert [entry.form for entry in kept if isinstance(entry, houses.Said)] == [ERASED]
            assert await house.journal.newest_tables(10, over=True) == [ids[3], ids[0]]

    houses.run(go())


def test_the_drill_of_a_backup(house: Server, tmp_path: Path) -> None:
    """A backup made during play is restored elsewhere, verified, and the same people play on."""
    anna, ben = house.person("Anna"), house.person("Ben")
    over = together(anna, ben)
    game = Game(anna, seed=1)
    game.open()
    playing = threading.Thread(target=game.play)
    playing.start()
    while len(game.acknowledged) < 3:
        pass
    acknowledged = dict(game.acknowledged)
    made = admin("backup", tmp_path / "backup.db", "--db", house.db)
    assert made.startswith("0 "), made
    assert ", 0 of them broken" in made
    assert (tmp_path / "backup.db").stat().st_mode & 0o077 == 0
    playing.join()
    restored = tmp_path / "restored.db"
    assert admin("restore", tmp_path / "backup.db", "--db", restored).startswith("0 ")
    with Server(restored) as second:
        again = second.person(cookie=anna.http.cookies["ludothek"])
        assert again.id == anna.id
        assert again.get(f"/api/tables/{over}/record") == anna.get(f"/api/tables/{over}/record")
        there = {
            event["version"]: event["seat"]
            for event in again.frame(game.table, seat="none")["events"]
            if event["kind"] == "move"
        }
        assert {version: seat for version, (seat, _) in acknowledged.items()}.items() <= there.items()
        with again.watches(again.opens("torris", "mm")) as line:
            line.plays(line.now["moves"][0]["move"], line.now["to_act"][0]) if line.now["moves"] else None
    with pytest.raises(Exception, match="has tables already"):
        admin("restore", tmp_path / "backup.db", "--db", restored)
    with pytest.raises(Exception, match="is there already"):
        admin("backup", tmp_path / "backup.db", "--db", house.db)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("DELETE FROM entries WHERE kind = 'start'", "have gaps"),
        ("UPDATE entries SET text = 'z' WHERE kind = 'move'", "cannot be carried out"),
        ("UPDATE tables SET phase = 'waiting'", "listed as waiting"),
        ("UPDATE tables SET facts = '{}'", "missing required field"),
    ],
)
def test_what_is_not_whole_is_found_and_not_restored(
    house: Server, tmp_path: Path, damage: str, said: str
) -> None:
    anna, ben = house.person("Anna"), house.person("Ben")
    together(anna, ben)
    admin("backup", tmp_path / "backup.db", "--db", house.db)
    with closing(sqlite3.connect(tmp_path / "backup.db")) as copy:
        copy.execute(damage)
        copy.commit()
    found = admin("verify", "--db", tmp_path / "backup.db")
    assert found.startswith("1 ")
    assert said in found
    with pytest.raises(Exception, match="nothing was restored"):
        admin("restore", tmp_path / "backup.db", "--db", tmp_path / "new.db")


def test_no_backup_at_all(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Anna, …" * 100)
    for file in (tmp_path / "letter.txt", tmp_path / "missing.db"):
        with pytest.raises(Exception, match="is no backup of a Ludothek"):
            admin("restore", file, "--db", tmp_path / "new.db")
    with pytest.raises(Exception, match="there is no database"):
        admin("verify", "--db", tmp_path / "missing.db")


def test_keys_tables_and_people_by_the_operator(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    with Server(db) as server:
        anna, ben = server.person("Anna"), server.person("Ben")
        open_table = anna.opens("number_poker", "mo")
        over = together(anna, ben)
        assert open_table in admin("tables", "--db", db)
        assert over not in admin("tables", "--db", db)
        assert over in admin("tables", "--db", db, "--over")
        with anna.watches(open_table) as line:
            assert admin("close", open_table, "--db", db).startswith("0 ")
            line.refused("no_table", do="start", fill="random")
            assert line.closed() == 1012
        anna.refused(anna.http.get(f"/api/tables/{open_table}"), "no_table")
        for like_an_option in ("-r4NGani_gKrXbA9uu-buw", "--4NGani_gKrXbA9uu-buw"):
            with pytest.raises(Exception, match=f"there is no table {like_an_option}"):
                admin("close", like_an_option, "--db", db)
        assert admin("erase", anna.id, "--db", db).startswith("0 forgotten at 1 tables")
        with pytest.raises(Exception, match="nothing is kept"):
            admin("erase", anna.id, "--db", db)
        assert admin("purge", "--db", db, "--unfinished-days", 1, "--chat-days", 1).startswith(
            "0 0 tables removed"
        )


def test_what_the_key_before_has_signed_is_still_read(tmp_path: Path) -> None:
    async def key() -> CookieSigner:
        async with houses.opened(tmp_path) as house:
            return house.signer

    ben, rotate = houses.Person("p_ben", "Ben"), ("rotate-key", "--db", tmp_path / "tables.db")
    old = asyncio.run(key()).write(ben)
    admin(*rotate)
    assert asyncio.run(key()).read(old) == ben
    renewed = asyncio.run(key()).write(ben)
    admin(*rotate)
    signer = asyncio.run(key())
    assert signer.read(renewed) == ben
    assert signer.read(old) is None
    admin(*rotate, "--forget")
    assert asyncio.run(key()).read(renewed) is None


def test_a_new_key_is_taken_up_while_people_play(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"

    def renewed(person: Someone) -> str:
        before, give_up = person.cookie, time.monotonic() + 60
        while person.cookie == before:
            assert time.monotonic() < give_up
            assert person.get("/api/me")["id"] == person.id
        return person.cookie.partition("=")[2]

    with Server(db) as server:
        anna = server.person("Anna")
        link, phrase = link_of(anna), anna.http.post("/api/me/phrase").json()["phrase"]
        first = anna.cookie.partition("=")[2]
        with anna.watches(anna.opens("torris", "mo")) as line:
            admin("rotate-key", "--db", db)
            second = renewed(anna)
            assert server.person(cookie=first).id == anna.id
            line.does(do="chat", phrase="hello")  # the connection stays open
            admin("rotate-key", "--db", db)
            renewed(anna)
            assert server.person(cookie=second).id == anna.id
            assert server.person(cookie=first).id != anna.id
        third = anna.cookie.partition("=")[2]
        with anna.watches(line.table) as line:
            admin("rotate-key", "--db", db, "--forget")
            assert line.closed() == 1012
            assert server.person(cookie=third).id != anna.id
        for way in (
            {"link": link},
            {"phrase": phrase},
        ):  # a person's own credentials do not depend on that key
            assert joins(server.person(), **way).json()["id"] == anna.id


def test_a_cookie_of_a_key_that_another_process_has_taken_up_already_is_read(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    with Server(db, time_scale="100000") as server:  # it would check by itself after days
        admin("rotate-key", "--db", db)
        with closing(sqlite3.connect(db)) as kept:
            key = kept.execute("SELECT value FROM secrets WHERE name = 'cookies'").fetchone()[0]
        ben = houses.Person("p_ben", "Ben")
        assert server.person(cookie=CookieSigner(key).write(ben)).id == "p_ben"


def test_a_backup_moves_between_databases(house: Server, tmp_path: Path) -> None:
    together(house.person("Anna"), house.person("Ben"))
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    admin("backup", first, "--db", house.db)
    admin("restore", first, "--db", tmp_path / "new.db")
    admin("backup", second, "--db", tmp_path / "new.db")
    with closing(sqlite3.connect(first)) as one, closing(sqlite3.connect(second)) as other:
        assert list(one.iterdump()) == list(other.iterdump())


def test_a_person_without_tables_is_erased_and_is_not_in_the_write_ahead_log(tmp_path: Path) -> None:
    async def erase() -> None:
        async with houses.opened(tmp_path) as house:
            anna = fresh()
            async with house.engine.begin() as connection:
                await connection.execute(rated.insert().values(person=anna.id, name="Anna Geheim"))
            assert await retention.is_known(house.engine, anna.id)
            assert b"Anna Geheim" in (tmp_path / "tables.db-wal").read_bytes()
            await house.forget_person(anna, "en")
            assert not await retention.is_known(house.engine, anna.id)
            for file in tmp_path.iterdir():
                assert b"Anna Geheim" not in file.read_bytes(), file

    asyncio.run(erase())
