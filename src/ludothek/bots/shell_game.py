"""Players of the shell game: their strength is a memory like a person's, and an eye for what others lose.

A stone is followed from where it was laid open, which the seat has seen (`PlayerView.past`; a hidden state
shows no symbols). At every slide it can be lost sight of: most easily if it is the one that is slid, less if
it is only shifted, hardly ever if it stays; half as easily if the slide is like the last one, or takes it
back. It can also have been missed from the beginning. The faster, the easier: a table says with
`PlayerView.pace` how fast it slides, and an option how long the stones lay open. What is lost stays lost for
the turn, except by elimination: it is drawn from a hash of what the turn has shown to everybody, the seat and
the memory, not from the seed of a move. So whoever asks again finds the same gaps.

A slider slides what is lost most easily, and knows only with its own memory what it asks for. The third
question decides two stones: a clever slider asks first for what the seeker still knows. Then the lost ones
are left for the end, and cannot be found by elimination.

Values are chances to win the game by a rough rule: how far ahead one will be on average, beside all that is
still to be decided.
"""

import math
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ludothek.bots.contract import Bot, Budget, Choice, Estimate, PlayerView
from ludothek.core import Phrase
from ludothek.games.shell_game.pace import SETTINGS
from ludothek.games.shell_game.rules import (
    ANSWERING,
    ASK,
    ASKING,
    GAME,
    MEMORISING,
    NOBODY,
    SLIDE,
    SLIDING,
    TURN_UP,
    State,
    slide,
    stake,
)

STONES = range(4)
SLID, SHIFTED, STAYED = 1.0, 0.6, 0.05  # how easily a stone is lost at a slide
LIKE_BEFORE = 0.5  # at a slide like the last one, or back
MISSED = 0.3  # or has not been memorised at all
COST_OF_A_TURN = 2.0  # how many stones a slider falls behind by sliding, on average
# How much a lead counts, beside the square root of what is still to be decided; as games of `medium` end
UNSURE = 1.1


class Speed(NamedTuple):
    """How long the stones lie open, and how long one slides."""

    memorise_seconds: int
    slide_ms: int


[_SECONDS], [_SLIDE] = GAME.options, SETTINGS
ORDINARY = Speed(_SECONDS.default(2), _SLIDE.default(2))


@dataclass(frozen=True)
class Memory:
    """How easily a stone is lost: the chance at its own slide, at the ordinary speed."""

    lapse: float

    def risks(self, speed: Speed, slides: Iterable[int]) -> Iterator[list[float]]:
        """The chance of each stone to be lost: first while it can be memorised, then at each slide."""
        yield [self.lapse * MISSED * ORDINARY.memorise_seconds / speed.memorise_seconds] * 4
        for ease in eases(slides):
            yield [min(1.0, self.lapse * e * ORDINARY.slide_ms / speed.slide_ms) for e in ease]

    def lost(self, turn: "ObservedTurn", seat: int) -> set[int]:
        """The stones that the seat has lost sight of."""
        gone: set[int] = set()
        for number, risks in enumerate(self.risks(turn.speed, turn.slides)):
            rng = random.Random(f"{turn.shown.hex()} {turn.slides[:number]} {seat} {self}")
            gone |= {stone for stone in STONES if rng.random() < risks[stone]}
        return gone

    def doubts(self, speed: Speed, slides: Iterable[int]) -> list[float]:
        """The chance of each stone to have been lost after these slides."""
        held = [1.0] * 4
        for risks in self.risks(speed, slides):
            held = [h * (1 - risk) for h, risk in zip(held, risks, strict=True)]
        return [1 - h for h in held]


def eases(slides: Iterable[int]) -> Iterator[list[float]]:
    """How easily each stone is lost, slide by slide."""
    s = State()
    s.row = list(STONES)
    last, row_before_last = None, None
    for made in slides:
        row, source = s.row[:], made // 4
        slide(s, source, made % 4)
        factor = LIKE_BEFORE if made == last or s.row == row_before_last else 1.0
        moved = [
            SLID if stone == row[source] else STAYED if s.row.index(stone) == row.index(stone) else SHIFTED
            for stone in STONES
        ]
        yield [factor * ease for ease in moved]
        last, row_before_last = made, row


