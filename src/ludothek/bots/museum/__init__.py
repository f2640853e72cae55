"""Players of Museum by Night: they follow the guide, and slip more or less often; the strongest
looks ahead.
"""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.guide_bot import GuideBot
from ludothek.bots.lookahead import Correction, LookaheadBot, all_actions, lookahead_programs
from ludothek.bots.museum.guide import guide
from ludothek.bots.museum.reasons import reasons

__all__ = ["ADVISER", "LEVELS", "PROGRAMS", "WANTED", "reasons"]

PROGRAMS = lookahead_programs(guide, all_actions)

# How many games a level should win, by seats: `ludothek lab calibrate`. One seat decides at a time; how many
# there are makes no difference.
WANTED = {("hard", 2): (0.7, 0.8), ("easy", 2): (0.45, 0.55), ("random", 2): (0.0, 0.05)}

CHANCE = Correction(0.12, 0.9)
LEVELS: Mapping[str, Bot] = {
    "easy": GuideBot(guide, all_actions, slips=0.1),
    "medium": GuideBot(guide, all_actions, slips=0.045),
    "hard": LookaheadBot(200, guide, trust=2.0, stated=100, chance=CHANCE),
}
# Chooses as `hard` does, then plays on for a chance that can be stated as a number.
ADVISER = LookaheadBot(200, guide, trust=2.0, stated=500, chance=CHANCE)
