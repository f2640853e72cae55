"""The house in a page: the same requests and frames as of a server, on a browser's storage."""

import ast
import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludothek.bots import levels
from ludothek.core.registry import find, game_ids, is_bundled
from ludothek.house.catalogue.puzzles import has_puzzles
from ludothek.page import static_answers
from ludothek.page.archive import sources
from tests.server.devices import Line, Shelf, Tab, on_a_device
from tools.runtime import UNUSED

HAS = {name for name in sys.stdlib_module_names if not UNUSED.match(f"{name}/")} | {
    "ludothek",
    "msgspec",
}  # packages that a page can import


@pytest.mark.parametrize("game", ["number_poker", "squid"])
def test_a_game_is_played_to_its_end(game: str) -> None:
    async def play(tab: Tab) -> None:
        opened = await tab.ask(
            "POST",
            "/api/tables",
            {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "clock": False},
        )
        line = await Line().open(tab, opened["id"])
        frame = await line.play_to_the_end()
        assert frame["outcome"]["headline"]
        assert (await tab.ask("GET", f"/api/tables/{opened['id']}/replay"))["steps"][-1]["number"] > 3
        assert (await tab.ask("GET", f"/api/tables/{opened['id']}/chance"))["correct"] in (True, None)
        record = await tab.raw("GET", f"/api/tables/{opened['id']}/record")
        assert record.name.startswith(game)
        assert json.loads(record.content)["game"] == game

    on_a_device(play)


def test_what_is_kept_is_there_when_the_tab_is_opened_again() -> None:
    async def run() -> None:
        shelf = Shelf()
        tab = Tab(shelf)
        await tab.ask("GET", "/api/me")
        await tab.ask("PUT", "/api/me", {"name": "Anna"})
        table = (
            await tab.ask(
                "POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}
            )
        )["id"]
        line = await Line().open(tab, table, "&seat=0")
        token, frame = (await line.next("you"))["seats"][0]["token"], await line.next("table")
        await line.say(
            do="move", id="c1", seat=0, token=token, version=frame["version"], move=frame["moves"][0]["move"]
        )
        assert (await line.next("answer"))["ok"]
        tab.tables.end()

        again = Tab(shelf)
        assert (await again.ask("GET", "/api/me"))["name"] == "Anna"
        assert [found["id"] for found in (await again.ask("GET", "/api/me/tables"))["tables"]] == [table]
        line = await Line().open(again, table, "&seat=1")
        assert (await line.next("table"))["to_act"] == [1]
        again.tables.end()

    asyncio.run(run())


def test_two_tabs_do_not_write_over_each_other() -> None:
    async def run() -> None:
        shelf = Shelf()
        one, other = Tab(shelf), Tab(shelf)
        await one.ask("GET", "/api/me")
        table = (
            await one.ask(
                "POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}
            )
        )["id"]
        lines = [await Line().open(tab, table, "&seat=0") for tab in (one, other)]
        token = (await lines[0].next("you"))["seats"][0]["token"]
        frames = [await line.next("table") for line in lines]
        move = frames[0]["moves"][0]["move"]
        for number, line in enumerate(lines):
            await line.say(
                do="move", id=f"c{number}", seat=0, token=token, version=frames[0]["version"], move=move
            )
        assert [(await line.next("answer"))["ok"] for line in lines] == [True, False]
        assert len(json.loads(await shelf.entries(table, 0))) == frames[0]["version"] + 1
        for tab in (one, other):
            tab.tables.end()

    asyncio.run(run())


