"""Measure the win rate of a team whose seats all follow the guide, in compiled play with any kit.

This is fast enough to try out figures of a kit before the bots are calibrated (`lab.calibrate`).
"""

from ludothek.bots import guides
from ludothek.bots.playout import LONGEST, Guide
from ludothek.core import Game, Refusal, Variant
from ludothek.core.registry import installed_games
from ludothek.lab.batch import Batch


def guide_of(game: Game) -> Guide:
    """Return the guide of the game's strongest player; refuse a game without one."""
    guide = guides.guide_of(game)
    if guide is None:
        known = ", ".join(other.id for other in installed_games() if guides.guide_of(other))
        raise Refusal(f"the players of {game.id} follow no guide; games with a guide: {known}")
    return guide


def wins(variant: Variant, games: int, seed: int) -> int:
    """Count the games that a team wins by following the guide."""
    batch = Batch(variant, games, guide=guide_of(variant.game))
    batch.play(seed, LONGEST)
    return int((batch.scores()[:, 0] == 1).sum())
