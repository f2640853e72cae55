"""What a bot is: a function from what its seat may see to a move, the same for the same seed and number of
nodes.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludothek.core.game import Variant
from ludothek.core.table import Playthrough


@dataclass(frozen=True)
class PlayerView:
    """What a seat that is to act may see, never more: the state after `hide`, and what the seat saw before."""

    variant: Variant
    seat: int
    state: Any
    past: tuple[Any, ...] = ()  # each earlier state, as this seat saw it then; only for bots that remember
    pace: Mapping[str, Any] = field(
        default_factory=dict
    )  # how fast the table plays, where a game lets it choose; else as usual

    @classmethod
    def of(cls, variant: Variant, state: Any, seat: int) -> "PlayerView":
        return cls(variant, seat, variant.seen_by(state, seat))

    @classmethod
    def at(
        cls, table: Playthrough, seat: int, remember: bool = False, pace: Mapping[str, Any] | None = None
    ) -> "PlayerView":
        """What the seat sees at a table; with `remember`, also all it has seen there."""
        variant = table.variant
        past = tuple(variant.seen_by(state, seat) for state in table.states()) if remember else ()
        return cls(variant, seat, variant.seen_by(table.state, seat), past, pace or {})

    def moves(self) -> dict[str, int]:
        return self.variant.moves(self.state, self.seat)


@dataclass(frozen=True)
class Budget:
    """How long to think at most: seconds, or nodes where the answer must not depend on the machine.

    Without either, as the level does.
    """

    seconds: float | None = None
    nodes: int | None = None
    about: str | None = None  # a move that must be among those considered, however bad it looks


@dataclass(frozen=True)
class Estimate:
    """The chance to win with a move, from 0 (lost) to 1 (won), and its standard error: 0 where it is proved
    or worked out.
    """

    value: float
    error: float = 0.0

    @classmethod
    def of_games(cls, won: float, games: float) -> "Estimate":
        """From games played out.

        A few prove nothing, even if all are won: the error counts one more won and one more lost.
        """
        share = (won + 1) / (games + 2)
        return cls(won / games, math.sqrt(share * (1 - share) / (games + 2)))

    @classmethod
    def by_eye(cls, value: float) -> "Estimate":
        """From how a position looks. A proof, 0 or 1, stays one."""
        return cls(value, 0.0 if value in (0, 1) else BY_EYE)


BY_EYE = 0.1  # how far off a rule of thumb is, about
# A move is one of a mixture if its share is at least this part of the largest: what is left of the first
# tries is not
MIXED = 0.1


@dataclass(frozen=True)
class Choice:
    """The move chosen, and what was considered: for each of these moves, the seat's chance to win with it.
    None is worth more than the one chosen: whoever follows the best hint does what this player would do.
    """

    move: str
    considered: dict[str, Estimate] = field(default_factory=dict)

    @classmethod
    def best(cls, move: str, considered: Mapping[str, Estimate]) -> "Choice":
        """A move that is thought best.

        Where a few games put another before it, that lead is not believed, and so not stated.
        """
        most = considered[move].value if move in considered else 1.0
        return cls(
            move,
            {other: Estimate(min(found.value, most), found.error) for other, found in considered.items()},
        )

    @classmethod
    def mixed(
        cls, shares: Mapping[str, float], considered: Mapping[str, Estimate], rng: random.Random
    ) -> "Choice":
        """A move drawn by these shares.

        Whoever mixes moves holds none of them for better: each is worth what the mixture is.
        """
        [drawn] = rng.choices(list(shares), list(shares.values()))
        known = {move: share for move, share in shares.items() if move in considered}
        if drawn not in known:
            return cls(drawn, dict(considered))
        worth = sum(share * considered[move].value for move, share in known.items()) / sum(known.values())
        usual = MIXED * max(known.values())
        level = {
            move: Estimate(worth, found.error) if move == drawn or shares[move] >= usual else found
            for move, found in considered.items()
        }
        return cls.best(drawn, level)


def unthinking(moves: Mapping[str, int], slips: float, rng: random.Random) -> Choice | None:
    """A choice that takes no thought: the only move; or, with the chance that the player slips, any.

    None: it must think.
    """
    if len(moves) == 1:
        return Choice(next(iter(moves)))
    return Choice(rng.choice(list(moves))) if rng.random() < slips else None


class Bot(Protocol):
    @property
    def remembers(self) -> bool:
        """Whether it needs `PlayerView.past`."""
        ...

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice: ...
