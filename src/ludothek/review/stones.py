"""Compute for a puzzle, move by move, the fewest stones that could still be left."""

from collections.abc import Sequence

from ludothek.bots.levels import module_of
from ludothek.review.story import Story


def stones_left(story: Story, curve: Sequence[Sequence[float]]) -> list[int]:
    """Before the first move and after each; empty where a game's players do not say (`fewest` in their
    module).
    """
    fewest = getattr(module_of(story.variant.game), "fewest", None)
    if fewest is None:
        return []
    left = [
        1 if chances[0] == 1 else fewest(state) for state, chances in zip(story.states, curve, strict=True)
    ]
    for before in range(len(left) - 2, -1, -1):  # as few as were left later could be left before
        left[before] = min(left[before], left[before + 1])
    return left