class ObservedTurn:
    """What has been open to everybody in the turn that is being played: how the stones were laid, and how
    they were slid.
    """

    def __init__(self, view: PlayerView) -> None:
        s: State = view.state
        laid = [p for p in view.past if p.stage == MEMORISING and (p.round, p.slider) == (s.round, s.slider)]
        self.shown = laid[-1].to_bytes() if laid else b""
        self.symbols: list[int] = laid[-1].symbol if laid else []
        self.speed = Speed(
            view.variant.options["memorise_seconds"], view.pace.get("slide_ms", ORDINARY.slide_ms)
        )
        self.slides = s.slides[: s.slid]
        self.down = [s.row[place] for place in STONES if s.winner[place] == NOBODY]
        self.unseen = [symbol for symbol in STONES if not s.turned >> symbol & 1]

    def known(self, memory: Memory, seat: int) -> dict[int, int]:
        """Of the symbols that lie face down those that the seat can place, each with its stone."""
        if not self.symbols:
            return {}
        lost = memory.lost(self, seat).intersection(self.down)
        if len(lost) == 1:
            lost = set()  # by elimination
        return {self.symbols[stone]: stone for stone in self.down if stone not in lost}


class HumanLikeBot:
    """A player with a memory, and with an eye for what others lose (`cunning`: 0 none, 1 when sliding and
    asking, 2 also to the end).
    """

    remembers = True

    def __init__(self, memory: Memory, cunning: int) -> None:
        self.memory = memory
        self.cunning = cunning

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        moves, rng = view.moves(), random.Random(seed)
        s: State = view.state
        if s.stage not in (SLIDING, ASKING, ANSWERING):
            return Choice(rng.choice(list(moves)))  # any lay is as good as another
        ahead = {SLIDING: self._slides, ASKING: self._questions, ANSWERING: self._answers}[s.stage](
            ObservedTurn(view), s, moves, view.seat
        )
        best = max(ahead.values()) if self.cunning or s.stage == ANSWERING else -math.inf
        move = rng.choice([move for move in moves if ahead[move] > best - 1e-9])
        return Choice(
            move, {move: Estimate.by_eye(chance(s, view.seat, stones)) for move, stones in ahead.items()}
        )

    # Each of these says how many stones further ahead a move puts the seat, on average.

    def _slides(self, turn: ObservedTurn, s: State, moves: Mapping[str, int], seat: int) -> dict[str, float]:
        won = {
            move: yield_of(OTHERS.doubts(turn.speed, [*turn.slides, action - SLIDE]))
            for move, action in moves.items()
        }
        usual = sum(won.values()) / len(won)  # and the slides that follow are taken for usual ones
        return {move: 2 * (stones - usual) - COST_OF_A_TURN for move, stones in won.items()}

    def _questions(
        self, turn: ObservedTurn, s: State, moves: Mapping[str, int], seat: int
    ) -> dict[str, float]:
        known, doubts = turn.known(self.memory, seat), OTHERS.doubts(turn.speed, turn.slides)
        vague = [doubts[stone] for stone in turn.down if stone not in known.values()]
        doubt = {
            symbol: doubts[known[symbol]] if symbol in known else sum(vague) / len(vague)
            for symbol in turn.unseen
        }
        if self.cunning < 2:  # now or never
            return {move: stake(s) * (2 * doubt[action - ASK] - 1) for move, action in moves.items()}
        return {
            move: 2 * to_win(beliefs(doubt), s.answers, action - ASK) - len(turn.down)
            for move, action in moves.items()
        }

    def _answers(self, turn: ObservedTurn, s: State, moves: Mapping[str, int], seat: int) -> dict[str, float]:
        known = turn.known(self.memory, seat)
        right = (
            [known[s.asked]]
            if s.asked in known
            else [stone for stone in turn.down if stone not in known.values()]
        )
        return {
            move: stake(s) * (2 * (s.row[action - TURN_UP] in right) / len(right) - 1)
            for move, action in moves.items()
        }


