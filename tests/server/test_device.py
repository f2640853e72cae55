"""The house on a device: the same questions and frames as of a server, over storage that a browser would have."""

import asyncio
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ludothek.server.device import thinkers
from ludothek.server.device.archive import archive
from ludothek.server.device.counter import Answered, Counter
from ludothek.server.device.drawer import FULL, KEPT, TAKEN, Drawer
from ludothek.server.device.thinkers import Thinkers
from ludothek.server.live.open_tables import OpenTables
from ludothek.server.settings import Settings
from tools.runtime import UNUSED

HAS = {name for name in sys.stdlib_module_names if not UNUSED.match(f"{name}/")} | {"ludothek", "msgspec"}  # of what can be imported


class Shelf:
    """Storage as web/src/device/storage.ts keeps it, in memory: what two tabs share."""

    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}
        self.about: dict[str, dict[str, Any]] = {}
        self.me: str | None = None
        self.is_full = False

    async def write(self, table: str, after: int, entries: str, change: str) -> str:
        await asyncio.sleep(0)
        new = json.loads(change)
        if self.is_full:
            return FULL
        if len(self.kept.get(table, [])) != after or (new["facts"] and table in self.kept):
            return TAKEN
        self.kept.setdefault(table, []).extend(json.dumps(entry) for entry in json.loads(entries))
        about = self.about.setdefault(table, {"table": table, "facts": new["facts"], "version": 0})
        about |= {"phase": new["phase"] or about["phase"], "number": len(self.kept[table]), "changed": new["changed"]}
        about["version"] += new["shown"]
        return KEPT

    async def facts(self, table: str) -> str | None:
        return self.about[table]["facts"] if table in self.about else None

    async def entries(self, table: str, after: int) -> str:
        return f"[{','.join(self.kept[table][after:])}]"

    async def standings(self, ids: str) -> str:
        return json.dumps([self.about[table] for table in json.loads(ids) if table in self.about])

    async def tables(self) -> str:
        return json.dumps(sorted(self.kept, key=lambda table: -self.about[table]["changed"]))

    async def forget(self, table: str) -> None:
        del self.kept[table], self.about[table]

    async def person(self) -> str | None:
        return self.me

    async def keep_person(self, person: str) -> None:
        self.me = person


class Worker:
    """Thinks at once."""

    is_ready = True

    def start(self) -> None: ...

    async def think(self, work: str, asked: bytes) -> bytes | None:
        return thinkers.thought(work, asked)


class Tab:
    """A page, and the house that its worker holds."""

    def __init__(self, shelf: Shelf) -> None:
        drawer = Drawer(shelf)
        settings = Settings(bot_delay=0, bot_seconds=0.02, time_scale=0.01, tables_per_minute=1000)
        self.tables = OpenTables(settings, drawer, Thinkers(Worker()))
        self.counter = Counter(self.tables, drawer)

    async def ask(self, method: str, address: str, body: Any = None) -> Any:
        answered = await self.raw(method, address, body)
        assert answered.status == 200, answered.content
        return json.loads(answered.content)

    async def refused(self, method: str, address: str, body: Any = None) -> tuple[int, str]:
        answered = await self.raw(method, address, body)
        return answered.status, json.loads(answered.content)["code"]

    async def raw(self, method: str, address: str, body: Any = None) -> Answered:
        return await self.counter.answer(method, address, b"" if body is None else json.dumps(body).encode())


def on_a_device(play: Callable[[Tab], Awaitable[None]]) -> None:
    async def run() -> None:
        tab = Tab(Shelf())
        await tab.ask("GET", "/api/me")
        try:
            await play(tab)
        finally:
            tab.tables.end()

    asyncio.run(run())


