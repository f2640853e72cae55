"""Clear the board: a complete solver, the players made of it, and puzzles.

solvable(state)      whether one stone can still be left
solution(state)      the jumps that do it
hint(state)          the next of them
elegant(state)       a solution in few chains, and whether fewer are proved impossible
puzzles(grade, …)    positions with few stones left and one solution, of a stated difficulty
daily(date)          the puzzle of the day
"""

from collections.abc import Mapping

from ludothek.bots.clear_board.answers import Elegant, elegant, hint, reasons, solution, solvable
from ludothek.bots.clear_board.players import EASY, HARD, MEDIUM, PERFECT
from ludothek.bots.clear_board.puzzles import GRADES, Puzzle, daily, puzzles
from ludothek.bots.contract import Bot

LEVELS: Mapping[str, Bot] = {"easy": EASY, "medium": MEDIUM, "hard": HARD, "perfect": PERFECT}

__all__ = ["GRADES", "LEVELS", "Elegant", "Puzzle", "daily", "elegant", "hint", "puzzles", "reasons", "solution", "solvable"]