OTHERS = Memory(lapse=0.3)  # what is expected of others

Beliefs = Mapping[frozenset[int], float]  # how likely it is that the seeker has lost just these symbols


def beliefs(doubt: Mapping[int, float]) -> Beliefs:
    """From the chance of each symbol to be lost."""
    sets = [frozenset(some) for size in range(len(doubt) + 1) for some in combinations(doubt, size)]
    return {lost: math.prod(d if symbol in lost else 1 - d for symbol, d in doubt.items()) for lost in sets}


def to_win(believed: Beliefs, answers: int, asked: int | None = None) -> float:
    """The stones that the slider wins by the rest of its questions, on average: by the best ones, or if it
    asks for that one now.

    A seeker turns up what it knows; for what it has lost it turns up any of those that it has lost. Several
    seekers are taken for one.
    """
    if asked is None:
        return max(to_win(believed, answers, symbol) for symbol in frozenset().union(*believed))
    after: dict[int, dict[frozenset[int], float]] = {}
    for lost, likely in believed.items():
        turned = lost if asked in lost else {asked}
        for symbol in turned:
            left = after.setdefault(symbol, {})
            left[lost - {symbol}] = left.get(lost - {symbol}, 0.0) + likely / len(turned)
    s = State()
    s.answers = answers
    won = stake(s) * sum(sum(left.values()) for symbol, left in after.items() if symbol != asked)
    return won if answers == 2 else won + sum(to_win(left, answers + 1) for left in after.values())


def yield_of(doubts: list[float]) -> float:
    """The stones that a slider wins on average if the four are lost with these chances; which is which does
    not matter.
    """
    return _yield_of(tuple(sorted(round(doubt, 9) for doubt in doubts)))


@lru_cache(10_000)
def _yield_of(doubts: tuple[float, ...]) -> float:
    return to_win(beliefs(dict(enumerate(doubts))), 0)


def chance(s: State, seat: int, further: float) -> float:
    """The chance to win, roughly, for whoever is `further` stones further ahead when this turn is over."""
    others = [other for other in range(s.seats) if other != seat]
    ahead = s.won[seat] - max(s.won[other] for other in others) + further
    turns_of_others, own_turns = sum(s.left[other] for other in others) / 4 / len(others), s.left[seat] / 4
    undecided = sum(s.left) + s.winner.count(NOBODY)
    lead = ahead + COST_OF_A_TURN * (turns_of_others - own_turns)
    return 1 / (1 + len(others) * math.exp(-UNSURE * lead / math.sqrt(undecided)))


HARD = HumanLikeBot(Memory(lapse=0.08), cunning=2)

LEVELS: Mapping[str, Bot] = {
    "easy": HumanLikeBot(Memory(lapse=0.55), cunning=0),
    "medium": HumanLikeBot(Memory(lapse=0.28), cunning=1),
    "hard": HARD,
}


def reasons(view: PlayerView, move: str) -> Phrase | None:
    """Why `hard` would do that."""
    s: State = view.state
    action = view.moves()[move]
    if s.stage == SLIDING:
        *_, last = eases([*s.slides[: s.slid], action - SLIDE])
        return Phrase("hints.moves", n=sum(ease > STAYED for ease in last))
    turn = ObservedTurn(view)
    known = turn.known(HARD.memory, view.seat)
    if s.stage == ANSWERING and s.asked not in known:
        return Phrase("hints.guess")
    if s.stage == ANSWERING and known[s.asked] == s.row[action - TURN_UP]:
        return Phrase("hints.followed", place=known[s.asked] + 1)
    if s.stage == ASKING and s.answers < 2 and action - ASK in known:
        doubts = OTHERS.doubts(turn.speed, turn.slides)
        if doubts[known[action - ASK]] == min(doubts[stone] for stone in turn.down):
            return Phrase("hints.easy_first")
    return None
