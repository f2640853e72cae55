"""A program: a driver that every machine can run, because it is handed all that it reads and writes.

Its factory makes a function over the games `first` to `last - 1` of a batch:

    def drive(first, last, <room …>, <buffers …>): ...

The room is what a thread needs for itself while it works; the buffers belong to the whole batch, and a game touches only its own places in
them. So it makes no difference who plays which games: one loop, some threads, or a thread of a graphics card for each game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludothek.core.game import Game, Rules
from ludothek.core.state import Struct

Factory = Callable[[Rules], Callable[..., Any]]

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
    room: tuple[tuple[str, int], ...] = ()  # kind and size

    def rooms(self, game: Game) -> list[tuple[str, int]]:
        return [(kind, game.declared.legal if size == LEGAL else size) for kind, size in self.room]


def kind_for(game: Game, kind: Kind) -> Kind:
    """The same, where the records of a game have become those of this one."""
    return {KIT: game.kit_type, STATE: game.rules.State}.get(kind, kind) if isinstance(kind, str) else kind


def dtype_for(game: Game, kind: Kind) -> Any:
    import numpy as np

    kind = kind_for(game, kind)
    return np.dtype(kind) if isinstance(kind, str) else kind.dtype
