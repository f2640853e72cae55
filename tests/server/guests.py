"""External bots that misbehave in every way."""

import os
import time

from ludothek.bots import Budget, Choice, PlayerView


class Polite:
    remembers = False

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        return Choice(min(view.moves()))


class Raises(Polite):
    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        raise RuntimeError("a mistake of somebody else")


class Dies(Polite):
    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        os._exit(1)


class Lies(Polite):
    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        return Choice("checkmate")


class Sleeps(Polite):
    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        time.sleep(600)
        return Choice(min(view.moves()))
