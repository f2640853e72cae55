"""The WebSocket of a table."""

from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ludothek.house.live.conversation import CLOSE, GARBAGE, Conversation, listener_at
from ludothek.house.table.refusals import Refused
from ludothek.server.web.http_requests import (
    check_origin,
    house_of,
    household_of,
    recognise_person,
    service_for,
)

AnySocket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table:str}/live", guards=[recognise_person])
async def live_socket(socket: AnySocket, table: FromPath[str]) -> None:
    house = house_of(socket)
    try:
        check_origin(socket)
        if house.lines[household_of(socket)] >= house.settings.connections_per_address:
            raise Refused("too_many")
        listener = await listener_at(service_for(socket), table, socket.query_params)
    except Refused as refusal:
        await socket.accept()  # a close code can only be sent on an accepted connection
        await socket.close(code=CLOSE.get(refusal.code, GARBAGE), reason=refusal.code)
        return
    await socket.accept()

    async def send(message: bytes) -> None:
        await socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})

    async def hang_up(code: int, reason: str) -> None:
        await socket.close(code=code, reason=reason)

    conversation = Conversation(house, listener, send, hang_up)
    try:
        with suppress(WebSocketDisconnect):
            while not conversation.is_garbage:
                message: Any = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await conversation.hear(message.get("text") or message.get("bytes") or "")
    finally:
        await conversation.leave()
