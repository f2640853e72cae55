"""Play by the million, at random, on any machine: the same seed gives the same games on all of them."""

from typing import Any, NamedTuple

from ludothek.core.game import Variant
from ludothek.lab.batch import NO_LIMIT, Batch


class Games(NamedTuple):
    """Finished games: the packed states in which they ended, the scores of their seats, and the decisions
    they took in all.
    """

    states: Any
    scores: Any
    decisions: int


def simulate(
    variant: Variant, games: int, seed: int = 1, machine: str = "native", most: int = NO_LIMIT
) -> Games:
    """Random games to their ends, or up to a number of decisions; who has not finished by then scores
    nothing.
    """
    batch = Batch(variant, games, machine)
    decisions = batch.play(seed, most)
    return Games(batch.states, batch.scores(), decisions)
