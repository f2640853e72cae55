"""The rules as WebAssembly. A module has its own memory and cannot access any other, whatever a game does."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ludothek.compiler.program import (
    Kind,
    Program,
    dtype_for,
    is_plain,
    kind_for,
    pack_values,
    size_for,
    unpack_numbers,
)
from ludothek.compiler.wasm_hosts import PAGE, WasmHost, WasmtimeHost, WasmTrap, host
from ludothek.core.errors import BadGame, NoMachine
from ludothek.core.game import Game

ADDRESS_SPACE = 4 * 1024**3 - PAGE  # bytes
ALIGNMENT = 16


class WasmBuffer(NamedTuple):
    """A buffer: its address in the memory of the module, and its items."""

    address: int
    items: int
    kind: Kind
    size: int  # bytes per item


class SharedArray:
    """A buffer exposed to NumPy; it keeps the module alive while an array uses its memory."""

    def __init__(self, host: WasmtimeHost, place: WasmBuffer) -> None:
        self.host = host
        self.__array_interface__ = {
            "version": 3,
            "shape": (place.items * place.size,),
            "typestr": "|u1",
            "data": (host.base + place.address, False),
        }


class Wasm:
    name = "wasm"
    waits = True
    side_by_side = False

    def __init__(self, game: Game, programs: Sequence[Program], code: bytes | None = None) -> None:
        if code is None:
            from ludothek.compiler.wasm_codegen import module

            code = module(game, programs)
        self.game = game
        self._host: WasmHost = host(code)
        self._free = self._clean = self._host.heap  # memory from `_clean` on is still zero
        self._values = self.zeros(
            "i8", max((len(program.room) + len(program.takes) for program in programs), default=0) * 2 + 2
        )
        self._rooms = {program: [self.zeros(*room) for room in program.rooms(game)] for program in programs}
        self._permanent = self._free

    def forget(self) -> None:
        """Free all buffers; they must not be used any more."""
        self._clean = max(self._clean, self._free)
        self._free = self._permanent

    def zeros(self, kind: Kind, count: int) -> WasmBuffer:
        kind = kind_for(self.game, kind)
        place = WasmBuffer(-(-self._free // ALIGNMENT) * ALIGNMENT, count, kind, size_for(self.game, kind))
        self._free = place.address + count * place.size
        if self._free > ADDRESS_SPACE:
            raise NoMachine(
                f"{place.items} games do not fit into the 4 GiB that a module can address: play fewer at once"
            )
        self._host.grow(self._free)
        if (used := min(self._free, self._clean) - place.address) > 0:
            self._host.clear(place.address, used)
        return place

    def write(self, buffer: WasmBuffer, values: Any) -> None:
        if is_plain(values):
            self._host.write(buffer.address, pack_values(buffer.kind, values))
        else:
            self.array(buffer)[:] = values

    def read(self, buffer: WasmBuffer, count: int | None = None) -> list[Any]:
        return unpack_numbers(
            buffer.kind,
            self._host.read(buffer.address, (buffer.items if count is None else count) * buffer.size),
        )

    def array(self, buffer: WasmBuffer) -> Any:
        import numpy as np

        assert isinstance(self._host, WasmtimeHost), "a page has no NumPy"
        return np.asarray(SharedArray(self._host, buffer)).view(dtype_for(self.game, buffer.kind))

    host = array

    def run(self, program: Program, games: int, *buffers: Any) -> None:
        values = [0, games]
        for given in (*self._rooms[program], *buffers):
            values += [given] if isinstance(given, int) else [given.address, given.items]
        self.write(self._values, values)
        try:
            fault = self._host.call(program.name, self._values.address)
        except WasmTrap as trap:
            raise BadGame(
                f"the rules of {self.game.id} reach outside the memory that they have: {trap}"
            ) from None
        if fault:
            raise BadGame(
                f"the rules of {self.game.id} end in an error; `ludothek check {self.game.id}` looks for it"
            )
