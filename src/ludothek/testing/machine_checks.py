"""Check that interpreted and compiled play agree."""

from ludothek.core import BadGame, Variant
from ludothek.testing.flaws import Flaw
from ludothek.testing.random_walks import differing

DECISIONS = 30_000  # roughly, for each variant: thousands of games of most games


def compiled_play_is_the_same_play(variant: Variant) -> None:
    from ludothek.lab.simulate import simulate

    per_game = simulate(variant, 10, seed=1, machine="interpreted").decisions / 10
    games = max(20, int(DECISIONS / max(per_game, 1)))
    plain = simulate(variant, games, seed=2, machine="interpreted")
    try:
        native = simulate(variant, games, seed=2)
    except BadGame as refusal:
        raise Flaw(str(refusal)) from refusal
    state = variant.game.rules.State
    for number in range(games):
        if plain.states[number].tobytes() != native.states[number].tobytes():
            fields = differing(state.unpack(plain.states[number]), state.unpack(native.states[number]))
            raise Flaw(
                f"compiled, game {number} of seed 2 ends with other values in {', '.join(fields)} than"
                " interpreted: look for numbers"
                " beyond 63 bits on the way, and mask them"
            )
