"""The runtimes of WebAssembly modules: wasmtime, or the browser that runs this Python (Pyodide).

They share a small interface; `wasm` implements buffers and programs with it.
"""

import atexit
import ctypes
import sys
from functools import cache
from typing import Any, Protocol

from ludothek.core.errors import NoMachine

PAGE = 64 * 1024


class WasmTrap(Exception):
    """The module accessed memory outside its own or did something impossible, and was stopped."""


class WasmHost(Protocol):
    """An instance of a module, with a memory of its own."""

    @property
    def heap(self) -> int:
        """The first address free for buffers."""
        ...

    def call(self, program: str, values: int) -> int:
        """Run a program with the arguments stored at that address."""
        ...

    def read(self, address: int, size: int) -> bytes: ...
    def write(self, address: int, data: bytes) -> None: ...
    def clear(self, address: int, size: int) -> None: ...
    def grow(self, size: int) -> None:
        """Grow the memory to at least this many bytes."""
        ...


def host(code: bytes) -> WasmHost:
    """Instantiate a module."""
    return BrowserHost(code) if sys.platform == "emscripten" else WasmtimeHost(code)


class WasmtimeHost:
    """An instance in wasmtime.

    Functions are called through wasmtime's C library: its Python wrapper looks up the signature at each call,
    which takes ten times as long as the call itself.
    """

    def __init__(self, code: bytes) -> None:
        wasmtime, engine, module = _loaded(code)
        self._store = wasmtime.Store(engine)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory = exports["memory"]
        self._size = self._memory.data_len(self._store)
        self.heap = int(exports["__heap_base"].value(self._store))
        # The address of the module's memory in this process; it does not change when the memory grows
        self.base = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self._functions = {
            name: ctypes.byref(export._func)
            for name, export in exports.items()
            if isinstance(export, wasmtime.Func)
        }
        self._wasmtime, self._library = wasmtime, wasmtime._ffi
        self._no_trap = ctypes.POINTER(self._library.wasm_trap_t)
        self._slot = self._library.wasmtime_val_raw_t()  # holds the argument, then the result

    def call(self, program: str, values: int) -> int:
        self._slot.i32 = values
        trap = self._no_trap()
        error = self._library.wasmtime_func_call_unchecked(
            self._store._context(), self._functions[program], self._slot, 1, ctypes.byref(trap)
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
        if size > self._size:  # asking wasmtime takes as long as writing a small buffer
            self._memory.grow(self._store, -(-(size - self._size) // PAGE))
            self._size = self._memory.data_len(self._store)


@cache
def _loaded(code: bytes) -> tuple[Any, Any, Any]:
    """Import wasmtime and compile a module for this CPU, which takes some milliseconds."""
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
    settings.memory_may_move = False  # so that arrays stay valid while the memory grows
    return wasmtime.Engine(settings)


# wasmtime objects cannot be freed late in the shutdown of Python
atexit.register(_engine.cache_clear)
atexit.register(_loaded.cache_clear)


class BrowserHost:
    """An instance in a page: the WebAssembly of JavaScript, called from Pyodide.

    No JavaScript is evaluated, because the server's pages forbid `eval`.
    """

    def __init__(self, code: bytes) -> None:
        self._exports = _instantiated(code)
        # getattr, because Python would mangle the plain name inside a class
        self.heap = int(getattr(self._exports, "__heap_base").value)

    def call(self, program: str, values: int) -> int:
        from pyodide.ffi import JsException

        try:
            return int(getattr(self._exports, program)(values))
        except JsException as error:
            raise WasmTrap(str(error)) from None

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._bytes_at(address, size).to_bytes())

    def write(self, address: int, data: bytes) -> None:
        self._bytes_at(address, len(data)).assign(data)

    def clear(self, address: int, size: int) -> None:
        self._bytes_at(address, size).fill(0)

    def grow(self, size: int) -> None:
        missing = size - int(self._exports.memory.buffer.byteLength)
        if missing > 0:
            self._exports.memory.grow(-(-missing // PAGE))

    def _bytes_at(self, address: int, size: int) -> Any:
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
