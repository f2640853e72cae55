"""Bots of Safehouse: they follow the guide and slip by level; `hard` also looks ahead."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.guide_bot import GuideBot
from ludothek.bots.lookahead import Correction, LookaheadBot, lookahead_programs
from ludothek.bots.safehouse.guide import candidates, guide
from ludothek.bots.safehouse.reasons import reasons

__all__ = ["ADVISER", "LEVELS", "PROGRAMS", "WANTED", "reasons"]

PROGRAMS = lookahead_programs(guide, candidates)

# The range of win rates for a level and number of seats, for `ludothek lab calibrate`.
WANTED = (
    {("hard", 1): (0.0, 0.9)}
    | {("hard", seats): (0.55, 0.7) for seats in (2, 3, 4)}
    | {("easy", seats): (0.0, 0.45) for seats in (1, 2, 3, 4)}
)

CHANCE = Correction(0.35, 0.72)
LEVELS: Mapping[str, Bot] = {
    "easy": GuideBot(guide, candidates, slips=0.22),
    "medium": GuideBot(guide, candidates, slips=0.1),
    "hard": LookaheadBot(64, guide, candidates, trust=3.0, chance=CHANCE),
}
# Chooses as `hard` does, then plays more games for a more precise chance.
ADVISER = LookaheadBot(64, guide, candidates, trust=3.0, stated=128, chance=CHANCE)
