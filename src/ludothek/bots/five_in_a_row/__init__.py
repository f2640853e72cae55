"""Players of five wins: they see fives and fours, and wins by a row of threats."""

from ludothek.bots.five_in_a_row.player import LEVELS
from ludothek.bots.five_in_a_row.reasons import reasons
from ludothek.bots.five_in_a_row.search import LOOK_AHEAD, READ_LINES

PROGRAMS = (LOOK_AHEAD, READ_LINES)

__all__ = ["LEVELS", "PROGRAMS", "reasons"]
