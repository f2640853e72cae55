"""Who runs a WebAssembly module: wasmtime, or the browser in which this Python itself is at work (Pyodide).

Both are asked the same few things; what a module, its buffers and its programs are is `wasm`'s affair.
"""

import atexit
import ctypes
import sys
from functools import cache
from typing import Any, Protocol

from ludothek.core.errors import NoMachine

PAGE = 64 * 1024


class WasmTrap(Exception):
    """The module reached outside its memory, or did what cannot be done; it has been stopped."""


class WasmHost(Protocol):
    """One module at work, with a memory of its own."""

    @property
    def heap(self) -> int:
        """The first address that is free for buffers."""
        ...

    def call(self, door: str, values: int) -> int:
        """Run a program whose values stand at that address."""
        ...

    def read(self, address: int, size: int) -> bytes: ...
    def write(self, address: int, data: bytes) -> None: ...
    def clear(self, address: int, size: int) -> None: ...
    def grow(self, size: int) -> None:
        """See that the memory has this many bytes at least."""
        ...


def host(code: bytes) -> WasmHost:
    """A fresh one for this module."""
    return BrowserHost(code) if sys.platform == "emscripten" else WasmtimeHost(code)


class WasmtimeHost:
    """Doors are called by wasmtime's library itself. Its Python asks a door at each call what it takes and
    gives, which takes ten times as long as the call, and longer than many a question of a player.
    """

    def __init__(self, code: bytes) -> None:
        wasmtime, engine, module = _loaded(code)
        self._store = wasmtime.Store(engine)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory = exports["memory"]
        self._size = self._memory.data_len(self._store)
        self.heap = int(exports["__heap_base"].value(self._store))
        # Where the memory of the module begins in that of this process; there it stays while it grows.
        self.base = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self._doors = {
            name: ctypes.byref(door._func)
            for name, door in exports.items()
            if isinstance(door, wasmtime.Func)
        }
        self._wasmtime, self._library = wasmtime, wasmtime._ffi
        self._no_trap = ctypes.POINTER(self._library.wasm_trap_t)
        self._slot = self._library.wasmtime_val_raw_t()  # for what a door takes, and then for what it gives

    def call(self, door: str, values: int) -> int:
        self._slot.i32 = values
        trap = self._no_trap()
        error = self._library.wasmtime_func_call_unchecked(
            self._store._context(), self._doors[door], self._slot, 1, ctypes.byref(trap)
        )
        if error:
            raise self._wasmtime.WasmtimeError._from_ptr(error)
        if trap:
            raise WasmTrap(self._wasmtime.Trap._from_ptr(trap).message)
        return int(self._slot.i32)

    def read(self, address: int, size: int) -> bytes:
        return ctypes.string_at(self.base + address, size)

    def write(self, address: int, data: bytes) -> None:
        ctypes.memmove(self.base + address, data, len(data))

    def clear(self, address: int, size: int) -> None:
        ctypes.memset(self.base + address, 0, size)

    def grow(self, size: int) -> None:
        if size > self._size:  # to ask wasmtime each time would take as long as to write a small buffer
            self._memory.grow(self._store, -(-(size - self._size) // PAGE))
            self._size = self._memory.data_len(self._store)


@cache
def _loaded(code: bytes) -> tuple[Any, Any, Any]:
    """wasmtime, its engine, and a module compiled for this processor, which takes some milliseconds."""
    try:
        import wasmtime
    except ImportError:
        raise NoMachine(
            "WebAssembly outside a browser needs wasmtime; install it with: pip install wasmtime"
        ) from None
    engine = _engine()
    return wasmtime, engine, wasmtime.Module(engine, code)


@cache
def _engine() -> Any:
    import wasmtime

    settings = wasmtime.Config()
    settings.memory_may_move = False  # so that arrays stay where they are while the memory grows
    return wasmtime.Engine(settings)


atexit.register(
    _engine.cache_clear
)  # what wasmtime has made cannot be tidied up when Python itself is half gone
atexit.register(_loaded.cache_clear)


class BrowserHost:
    """In a page: JavaScript's own WebAssembly, called from Pyodide.

    Without a line of JavaScript: a server's pages forbid `eval`.
    """

    def __init__(self, code: bytes) -> None:
        self._exports = _instantiated(code)
        self.heap = int(
            getattr(self._exports, "__heap_base").value
        )  # a plain name would be mangled in a class

    def call(self, door: str, values: int) -> int:
        from pyodide.ffi import JsException

        try:
            return int(getattr(self._exports, door)(values))
        except JsException as error:
            raise WasmTrap(str(error)) from None

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._seen(address, size).to_bytes())

    def write(self, address: int, data: bytes) -> None:
        self._seen(address, len(data)).assign(data)

    def clear(self, address: int, size: int) -> None:
        self._seen(address, size).fill(0)

    def grow(self, size: int) -> None:
        missing = size - int(self._exports.memory.buffer.byteLength)
        if missing > 0:
            self._exports.memory.grow(-(-missing // PAGE))

    def _seen(self, address: int, size: int) -> Any:
        from js import Uint8Array

        return Uint8Array.new(self._exports.memory.buffer, address, size)


def _instantiated(code: bytes) -> Any:
    from js import WebAssembly
    from pyodide.ffi import JsException, to_js

    try:
        return WebAssembly.Instance.new(WebAssembly.Module.new(to_js(code))).exports
    except JsException as error:
        raise NoMachine(
            f"this browser does not run WebAssembly modules ({error}); another one, or a newer one, does"
        ) from None
