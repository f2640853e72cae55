"""The rules on a GPU: one thread per game, with states and observations in device memory.

CuPy or PyTorch, whichever is installed, allocates the memory; `array` returns its arrays, which other
libraries can use through DLPack without a copy. Kernels are loaded from the folder LUDOTHEK_KERNELS
(`ludothek lab kernel` fills it, on any machine), or compiled here if numba-cuda is installed. NVIDIA's driver
launches them. The first of several GPUs is `cuda`, the second `cuda:1`; `cuda:0,1` is both (`multi_gpu.py`).
"""

import ctypes
import os
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from ludothek.compiler.drivers import cache_folder, sources
from ludothek.compiler.program import Kind, Program, dtype_for, is_plain
from ludothek.core.errors import NoMachine
from ludothek.core.game import Game

THREADS = 128  # per block

# The newest PTX version that a driver accepts, by its version of CUDA
PTX_VERSIONS = {(12, minor): (8, isa) for minor, isa in enumerate((0, 1, 2, 3, 4, 5, 5, 6, 7, 8))}
PTX_VERSIONS |= {(13, minor): (9, minor) for minor in range(10)}


class DeviceBuffer(NamedTuple):
    """A buffer in device memory.

    If it is sharded over several GPUs, this is the part from item `first` on.
    """

    bytes: Any
    items: int
    dtype: Any
    first: int = 0


