"""Bots of Clear the Board: beam searches of increasing depth and width, and the solver."""

import random
from contextlib import suppress

from ludothek.bots.clear_board.boards import after, array
from ludothek.bots.clear_board.solver import (
    Effort,
    GaveUp,
    can_be_cleared,
    most_promising,
    trouble,
    winning_line,
)
from ludothek.bots.contract import BY_EYE, Budget, Choice, Estimate, PlayerView
from ludothek.core.exponential import exp

DOUBT = 30_000  # boards searched to judge a jump beside the solution's
LONG_DOUBT = 20 * DOUBT  # the same for the jump that `Budget.about` names


class BeamSearchBot:
    """A bot that looks `jumps` jumps ahead and keeps `width` boards of each level.

    With probability `slips` it jumps at random.
    """

    remembers = False

    def __init__(self, jumps: int, width: int, slips: float = 0.0) -> None:
        self.jumps = jumps
        self.width = width
        self.slips = slips

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        rng = random.Random(seed)
        later = boards_after(view)
        moves = rng.sample(list(later), len(later))  # break ties at random
        if rng.random() < self.slips:
            return Choice(moves[0])
        effort = Effort(budget.nodes, budget.seconds)
        chances: dict[str, float] = {}
        with suppress(GaveUp):
            for move in moves:
                chances[move] = self.chance(later[move], effort)
        considered = {move: Estimate(chance, BY_EYE) for move, chance in chances.items()}
        return Choice(max(chances, key=chances.__getitem__, default=moves[0]), considered)

    def chance(self, board: int, effort: Effort) -> float:
        """Estimate the chance that a board can be cleared from the best board in the beam."""
        boards = array(board)
        for _ in range(min(self.jumps, board.bit_count()) - 1):
            boards = after(boards)
            effort.spend(len(boards))
            if len(boards) > self.width:
                boards = most_promising(boards, self.width)
        return max(map(estimate, boards), default=0.0)


class SolverBot:
    """A bot that clears every board it can solve within its budget; on others it plays as `otherwise`."""

    remembers = False

    def __init__(self, otherwise: BeamSearchBot) -> None:
        self.otherwise = otherwise

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        effort = Effort(budget.nodes, budget.seconds)
        try:
            line = winning_line(view.state.stones, effort)
        except GaveUp:
            return self.otherwise.choose(view, budget, seed)
        later = boards_after(view)
        if line is None:
            return Choice(self.otherwise.choose(view, budget, seed).move, dict.fromkeys(later, Estimate(0.0)))
        considered = {}
        for move, board in later.items():
            with suppress(GaveUp):
                enough = DOUBT if move != budget.about else LONG_DOUBT
                considered[move] = Estimate(
                    float(board == line[1] or can_be_cleared(board, effort.apart(enough)))
                )
        return Choice(next(move for move in later if later[move] == line[1]), considered)


EASY = BeamSearchBot(jumps=1, width=1, slips=0.1)
MEDIUM = BeamSearchBot(jumps=2, width=8)
HARD = BeamSearchBot(jumps=5, width=8)
PERFECT = SolverBot(otherwise=HARD)


def boards_after(view: PlayerView) -> dict[str, int]:
    return {
        move: view.variant.after(view.state, view.seat, action).stones
        for move, action in view.moves().items()
    }


def estimate(board: int) -> float:
    """Return the probability that a board can be cleared, by a logistic regression.

    It was fitted to 5,000 boards of careless and careful play that the solver judged.
    """
    left = board.bit_count()
    odds = exp(-6.62 + 0.877 * left - 0.282 * trouble(board))
    return 1.0 if left == 1 else odds / (1 + odds)
