"""Uvicorn's protocols: that of requests, with a limit for their heads, and that of WebSockets, with a short cut.

The short cut is for what nearly all of the traffic is: a message of text, whole, in or out. All else is left to uvicorn: the handshake,
fragments, pings, closing, and whatever is wrong. What is written in one turn of the loop is sent together: a system call costs more than
a frame.
"""

import asyncio
import logging
import math
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]  # the quick one, where it is built
from websockets.protocol import OPEN

from ludothek.server.live.limits import Bucket
from ludothek.server.table.refusals import Refused
from ludothek.server.web.lines import Lines

WHOLE_TEXT = 0x81  # the first byte of a message of text that is not in fragments
MASKED = 0x80  # in the second byte: from a client every frame is
LARGEST_HEAD = 32 * 1024
HEAD_WITHIN = 20  # seconds for the head of a request to come
BODY_WITHIN = 30  # seconds for the rest of it
MOST_WAITING = 8  # messages that are read ahead
PIECE = 4 * 1024  # bytes that are read at a time of what is not one whole message
MOST_OTHERS, WITHIN = 100, 10.0  # fragments, pings and pongs, in so many seconds; pages send none
NO_TEXT = 1007  # the code of RFC 6455 with which a line is closed that sent as text what is none
LINE = "ludothek.line"  # what the server offers to an application beyond ASGI
log = logging.getLogger(__name__)


class Counted(asyncio.Protocol):
    """A line that counts as open from its first moment to its last."""

    lines = Lines(most=10**9, from_one_address=10**9)  # of the process; set when it starts
    _counted_for: str | None = None

    def _count(self, transport: Any) -> None:
        self._counted_for = _peer(transport)
        self.lines.open(self._counted_for)

    def _discount(self) -> None:
        if self._counted_for is not None:
            self.lines.close(self._counted_for)
            self._counted_for = None


class Requests(Counted, HttpToolsProtocol):
    """Whoever sends a head that is too long, or never finishes what they send, is hung up on: what has come is kept until it is whole."""

    _head = 0  # bytes that have come of the head that is being read
    _reads_head = True
    _is_handed_over = False  # to the protocol of WebSockets
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if self.lines.is_free(_peer(transport)):
            self._count(transport)
            self._begin()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._discount()
        self._end()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._end()
        self._discount()  # it counts on as what it is now
        super().handle_websocket_upgrade()
        self._is_handed_over = True

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_handed_over:
            self.parser = None  # type: ignore[assignment]  # it calls back: each would hold the other until rubbish is looked for
        elif self._reads_head:
            self._head += len(data)
            if self._head > LARGEST_HEAD and not self.transport.is_closing():
                self.send_400_response(f"The head of a request may have {LARGEST_HEAD} bytes.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begin()

    def on_headers_complete(self) -> None:
        self._await(BODY_WITHIN)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._end()
        super().on_message_complete()

    def _begin(self) -> None:
        self._await(HEAD_WITHIN)
        self._head, self._reads_head = 0, True

    def _await(self, seconds: float) -> None:
        self._end()
        self._patience = self.loop.call_later(seconds, self._hang_up)

    def _end(self) -> None:
        self._reads_head = False
        if self._patience:
            self._patience.cancel()
            self._patience = None  # it calls back, too

    def _hang_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


class Wire(Counted, WebSocketsSansIOProtocol):
    _is_between_frames = True  # nothing has come in other than by whole frames
    _heard_at = -math.inf  # by the clock of the loop

    def connection_lost(self, exc: Exception | None) -> None:
        self._discount()
        super().connection_lost(exc)

    def connection_made(self, transport: Any) -> None:
        self._others = Bucket(MOST_OTHERS, WITHIN)
        self._count(transport)
        super().connection_made(_Together(transport, self.loop))  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        self._heard_at = self.loop.time()
        if self.handshake_complete and self._is_between_frames:
            text = whole_text(data) if self.conn.state is OPEN else None
            if text is not None:
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                if self.queue.qsize() > MOST_WAITING and not self.read_paused:
                    self.read_paused = True
                    self.transport.pause_reading()
                return
            self._is_between_frames = is_control(data)
        for begin in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + PIECE])

    def send_keepalive_ping(self) -> None:
        """Ask whether somebody is still there, unless they have just been heard."""
        assert self.ping_interval is not None, "else nobody is asked"
        silent = self.loop.time() - self._heard_at
        if silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_cont(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def _may_go_on(self) -> bool:
        """Count what says nothing. It costs as much as what does, six bytes of it are enough, and an empty fragment is kept: whoever sends
        too much of it is hung up on."""
        try:
            self._others.use()
        except Refused:
            self.transport.close()
        return not self.transport.is_closing()

    def send_receive_event_to_app(self) -> None:
        """Whoever sends as text what is none is hung up on, in one line of the log: uvicorn would tell where in its code it noticed."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_text(b"".join(self.frames)):
            log.warning("a line was closed on which came what is no text")
            self.frames = []
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), LINE: {"send_now": self.send_now}}
        await super().run_asgi()

    def send_now(self, text: bytes) -> bool:
        """Send a message of text, past everything between here and whoever says it; only while the line is free. Whether it was."""
        if self.disconnected or self.conn.state is not OPEN or not self.writable.is_set():
            return False
        self.transport.write(header(len(text)) + text)
        return True


def _peer(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


def whole_text(data: bytes) -> str | None:
    """The text that this frame holds; None if it is anything but one whole frame of text."""
    if len(data) < 6 or data[0] != WHOLE_TEXT or data[1] < MASKED:
        return None
    length, begin = data[1] - MASKED, 6
    if length == 126:
        length, begin = int.from_bytes(data[2:4], "big"), 8
    if length == 127 or len(data) != begin + length:
        return None
    try:
        return apply_mask(data[begin:], data[begin - 4 : begin]).decode()
    except UnicodeDecodeError:
        return None


def is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_control(data: bytes) -> bool:
    """Whether this is one whole ping, pong or close."""
    return len(data) >= 6 and data[0] >= 0x88 and len(data) == 6 + (data[1] & 0x7F)


def header(length: int) -> bytes:
    """What stands before a text of this many bytes."""
    if length < 126:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8, "big")


class _Together:
    """A transport that gathers what is written until the loop turns."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._gathered: list[bytes] = []

    def write(self, content: bytes) -> None:
        if not self._gathered:
            self._loop.call_soon(self._send)
        self._gathered.append(content)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def _send(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered and not self._transport.is_closing():  # nobody is left to read it otherwise
            self._transport.write(b"".join(gathered))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
