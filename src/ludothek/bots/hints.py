"""Hints: the adviser's best moves with their chances to win and reasons, and warnings against bad moves.

The order of the hints, their chances and the warnings come from one estimate. The same position always gives
the same answer: the adviser's budget is in games and nodes, not seconds, and its seed is a hash of what the
seat sees.
"""

import hashlib
from dataclasses import dataclass, field

from ludothek.bots.contract import Budget, Choice, Estimate, PlayerView
from ludothek.bots.levels import ADVISER, bot, module_of
from ludothek.core import Game, Phrase
from ludothek.core.table import Table

MOST = 3  # hints given at a time
# Warn of a move that lowers the chance to win by at least this; less may be an error of the estimate
MARGIN = 0.15
SURE = 0.1  # the largest standard error of an estimate that a warning may rest on
# The largest standard error at which a percentage is stated; it is then rarely wrong by more than 5 points
PRECISE = 0.03

# The word for a chance, each with its exclusive upper bound
WORDS = (
    (0.05, "hardly"),
    (0.2, "slim"),
    (0.4, "poor"),
    (0.6, "even"),
    (0.8, "good"),
    (0.95, "very_good"),
    (1.01, "nearly"),
)


@dataclass(frozen=True)
class Hint:
    """A move, its chance to win (None if the adviser has no estimate), and the reason for it."""

    move: str
    chance: Estimate | None
    reason: Phrase | None


@dataclass(frozen=True)
class Advice:
    """The best moves in descending order, and the estimates of all moves that the adviser examined."""

    hints: list[Hint]
    considered: dict[str, Estimate] = field(default_factory=dict)

    def is_sure_of(self, move: str) -> bool:
        """Whether the estimate of a move is precise enough to judge the move."""
        return move in self.considered and self.considered[move].error <= SURE

    def warns_of(self, move: str) -> bool:
        """Whether a move is worse than the best one by at least `MARGIN`."""
        best = self.hints[0].chance
        return (
            best is not None
            and move in self.considered
            and best.value - self.considered[move].value >= MARGIN
        )


def advice(view: PlayerView, about: str | None = None) -> Advice:
    """Return the adviser's opinion of the moves of a seat that is to act, from the seat's view.

    The estimates include the move `about`, however bad it looks.
    """
    game = view.variant.game
    choice = bot(game, ADVISER).choose(view, Budget(about=about), seed_of(view))
    best = [
        Hint(move, choice.considered.get(move), reason_for(view, move)) for move in _ranked(choice)[:MOST]
    ]
    return Advice(best, choice.considered)


def advice_at(table: Table, seat: int, about: str | None = None) -> Advice:
    """Return the advice for a seat at a table."""
    return advice(PlayerView.at(table, seat, bot(table.variant.game, ADVISER).remembers), about)


class HintFollower:
    """A bot that plays the move of the first hint, to measure the strength of the hints.

    `ludothek lab duel GAME LEVEL` takes it as `ludothek.bots.hints:HintFollower`.
    """

    remembers = True

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        given = advice(view)
        return Choice(given.hints[0].move, given.considered)


def worth(game: Game, chance: Estimate) -> Phrase:
    """Return a phrase for the chance to win or, in a game for one seat, to solve the puzzle.

    The texts of its keys are those of the caller, not of the game.
    """
    value, is_proved = chance.value, chance.error == 0 and chance.value in (0, 1)
    if game.most == 1:
        return (
            Phrase("worth.solvable" if value == 1 else "worth.unsolvable")
            if is_proved
            else Phrase(f"worth.solvable_{_word(value)}")
        )
    if is_proved:
        return Phrase("worth.won" if value else "worth.lost")
    words = Phrase(f"worth.{_word(value)}")
    return (
        words
        if chance.error > PRECISE
        else Phrase("worth.about", words=words, percent=min(max(5 * round(20 * value), 5), 95))
    )


def _word(value: float) -> str:
    return next(word for bound, word in WORDS if value < bound)


def _ranked(choice: Choice) -> list[str]:
    """Sort the moves by their chances, the highest first.

    The chosen move precedes moves of equal value, such as the others of a mixture.
    """
    known = choice.considered
    return sorted(
        dict.fromkeys([choice.move, *known]),
        key=lambda move: -round(known[move].value, 6) if move in known else -1.0,
    )


def seed_of(view: PlayerView) -> int:
    """Derive a seed from the seat number and the states that the seat has seen."""
    digest = hashlib.sha256(bytes([view.seat]))
    for state in (*view.past, view.state):
        digest.update(state.to_bytes())
    return int.from_bytes(digest.digest()[:7], "big")


def reason_for(view: PlayerView, move: str) -> Phrase | None:
    """Return the reason for a move by calling `reasons(view, move)` of the game's player module."""
    reasons = getattr(module_of(view.variant.game), "reasons", None)
    reason: Phrase | None = reasons(view, move) if reasons else None
    return reason
