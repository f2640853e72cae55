"""Several GPUs as one machine: each plays some of the games and holds their part of every buffer.

Buffers that do not belong to games, such as a kit or an initial state, are replicated on every GPU. `array`
gathers the parts on the first GPU.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ludothek.compiler.cuda import Cuda, DeviceBuffer
from ludothek.compiler.program import Kind, Program
from ludothek.core.game import Game


class ShardedBuffer(NamedTuple):
    """A buffer as parts, one per GPU in order; or, if `is_everywhere`, replicated."""

    parts: list[DeviceBuffer]
    is_everywhere: bool


class MultiGpu:
    name = "cuda"
    waits = False
    side_by_side = False  # gathered arrays are not

    def __init__(self, cards: Sequence[Cuda], games: int) -> None:
        self._cards = cards[:games]
        self._games = games
        self._cuts = [games * k // len(self._cards) for k in range(len(self._cards) + 1)]

    @classmethod
    def numbered(cls, game: Game, numbers: Sequence[int], games: int) -> "MultiGpu":
        return cls([Cuda(game, number) for number in numbers], games)

    def zeros(self, kind: Kind, count: int) -> ShardedBuffer:
        """Allocate a multiple of the number of games, divided among the GPUs; or else a replicated buffer."""
        each, rest = divmod(count, self._games)
        if is_everywhere := rest > 0 or each == 0 or count == 1:
            return ShardedBuffer([card.zeros(kind, count) for card in self._cards], is_everywhere)
        cuts = [each * cut for cut in self._cuts]
        return ShardedBuffer(
            [card.zeros(kind, cuts[k + 1] - cuts[k], cuts[k]) for k, card in enumerate(self._cards)],
            is_everywhere,
        )

    def forget(self) -> None:
        for card in self._cards:
            card.forget()

    def write(self, buffer: ShardedBuffer, values: Any) -> None:
        self._cards[0].wait()  # a device array is on the first GPU
        for card, part in zip(self._cards, buffer.parts, strict=True):
            card.write(part, values if buffer.is_everywhere else values[part.first : part.first + part.items])

    def read(self, buffer: ShardedBuffer, count: int | None = None) -> list[Any]:
        numbers: list[Any] = self.host(buffer)[:count].tolist()
        return numbers

    def array(self, buffer: ShardedBuffer) -> Any:
        if buffer.is_everywhere:
            return self._cards[0].array(buffer.parts[0])
        if buffer.parts[0].dtype.names is not None:
            return self.host(buffer)
        for card in self._cards:
            card.wait()
        return self._cards[0].together(
            [card.array(part) for card, part in zip(self._cards, buffer.parts, strict=True)]
        )

    def host(self, buffer: ShardedBuffer) -> Any:
        if buffer.is_everywhere:
            return self._cards[0].host(buffer.parts[0])
        return np.concatenate([card.host(part) for card, part in zip(self._cards, buffer.parts, strict=True)])

    def run(self, program: Program, games: int, *buffers: Any) -> None:
        for k, card in enumerate(self._cards):
            first, last = self._cuts[k], min(self._cuts[k + 1], games)
            if first < last:
                card.run_some(
                    program,
                    first,
                    last,
                    *(given.parts[k] if isinstance(given, ShardedBuffer) else given for given in buffers),
                )
