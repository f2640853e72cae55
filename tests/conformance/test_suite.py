"""Every check of `ludothek.testing`, for every game in every shape."""

from collections.abc import Callable

import pytest

from ludothek.core import Game, Variant
from ludothek.core.registry import installed_games
from ludothek.testing import COMPILED, OF_GAME, OF_VARIANT


@pytest.mark.parametrize("check", [*OF_VARIANT, *COMPILED], ids=lambda check: check.__name__)
def test_of_every_shape(variant: Variant, check: Callable[[Variant], None]) -> None:
    check(variant)


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
@pytest.mark.parametrize("check", OF_GAME, ids=lambda check: check.__name__)
def test_of_every_game(game: Game, check: Callable[[Game], None]) -> None:
    check(game)
