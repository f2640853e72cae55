"""Players of Museum by Night: they play the guide out, and trust it more or less."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.lookahead import LookaheadBot
from ludothek.bots.museum.guide import guide
from ludothek.bots.museum.reasons import reasons

__all__ = ["LEVELS", "reasons"]

LEVELS: Mapping[str, Bot] = {
    "easy": LookaheadBot(16, guide, trust=0.0),  # believes in whatever won more often, once or twice
    "medium": LookaheadBot(8, guide, trust=0.0),  # tries every move once, and leaves the guide only where that game was lost
    "hard": LookaheadBot(100, guide, trust=1.5),
}
