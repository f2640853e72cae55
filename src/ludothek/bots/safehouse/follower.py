"""Players that do what the guide says without looking ahead, and slip now and then."""

import random

import numpy as np

from ludothek.bots.contract import Budget, Choice, Sight
from ludothek.bots.lookahead import Candidates, drivers
from ludothek.bots.playout import Guide


class Follower:
    """Does what the guide says; but as often as it `slips`, anything that seems worth a look."""

    remembers = False

    def __init__(self, guide: Guide, candidates: Candidates, slips: float) -> None:
        self.guide = guide
        self.candidates = candidates
        self.slips = slips

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Choice:
        moves, rng = sight.moves(), random.Random(seed)
        actions, places = np.array(list(moves.values()), np.int32), np.zeros(len(moves) + 1, np.int32)
        look, _ = drivers(sight.variant.game, self.guide, self.candidates)
        kit, state = sight.variant.kit.pack(), sight.state.pack()
        count = look(kit, state, sight.seat, actions, len(actions), np.zeros(4, np.int64), places)
        place = rng.choice(places[1 : count + 1]) if rng.random() < self.slips else places[0]
        return Choice(list(moves)[place])
