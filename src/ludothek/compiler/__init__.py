"""Four machines that run the same rules: interpreted, native, cuda, wasm.

    here = machine("native", game, programs)
    states = here.zeros(STATE, 1000)
    here.run(program, 1000, states, …)

A machine is had for a game and the programs that it will run. It makes the buffers (`zeros`), is told values
(`write`: plain numbers or records, as many as are given, from the first place on; or an array for all of
them) and gives them back as plain numbers (`read`). For those who have NumPy it shows them as arrays
(`array`: where they are, without a copy, if it can; `host`: in this computer's memory). `forget` gives all
buffers back. A machine that is not there says in a sentence what to install.

`waits` says whether a run is over when it returns; `side_by_side` whether games do better to write what each
has many of so that the first numbers of all games lie side by side, then the second ones.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from ludothek.compiler.program import KIT, LEGAL, NUMBER, STATE, Kind, Program
from ludothek.core.errors import NoMachine
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


def machine(
    name: str, game: Game, programs: Sequence[Program], threads: int | None = None, games: int = 1
) -> Machine:
    """A machine by name; `cuda:1` is the second of several cards, and `cuda:0,1` are two that share the
    games. The native one has as many threads as cores, if no number is given.
    """
    kind, _, numbers = name.partition(":")
    cards = [int(number) for number in numbers.split(",") if number.isdecimal()] if kind == "cuda" else []
    match kind if numbers == ",".join(map(str, cards)) else name:
        case "interpreted":
            from ludothek.compiler.interpreted import Interpreted

            return Interpreted(game)
        case "native":
            from ludothek.compiler.native import Native

            return Native(game, threads)
        case "cuda":
            if len(cards) > 1:
                from ludothek.compiler.multi_gpu import MultiGpu

                return MultiGpu.numbered(game, cards, games)
            from ludothek.compiler.cuda import Cuda

            return Cuda(game, *cards)
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
    "machine",
]
