"""Simulate random games on any machine; the same seed gives the same games on all of them."""

from typing import Any, NamedTuple

from ludothek.core.game import Variant
from ludothek.lab.batch import NO_LIMIT, Batch


class Games(NamedTuple):
    """Simulated games: their final packed states, the scores of the seats, and all decisions added up."""

    states: Any
    scores: Any
    decisions: int


def simulate(
    variant: Variant, games: int, seed: int = 1, machine: str = "native", most: int = NO_LIMIT
) -> Games:
    """Play random games to the end, or up to `most` decisions each; an unfinished game scores 0."""
    batch = Batch(variant, games, machine)
    decisions = batch.play(seed, most)
    return Games(batch.states, batch.scores(), decisions)
