"""Several GPUs share the games of a batch.

The tests need no GPU: slices of main memory stand for them, with the same rules.
"""

from typing import Any

import numpy as np
import pytest

from ludothek.compiler import machine
from ludothek.compiler.cuda import DeviceBuffer
from ludothek.compiler.multi_gpu import MultiGpu
from ludothek.compiler.native import Native
from ludothek.compiler.program import Kind, Program, dtype_for
from ludothek.core.errors import NoMachine
from ludothek.core.registry import find
from ludothek.lab import batch as batches
from ludothek.lab.batch import Batch

FOUR = find("connect_four").variant(2)


class Slice:
    """A fake GPU: it holds a slice of a buffer, and gets games by their numbers in the whole batch."""

    def __init__(self) -> None:
        self.native = Native(FOUR.game, threads=1)

    def zeros(self, kind: Kind, count: int, first: int = 0) -> DeviceBuffer:
        dtype = dtype_for(FOUR.game, kind)
        return DeviceBuffer(np.zeros(count, dtype), count, dtype, first)

    def write(self, buffer: DeviceBuffer, values: Any) -> None:
        assert len(values) == buffer.items
        buffer.bytes[:] = values

    def array(self, buffer: DeviceBuffer) -> Any:
        return buffer.bytes

    host = array

    def run_some(self, program: Program, first: int, last: int, *buffers: Any) -> None:
        whole: list[Any] = [
            given if isinstance(given, int) else np.append(np.zeros(given.first, given.dtype), given.bytes)
            for given in buffers
        ]
        drive, [room] = self.native._driver(program)
        drive(first, last, *room, *whole)
        for given, filled in zip(buffers, whole, strict=True):
            if isinstance(given, DeviceBuffer):
                given.bytes[:] = filled[given.first :]

    def wait(self) -> None: ...

    def together(self, arrays: list[Any]) -> Any:
        return np.concatenate(arrays)


def spread(games: int, cards: int, monkeypatch: pytest.MonkeyPatch) -> Batch:
    monkeypatch.setattr(batches, "_machine", lambda *_: MultiGpu([Slice() for _ in range(cards)], games))  # type: ignore[misc]
    return Batch(FOUR, games, machine="cuda:0,1")


def same(one: Any, other: Any) -> bool:
    """Compare two record arrays, ignoring padding bytes."""
    names = one.dtype.names
    return (
        all(np.array_equal(one[name], other[name]) for name in names) if names else np.array_equal(one, other)
    )


@pytest.mark.parametrize(("games", "cards"), [(10, 2), (7, 3), (2, 3)])
def test_games_on_several_cards_are_the_games_of_one(
    games: int, cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = Batch(FOUR, games, threads=1)
    several = spread(games, cards, monkeypatch)
    assert several.play(5) == alone.play(5)
    assert same(several.states, alone.states)
    assert (several.scores() == alone.scores()).all()
    for batch in (several, alone):
        batch.reset(3)
    for _ in range(60):
        actions = alone.masks.argmax(1).astype(np.int32)
        for batch in (several, alone):
            batch.step(actions)
        for name in ("masks", "to_act", "rewards", "ended", "states"):
            assert same(getattr(several, name), getattr(alone, name)), name
        assert (several.observations() == alone.observations()).all()


def test_an_illegal_action_on_the_second_card_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    several = spread(4, 2, monkeypatch)
    several.reset(1)
    several.step([0, 1, 2, 9])
    with pytest.raises(Exception, match="game 3: seat 0 cannot do 9"):
        several.check()


@pytest.mark.parametrize("name", ["cuda:0,", "cuda:0,x", "cuda:,1", "native:0,1"])
def test_cards_are_named_by_numbers(name: str) -> None:
    with pytest.raises(NoMachine, match=f"there is no machine '{name}'"):
        machine(name, FOUR.game, [])
