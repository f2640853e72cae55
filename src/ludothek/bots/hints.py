"""Hints: the best moves of the strongest player, each with its value and, where the game can name one, a reason."""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from ludothek.bots.contract import Budget, Sight
from ludothek.bots.levels import bot, levels
from ludothek.core import Game, Phrase
from ludothek.core.table import Table

MOST = 3


@dataclass(frozen=True)
class Hint:
    """A move, the chance to win with it (None where that is not the point), and why."""

    move: str
    value: float | None
    reason: Phrase | None


def hints(table: Table, seat: int, budget: Budget, seed: int) -> list[Hint]:
    """The best moves for a seat that is to act, the best first."""
    game = table.variant.game
    player = bot(game, levels(game)[-1])
    sight = Sight.at(table, seat, player.remembers)
    choice = player.choose(sight, budget, seed)
    others = sorted((move for move in choice.considered if move != choice.move), key=lambda move: -choice.considered[move])
    return [Hint(move, choice.considered.get(move), _reason(game, sight, move)) for move in [choice.move, *others][:MOST]]


def _reason(game: Game, sight: Sight, move: str) -> Phrase | None:
    """What the game's own players can say of a move: `reasons(sight, move)` in their module."""
    module = f"ludothek.bots.{game.id}"
    reasons = getattr(import_module(module), "reasons", None) if find_spec(module) else None
    reason: Phrase | None = reasons(sight, move) if reasons else None
    return reason
