"""A bot that plays a random legal move."""

import random

from ludothek.bots.contract import Budget, Choice, PlayerView


class RandomBot:
    remembers = False

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        return Choice(random.Random(seed).choice(list(view.moves())))
