"""Players that do what a guide says without looking ahead, and slip now and then."""

import random

from ludothek.bots.contract import Budget, Choice, PlayerView
from ludothek.bots.lookahead import Candidates, looked
from ludothek.bots.playout import Guide


class GuideBot:
    """Does what the guide says; but as often as it `slips`, anything that seems worth a look."""

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
