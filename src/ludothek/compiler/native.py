"""The rules compiled for this CPU by Numba, on all cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from ludothek.compiler.drivers import compiled
from ludothek.compiler.program import Kind, Program, dtype_for, is_plain, pack_values
from ludothek.core.game import Game

MIN_GAMES = 64  # games per thread, for which starting another thread pays off


class Native:
    name = "native"
    waits = True
    side_by_side = False

    def __init__(self, game: Game, threads: int | None = None) -> None:
        self.game = game
        self.threads = threads or cores()
        self._drivers: dict[Program, tuple[Callable[..., None], list[list[Any]]]] = {}

    def zeros(self, kind: Kind, count: int) -> Any:
        return np.zeros(count, dtype_for(self.game, kind))

    def forget(self) -> None:
        pass  # NumPy frees the buffers

    def write(self, buffer: Any, values: Any) -> None:
        if is_plain(values):
            packed = pack_values("records" if buffer.dtype.names else buffer.dtype.str[1:], values)
            buffer[: len(values)] = np.frombuffer(packed, buffer.dtype)
        else:
            buffer[:] = values

    def read(self, buffer: Any, count: int | None = None) -> list[Any]:
        numbers: list[Any] = buffer[:count].tolist()
        return numbers

    def array(self, buffer: Any) -> Any:
        return buffer

    host = array

    def run(self, program: Program, games: int, *buffers: Any) -> None:
        drive, rooms = self._drivers.get(program) or self._driver(program)
        threads = min(self.threads, games // MIN_GAMES)
        if threads < 2:
            drive(0, games, *rooms[0], *buffers)
            return
        cuts = [games * k // threads for k in range(threads + 1)]
        others = [pool().submit(drive, cuts[k], cuts[k + 1], *rooms[k], *buffers) for k in range(1, threads)]
        try:
            drive(0, cuts[1], *rooms[0], *buffers)
        finally:
            for other in others:
                other.result()

    def _driver(self, program: Program) -> tuple[Callable[..., None], list[list[Any]]]:
        rooms = [[self.zeros(*room) for room in program.rooms(self.game)] for _ in range(self.threads)]
        self._drivers[program] = compiled(self.game, program.factory), rooms
        return self._drivers[program]


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(1, cores() - 1), "ludothek")
