"""Bots that compare the guide's move with other candidates by playouts.

In a team game most moves hardly matter and a few decide the game. A general tree search needs many visits of
every move to tell which. These bots instead play each candidate out with the same random numbers as the
guide's own move, and drop candidates that fall behind. They deviate from the guide only if a candidate leads
by `trust` standard errors: in a turn of many small decisions, believing small samples would lose more than it
gains.

The stated chances come from the same comparison as the choice: the guide's share of games won, plus the
candidate's paired difference from it. A candidate whose lead is too small to be believed is stated as good as
the chosen move.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludothek.bots.contract import Budget, Choice, Estimate, PlayerView
from ludothek.bots.machine_pool import borrow_machine
from ludothek.bots.playout import LONGEST, SEATS, Guide, playout_factory
from ludothek.compiler import KIT, LEGAL, NUMBER, STATE, Machine, Program
from ludothek.core.chance import seed_stream
from ludothek.core.game import RulesModule
from ludothek.core.rule import inlined, rule

ROUND = 16  # games of each candidate between two comparisons
DOUBT = 1.5  # standard errors behind the guide's move at which a candidate is dropped
NEVER = 0.002  # shares are clamped to [NEVER, 1 - NEVER]: a few games prove nothing

# Lists candidates, a `@rule`: (kit, s, seat, actions, count, out) -> their number; writes their indices into
# `actions` to `out`.
Candidates = Callable[[Any, Any, int, Any, int, Any], int]


@rule
def all_actions(kit: Any, s: Any, seat: int, actions: Any, count: int, out: Any) -> int:
    """Make every legal action a candidate."""
    for k in range(count):
        out[k] = k
    return count


@dataclass(frozen=True)
class Correction:
    """Map the guide's share of won games to the bot's chance to win, since the bot plays better.

    The chance is logistic(shift + slope * logit(share)), fitted to results by `ludothek lab calibrate`.
    """

    shift: float = 0.0
    slope: float = 1.0

    def __call__(self, share: float) -> float:
        return logistic(self.shift + self.slope * logit(share))

    def undone(self, chance: float) -> float:
        """Invert the correction: return the share that gives this chance."""
        return logistic((logit(chance) - self.shift) / self.slope)

    def estimate(self, share: Estimate) -> Estimate:
        """Correct an estimate and propagate its standard error."""
        return Estimate(
            self(share.value), (self(share.value + share.error) - self(share.value - share.error)) / 2
        )


def logistic(balance: float) -> float:
    return 1 / (1 + math.exp(-balance))


def logit(chance: float) -> float:
    chance = min(max(chance, NEVER), 1 - NEVER)
    return math.log(chance / (1 - chance))


class LookaheadBot:
    """A bot that compares candidates in `games` playouts altogether.

    It plays the chosen move at least `stated` times, so that its chance can be stated.
    """

    remembers = False

    def __init__(
        self,
        games: int,
        guide: Guide,
        candidates: Candidates = all_actions,
        trust: float = 1.5,
        stated: int = 0,
        chance: Correction = Correction(),  # noqa: B008
    ) -> None:
        self.games = games
        self.guide = guide
        self.candidates = candidates
        self.trust = trust
        self.stated = stated
        self.chance = chance

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        moves = view.moves()
        if len(moves) == 1:
            return Choice(next(iter(moves)))
        with looked(view, moves, self.guide, self.candidates, seed) as look:
            kept = list(dict.fromkeys(look.places))  # the guide's move first, without duplicates
            about = look.texts.index(budget.about) if budget.about in moves else kept[0]
            if about not in kept:
                kept.append(about)
            standing = CandidateStats(len(kept), budget.nodes or self.games, kept.index(about))
            play = look.comparing(kept, standing)
            deadline = time.monotonic() + (math.inf if budget.seconds is None else budget.seconds)
            while standing.is_open() and (standing.played == 0 or time.monotonic() < deadline):
                play()
            best = standing.best(self.trust)
            if standing.settle(best, self.stated) and time.monotonic() < deadline:
                play()
        # The score of a move that ends the game is exact.
        shares = zip(standing.shares(best), standing.over, strict=True)
        chances = [Estimate(share.value) if over else self.chance.estimate(share) for share, over in shares]
        return Choice(
            look.texts[kept[best]],
            {look.texts[place]: chance for place, chance in zip(kept, chances, strict=True)},
        )


class CandidateStats:
    """Running comparison of the candidates with the first of them, the guide's move.

    The candidate `kept` is never dropped, however far it falls behind.
    """

    def __init__(self, count: int, games: int, kept: int = 0) -> None:
        self.games_left = games
        self.kept = kept
        self.size = min(ROUND, max(1, games // count))
        self.played = 0  # games of each live candidate
        self.alive = [True] * count
        self.won = [0.0] * count
        self.lead = [0.0] * count  # the summed lead over the guide's move, in games that both played
        self.apart = [0.0] * count  # the summed squares of these differences
        self.tried = [0] * count
        self.over = [False] * count  # the game is over with this move

    def is_open(self) -> bool:
        """Whether to play another round; the first is always played, so that chances can be stated."""
        alive = sum(self.alive)
        return self.played == 0 or (alive > 1 and self.games_left >= alive * self.size)

    def drop(self) -> None:
        """Record a finished round; drop candidates that fall behind or never differ from the guide's."""
        self.games_left -= self.size * sum(self.alive)
        self.played += self.size
        for k, (lead, apart) in enumerate(zip(self.lead, self.apart, strict=True)):
            if self.alive[k]:
                self.tried[k] += self.size
                self.alive[k] = k in (0, self.kept) or (apart > 0 and lead + DOUBT * math.sqrt(apart) >= 0)

    def settle(self, place: int, games: int) -> bool:
        """Keep only the candidate at `place`, the guide's and the kept one, up to `games` games each.

        Return whether any games remain to be played.
        """
        self.alive = [k in (0, place, self.kept) for k in range(len(self.alive))]
        self.size = games - self.played
        return self.size > 0

    def best(self, trust: float) -> int:
        """Return the index of the best candidate: the first that wins at once, or the leader.

        A leader not ahead by `trust` standard errors yields to the guide's move.
        """
        places = range(len(self.alive))
        for k in places:
            if self.over[k] and self.won[k] == self.tried[k]:
                return k
        best = max((k for k in places if self.alive[k]), key=self.lead.__getitem__)
        return best if self.lead[best] > trust * math.sqrt(self.apart[best]) else 0

    def shares(self, best: int) -> list[Estimate]:
        """Return the share of games won with each candidate: the guide's share plus the mean difference.

        None exceeds the share of `best`.
        """
        guided = Estimate.of_games(self.won[0], self.tried[0])
        shares, errors = [], []
        for won, lead, apart, tried, over in zip(
            self.won, self.lead, self.apart, self.tried, self.over, strict=True
        ):
            shares.append(won / tried if over else min(max(guided.value + lead / tried, 0.0), 1.0))
            errors.append(
                math.hypot(guided.error, math.sqrt(apart + 1) / tried)
            )  # as if one more game had differed
        errors[0] = guided.error
        return [
            Estimate(min(share, shares[best]), error) for share, error in zip(shares, errors, strict=True)
        ]


