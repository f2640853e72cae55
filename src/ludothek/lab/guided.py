"""How often a team wins that does what its guide says: compiled, so thousands of games while one waits, with any kit.

This is how the figures of a box are tried out before the players themselves are measured (`calibrate`).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ludothek.bots import bot, levels
from ludothek.bots.follower import Follower
from ludothek.bots.lookahead import LookaheadBot
from ludothek.bots.playout import LONGEST, Guide, playout_factory
from ludothek.core import Game, Refusal, Variant
from ludothek.core.chance import seed_stream
from ludothek.core.compile import compiled
from ludothek.core.game import Rules
from ludothek.core.rule import rule


def guide_of(game: Game) -> Guide:
    """The guide of the game's strongest player."""
    player = bot(game, levels(game)[-1])
    if not isinstance(player, Follower | LookaheadBot):
        raise Refusal(f"the players of {game.id} follow no guide: try museum or safehouse")
    return player.guide


def wins(variant: Variant, games: int, seed: int) -> int:
    """How many of so many games a team wins that follows the guide."""
    count = compiled(variant.game, count_factory(guide_of(variant.game)))
    won: int = count(variant.kit.pack(), variant.start().pack(), games, seed)
    return won


@cache
def count_factory(guide: Guide) -> Callable[[Rules], Callable[..., int]]:
    def factory(rules: Rules) -> Callable[..., int]:
        scores, playout, room = rules.scores, rule(playout_factory(rules, guide)), rules.LEGAL

        def count(kits: Any, start: Any, games: int, seed: int) -> int:
            states = start.copy()
            stream, result = np.zeros(4, np.int64), np.zeros(8, np.float64)
            actions, odds = np.zeros(room, np.int32), np.zeros(room, np.int32)
            won = 0
            seed_stream(stream, seed)
            for _ in range(games):
                states[0] = start[0]
                playout(kits[0], states[0], stream, actions, odds, LONGEST)
                scores(kits[0], states[0], result)
                won += result[0] == 1.0
            return won

        return count

    return factory
