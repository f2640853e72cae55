"""The rules as WebAssembly, run by wasmtime: a module has its own memory, and whatever a game does, it touches no other."""

import ctypes
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ludothek.core.errors import BadGame, NoMachine
from ludothek.core.game import Game
from ludothek.core.machines.program import Kind, Program, dtype_for

PAGE = 64 * 1024
MOST = 4 * 1024**3 - PAGE  # bytes that such a module can address
ALIGNED = 16


class Place(NamedTuple):
    """A buffer: where it begins in the memory of the module, and what it holds."""

    address: int
    items: int
    dtype: Any


class Shown:
    """A buffer for NumPy, which keeps the module alive for as long as somebody looks at its memory."""

    def __init__(self, module: "Wasm", place: Place) -> None:
        self.module = module
        size, address = place.items * place.dtype.itemsize, module.base() + place.address
        self.__array_interface__ = {"version": 3, "shape": (size,), "typestr": "|u1", "data": (address, False)}


class Wasm:
    name = "wasm"

    def __init__(self, game: Game, programs: Sequence[Program], code: bytes | None = None) -> None:
        try:
            import wasmtime
        except ImportError:
            raise NoMachine("WebAssembly outside a browser needs wasmtime; install it with: pip install 'ludothek[wasm]'") from None
        from ludothek.core.machines.llvm import module

        self.game = game
        self._trap = wasmtime.Trap
        settings = wasmtime.Config()
        settings.memory_may_move = False  # so that arrays stay where they are while the memory grows
        self._store = wasmtime.Store(wasmtime.Engine(settings))
        made = wasmtime.Module(self._store.engine, code or module(game, programs))
        exports = wasmtime.Instance(self._store, made, []).exports(self._store)
        self._memory: Any = exports["memory"]
        self._doors: dict[Program, Any] = {program: exports[program.name] for program in programs}
        self._free: int = exports["__heap_base"].value(self._store)  # type: ignore[union-attr]
        self._rooms = {program: [self.zeros(*room) for room in program.rooms(game)] for program in programs}

    def zeros(self, kind: Kind, count: int) -> Place:
        dtype = dtype_for(self.game, kind)
        place = Place(-(-self._free // ALIGNED) * ALIGNED, count, dtype)
        self._free = place.address + count * dtype.itemsize
        if self._free > MOST:
            raise NoMachine(f"so many games do not fit into the 4 GiB that a module can address; {place.items} are too many")
        missing = self._free - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))
        return place

    def write(self, buffer: Place, values: Any) -> None:
        self.array(buffer)[:] = values

    def array(self, buffer: Place) -> Any:
        return np.asarray(Shown(self, buffer)).view(buffer.dtype)

    host = array

    def base(self) -> int:
        """Where the memory of the module begins in that of this process."""
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def run(self, program: Program, games: int, *buffers: Any) -> None:
        values = [0, games]
        for given in (*self._rooms[program], *buffers):
            values += [given] if isinstance(given, int) else [given.address, given.items]
        try:
            fault = self._doors[program](self._store, *values)
        except self._trap as trap:
            raise BadGame(f"the rules of {self.game.id} reach outside the memory that they have: {trap.message}") from None
        if fault:
            raise BadGame(f"the rules of {self.game.id} end in an error; `ludothek check {self.game.id}` looks for it")
