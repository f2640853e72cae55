"""Number poker: for two seats it is solved. So the players differ in what they expect of others, and in how
well they can be read.

easy      keeps its high stones for later, a habit that can be seen through medium    expects others to choose
carelessly and leans to the answer, which can be seen through too; with more than two seats it prefers
          its high stones, as people do
hard      learns in the course of a game how the others show, and exploits it; with two seats it risks a tenth
of a game for that, no more perfect   shows each of its things with the same chance. With two seats nobody can
win more than half against it: a test proves this over
          all public states. For the same reason it beats nobody, however they play. With three and four seats
          nothing is proved: it is as hard to read, but others can happen to help each other against it

An even mixture beats nobody, so the levels are ordered by what they win from those below; `perfect` alone
stands outside that order.
"""

from collections.abc import Mapping

from ludothek.bots.contract import Bot
from ludothek.bots.number_poker.habits import Taste, careless, even
from ludothek.bots.number_poker.outlook import PLAY_OUT
from ludothek.bots.number_poker.players import HabitBot, LearningBot
from ludothek.bots.number_poker.public import EXPLORE
from ludothek.bots.number_poker.reading import reading
from ludothek.bots.number_poker.reasons import reasons

LEVELS: Mapping[str, Bot] = {
    "easy": HabitBot(shows=Taste(rise=0.4)),
    "medium": HabitBot(expects=careless, among_more=Taste(rise=2.2)),
    "hard": LearningBot(),
    "perfect": HabitBot(shows=even),
}

PROGRAMS = (EXPLORE, PLAY_OUT)

__all__ = ["LEVELS", "PROGRAMS", "reading", "reasons"]
