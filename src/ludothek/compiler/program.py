"""A program: a driver that every machine can run, because it is handed all that it reads and writes.

Its factory makes a function over the items `first` to `last - 1`: the games of a batch, the iterations of a
search.

    def drive(first, last, <room …>, <buffers …>): ...

The room is what a thread needs for itself while it works. The buffers belong to all: a game of a batch
touches only its own places in them, so that it makes no difference who plays which games: one loop, some
threads, or a thread of a graphics card for each. A player's search is one thread's work.

A driver returns nothing; what it finds out it writes to a buffer. It is written so that it can be interpreted
too: rows are `a[i][k]`, and nothing is allocated but by `floats` and `wholes`.
"""

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ludothek.core.game import Game, RulesModule
from ludothek.core.state import CODES, Struct

Factory = Callable[[RulesModule], Callable[..., Any]]

# What stands in a buffer: records of a class, or numbers of a NumPy code such as "i4".
Kind = type[Struct] | str

KIT, STATE = "kit", "state"  # the records of the game itself
NUMBER = "number"  # no buffer, but a whole number of 64 bits
LEGAL = -1  # a size: as many as a seat can have legal actions


@dataclass(frozen=True)
class Program:
    name: str
    factory: Factory
    takes: tuple[Kind, ...]  # its buffers
    room: tuple[tuple[Kind, int], ...] = ()  # kind and size

    def __hash__(self) -> int:  # of all of it would be worked out anew at every call
        return hash(self.name)

    def rooms(self, game: Game) -> list[tuple[Kind, int]]:
        return [(kind, game.declared.legal if size == LEGAL else size) for kind, size in self.room]


def kind_for(game: Game, kind: Kind) -> Kind:
    """The same, where the records of a game have become those of this one."""
    return {KIT: game.kit_type, STATE: game.rules.State}.get(kind, kind) if isinstance(kind, str) else kind


def size_for(game: Game, kind: Kind) -> int:
    """How many bytes one item takes."""
    kind = kind_for(game, kind)
    return (1 if kind == "?" else int(kind[1:])) if isinstance(kind, str) else kind.laid_out().size


def dtype_for(game: Game, kind: Kind) -> Any:
    import numpy as np

    kind = kind_for(game, kind)
    return np.dtype(kind) if isinstance(kind, str) else kind.dtype


def bytes_of(kind: Kind, values: Iterable[Any]) -> bytes:
    """Plain numbers, or plain records, as they stand in a buffer."""
    if kind in CODES:
        return array(CODES[kind].replace("?", "b"), values).tobytes()
    return b"".join(record.to_bytes() for record in values)


def numbers_of(kind: Kind, data: bytes) -> list[Any]:
    """And back, of numbers."""
    assert isinstance(kind, str)
    numbers: list[Any] = memoryview(data).cast(CODES[kind]).tolist()  # type: ignore[call-overload]
    return numbers


def is_plain(values: Any) -> bool:
    """Whether it is a sequence of Python's, and not an array of some library."""
    return isinstance(values, list | tuple | range | array)
