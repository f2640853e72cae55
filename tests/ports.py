"""Ports for the servers of tests."""

import socket

held: list[socket.socket] = []


def free_port() -> int:
    """A port that is given to nobody else until these tests end: not before somebody listens there, nor
    between two who do.
    """
    ours = socket.socket()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as whoever listens does, who may have it too
    ours.bind(("127.0.0.1", 0))
    held.append(ours)
    return int(ours.getsockname()[1])
