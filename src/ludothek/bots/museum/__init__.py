"""Players of Museum by Night: they play the guide out, and trust it more or less."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.lookahead import Correction, LookaheadBot
from ludothek.bots.museum.guide import guide
from ludothek.bots.museum.reasons import reasons

__all__ = ["LEVELS", "reasons"]

LEVELS: Mapping[str, Bot] = {
    "easy": LookaheadBot(8, guide, trust=0.6),
    "medium": LookaheadBot(24, guide, trust=1.2),
    "hard": LookaheadBot(200, guide, trust=2.0, chance=Correction(0.27, 0.76)),
}