class Cuda:
    name = "cuda"
    waits = False
    side_by_side = True

    def __init__(self, game: Game, number: int = 0) -> None:
        self.game = game
        self._number = number
        self._driver = driver()
        self._card = card(number)
        self._kernels: dict[Program, ctypes.c_void_p] = {}

    def zeros(self, kind: Kind, count: int, first: int = 0) -> DeviceBuffer:
        dtype = dtype_for(self.game, kind)
        with self._card.chosen():
            return DeviceBuffer(self._card.zeros(count * dtype.itemsize), count, dtype, first)

    def forget(self) -> None:
        pass  # CuPy or PyTorch frees the memory

    def read(self, buffer: DeviceBuffer, count: int | None = None) -> list[Any]:
        numbers: list[Any] = self.host(buffer)[:count].tolist()
        return numbers

    def write(self, buffer: DeviceBuffer, values: Any) -> None:
        with self._card.chosen():
            if is_plain(values) or isinstance(values, np.ndarray):
                self._card.put(
                    buffer.bytes,
                    np.frombuffer(np.ascontiguousarray(values, buffer.dtype).tobytes(), np.uint8),
                )
            else:
                self._card.copy(self._card.seen(buffer.bytes, buffer.dtype), values)

    def array(self, buffer: DeviceBuffer) -> Any:
        """Numbers as a device array without a copy; records, which the libraries lack, as a host copy."""
        return (
            self._card.seen(buffer.bytes, buffer.dtype) if buffer.dtype.names is None else self.host(buffer)
        )

    def host(self, buffer: DeviceBuffer) -> Any:
        with self._card.chosen():
            return np.frombuffer(self._card.get(buffer.bytes).tobytes(), buffer.dtype).copy()

    def run(self, program: Program, games: int, *buffers: Any) -> None:
        self.run_some(program, 0, games, *buffers)

    def run_some(self, program: Program, first: int, last: int, *buffers: Any) -> None:
        """Run only these games.

        A kernel numbers games and items across all GPUs, so a partial array is passed with the address at
        which the whole one would begin.
        """
        values: list[int] = [first, last]
        for given in buffers:
            if isinstance(given, int):
                values.append(given)
            else:
                size, items = given.dtype.itemsize, given.first + given.items
                values += [
                    0,
                    0,
                    items,
                    size,
                    self._card.address(given.bytes) - given.first * size,
                    items,
                    size,
                ]
        with self._card.chosen():
            self._driver.use(self._number)
            self._driver.launch(
                self._kernel(program), -(-(last - first) // THREADS), THREADS, self._card.stream(), values
            )

    def wait(self) -> None:
        """Wait until all launched work is done."""
        with self._card.chosen():
            self._card.wait()

    def together(self, arrays: Sequence[Any]) -> Any:
        """Gather arrays from several GPUs into one on this GPU."""
        with self._card.chosen():
            return self._card.together(arrays)

    def _kernel(self, program: Program) -> ctypes.c_void_p:
        """Load a kernel on first use; playing to the end does not need the stepping kernel."""
        if program not in self._kernels:
            self._kernels[program] = self._driver.kernel(
                ptx(self.game, program, self._card.arch()), program.name
            )
        return self._kernels[program]


def ptx(game: Game, program: Program, arch: tuple[int, int]) -> str:
    """Return the PTX for this architecture.

    It was built before, for this or an older architecture, or is built now.
    """
    if folder := os.environ.get("LUDOTHEK_KERNELS"):
        return _built_before(Path(folder), game, program, arch)
    file = cache_folder(game) / file_name(game, program, f"sm_{arch[0]}{arch[1]}")
    if not file.is_file():
        from ludothek.compiler.ptx import build_kernels

        file.write_text(build_kernels(game, [program], f"sm_{arch[0]}{arch[1]}")[program.name], "utf-8")
    return file.read_text("utf-8")


def file_name(game: Game, program: Program, arch: str) -> str:
    return f"{game.id}.{program.name}.{arch}.ptx"


def _built_before(folder: Path, game: Game, program: Program, arch: tuple[int, int]) -> str:
    files = {}
    for file in folder.glob(file_name(game, program, "sm_*")):
        if match := re.search(r"\.sm_(\d+)(\d)\.ptx$", file.name):
            files[int(match[1]), int(match[2])] = file
    command = f"ludothek lab kernel {game.id} --arch sm_{arch[0]}{arch[1]} --out {folder}"
    fitting = [built for built in files if built <= arch]
    if not fitting:
        built_for = (
            f"only for {', '.join(f'sm_{a}{b}' for a, b in sorted(files))}" if files else "for no card at all"
        )
        raise NoMachine(
            f"{folder} has the kernel {program.name} of {game.id} {built_for}, and this card is"
            f" sm_{arch[0]}{arch[1]}: {command}"
        )
    text = files[max(fitting)].read_text("utf-8")
    if text.partition("\n")[0] != signature(game):
        raise NoMachine(f"{files[max(fitting)]} was built from other rules than these: {command}")
    return text


def signature(game: Game) -> str:
    """The first line of a kernel file: the digest of the game's sources."""
    return f"// Ludothek {game.id} {sources(game)}"


class Driver:
    """The few functions of NVIDIA's driver that load and launch a kernel."""

    def __init__(self) -> None:
        try:
            self._library = ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
        except OSError:
            raise NoMachine(
                "there is no NVIDIA driver on this machine, and so no card to play on; take machine='native'"
            ) from None
        self._call("cuInit", 0)
        version = ctypes.c_int()
        self._call("cuDriverGetVersion", ctypes.byref(version))
        self.version = version.value // 1000, version.value % 1000 // 10
        if self.version < min(PTX_VERSIONS):
            spoken, needed = ("{}.{}".format(*one) for one in (self.version, min(PTX_VERSIONS)))
            raise NoMachine(
                f"the NVIDIA driver of this machine speaks CUDA {spoken}, and kernels need {needed}:"
                " install a newer driver"
            )
        self._contexts: dict[int, ctypes.c_void_p] = {}

    def use(self, number: int) -> None:
        """Launch on this GPU from now on, in this thread.

        CuPy or PyTorch sets the context only in threads that allocate memory.
        """
        if number not in self._contexts:
            device, context = ctypes.c_int(), ctypes.c_void_p()
            self._call("cuDeviceGet", ctypes.byref(device), number)
            self._call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
            self._contexts[number] = context
        self._call("cuCtxSetCurrent", self._contexts[number])

    def kernel(self, text: str, name: str) -> ctypes.c_void_p:
        module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
        self._call(
            "cuModuleLoadData",
            ctypes.byref(module),
            ctypes.c_char_p(lower_ptx_version(text, self.version).encode()),
        )
        self._call("cuModuleGetFunction", ctypes.byref(kernel), module, ctypes.c_char_p(name.encode()))
        return kernel

    def launch(
        self, kernel: ctypes.c_void_p, blocks: int, threads: int, stream: int, values: Sequence[int]
    ) -> None:
        held = (ctypes.c_int64 * len(values))(*values)
        first = ctypes.addressof(held)
        pointers = (ctypes.c_void_p * len(values))(*range(first, first + ctypes.sizeof(held), 8))
        self._call(
            "cuLaunchKernel", kernel, blocks, 1, 1, threads, 1, 1, 0, ctypes.c_void_p(stream), pointers, None
        )

    def _call(self, name: str, *arguments: Any) -> None:
        if code := getattr(self._library, name)(*arguments):
            message = ctypes.c_char_p()
            self._library.cuGetErrorString(code, ctypes.byref(message))
            reason = message.value.decode() if message.value else f"error {code}"
            raise NoMachine(f"the card refuses ({name}): {reason}")


def lower_ptx_version(text: str, version: tuple[int, int]) -> str:
    """Lower the PTX version of a kernel to one that the driver accepts.

    A driver refuses newer versions, although the kernels use only instructions that have existed for long.
    """
    newest = PTX_VERSIONS.get(version)

    def lowered(line: re.Match[str]) -> str:
        return (
            line[0]
            if newest is None
            else f".version {'{}.{}'.format(*min(newest, (int(line[1]), int(line[2]))))}"
        )

    return re.sub(r"^\.version (\d+)\.(\d+)", lowered, text, count=1, flags=re.M)


class DeviceMemory(Protocol):
    """Device memory, as a library provides it."""

    def chosen(self) -> AbstractContextManager[Any]: ...
    def arch(self) -> tuple[int, int]: ...
    def zeros(self, size: int) -> Any: ...
    def address(self, held: Any) -> int: ...
    def stream(self) -> int: ...
    def seen(self, held: Any, dtype: Any) -> Any: ...
    def put(self, held: Any, values: Any) -> None: ...
    def copy(self, held: Any, values: Any) -> None: ...
    def get(self, held: Any) -> Any: ...
    def wait(self) -> None: ...
    def together(self, arrays: Sequence[Any]) -> Any: ...


class CupyMemory:
    def __init__(self, number: int) -> None:
        import cupy

        self._cupy = cupy
        self._device = cupy.cuda.Device(number)
        with self.chosen():
            cupy.zeros(1)  # initializes the device for this thread

    def chosen(self) -> AbstractContextManager[Any]:
        device: AbstractContextManager[Any] = self._device
        return device

    def arch(self) -> tuple[int, int]:
        capability = self._device.compute_capability
        return int(capability[:-1]), int(capability[-1])

    def zeros(self, size: int) -> Any:
        return _fitting(
            size, self._cupy.cuda.memory.OutOfMemoryError, lambda: self._cupy.zeros(size, np.uint8)
        )

    def address(self, held: Any) -> int:
        return int(held.data.ptr)

    def stream(self) -> int:
        return int(self._cupy.cuda.get_current_stream().ptr)

    def seen(self, held: Any, dtype: Any) -> Any:
        return held.view(dtype)

    def put(self, held: Any, values: Any) -> None:
        held.set(values)

    def copy(self, held: Any, values: Any) -> None:
        held[:] = self._cupy.asarray(
            values if isinstance(values, self._cupy.ndarray) else self._cupy.from_dlpack(values)
        )

    def get(self, held: Any) -> Any:
        return held.get()

    def wait(self) -> None:
        self._cupy.cuda.get_current_stream().synchronize()

    def together(self, arrays: Sequence[Any]) -> Any:
        return self._cupy.concatenate([self._cupy.asarray(array) for array in arrays])


class TorchMemory:
    def __init__(self, number: int) -> None:
        import torch

        self._torch = torch
        self._number = number
        torch.zeros(1, device=f"cuda:{number}")

    def chosen(self) -> AbstractContextManager[Any]:
        device: AbstractContextManager[Any] = self._torch.cuda.device(self._number)
        return device

    def arch(self) -> tuple[int, int]:
        major, minor = self._torch.cuda.get_device_capability(self._number)
        return major, minor

    def zeros(self, size: int) -> Any:
        return _fitting(
            size,
            self._torch.cuda.OutOfMemoryError,
            lambda: self._torch.zeros(size, dtype=self._torch.uint8, device="cuda"),
        )

    def address(self, held: Any) -> int:
        return int(held.data_ptr())

    def stream(self) -> int:
        return int(self._torch.cuda.current_stream().cuda_stream)

    def seen(self, held: Any, dtype: Any) -> Any:
        return held.view(getattr(self._torch, dtype.name))

    def put(self, held: Any, values: Any) -> None:
        held.copy_(self._torch.from_numpy(values.copy()))

    def copy(self, held: Any, values: Any) -> None:
        held.copy_(values if isinstance(values, self._torch.Tensor) else self._torch.from_dlpack(values))

    def get(self, held: Any) -> Any:
        return held.cpu().numpy()

    def wait(self) -> None:
        self._torch.cuda.current_stream().synchronize()

    def together(self, arrays: Sequence[Any]) -> Any:
        return self._torch.cat([array.to(f"cuda:{self._number}") for array in arrays])


def _fitting(size: int, full: type[Exception], make: Callable[[], Any]) -> Any:
    try:
        return make()
    except full:
        raise NoMachine(f"the card has no room for another {size / 1e9:.1f} GB: take fewer games") from None


@cache
def driver() -> Driver:
    return Driver()


@cache
def card(number: int) -> DeviceMemory:
    """Open a GPU with CuPy or PyTorch."""
    for library in (CupyMemory, TorchMemory):
        try:
            return library(number)
        except ImportError:
            continue
        except Exception as error:
            raise NoMachine(f"there is no card number {number} to play on: {error}") from None
    raise NoMachine(
        "the memory of a card is held by CuPy or PyTorch; install one with: pip install 'ludothek[cuda]'"
    )
