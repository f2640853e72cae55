"""The contract of bots: choose a move from a seat's view, reproducibly for a seed and a number of nodes."""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludothek.core.game import Variant
from ludothek.core.table import Playthrough


@dataclass(frozen=True)
class PlayerView:
    """What a seat that is to act may see, never more: the state after `hide`, and its earlier views."""

    variant: Variant
    seat: int
    state: Any
    past: tuple[Any, ...] = ()  # the seat's view of each state up to the present; only if the bot remembers
    pace: Mapping[str, Any] = field(default_factory=dict)  # pace settings of the table, if the game has any

    @classmethod
    def of(cls, variant: Variant, state: Any, seat: int) -> "PlayerView":
        """Return the view of a seat in a position, without a past."""
        return cls(variant, seat, variant.seen_by(state, seat))

    @classmethod
    def at(
        cls, table: Playthrough, seat: int, remember: bool = False, pace: Mapping[str, Any] | None = None
    ) -> "PlayerView":
        """Return the view of a seat at a table; with `remember`, including its past."""
        variant = table.variant
        past = tuple(variant.seen_by(state, seat) for state in table.states()) if remember else ()
        return cls(variant, seat, variant.seen_by(table.state, seat), past, pace or {})

    def moves(self) -> dict[str, int]:
        """Return the legal moves of the seat: the action of each move text."""
        return self.variant.moves(self.state, self.seat)


@dataclass(frozen=True)
class Budget:
    """The limit of a search: seconds, or nodes for a reproducible answer; by default the level's own."""

    seconds: float | None = None
    nodes: int | None = None
    about: str | None = None  # a move that must be among those considered, however bad it looks


@dataclass(frozen=True)
class Estimate:
    """The chance to win with a move, from 0 (lost) to 1 (won), and its standard error, 0 if exact."""

    value: float
    error: float = 0.0

    @classmethod
    def of_games(cls, won: float, games: float) -> "Estimate":
        """Estimate from playouts.

        The standard error counts one more win and one more loss, so that it is not 0 if all games are won.
        """
        share = (won + 1) / (games + 2)
        return cls(won / games, math.sqrt(share * (1 - share) / (games + 2)))

    @classmethod
    def by_eye(cls, value: float) -> "Estimate":
        """Estimate from a heuristic; 0 and 1 are proofs and have no error."""
        return cls(value, 0.0 if value in (0, 1) else BY_EYE)


BY_EYE = 0.1  # typical error of a heuristic
# A move belongs to a mixture if its share is at least this fraction of the largest one. Smaller shares are
# left over from the first iterations of a search.
MIXED = 0.1


@dataclass(frozen=True)
class Choice:
    """The chosen move, and the estimated chance to win of each considered move.

    No move has a better chance than the chosen one, so that the best hint is the move the player would make.
    """

    move: str
    considered: dict[str, Estimate] = field(default_factory=dict)

    @classmethod
    def best(cls, move: str, considered: Mapping[str, Estimate]) -> "Choice":
        """Choose a move as the best; higher estimates of other moves are noise and are capped at its own."""
        most = considered[move].value if move in considered else 1.0
        return cls(
            move,
            {other: Estimate(min(found.value, most), found.error) for other, found in considered.items()},
        )

    @classmethod
    def mixed(
        cls, shares: Mapping[str, float], considered: Mapping[str, Estimate], rng: random.Random
    ) -> "Choice":
        """Draw a move with these probabilities; all moves of the mixture get its mean value.

        Thus a hint does not prefer one move of a mixed strategy to another.
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
    """Return the only legal move, or with probability `slips` a random one; None if the bot must search."""
    if len(moves) == 1:
        return Choice(next(iter(moves)))
    return Choice(rng.choice(list(moves))) if rng.random() < slips else None


class Bot(Protocol):
    """A player: chooses a move from a view."""

    @property
    def remembers(self) -> bool:
        """Whether it needs `PlayerView.past`."""
        ...

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        """Choose a legal move; without a limit in seconds, equal arguments give an equal choice."""
        ...