class Line:
    """A live conversation, as a page has it."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.code: int | None = None

    async def open(self, tab: Tab, table: str, query: str = "") -> "Line":
        self.conversation = await tab.counter.connect(f"/api/tables/{table}/live?language=en{query}", self._send, self._hang_up)
        return self

    async def _send(self, message: bytes) -> None:
        self.frames.put_nowait(json.loads(message))

    async def _hang_up(self, code: int, reason: str) -> None:
        self.code = code

    async def next(self, kind: str) -> dict[str, Any]:
        while (frame := await asyncio.wait_for(self.frames.get(), 20))["type"] != kind:
            pass
        return frame

    async def say(self, **wish: Any) -> None:
        assert self.conversation
        await self.conversation.hear(json.dumps(wish))

    async def play_to_the_end(self) -> dict[str, Any]:
        """The first of the moves that are offered, until it is over."""
        number = 0
        you = await self.next("you")
        tokens = {held["seat"]: held["token"] for held in you["seats"]}
        frame = await self.next("table")
        while frame["phase"] != "over":
            if frame["moves"] and not frame["chosen"]:
                seat, number = frame["viewer"], number + 1
                await self.say(
                    do="move", id=f"c{number}", seat=seat, token=tokens[seat], version=frame["version"], move=frame["moves"][0]["move"]
                )
            frame = await self.next("table")
        return frame


@pytest.mark.parametrize("game", ["number_poker", "squid"])
def test_a_game_is_played_to_its_end(game: str) -> None:
    async def play(tab: Tab) -> None:
        opened = await tab.ask(
            "POST", "/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "clock": False}
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
        table = (await tab.ask("POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}))["id"]
        line = await Line().open(tab, table, "&seat=0")
        token, frame = (await line.next("you"))["seats"][0]["token"], await line.next("table")
        await line.say(do="move", id="c1", seat=0, token=token, version=frame["version"], move=frame["moves"][0]["move"])
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
        table = (await one.ask("POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}))["id"]
        lines = [await Line().open(tab, table, "&seat=0") for tab in (one, other)]
        token = (await lines[0].next("you"))["seats"][0]["token"]
        frames = [await line.next("table") for line in lines]
        move = frames[0]["moves"][0]["move"]
        for number, line in enumerate(lines):
            await line.say(do="move", id=f"c{number}", seat=0, token=token, version=frames[0]["version"], move=move)
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
        table = (await tab.ask("POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}))["id"]
        line = await Line().open(tab, table, "&seat=0")
        token, frame = (await line.next("you"))["seats"][0]["token"], await line.next("table")
        move = {"do": "move", "seat": 0, "token": token, "version": frame["version"], "move": frame["moves"][0]["move"]}
        shelf.is_full = True
        await line.say(**move, id="c1")
        refusal = await line.next("answer")
        assert (refusal["ok"], refusal["code"]) == (False, "storage_full")
        assert json.loads((await tab.raw("GET", f"/api/tables/{table}/frame?seat=0")).content)["version"] == frame["version"]
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
        assert await tab.refused("POST", "/api/tables", {"game": "torris", "seats": [], "colour": 1}) == (400, "bad_request")
        assert await tab.refused("PUT", "/api/me", {"name": "<b>"}) == (400, "bad_name")
        assert await tab.refused("POST", "/api/games/squid/kit", {"source": "guard_actions = 3"}) == (400, "bad_kit")
        assert (await Line().open(tab, "xyz")).code == 4404

    on_a_device(play)


def test_a_table_goes_to_another_device_and_back() -> None:
    async def run() -> None:
        here, there = Tab(Shelf()), Tab(Shelf())
        table = (await here.ask("POST", "/api/tables", {"game": "torris", "seats": [{"kind": "me"}, {"kind": "me"}]}))["id"]
        file = await here.raw("GET", f"/api/tables/{table}/parcel")
        assert file.name.startswith("torris-")
        assert (await there.ask("POST", "/api/tables/parcel", json.loads(file.content)))["id"] == table
        line = await Line().open(there, table, "&seat=0")
        assert len((await line.next("you"))["seats"]) == 2  # they are whoever unpacked it
        assert (await line.next("table"))["moves"]
        assert await here.refused("POST", "/api/tables/parcel", json.loads(file.content)) == (409, "is_here_already")
        back = await there.raw("GET", f"/api/tables/{table}/parcel")
        await here.ask("POST", f"/api/tables/{table}/do", {"do": "leave", "id": "1"})
        assert (await here.raw("DELETE", f"/api/me/tables/{table}")).status == 200
        assert (await here.ask("POST", "/api/tables/parcel", json.loads(back.content)))["id"] == table
        assert await here.raw("GET", f"/api/tables/{table}/parcel") == file
        broken = json.loads(file.content)
        broken["facts"]["game"] = "chess"
        for bad in ({}, [], {"ludothek": 1}, broken, json.loads(file.content) | {"ludothek": 2}):
            assert await there.refused("POST", "/api/tables/parcel", bad) == (400, "bad_parcel")
        for tab in (here, there):
            tab.tables.end()

    asyncio.run(run())


def test_the_archive_holds_all_that_a_device_needs_and_nothing_is_imported_that_a_browser_lacks(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(archive().content)) as packed:
        packed.extractall(tmp_path)
    code = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {HAS!r}:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Missing())
sys.path.insert(0, {str(tmp_path)!r})
import ludothek.server.device.counter, ludothek.server.device.thinkers
from ludothek.core.registry import shelf
assert ludothek.__file__.startswith({str(tmp_path)!r})
assert len(shelf().games) >= 8, shelf().refused
"""
    subprocess.run([sys.executable, "-c", code], check=True)
