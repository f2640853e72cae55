"""Players of Museum by Night: they follow the guide, and slip more or less often; the strongest looks ahead."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.follower import Follower
from ludothek.bots.lookahead import Correction, LookaheadBot, all_actions
from ludothek.bots.museum.guide import guide
from ludothek.bots.museum.reasons import reasons

__all__ = ["LEVELS", "reasons"]

LEVELS: Mapping[str, Bot] = {
    "easy": Follower(guide, all_actions, slips=0.1),
    "medium": Follower(guide, all_actions, slips=0.045),
    "hard": LookaheadBot(200, guide, trust=2.0, stated=100, chance=Correction(0.12, 0.9)),
}
