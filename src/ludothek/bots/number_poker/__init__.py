"""Bots of Number Poker: with two seats the game is solved, so the levels differ in how they model opponents.

`easy` saves its high stones for later, a habit that opponents can learn.

`medium` expects careless opponents and leans to the best response, which can be learnt too. With more than
two seats it prefers its high stones, as people do.

`hard` learns during a game how the others show and exploits it. With two seats it risks at most a tenth of a
game for that.

`perfect` shows each of its things with the same chance. With two seats nobody can win more than half against
it: a test proves this over all public states. For the same reason it beats no opponent. With
three and four seats nothing is proved: opponents may happen to help each other.

The levels are ordered by what they win from those below. `perfect` stands outside that order, since an
equilibrium strategy exploits no opponent.
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
