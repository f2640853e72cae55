"""Whether a game keeps to what every game must: for `ludothek check`, and for the tests of whoever wrote it.

    from ludothek.testing import conforms

    def test_it_is_a_game():
        conforms("my_game")

`conforms` looks at everything that `ludothek check my_game` looks at, and fails with its sentences. For tests
of your own, `variants_of` gives every shape of a game, `positions` tables stopped at random moments, and each
check can be called by itself: they stand in `play`, `hidden`, `words` and `machines`, and raise a `Flaw`.
"""

from ludothek.testing.check_suite import COMPILED, OF_GAME, OF_VARIANT, CheckResult, check
from ludothek.testing.checked_variants import name_of, variants_of
from ludothek.testing.find_game import found
from ludothek.testing.flaws import Flaw
from ludothek.testing.play_checks import at_random, positions
from ludothek.testing.subprocess_check import Inspection, inspect

__all__ = [
    "COMPILED",
    "OF_GAME",
    "OF_VARIANT",
    "CheckResult",
    "Flaw",
    "Inspection",
    "at_random",
    "check",
    "conforms",
    "found",
    "inspect",
    "name_of",
    "positions",
    "variants_of",
]


def conforms(game: str, seconds: float = 60) -> None:
    """Fail with what is wrong with a game: its id, its package, or the folder that it lies in."""
    inspection = inspect(game, seconds)
    if inspection.flaws:
        raise Flaw("\n".join(f"{looked.shape}: {looked.flaw}" for looked in inspection.flaws))
