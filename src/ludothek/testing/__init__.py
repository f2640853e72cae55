"""The conformance suite of games, for `ludothek check` and for the tests of game authors.

    from ludothek.testing import conforms

    def test_it_is_a_game():
        conforms("my_game")

`conforms` runs all checks of `ludothek check my_game` and fails with their messages. For your own tests,
`variants_of` yields the variants of a game, and `positions` tables stopped at random moments. Each check can
also be called alone: they are in `play_checks`, `hidden_checks`, `lot_checks`, `text_checks` and
`machine_checks`, and raise a `Flaw`.
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
    """Check a game, named by its id, package or folder, and raise a `Flaw` with all failures."""
    inspection = inspect(game, seconds)
    if inspection.flaws:
        raise Flaw("\n".join(f"{result.shape}: {result.flaw}" for result in inspection.flaws))
