"""Text comes in by whatever frames a client likes: whole, cut, in fragments, several at once, among pings. And who is silent is asked."""

import gc
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from ludothek.server.web.protocol import Requests, Wire, header, is_control, whole_text
from tests.server.serving import Line, Server, free_port

FIN, TEXT, MORE, PING, CLOSE = 0x80, 0x1, 0x0, 0x9, 0x8
MASK = bytes((7, 0, 255, 42))
PING_US = '{"do": "ping"}'


def frame(content: bytes, first: int = FIN | TEXT) -> bytes:
    """A frame as a client sends it."""
    length = len(content)
    size = bytes((0x80 | length,)) if length < 126 else b"\xfe" + struct.pack("!H", length)
    return bytes((first,)) + size + MASK + bytes(byte ^ MASK[k % 4] for k, byte in enumerate(content))


def pongs(line: Line, *pieces: bytes) -> int:
    """How many pings are answered that arrive in these pieces."""
    for piece in pieces:
        line.socket.socket.sendall(piece)
    line.socket.send("?")  # frames are answered in their order: when this is refused, all before it has been heard
    line.until(lambda: line.frames[-1]["type"] == "answer")
    return sum(heard["type"] == "pong" for heard in line.frames)


@pytest.fixture
def line(server: Server) -> Line:
    anna = server.person("Anna")
    line = anna.watches(anna.opens("torris", "mo"))
    line.until(lambda: bool(line.frames))
    return line


whole = frame(PING_US.encode())
long = frame((PING_US + " " * 300).encode())
fragments = frame(b'{"do": ', TEXT) + frame(b'"ping"}', FIN | MORE)


@pytest.mark.parametrize(
    ("pieces", "count"),
    [
        ([whole], 1),
        ([long], 1),
        ([whole, long, whole], 3),
        ([whole + whole + long], 3),
        ([whole[:1], whole[1:9], whole[9:]], 1),
        ([whole + whole[:3], whole[3:], whole], 3),
        ([long[:3], long[3:]], 1),
        ([fragments], 1),
        ([whole, fragments[:20], fragments[20:], whole], 3),
        ([frame(b"are you there", FIN | PING), whole], 1),
        ([whole, frame(b"", FIN | PING) + whole, whole], 3),
    ],
)
def test_text_is_heard_however_it_is_cut(line: Line, pieces: list[bytes], count: int) -> None:
    assert pongs(line, *pieces) == count


def test_a_ping_among_texts_is_answered(line: Line) -> None:
    assert line.socket.ping().wait(10)
    assert pongs(line, whole) == 1


def test_what_is_no_text_ends_the_line(line: Line) -> None:
    line.socket.socket.sendall(frame(b'{"do": "\xff"}'))
    assert line.closed() == 1007


def test_an_unmasked_frame_ends_the_line(line: Line) -> None:
    line.socket.socket.sendall(header(14) + PING_US.encode())
    assert line.closed() == 1002


def test_nothing_is_heard_after_goodbye(line: Line) -> None:
    line.socket.socket.sendall(whole + frame(struct.pack("!H", 1000), FIN | CLOSE) + whole)
    assert line.closed() == 1000


ASKED_AFTER = 2.0  # seconds of silence


class Asked(ClientConnection):
    """A line that notes when it was asked whether anybody is there."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.pings: list[float] = []
        super().__init__(*given, **named)

    def process_event(self, event: Any) -> None:
        if isinstance(event, Frame) and event.opcode is Opcode.PING:
            self.pings.append(time.monotonic())
        super().process_event(event)


@contextmanager
def echoing() -> Iterator[str]:
    """A server that says again what it hears, and asks whoever is silent."""

    async def echo(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (heard := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": heard["text"]})

    port = free_port()
    asks = {"ws_ping_interval": ASKED_AFTER, "ws_ping_timeout": 60.0}
    server = uvicorn.Server(uvicorn.Config(echo, port=port, http=Requests, ws=Wire, lifespan="off", log_config=None, **asks))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield f"ws://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def test_a_line_leaves_nothing_of_the_request_that_opened_it() -> None:
    gc.collect()
    gc.disable()
    try:
        with echoing() as address, connect(address) as line:
            line.send("here")
            assert line.recv(30) == "here"
            assert not [made for made in gc.get_objects() if type(made) is Requests]
    finally:
        gc.enable()


def test_only_who_is_silent_is_asked_whether_they_are_there() -> None:
    with echoing() as address, connect(address, create_connection=Asked, ping_interval=None) as line:
        assert isinstance(line, Asked)
        begun = time.monotonic()
        while (heard := time.monotonic()) - begun < 2 * ASKED_AFTER:
            line.send("still here")
            assert line.recv(30) == "still here"
            time.sleep(0.02)
        while not line.pings:
            assert time.monotonic() - heard < 30, "nobody asks"
            time.sleep(0.02)
        assert line.pings[0] - heard > ASKED_AFTER / 2


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535])
def test_a_whole_text_is_read_at_once(length: int) -> None:
    content = "x" * length
    assert whole_text(frame(content.encode())) == content
    assert whole_text(frame(content.encode())[:-1]) is None
    assert whole_text(frame(content.encode()) + b"?") is None


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536, 70_000])
def test_a_text_is_sent_with_its_length(length: int) -> None:
    first, second, *more = header(length)
    assert first == FIN | TEXT
    assert (int.from_bytes(bytes(more), "big") if more else second) == length
    assert len(more) == {126: 2, 127: 8}.get(second, 0)


def test_control_frames_are_told_apart() -> None:
    assert is_control(frame(b"1234", FIN | PING))
    assert not is_control(frame(b"1234", FIN | PING)[:-1])
    assert not is_control(whole)
