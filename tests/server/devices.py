"""A simulated device without a browser: storage, an immediate worker, and the house of a page's worker."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from ludothek.house.live.house import House
from ludothek.house.settings import Settings
from ludothek.page import bot_worker_client
from ludothek.page.bot_worker_client import BotWorkerClient
from ludothek.page.indexeddb_journal import FULL, KEPT, TAKEN, IndexedDbJournal, IndexedDbReviewStore
from ludothek.page.page_router import PageResponse, PageRouter


class Shelf:
    """In-memory storage with the interface of web/src/runtimes/page/storage.ts, shared by two tabs."""

    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}
        self.about: dict[str, dict[str, Any]] = {}
        self.tries: dict[str, list[Any]] = {}
        self.played: dict[str, str] = {}
        self.me: str | None = None
        self.notes: dict[str, str] = {}
        self.is_full = False

    async def write(self, table: str, after: int, entries: str, change: str) -> str:
        await asyncio.sleep(0)
        new = json.loads(change)
        if self.is_full:
            return FULL
        if (
            len(self.kept.get(table, [])) != after
            or (new["facts"] and table in self.kept)
            or new["counted"] in self.tries
        ):
            return TAKEN
        if new["counted"]:
            self.tries[new["counted"]] = [new["counted"], table, new["changed"], ""]
        self.kept.setdefault(table, []).extend(json.dumps(entry) for entry in json.loads(entries))
        about = self.about.setdefault(table, {"table": table, "facts": new["facts"], "version": 0})
        about |= {
            "phase": new["phase"] or about["phase"],
            "number": len(self.kept[table]),
            "changed": new["changed"],
        }
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

    async def remember(self, table: str, content: str) -> None:
        self.played[table] = content

    async def remembered(self) -> str:
        return json.dumps(list(self.played.items()))

    async def forget(self, table: str) -> None:
        del self.kept[table], self.about[table]
        self.played.pop(table, None)

    async def counted(self) -> str:
        return json.dumps(list(self.tries.values()))

    async def settle(self, challenge: str, table: str, result: str) -> None:
        if self.tries[challenge][1] == table:
            self.tries[challenge][3] = result

    async def person(self) -> str | None:
        return self.me

    async def keep_person(self, person: str) -> None:
        self.me = person

    async def told(self, what: str) -> str | None:
        return self.notes.get(what)

    async def tell(self, what: str, text: str) -> None:
        self.notes[what] = text


class Worker:
    """Thinks at once."""

    is_ready = True

    def start(self) -> None: ...

    async def think(self, work: str, asked: bytes) -> bytes | None:
        return bot_worker_client.thought(work, asked)


class Tab:
    """A page, and the house that its worker holds."""

    def __init__(self, shelf: Shelf) -> None:
        drawer = IndexedDbJournal(shelf)
        settings = Settings(bot_delay=0, bot_seconds=0.02, time_scale=0.01, tables_per_minute=1000)
        self.tables = House(settings, drawer, BotWorkerClient(Worker()), reviews=IndexedDbReviewStore(shelf))
        self.counter = PageRouter(self.tables, drawer)

    async def ask(self, method: str, address: str, body: Any = None) -> Any:
        answered = await self.raw(method, address, body)
        assert answered.status == 200, answered.content
        return json.loads(answered.content)

    async def refused(self, method: str, address: str, body: Any = None) -> tuple[int, str]:
        answered = await self.raw(method, address, body)
        return answered.status, json.loads(answered.content)["code"]

    async def raw(self, method: str, address: str, body: Any = None) -> PageResponse:
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
        self.conversation = await tab.counter.connect(
            f"/api/tables/{table}/live?language=en{query}", self._send, self._hang_up
        )
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
                    do="move",
                    id=f"c{number}",
                    seat=seat,
                    token=tokens[seat],
                    version=frame["version"],
                    move=frame["moves"][0]["move"],
                )
            frame = await self.next("table")
        return frame
