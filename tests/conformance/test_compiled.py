"""Interpreted and compiled play are the same play, on every game."""

from ludothek.core import Variant
from ludothek.lab.simulate import play_compiled, play_interpreted

DECISIONS = 30_000  # about so many for each shape of a game: thousands of games of most


def test_interpreted_and_compiled_play_give_identical_states(variant: Variant) -> None:
    per_game = play_interpreted(variant, 10, seed=1).decisions / 10
    games = max(20, int(DECISIONS / per_game))
    plain = play_interpreted(variant, games, seed=2)
    packed = play_compiled(variant, games, seed=2)
    assert packed.decisions == plain.decisions
    assert b"".join(state.pack().tobytes() for state in plain.states) == packed.states.tobytes()
