"""Every game in every shape that a test over all games should meet."""

from ludothek.core import Variant
from ludothek.core.registry import installed_games
from ludothek.testing import variants_of


def all_variants() -> list[Variant]:
    return [variant for game in installed_games() for variant in variants_of(game)]
