"""Bots of Museum by Night: they follow the guide with random slips by level; `hard` also looks ahead."""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.guide_bot import GuideBot
from ludothek.bots.lookahead import Correction, LookaheadBot, all_actions, lookahead_programs
from ludothek.bots.museum.guide import guide
from ludothek.bots.museum.reasons import reasons

__all__ = ["ADVISER", "LEVELS", "PROGRAMS", "WANTED", "reasons"]

PROGRAMS = lookahead_programs(guide, all_actions)

# The range of win rates for a level and number of seats, for `ludothek lab calibrate`. One seat decides at a
# time, so the number of seats makes no difference.
WANTED = {("hard", 2): (0.7, 0.8), ("easy", 2): (0.45, 0.55), ("random", 2): (0.0, 0.05)}

# From the guide's win rate to that of `hard`; not the chance of the rules
CHANCE = Correction(0.12, 0.9)
LEVELS: Mapping[str, Bot] = {
    "easy": GuideBot(guide, all_actions, slips=0.1),
    "medium": GuideBot(guide, all_actions, slips=0.045),
    "hard": LookaheadBot(200, guide, trust=2.0, stated=100, chance=CHANCE),
}
# Chooses as `hard` does, then plays more games so that the chance is precise enough for a percentage.
ADVISER = LookaheadBot(200, guide, trust=2.0, stated=500, chance=CHANCE)
