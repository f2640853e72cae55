"""What a bot is: a function from what its seat may see to a move, the same for the same seed and number of nodes."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludothek.core.game import Variant
from ludothek.core.table import Table


@dataclass(frozen=True)
class Sight:
    """What a seat that is to act may see, never more: the state after `hide`, and what the seat saw before."""

    variant: Variant
    seat: int
    state: Any
    past: tuple[Any, ...] = ()  # each earlier state, as this seat saw it then; only for bots that remember
    pace: Mapping[str, Any] = field(default_factory=dict)  # how fast the table plays, where a game lets it choose; else as usual

    @classmethod
    def of(cls, variant: Variant, state: Any, seat: int) -> "Sight":
        return cls(variant, seat, variant.seen_by(state, seat))

    @classmethod
    def at(cls, table: Table, seat: int, remember: bool = False, pace: Mapping[str, Any] | None = None) -> "Sight":
        """What the seat sees at a table; with `remember`, also all it has seen there."""
        variant = table.variant
        past = tuple(variant.seen_by(state, seat) for state in table.states()) if remember else ()
        return cls(variant, seat, variant.seen_by(table.state, seat), past, pace or {})

    def moves(self) -> dict[str, int]:
        return self.variant.moves(self.state, self.seat)


@dataclass(frozen=True)
class Budget:
    """How long to think at most: seconds, or nodes where the answer must not depend on the machine. Without either, as the level does."""

    seconds: float | None = None
    nodes: int | None = None


@dataclass(frozen=True)
class Choice:
    """The move chosen, and what was considered: the value of each move for the seat, from 0 (lost) to 1 (won)."""

    move: str
    considered: dict[str, float] = field(default_factory=dict)


def unthinking(moves: Mapping[str, int], slips: float, rng: random.Random) -> Choice | None:
    """A choice that takes no thought: the only move; or any, for a player who slips so often. None: it must think."""
    if len(moves) == 1:
        return Choice(next(iter(moves)))
    return Choice(rng.choice(list(moves))) if rng.random() < slips else None


class Bot(Protocol):
    @property
    def remembers(self) -> bool:
        """Whether it needs `Sight.past`."""
        ...

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Choice: ...
