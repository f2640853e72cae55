"""A bot that follows a guide without looking ahead, and sometimes slips."""

import random

from ludothek.bots.contract import Budget, Choice, PlayerView
from ludothek.bots.lookahead import Candidates, looked
from ludothek.bots.playout import Guide


class GuideBot:
    """Follows the guide; with probability `slips` it plays another plausible move."""

    remembers = False

    def __init__(self, guide: Guide, candidates: Candidates, slips: float) -> None:
        self.guide = guide
        self.candidates = candidates
        self.slips = slips

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        rng = random.Random(seed)
        with looked(view, view.moves(), self.guide, self.candidates, seed) as look:
            own, *others = look.places
        return Choice(look.texts[rng.choice(others) if rng.random() < self.slips else own])
