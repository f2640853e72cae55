"""Ports for the servers of tests."""

import socket

held: list[socket.socket] = []


def free_port() -> int:
    """Reserve a free port until the tests end, so that no other process gets it before or between listeners."""
    ours = socket.socket()
    # Listeners set it too, and may then bind the same port.
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ours.bind(("127.0.0.1", 0))
    held.append(ours)
    return int(ours.getsockname()[1])
