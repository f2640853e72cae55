"""The levels of the game: bots that calculate the odds of the hidden dice, and the general search."""

import random
from functools import cache

from cups.rules import DICE, FACES, State
from ludothek.bots import Budget, Choice, PlayerView
from ludothek.bots.search import SearchBot


@cache
def at_least(dice: int, pips: int) -> float:
    """The probability that this many dice have at least this sum."""
    if dice == 0:
        return float(pips <= 0)
    return sum(at_least(dice - 1, pips - face) for face in range(1, FACES + 1)) / FACES


class Odds:
    """A bot that doubts unlikely claims.

    Else it claims the smallest likely sum, or sometimes the largest likely one.
    """

    remembers = False

    def __init__(self, doubts_below: float, bluffs: float) -> None:
        self.doubts_below = doubts_below
        self.bluffs = bluffs

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        rng, state, moves = random.Random(seed), view.state, view.moves()
        chances = {move: _chance(state, view.seat, int(move)) for move in moves if move != "doubt"}
        if "doubt" in moves:
            standing = _chance(state, view.seat, state.claim)
            if not chances or standing < self.doubts_below or max(chances.values()) < 1 - standing:
                return Choice("doubt")
        likely = [move for move, chance in chances.items() if chance >= 0.5] or [min(chances, key=int)]
        return Choice(max(likely, key=int) if rng.random() < self.bluffs else min(likely, key=int))


def _chance(s: State, seat: int, claim: int) -> float:
    """The probability that a claim is true, given the dice of this seat."""
    others = sum(1 for other in range(s.seats) if other != seat and s.chips[other])
    return at_least(DICE * others, claim - sum(s.dice[seat]))


LEVELS = {
    "easy": Odds(doubts_below=0.15, bluffs=0.0),
    "medium": SearchBot(nodes=800),
    "odds": Odds(doubts_below=0.42, bluffs=0.5),
    "hard": SearchBot(nodes=20_000),
}
