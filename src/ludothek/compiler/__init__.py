"""Four machines that run the same rules: interpreted, native, cuda, wasm.

    runner = machine("native", game, programs)
    states = runner.zeros(STATE, 1000)
    runner.run(program, 1000, states, …)

A machine is made for a game and the programs that it will run. `zeros` allocates a buffer, `write` fills it
from the start with plain numbers or records, or with an array of the full length, and `read` returns plain
values. With NumPy, `array` returns a buffer as an array, without a copy if possible, and `host` one in host
memory. `forget` frees all buffers. A machine that is not available raises NoMachine, which says what to
install.

`waits` says whether `run` returns only after the run has finished. `side_by_side` says whether programs run
faster if arrays per game are stored column-wise: the first numbers of all games, then the second ones.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from ludothek.compiler.program import KIT, LEGAL, NUMBER, STATE, Kind, Program
from ludothek.core.errors import CannotCompile, NoMachine
from ludothek.core.game import Game

MACHINES = ("interpreted", "native", "cuda", "wasm")


class Machine(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def waits(self) -> bool: ...
    @property
    def side_by_side(self) -> bool: ...

    def zeros(self, kind: Kind, count: int) -> Any: ...
    def write(self, buffer: Any, values: Any) -> None: ...
    def read(self, buffer: Any, count: int | None = None) -> list[Any]: ...
    def forget(self) -> None: ...
    def array(self, buffer: Any) -> Any: ...
    def host(self, buffer: Any) -> Any: ...
    def run(self, program: Program, games: int, *buffers: Any) -> None: ...


def has_compiler() -> bool:
    """Whether Numba and NumPy (the extra `lab`) are installed."""
    return all(find_spec(name) is not None for name in ("numba", "numpy"))


def machine(
    name: str, game: Game, programs: Sequence[Program], threads: int | None = None, games: int = 1
) -> Machine:
    """Create a machine by name.

    `cuda:1` is the second GPU, and `cuda:0,1` are two that share the games. `threads` is the number of native
    threads; by default one per core.
    """
    kind, _, numbers = name.partition(":")
    if kind in ("native", "cuda", "wasm") and not has_compiler():
        raise CannotCompile(
            "compiled play needs Numba and NumPy; install them with: pip install 'ludothek[lab]'"
        )
    gpus = [int(number) for number in numbers.split(",") if number.isdecimal()] if kind == "cuda" else []
    match kind if numbers == ",".join(map(str, gpus)) else name:
        case "interpreted":
            from ludothek.compiler.interpreted import Interpreted

            return Interpreted(game)
        case "native":
            from ludothek.compiler.native import Native

            return Native(game, threads)
        case "cuda":
            if len(gpus) > 1:
                from ludothek.compiler.multi_gpu import MultiGpu

                return MultiGpu.numbered(game, gpus, games)
            from ludothek.compiler.cuda import Cuda

            return Cuda(game, *gpus)
        case "wasm":
            from ludothek.compiler.wasm import Wasm

            return Wasm(game, programs)
    raise NoMachine(f"there is no machine {name!r}; there are: {', '.join(MACHINES)}")


__all__ = [
    "KIT",
    "LEGAL",
    "MACHINES",
    "NUMBER",
    "STATE",
    "Kind",
    "Machine",
    "NoMachine",
    "Program",
    "has_compiler",
    "machine",
]
