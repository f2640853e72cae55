"""Clear the Board: a complete solver, bots that use it, and puzzles.

solvable(state)      whether one stone can still be left
solution(state)      the jumps of a solution
hint(state)          the next jump of a solution
fewest(state)        the fewest stones left, as found by a beam search (an upper bound)
elegant(state)       a solution in few chains, and whether fewer are proved impossible
puzzles(grade, …)    positions with few stones left and one solution, by grade of difficulty
daily(date)          the puzzle of the day
"""

from collections.abc import Mapping

from ludothek.bots.clear_board.answers import Elegant, elegant, fewest, hint, reasons, solution, solvable
from ludothek.bots.clear_board.boards import JUMP
from ludothek.bots.clear_board.chains import CHAIN
from ludothek.bots.clear_board.players import EASY, HARD, MEDIUM, PERFECT
from ludothek.bots.clear_board.puzzles import GRADES, WEEK, Puzzle, daily, is_solved, puzzles
from ludothek.bots.clear_board.solver import RANK
from ludothek.bots.contract import Bot

LEVELS: Mapping[str, Bot] = {"easy": EASY, "medium": MEDIUM, "hard": HARD, "perfect": PERFECT}

PROGRAMS = (JUMP, RANK, CHAIN)

__all__ = [
    "GRADES",
    "LEVELS",
    "PROGRAMS",
    "WEEK",
    "Elegant",
    "Puzzle",
    "daily",
    "elegant",
    "fewest",
    "hint",
    "is_solved",
    "puzzles",
    "reasons",
    "solution",
    "solvable",
]
