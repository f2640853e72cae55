"""Uvicorn's connection classes with limits against abuse: open connections, size and duration of requests,
frames without content.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ludothek.house.live.rate_limits import TokenBucket
from ludothek.house.table.refusals import Refused
from ludothek.server.web.connection_limit import ConnectionLimit

LARGEST_HEAD = 32 * 1024  # bytes
HEAD_WITHIN = 20  # seconds for the head of a request to arrive
BODY_WITHIN = 30  # seconds for the rest of it
CHUNK = 4 * 1024  # bytes of WebSocket frames parsed between two checks of the limit on empty frames
MOST_EMPTY_FRAMES, WITHIN = 100, 10.0  # fragments, pings and pongs, per so many seconds; pages send none


class CountedConnection(asyncio.Protocol):
    """A connection that counts towards the limits while it is open."""

    lines = ConnectionLimit(most=10**9, from_one_address=10**9)  # of the process; `run` sets it
    _address: str | None = None

    def _count(self, transport: Any) -> None:
        self._address = _peer(transport)
        self.lines.open(self._address)

    def _discount(self) -> None:
        if self._address is not None:
            self.lines.close(self._address)
            self._address = None


class HttpConnection(CountedConnection, HttpToolsProtocol):
    """Close connections beyond the limit, and those whose request is slow or has a too long head."""

    _head = 0  # bytes of the head that is being read
    _reads_head = True
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if self.lines.is_free(_peer(transport)):
            self._count(transport)
            self._expect_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._discount()
        self._end_deadline()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._end_deadline()
        self._discount()  # WebSocketConnection counts it from here
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._reads_head:
            self._head += len(data)
            if self._head > LARGEST_HEAD and not self.transport.is_closing():
                self.send_400_response(f"The head of a request may have {LARGEST_HEAD} bytes.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_head()

    def on_headers_complete(self) -> None:
        self._reads_head = False
        self._set_deadline(BODY_WITHIN)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._end_deadline()
        super().on_message_complete()

    def _expect_head(self) -> None:
        self._head, self._reads_head = 0, True
        self._set_deadline(HEAD_WITHIN)

    def _set_deadline(self, seconds: float) -> None:
        self._end_deadline()
        self._deadline = self.loop.call_later(seconds, self.transport.close)

    def _end_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None


class WebSocketConnection(CountedConnection, WebSocketsSansIOProtocol):
    """Close connections that send many frames without content: they cost as much as messages."""

    def connection_made(self, transport: Any) -> None:
        self._empty_frames = TokenBucket(MOST_EMPTY_FRAMES, WITHIN)
        self._count(transport)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._discount()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), CHUNK):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + CHUNK])

    def handle_cont(self, event: Frame) -> None:
        if self._take_empty_frame():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._take_empty_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._take_empty_frame():
            super().handle_pong(event)

    def _take_empty_frame(self) -> bool:
        """Count a frame without content; close the connection beyond the limit."""
        try:
            self._empty_frames.use()
        except Refused:
            self.transport.close()
        return not self.transport.is_closing()


def _peer(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""
