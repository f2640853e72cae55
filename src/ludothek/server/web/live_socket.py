"""The live connection to a table."""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ludothek.server.live.clock import now
from ludothek.server.live.limits import Limit
from ludothek.server.live.listener import Listener
from ludothek.server.table import actions
from ludothek.server.table.refusals import Refused
from ludothek.server.table.shapes import Done, Pong
from ludothek.server.table.speech import language_of
from ludothek.server.web.requests import address_of, check_origin, house_of, language_for, someone, trouble
from ludothek.server.web.tables import viewer_for

log = logging.getLogger(__name__)
LARGEST = 16 * 1024
MOST_GARBAGE = 20  # unreadable frames after which a connection is closed
CLOSE = {"too_many": 4429, "no_table": 4404, "no_person": 4401, "not_yours": 4403, "origin": 4403}
GARBAGE, RESTART = 4400, 1012
AnySocket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table:str}/live")
async def live_socket(socket: AnySocket, table: FromPath[str]) -> None:
    try:
        check_origin(socket)
        if house_of(socket).lines[address_of(socket)] >= house_of(socket).settings.connections_per_address:
            raise Refused("too_many")
        listener = await _listener(socket, table)
    except Refused as refusal:
        await socket.accept()  # a code can only be told to somebody who was let in
        await socket.close(code=CLOSE.get(refusal.code, GARBAGE), reason=refusal.code)
        return
    await socket.accept()
    conversation = _Conversation(socket, listener)
    try:
        await conversation.hold()
    finally:
        await conversation.leave()


async def _listener(socket: AnySocket, table: str) -> Listener:
    person = someone(socket)
    live = await house_of(socket).table(table)
    since = socket.query_params.get("since", "0")
    listener = Listener(live, person, language_for(socket), int(since) if since.isdecimal() and len(since) < 10 else 0, address_of(socket))
    seat = socket.query_params.get("seat")
    listener.viewer = viewer_for(live.sitting, person, seat)
    listener.follows_seat = seat is None
    return listener


async def _write(socket: AnySocket, listener: Listener) -> None:
    async def send(message: bytes) -> None:
        await socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})

    await listener.write(send)
    await socket.close(code=RESTART, reason="restart")


class _Conversation:
    """What somebody sends, one frame after the other."""

    def __init__(self, socket: AnySocket, listener: Listener) -> None:
        self.socket = socket
        self.house = house_of(socket)
        self.garbage = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.limit = Limit(self.house.settings.messages_per_second * 2, 2)
        self._attend(listener)

    def _attend(self, listener: Listener) -> None:
        self.listener = listener
        self.house.lines[listener.address] += 1
        self.writer = asyncio.create_task(_write(self.socket, listener))
        listener.live.arrive(listener)

    async def leave(self) -> None:
        self.house.lines -= Counter([self.listener.address])  # those that are nought are forgotten
        self.listener.live.depart(self.listener)
        self.writer.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self.writer

    async def hold(self) -> None:
        with suppress(WebSocketDisconnect):
            while self.garbage < MOST_GARBAGE:
                message: Any = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._hear(message.get("text") or message.get("bytes") or "")
            await self.socket.close(code=GARBAGE, reason="garbage")

    async def _hear(self, text: str | bytes) -> None:
        try:
            self.limit.use("")
            if len(text) > LARGEST:
                raise Refused("too_large")
            heard = _read(text)
        except Refused as refusal:
            if refusal.code in ("bad_request", "too_large"):
                self.garbage += 1
            self._refuse(refusal, None)
            return
        if isinstance(heard, actions.Counsel):  # in the time that it takes, the next frame is heard
            task = asyncio.create_task(self._answer(heard))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        else:
            await self._answer(heard)

    async def _answer(self, heard: actions.AnyAction | actions.AnyWish) -> None:
        listener, client = self.listener, None
        try:
            if isinstance(heard, actions.Action):
                client = heard.id
                done = await listener.live.do(listener.person, heard, listener.language)
                listener.put(_written(done))
            elif isinstance(heard, actions.Go):
                client = heard.id
                await self._go(heard)
            else:
                self._grant(heard)
        except Refused as refusal:
            self._refuse(refusal, client)
        except Exception:
            log.exception("a frame could not be answered", extra={"table": listener.live.sitting.facts.id})
            self._refuse(Refused("internal"), client)

    def _refuse(self, refusal: Refused, client: str | None) -> None:
        self.listener.put(_written(trouble(refusal, self.listener.language, client)))

    async def _go(self, wish: actions.Go) -> None:
        """On to another table, as to a rematch, without a new connection."""
        old = self.listener
        listener = Listener(await self.house.table(wish.table), old.person, old.language, 0, old.address)
        listener.look_as_myself()
        listener.put(_written(Done(True, wish.id, listener.live.sitting.version, table=wish.table)))
        await self.leave()
        self._attend(listener)

    def _grant(self, wish: actions.AnyWish) -> None:
        listener = self.listener
        match wish:
            case actions.Look():
                listener.look_as(wish.seat)
            case actions.Speak():
                listener.speak(language_of(wish.language))
            case actions.Sync():
                listener.start_again(wish.since)
            case actions.Ping():
                listener.put(msgspec.json.encode(Pong(now())))


def _read(text: str | bytes) -> actions.AnyAction | actions.AnyWish:
    try:
        return actions.read_frame(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("bad_request", str(error)) from None


def _written(answer: msgspec.Struct) -> bytes:
    said = {name: value for name, value in msgspec.structs.asdict(answer).items() if value is not None}
    return msgspec.json.encode({"type": "answer", "id": None} | said)