def test_a_move_that_cannot_be_kept_is_not_shown() -> None:
    async def run() -> None:
        shelf = Shelf()
        tab = Tab(shelf)
        await tab.ask("GET", "/api/me")
        table = (
            await tab.ask(
                "POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}
            )
        )["id"]
        line = await Line().open(tab, table, "&seat=0")
        token, frame = (await line.next("you"))["seats"][0]["token"], await line.next("table")
        move = {
            "do": "move",
            "seat": 0,
            "token": token,
            "version": frame["version"],
            "move": frame["moves"][0]["move"],
        }
        shelf.is_full = True
        await line.say(**move, id="c1")
        refusal = await line.next("answer")
        assert (refusal["ok"], refusal["code"]) == (False, "storage_full")
        assert (
            json.loads((await tab.raw("GET", f"/api/tables/{table}/frame?seat=0")).content)["version"]
            == frame["version"]
        )
        shelf.is_full = False
        await line.say(**move, id="c1")
        assert (await line.next("answer"))["ok"]
        tab.tables.end()

    asyncio.run(run())


def test_bad_questions_get_the_answers_of_a_server() -> None:
    async def play(tab: Tab) -> None:
        assert await tab.refused("GET", "/api/nowhere") == (404, "no_page")
        assert await tab.refused("GET", "/api/games/chess") == (404, "no_game")
        assert await tab.refused("GET", "/api/tables/xyz") == (404, "no_table")
        assert await tab.refused("POST", "/api/tables", {"game": "torris", "seats": [], "colour": 1}) == (
            400,
            "bad_request",
        )
        assert await tab.refused("PUT", "/api/me", {"name": "<b>"}) == (400, "bad_name")
        assert await tab.refused("POST", "/api/games/squid/kit", {"source": "guard_actions = 3"}) == (
            400,
            "bad_kit",
        )
        assert (await Line().open(tab, "xyz")).code == 4404

    on_a_device(play)


def test_a_table_goes_to_another_device_and_back() -> None:
    async def run() -> None:
        here, there = Tab(Shelf()), Tab(Shelf())
        table = (
            await here.ask(
                "POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}
            )
        )["id"]
        file = await here.raw("GET", f"/api/tables/{table}/parcel")
        assert file.name.startswith("torris-")
        assert (await there.ask("POST", "/api/tables/parcel", json.loads(file.content)))["id"] == table
        line = await Line().open(there, table, "&seat=0")
        assert len((await line.next("you"))["seats"]) == 2  # they belong to the importing device
        assert (await line.next("table"))["moves"]
        assert await here.refused("POST", "/api/tables/parcel", json.loads(file.content)) == (
            409,
            "is_here_already",
        )
        back = await there.raw("GET", f"/api/tables/{table}/parcel")
        await here.ask("POST", f"/api/tables/{table}/do", {"do": "leave", "id": "1"})
        assert (await here.raw("DELETE", f"/api/me/tables/{table}")).status == 200
        assert (await here.ask("POST", "/api/tables/parcel", json.loads(back.content)))["id"] == table
        assert await here.raw("GET", f"/api/tables/{table}/parcel") == file
        broken = json.loads(file.content)
        broken["facts"]["game"] = "chess"
        others: list[Any] = [{}, [], {"ludothek": 1}, broken, json.loads(file.content) | {"ludothek": 2}]
        for bad in others:
            assert await there.refused("POST", "/api/tables/parcel", bad) == (400, "bad_parcel")
        for tab in (here, there):
            tab.tables.end()

    asyncio.run(run())


@pytest.mark.parametrize("id", ["", "..", "a/b", "é", "\u202e", "x" * 5000, "parcel"])
def test_a_table_from_a_file_has_a_name_by_which_it_is_found_and_removed(id: str) -> None:
    async def play(tab: Tab) -> None:
        table = (
            await tab.ask(
                "POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}
            )
        )["id"]
        file = json.loads((await tab.raw("GET", f"/api/tables/{table}/parcel")).content)
        file["facts"]["id"] = id
        named = (await tab.ask("POST", "/api/tables/parcel", file))["id"]
        assert await tab.refused("POST", "/api/tables/parcel", file) == (409, "is_here_already")
        assert {one["id"] for one in (await tab.ask("GET", "/api/me/tables"))["tables"]} == {table, named}
        assert (await tab.ask("GET", f"/api/tables/{named}/frame?seat=0"))["table"] == named
        assert (await tab.raw("DELETE", f"/api/me/tables/{named}")).status == 200
        assert [one["id"] for one in (await tab.ask("GET", "/api/me/tables"))["tables"]] == [table]

    on_a_device(play)


