"""Bots of Five Wins: alpha-beta search that sees fives and fours and follows sequences of threats."""

from ludothek.bots.five_in_a_row.player import LEVELS
from ludothek.bots.five_in_a_row.reasons import reasons
from ludothek.bots.five_in_a_row.search import LOOK_AHEAD, READ_LINES

PROGRAMS = (LOOK_AHEAD, READ_LINES)

__all__ = ["LEVELS", "PROGRAMS", "reasons"]
