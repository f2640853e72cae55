"""A player that is not one of the game's levels: announced as an entry point, `cups.believer`."""

from ludothek.bots import Budget, Choice, PlayerView


class Believer:
    """Believes everything that is still possible, and claims one more."""

    remembers = False

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        claims = [move for move in view.moves() if move != "doubt"]
        return Choice(min(claims, key=int) if claims else "doubt")
