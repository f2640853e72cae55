"""Advice: the best moves as the game's adviser sees them, each with its chance and, where one can be named, a
reason; and what not to do.

The order of the hints, what is said of their chances and the warnings all come from one estimate. The same
question gets the same answer, however often and whenever it is asked: the adviser thinks in games and nodes,
not in seconds, and draws from a seed that is made from what the seat sees.
"""

import hashlib
from dataclasses import dataclass, field

from ludothek.bots.contract import Budget, Choice, Estimate, PlayerView
from ludothek.bots.levels import ADVISER, bot, module_of
from ludothek.core import Game, Phrase
from ludothek.core.table import Table

MOST = 3
# A move that lowers the chance to win by this is worth a warning; less may be the adviser's own error
MARGIN = 0.15
SURE = 0.1  # what is known of a move is good enough for a warning if its standard error is at most this
# And good enough for a percentage if it is at most this: then that is rarely off by more than one step of
# five
PRECISE = 0.03

# What a chance is called: below which value.
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
    """A move, the chance to win with it (None where that is not the point), and why."""

    move: str
    chance: Estimate | None
    reason: Phrase | None


@dataclass(frozen=True)
class Advice:
    """The best moves, the best first; and what is known of every move that was looked at closely."""

    hints: list[Hint]
    considered: dict[str, Estimate] = field(default_factory=dict)

    def is_sure_of(self, move: str) -> bool:
        """Whether enough is known of a move to say that it is bad, or not."""
        return move in self.considered and self.considered[move].error <= SURE

    def warns_of(self, move: str) -> bool:
        """Whether a move is much worse than the best one."""
        best = self.hints[0].chance
        return (
            best is not None
            and move in self.considered
            and best.value - self.considered[move].value >= MARGIN
        )


def advice(view: PlayerView, about: str | None = None) -> Advice:
    """What the adviser thinks of the moves of a seat that is to act, from what the seat may see; of one of
    them in any case.
    """
    game = view.variant.game
    choice = bot(game, ADVISER).choose(view, Budget(about=about), seed_of(view))
    best = [
        Hint(move, choice.considered.get(move), reason_for(view, move)) for move in _ranked(choice)[:MOST]
    ]
    return Advice(best, choice.considered)


def advice_at(table: Table, seat: int, about: str | None = None) -> Advice:
    return advice(PlayerView.at(table, seat, bot(table.variant.game, ADVISER).remembers), about)


class HintFollower:
    """A player who makes the move of the first hint, to find out what hints are worth: `ludothek lab duel
    GAME LEVEL` takes it as `ludothek.bots.hints:HintFollower`.
    """

    remembers = True

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        given = advice(view)
        return Choice(given.hints[0].move, given.considered)


def worth(game: Game, chance: Estimate) -> Phrase:
    """A chance in words: to win, or for a puzzle to be solved. The texts are those of whoever says it."""
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
    """The moves by their chances.

    Of those that are worth the same, as all that are mixed should be, the one chosen comes first.
    """
    known = choice.considered
    return sorted(
        dict.fromkeys([choice.move, *known]),
        key=lambda move: -round(known[move].value, 6) if move in known else -1.0,
    )


def seed_of(view: PlayerView) -> int:
    """From all that the seat sees, and nothing else."""
    digest = hashlib.sha256(bytes([view.seat]))
    for state in (*view.past, view.state):
        digest.update(state.to_bytes())
    return int.from_bytes(digest.digest()[:7], "big")


def reason_for(view: PlayerView, move: str) -> Phrase | None:
    """What the game's own players can say of a move: `reasons(view, move)` in their module."""
    reasons = getattr(module_of(view.variant.game), "reasons", None)
    reason: Phrase | None = reasons(view, move) if reasons else None
    return reason
