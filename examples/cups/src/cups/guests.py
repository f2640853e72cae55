"""A bot that is not one of the levels, installed by an entry point: `cups.believer`."""

from ludothek.bots import Budget, Choice, PlayerView


class Believer:
    """A bot that never doubts a possible claim, and claims one more."""

    remembers = False

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        claims = [move for move in view.moves() if move != "doubt"]
        return Choice(min(claims, key=int) if claims else "doubt")
