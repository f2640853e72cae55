"""How often a team wins that does what its guide says: compiled, so thousands of games while one waits, with
any kit.

This is how the figures of a box are tried out before the players themselves are measured (`calibrate`).
"""

from ludothek.bots import guides
from ludothek.bots.playout import LONGEST, Guide
from ludothek.core import Game, Refusal, Variant
from ludothek.core.registry import installed_games
from ludothek.lab.batch import Batch


def guide_of(game: Game) -> Guide:
    """The guide of the game's strongest player."""
    guide = guides.guide_of(game)
    if guide is None:
        known = ", ".join(other.id for other in installed_games() if guides.guide_of(other))
        raise Refusal(f"the players of {game.id} follow no guide; those of these do: {known}")
    return guide


def wins(variant: Variant, games: int, seed: int) -> int:
    """How many of these games a team wins that follows the guide."""
    batch = Batch(variant, games, guide=guide_of(variant.game))
    batch.play(seed, LONGEST)
    return int((batch.scores()[:, 0] == 1).sum())
