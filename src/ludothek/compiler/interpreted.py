"""The rules as plain Python: no compiler, no waiting, and every step can be debugged."""

from collections.abc import Callable
from typing import Any

from ludothek.compiler.program import Kind, Program, dtype_for, is_plain, kind_for
from ludothek.core.game import Game
from ludothek.core.state import Struct


class NumberBuffer(list[Any]):
    """A buffer of numbers."""

    kind: Kind


class RecordBuffer(NumberBuffer):
    """A buffer of records. Assignment copies the record, as in a NumPy array."""

    def __setitem__(self, place: Any, record: Any) -> None:
        super().__setitem__(place, record.copy())


class Interpreted:
    name = "interpreted"
    waits = True
    side_by_side = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self._drivers: dict[Program, tuple[Callable[..., None], list[NumberBuffer]]] = {}

    def zeros(self, kind: Kind, count: int) -> NumberBuffer:
        record = kind_for(self.game, kind)
        if isinstance(record, str):
            column = NumberBuffer([0.0 if record.startswith("f") else 0] * count)
        else:
            column = RecordBuffer(record() for _ in range(count))
        column.kind = record
        return column

    def forget(self) -> None:
        pass  # garbage collection frees the buffers

    def write(self, buffer: NumberBuffer, values: Any) -> None:
        kind = buffer.kind
        if isinstance(kind, str):
            items = list(values) if is_plain(values) else values.tolist()
        else:
            items = [
                record.copy() if isinstance(record, Struct) else kind.unpack(record) for record in values
            ]
        list.__setitem__(buffer, slice(len(items)), items)

    def read(self, buffer: NumberBuffer, count: int | None = None) -> list[Any]:
        return buffer[:count]

    def array(self, buffer: NumberBuffer) -> Any:
        import numpy as np

        dtype = dtype_for(self.game, buffer.kind)
        if isinstance(buffer.kind, str):
            return np.array(buffer, dtype)
        return np.frombuffer(bytearray().join(record.to_bytes() for record in buffer), dtype)

    host = array

    def run(self, program: Program, games: int, *buffers: Any) -> None:
        if program not in self._drivers:
            self._drivers[program] = (
                program.factory(self.game.rules),
                [self.zeros(*spec) for spec in program.rooms(self.game)],
            )
        drive, scratch = self._drivers[program]
        drive(0, games, *scratch, *buffers)
