"""Advice: the best moves of the strongest player, each with its value and, where the game can name one, a reason; and what not to do."""

from dataclasses import dataclass, field

from ludothek.bots.contract import Budget, Sight
from ludothek.bots.levels import bot, levels, module_of
from ludothek.core import Game, Phrase
from ludothek.core.table import Table

MOST = 3
MARGIN = 0.15  # a move that lowers the chance to win by so much is worth a warning; less may be the player's own error


@dataclass(frozen=True)
class Hint:
    """A move, the chance to win with it (None where that is not the point), and why."""

    move: str
    value: float | None
    reason: Phrase | None


@dataclass(frozen=True)
class Advice:
    """The best moves, the best first; and the value of every move that was looked at closely."""

    hints: list[Hint]
    considered: dict[str, float] = field(default_factory=dict)

    def warns_of(self, move: str) -> bool:
        """Whether a move is much worse than the best one."""
        best = self.hints[0].value
        return best is not None and move in self.considered and best - self.considered[move] >= MARGIN


def adviser(game: Game) -> str:
    """The level of the player who is asked."""
    return levels(game)[-1]


def advice(sight: Sight, budget: Budget, seed: int) -> Advice:
    """What the strongest player thinks of the moves of a seat that is to act, from what the seat may see."""
    game = sight.variant.game
    choice = bot(game, adviser(game)).choose(sight, budget, seed)
    others = sorted((move for move in choice.considered if move != choice.move), key=lambda move: -choice.considered[move])
    best = [Hint(move, choice.considered.get(move), _reason(game, sight, move)) for move in [choice.move, *others][:MOST]]
    return Advice(best, choice.considered)


def advice_at(table: Table, seat: int, budget: Budget, seed: int) -> Advice:
    game = table.variant.game
    return advice(Sight.at(table, seat, bot(game, adviser(game)).remembers), budget, seed)


def worth(game: Game, value: float) -> Phrase:
    """A value in words: the chance to win, or for a puzzle whether it can still be solved. The texts are those of whoever says it."""
    if game.most > 1:
        return Phrase("worth.chance", percent=round(100 * value))
    if value in (0, 1):
        return Phrase("worth.solvable" if value else "worth.unsolvable")
    return Phrase("worth.perhaps_solvable", percent=round(100 * value))


def _reason(game: Game, sight: Sight, move: str) -> Phrase | None:
    """What the game's own players can say of a move: `reasons(sight, move)` in their module."""
    reasons = getattr(module_of(game), "reasons", None)
    reason: Phrase | None = reasons(sight, move) if reasons else None
    return reason
