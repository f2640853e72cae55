"""A program: a driver that every machine can run, because all its input and output are arguments.

Its factory returns a function over the items `first` to `last - 1`: the games of a batch, or the iterations
of a search.

    def drive(first, last, <room …>, <buffers …>): ...

The room is the scratch memory of one thread. The buffers are shared: a game of a batch accesses only its own
places in them, so that the division into threads makes no difference, be it one loop, some threads, or one
GPU thread per game. A bot's search is the work of one thread.

A driver returns nothing; it writes results to a buffer. It can be interpreted too: rows are `a[i][k]`, and
only `floats` and `wholes` allocate.
"""

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ludothek.core.game import Game, RulesModule
from ludothek.core.state import CODES, Struct

Factory = Callable[[RulesModule], Callable[..., Any]]

# The items of a buffer: records of a class, or numbers with a NumPy code such as "i4"
Kind = type[Struct] | str

KIT, STATE = "kit", "state"  # the records of the game itself
NUMBER = "number"  # not a buffer but a 64-bit integer
LEGAL = -1  # a size: the game's maximum of legal actions


@dataclass(frozen=True)
class Program:
    name: str
    factory: Factory
    takes: tuple[Kind, ...]  # the kinds of its buffers
    room: tuple[tuple[Kind, int], ...] = ()  # scratch buffers: kind and size

    def __hash__(self) -> int:  # the default would hash all fields at every call
        return hash(self.name)

    def rooms(self, game: Game) -> list[tuple[Kind, int]]:
        return [(kind, game.declared.legal if size == LEGAL else size) for kind, size in self.room]


def kind_for(game: Game, kind: Kind) -> Kind:
    """Resolve KIT and STATE to the record classes of this game."""
    return {KIT: game.kit_type, STATE: game.rules.State}.get(kind, kind) if isinstance(kind, str) else kind


def size_for(game: Game, kind: Kind) -> int:
    """The size of one item in bytes."""
    kind = kind_for(game, kind)
    return (1 if kind == "?" else int(kind[1:])) if isinstance(kind, str) else kind.record_layout().size


def dtype_for(game: Game, kind: Kind) -> Any:
    import numpy as np

    kind = kind_for(game, kind)
    return np.dtype(kind) if isinstance(kind, str) else kind.dtype


def pack_values(kind: Kind, values: Iterable[Any]) -> bytes:
    """Pack plain numbers or records as they are stored in a buffer."""
    if kind in CODES:
        return array(CODES[kind].replace("?", "b"), values).tobytes()
    return b"".join(record.to_bytes() for record in values)


def unpack_numbers(kind: Kind, data: bytes) -> list[Any]:
    """Unpack numbers."""
    assert isinstance(kind, str)
    numbers: list[Any] = memoryview(data).cast(CODES[kind]).tolist()  # type: ignore[call-overload]
    return numbers


def is_plain(values: Any) -> bool:
    """Whether this is a Python sequence and not a library's array."""
    return isinstance(values, list | tuple | range | array)
