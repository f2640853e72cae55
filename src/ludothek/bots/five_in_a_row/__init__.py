"""Players of five wins: they see fives and fours, and wins by a row of threats."""

from ludothek.bots.five_in_a_row.player import LEVELS
from ludothek.bots.five_in_a_row.reasons import reasons

__all__ = ["LEVELS", "reasons"]
