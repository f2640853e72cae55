"""Interpreted and compiled play are the same play, on every game."""

from ludothek.core import Variant
from ludothek.lab.simulate import simulate

DECISIONS = 30_000  # about so many for each shape of a game: thousands of games of most


def test_interpreted_and_compiled_play_give_identical_states(variant: Variant) -> None:
    per_game = simulate(variant, 10, seed=1, machine="interpreted").decisions / 10
    games = max(20, int(DECISIONS / per_game))
    plain = simulate(variant, games, seed=2, machine="interpreted")
    packed = simulate(variant, games, seed=2)
    assert packed.decisions == plain.decisions
    assert plain.states.tobytes() == packed.states.tobytes()
    assert plain.scores.tobytes() == packed.scores.tobytes()