class CandidateSearch:
    """One position on a machine: its moves, the guide's choice and the other candidates as indices."""

    def __init__(
        self,
        here: Machine,
        view: PlayerView,
        moves: Mapping[str, int],
        programs: tuple[Program, Program],
        seed: int,
    ) -> None:
        self.here = here
        self.texts, self.actions = list(moves), list(moves.values())
        self.seat, self.seed = view.seat, seed
        self.kit, self.root = here.zeros(KIT, 1), here.zeros(STATE, 1)
        here.write(self.kit, [view.variant.kit])
        here.write(self.root, [view.state])
        self._consider, self._compare = programs
        self.places = self._considered()

    def _considered(self) -> list[int]:
        here, words = self.here, [0] * 4
        seed_stream(words, self.seed)
        stream, actions = here.zeros("i8", 4), here.zeros("i4", len(self.actions))
        own, others = here.zeros("i4", 2), here.zeros("i4", len(self.actions))
        here.write(stream, words)
        here.write(actions, self.actions)
        here.run(self._consider, 1, self.kit, self.root, self.seat, actions, stream, own, others)
        guided, count = here.read(own)
        return [guided, *here.read(others, count)]

    def comparing(self, kept: Sequence[int], standing: CandidateStats) -> Callable[[], None]:
        """Return a function that plays one round of the live candidates and updates `standing`."""
        here = self.here
        candidates, alive, over = (here.zeros(kind, len(kept)) for kind in ("i4", "i1", "i1"))
        won, lead, apart = (here.zeros("f8", len(kept)) for _ in range(3))
        here.write(candidates, [self.actions[place] for place in kept])

        def play() -> None:
            here.write(alive, [int(lives) for lives in standing.alive])
            question = (self.kit, self.root, self.seat, candidates, self.seed + standing.played)
            here.run(self._compare, standing.size, *question, alive, won, lead, apart, over)
            standing.won, standing.lead, standing.apart = here.read(won), here.read(lead), here.read(apart)
            standing.over = [bool(is_over) for is_over in here.read(over)]
            standing.drop()

        return play