@pytest.mark.parametrize("time", [2**64, 10**15, -(10**15)])
def test_a_table_of_no_time_is_refused_and_spoils_no_list(time: int) -> None:
    async def play(tab: Tab) -> None:
        table = (
            await tab.ask(
                "POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}
            )
        )["id"]
        content = (await tab.raw("GET", f"/api/tables/{table}/parcel")).content
        began, ended = json.loads(content), json.loads(content)
        began["facts"] |= {"id": "A" * 22, "created": time}
        ended["facts"]["id"], ended["entries"][-1]["at"] = "B" * 22, time
        for bad in (began, ended):
            assert await tab.refused("POST", "/api/tables/parcel", bad) == (400, "bad_parcel")
        assert [one["id"] for one in (await tab.ask("GET", "/api/me/tables"))["tables"]] == [table]

    on_a_device(play)


def test_one_thing_that_cannot_be_read_hides_no_other() -> None:
    """A browser may have lost some of its stored data, or another version have written it differently."""

    async def run() -> None:
        shelf = Shelf()
        tab = Tab(shelf)
        bots = {
            "game": "number_poker",
            "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
            "clock": False,
        }
        tables = [(await tab.ask("POST", "/api/tables", bots))["id"] for _ in range(3)]
        for table in tables[:2]:
            await (await Line().open(tab, table)).play_to_the_end()
        assert (await tab.ask("GET", "/api/me/statistics"))["games"][0]["all"]["played"] == 2
        await tab.ask("POST", "/api/challenges/2026-11-01/torris")
        shelf.about[tables[2]]["version"] = None
        shelf.played[tables[0]], shelf.played["another"] = "{}", {}  # type: ignore[assignment]
        shelf.tries["another"] = ["another"]
        tab.tables.end()

        tab = Tab(shelf)
        assert (await tab.ask("GET", "/api/me/statistics"))["games"][0]["all"]["played"] == 1
        assert len((await tab.ask("GET", "/api/challenges"))["tries"]) == 1
        assert tables[1] in [one["id"] for one in (await tab.ask("GET", "/api/me/tables"))["tables"]]
        shelf.me = '["p_1"'
        assert (await tab.ask("GET", "/api/me"))["id"] != "p_1"
        assert tables[1] in [one["id"] for one in (await tab.ask("GET", "/api/me/tables"))["tables"]]
        tab.tables.end()

    asyncio.run(run())


def test_the_archive_holds_all_that_a_device_needs_and_nothing_is_imported_that_a_browser_lacks(
    tmp_path: Path,
) -> None:
    for name, content in sources().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    code = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {HAS!r}:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Missing())
sys.path.insert(0, {str(tmp_path)!r})
import ludothek.page.page_router, ludothek.page.bot_worker_client
from ludothek.core.registry import game_ids, installed_games
from ludothek.bots import levels
from ludothek.house.catalogue import puzzles
assert ludothek.__file__.startswith({str(tmp_path)!r})
print({{game.id: (levels(game), puzzles.has_puzzles(game)) for game in installed_games()}})
"""
    told = ast.literal_eval(
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    )
    ours = {game: (levels(find(game)), has_puzzles(find(game))) for game in game_ids() if is_bundled(game)}
    assert told == ours, "all that a server's games have, a device has too"


def test_what_is_said_of_the_games_is_there_without_python() -> None:
    listed = json.loads(static_answers.file("games.de.json").content)["games"]
    assert {game["id"] for game in listed} == {game for game in game_ids() if is_bundled(game)}
    for name in static_answers.texts():
        content = json.loads(static_answers.file(name).content)
        assert content.get("rules") or content.get("games") or "figures" in content, name
