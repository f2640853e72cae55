"""Text in any WebSocket framing: whole, cut, in fragments, several frames at once, among pings."""

import struct

import pytest

from tests.server.serving import Line, Server

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
    line.socket.send(
        "?"
    )  # frames are answered in their order: when this is refused, all before it has been heard
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
    line.socket.socket.sendall(bytes((FIN | TEXT, len(PING_US))) + PING_US.encode())
    assert line.closed() == 1002


def test_nothing_is_heard_after_goodbye(line: Line) -> None:
    line.socket.socket.sendall(whole + frame(struct.pack("!H", 1000), FIN | CLOSE) + whole)
    assert line.closed() == 1000