@contextmanager
def looked(
    view: PlayerView, moves: Mapping[str, int], guide: Guide, candidates: Candidates, seed: int
) -> Iterator[CandidateSearch]:
    """Borrow a machine and list the guide's move and the candidates of a view."""
    programs = lookahead_programs(guide, candidates)
    with borrow_machine(view.variant.game, *programs) as here:
        yield CandidateSearch(here, view, moves, programs, seed)


@cache
def lookahead_programs(guide: Guide, candidates: Candidates) -> tuple[Program, Program]:
    """Return the programs that list candidates and that play a round with each."""
    return (
        Program(
            "consider", consider_factory(guide, candidates), (KIT, STATE, NUMBER, "i4", "i8", "i4", "i4")
        ),
        Program(
            "compare",
            compare_factory(guide),
            (KIT, STATE, NUMBER, "i4", NUMBER, "i1", "f8", "f8", "f8", "i1"),
            (("i8", 4), ("i4", LEGAL), ("i4", LEGAL), ("f8", SEATS), (STATE, 1)),
        ),
    )


def consider_factory(guide: Guide, candidates: Candidates) -> Callable[[RulesModule], Callable[..., None]]:
    def factory(rules: RulesModule) -> Callable[..., None]:
        def consider(
            first: int,
            last: int,
            kits: Any,
            root: Any,
            seat: int,
            actions: Any,
            stream: Any,
            own: Any,
            others: Any,
        ) -> None:
            """Write the index of the guide's action and the number of candidates to `own`.

            Write the candidates' indices to `others`. The state is not modified.
            """
            own[0] = guide(kits[0], root[0], seat, actions, len(actions), stream)
            own[1] = candidates(kits[0], root[0], seat, actions, len(actions), others)

        return consider

    return factory


def compare_factory(guide: Guide) -> Callable[[RulesModule], Callable[..., None]]:
    def factory(rules: RulesModule) -> Callable[..., None]:
        to_act, act, scores = rules.to_act, rules.act, rules.scores
        playout = rule(inlined(playout_factory(rules, guide)))

        def compare(
            first: int,
            last: int,
            stream: Any,
            actions: Any,
            odds: Any,
            result: Any,
            states: Any,
            kits: Any,
            root: Any,
            seat: int,
            candidates: Any,
            seed: int,
            alive: Any,
            won: Any,
            lead: Any,
            apart: Any,
            over: Any,
        ) -> None:
            """Play games with every live candidate; all candidates share the seed of a game.

            Add the score, the lead over candidate 0 and its square for each candidate.
            """
            kit = kits[0]
            for number in range(first, last):
                guided = 0.0
                for k in range(len(candidates)):
                    if not alive[k]:
                        continue
                    states[0] = root[0]
                    s = states[0]
                    seed_stream(stream, seed + number)
                    act(kit, s, seat, candidates[k])
                    over[k] = to_act(kit, s) == 0
                    playout(kit, s, stream, actions, odds, LONGEST)
                    for other in range(SEATS):
                        result[other] = 0.0
                    if to_act(kit, s) == 0:
                        scores(kit, s, result)
                    if k == 0:
                        guided = result[seat]
                    ahead = result[seat] - guided
                    won[k] += result[seat]
                    lead[k] += ahead
                    apart[k] += ahead * ahead

        return compare

    return factory
