"""A live conversation with one client at a table, over a WebSocket or the port of a worker in a page."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import msgspec

from ludothek.house.api.answer_types import Done, Trouble
from ludothek.house.api.live_types import Pong
from ludothek.house.api.service import HouseService
from ludothek.house.live.house import House
from ludothek.house.live.listener import Listener, Send
from ludothek.house.live.rate_limits import TokenBucket
from ludothek.house.live.table_clock import now
from ludothek.house.table import actions
from ludothek.house.table.refusals import Refused, trouble
from ludothek.house.table.table_texts import choose_language

log = logging.getLogger(__name__)
LARGEST = 16 * 1024
MOST_GARBAGE = 20  # invalid messages before the connection is closed
CLOSE = {
    "too_many": 4429,
    "no_table": 4404,
    "no_person": 4401,
    "not_yours": 4403,
    "origin": 4403,
}  # close codes for refused connections
GARBAGE, RESTART = 4400, 1012


async def listener_at(desk: HouseService, table: str, asked: Mapping[str, str]) -> Listener:
    """Return the listener that a live URL's query describes: seat, last version seen, and words."""
    person, live = desk.known_person, await desk.house.table(table)
    since, seat, words = asked.get("since", "0"), asked.get("seat"), asked.get("words", "yes")
    seen = int(since) if since.isdecimal() and len(since) < 10 else 0
    listener = Listener(live, person, desk.language, seen, desk.address)
    listener.viewer = live.sitting.viewer_for(person.id, seat)
    listener.follows_seat = seat is None
    listener.wants_words = words != "no"
    if words not in ("yes", "no"):
        refusal = Refused("bad_request", f"words is yes or no, not {words[:20]!r}")
        listener.put(_written(trouble(refusal, desk.language)))
    return listener


class Conversation:
    """Reads a client's messages one at a time and sends frames and answers."""

    def __init__(
        self, house: House, listener: Listener, send: Send, hang_up: Callable[[int, str], Awaitable[None]]
    ) -> None:
        self.house = house
        self.garbage = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.bucket = TokenBucket(house.settings.messages_per_second * 2, 2)
        self._send = send
        self._hang_up = hang_up
        self._attend(listener)

    def _attend(self, listener: Listener) -> None:
        self.listener = listener
        self.house.lines[listener.address] += 1
        self.writer = asyncio.create_task(self._write(listener))
        listener.live.arrive(listener)

    async def _write(self, listener: Listener) -> None:
        await listener.write(self._send)
        await self._hang_up(RESTART, "restart")

    async def leave(self) -> None:
        self.house.lines -= Counter([self.listener.address])  # drops counts of zero
        self.listener.live.depart(self.listener)
        self.writer.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self.writer

    @property
    def is_garbage(self) -> bool:
        return self.garbage >= MOST_GARBAGE

    async def hear(self, text: str | bytes) -> None:
        try:
            self.bucket.use()
            self.house.requests.use(self.listener.address)
            if len(text) > LARGEST:
                raise Refused("too_large")
            heard = _read(text)
        except Refused as refusal:
            if refusal.code in ("bad_request", "too_large"):
                self.garbage += 1
            self._refuse(refusal, None)
            if self.is_garbage:
                await self._hang_up(GARBAGE, "garbage")
            return
        if isinstance(heard, actions.AdviceAction):  # slow, so the next message is read meanwhile
            task = asyncio.create_task(self._answer(heard))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        else:
            await self._answer(heard)

    async def _answer(self, heard: actions.AnyAction | actions.AnyLiveCommand) -> None:
        listener, client = self.listener, None
        try:
            if isinstance(heard, actions.Action):
                client = heard.id
                done = await listener.live.do(listener.person, heard, listener.language)
                listener.put(_written(done))
            elif isinstance(heard, actions.LabelCommand):
                client = heard.id
                listener.put(_written(self._labelled(heard)))
            elif isinstance(heard, actions.GoCommand):
                client = heard.id
                await self._go(heard)
            else:
                self._grant(heard)
        except Refused as refusal:
            self._refuse(refusal, client)
        except Exception:
            log.exception("answering a message failed", extra={"table": listener.live.sitting.facts.id})
            self._refuse(Refused("internal"), client)

    def _refuse(self, refusal: Refused, client: str | None) -> None:
        self.listener.put(_written(trouble(refusal, self.listener.language, client)))

    def _labelled(self, wish: actions.LabelCommand) -> Done:
        listener = self.listener
        labels = listener.live.labels(listener.viewer, listener.language, wish.moves)
        return Done(True, wish.id, listener.live.sitting.version, labels=labels)

    async def _go(self, wish: actions.GoCommand) -> None:
        """Switch this connection to another table, such as a rematch."""
        old = self.listener
        listener = Listener(await self.house.table(wish.table), old.person, old.language, 0, old.address)
        listener.look_as_myself()
        listener.wants_words = old.wants_words
        listener.put(_written(Done(True, wish.id, listener.live.sitting.version, table=wish.table)))
        await self.leave()
        self._attend(listener)

    def _grant(self, wish: actions.AnyLiveCommand) -> None:
        listener = self.listener
        match wish:
            case actions.ViewerCommand():
                listener.look_as(wish.seat)
            case actions.LanguageCommand():
                listener.speak(choose_language(wish.language))
            case actions.WordsCommand():
                listener.read(wanted=wish.wanted)
            case actions.SyncCommand():
                listener.start_again(wish.since)
            case actions.PingCommand():
                listener.put(msgspec.json.encode(Pong(now())))


def _read(text: str | bytes) -> actions.AnyAction | actions.AnyLiveCommand:
    try:
        return actions.read_frame(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad_request", str(error)) from None


def _written(answer: Done | Trouble) -> bytes:
    return msgspec.json.encode({"type": "answer", "id": None} | msgspec.to_builtins(answer))
