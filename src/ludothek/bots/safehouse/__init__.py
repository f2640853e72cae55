"""Players of Safehouse: they play the guide out, and trust it more or less."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.lookahead import LookaheadBot
from ludothek.bots.safehouse.guide import candidates, guide
from ludothek.bots.safehouse.reasons import reasons

__all__ = ["LEVELS", "reasons"]

LEVELS: Mapping[str, Bot] = {
    "easy": LookaheadBot(24, guide, candidates, trust=0.0),
    "medium": LookaheadBot(24, guide, candidates, trust=1.0),
    "hard": LookaheadBot(96, guide, candidates, trust=1.5),
}
