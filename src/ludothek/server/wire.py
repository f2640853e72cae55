"""Uvicorn's WebSocket protocol, which sends together what is written in one turn of the loop: a system call costs more than a frame."""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Wire(WebSocketsSansIOProtocol):
    def connection_made(self, transport: Any) -> None:
        super().connection_made(_Together(transport, self.loop))  # type: ignore[arg-type]


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
