"""Players of Safehouse: they follow the guide, and slip more or less often; the strongest looks ahead."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.follower import Follower
from ludothek.bots.lookahead import Correction, LookaheadBot
from ludothek.bots.safehouse.guide import candidates, guide
from ludothek.bots.safehouse.reasons import reasons

__all__ = ["LEVELS", "reasons"]

LEVELS: Mapping[str, Bot] = {
    "easy": Follower(guide, candidates, slips=0.22),
    "medium": Follower(guide, candidates, slips=0.1),
    "hard": LookaheadBot(64, guide, candidates, trust=3.0, chance=Correction(0.35, 0.72)),
}
