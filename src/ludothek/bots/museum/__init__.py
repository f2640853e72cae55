"""Players of Museum by Night. The guide is good by itself; `hard` looks ahead with it."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.lookahead import GuideBot, LookaheadBot
from ludothek.bots.museum.guide import guide
from ludothek.bots.museum.reasons import reasons

__all__ = ["LEVELS", "reasons"]

LEVELS: Mapping[str, Bot] = {
    "easy": GuideBot(guide, slips=0.1),
    "medium": GuideBot(guide, slips=0.02),
    "hard": LookaheadBot(400, guide),
}
