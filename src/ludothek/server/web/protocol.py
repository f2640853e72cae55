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
CHUNK = (
    4 * 1024
)  # bytes of WebSocket frames that are parsed before the limit on empty frames is checked again
MOST_OTHERS, WITHIN = 100, 10.0  # fragments, pings and pongs, in so many seconds; pages send none


class CountedConnection(asyncio.Protocol):
    """A connection that is counted from its first moment to its last."""

    lines = ConnectionLimit(most=10**9, from_one_address=10**9)  # of the process; set when it starts
    _address: str | None = None

    def _count(self, transport: Any) -> None:
        self._address = _peer(transport)
        self.lines.open(self._address)

    def _discount(self) -> None:
        if self._address is not None:
            self.lines.close(self._address)
            self._address = None


class HttpConnection(CountedConnection, HttpToolsProtocol):
    """Closes connections beyond the limit, and those whose request is too slow or has too long a head."""

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
    """Closes connections that send many frames without content, which cost as much as messages and are
    answered or stored.
    """

    def connection_made(self, transport: Any) -> None:
        self._others = TokenBucket(MOST_OTHERS, WITHIN)
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
        if self._may_go_on():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_go_on():
            super().handle_pong(event)

    def _may_go_on(self) -> bool:
        try:
            self._others.use()
        except Refused:
            self.transport.close()
        return not self.transport.is_closing()


def _peer(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""
