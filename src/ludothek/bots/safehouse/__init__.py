"""Players of Safehouse. The guide is good by itself; `hard` looks ahead with it."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.lookahead import GuideBot, LookaheadBot
from ludothek.bots.safehouse.guide import candidates, guide
from ludothek.bots.safehouse.reasons import reasons

__all__ = ["LEVELS", "reasons"]

LEVELS: Mapping[str, Bot] = {
    "easy": GuideBot(guide, slips=0.1),
    "medium": GuideBot(guide),
    "hard": LookaheadBot(400, guide, candidates),
}
