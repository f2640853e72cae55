"""Bots of the Shell Game: their strength is a simulated human memory, and a model of what others forget.

A stone is tracked from where the seat saw it laid open (`PlayerView.past`; a hidden state shows no symbols).
At every slide it may be lost: most easily if it is slid itself, less if it is only shifted, hardly ever if it
stays; half as easily if the slide repeats the last one or takes it back. It may also not have been memorised
at first. Speed raises these risks: `PlayerView.pace` has the table's slide time, and an option the time the
stones lay open. A lost stone stays lost for the turn, except by elimination. The draw uses a hash of what the
turn has shown to all players, the seat and the memory, not the seed of a move, so that repeated questions
find the same gaps.

The slider slides what is lost most easily, and relies on its own memory for the answers to its questions. The
third question decides two stones, so a clever slider asks first for what the seeker still knows: the lost
stones remain for the end and cannot be found by elimination.

Values are approximate chances to win: the expected lead, relative to what is still undecided.
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
SLID, SHIFTED, STAYED = 1.0, 0.6, 0.05  # the factors of `lapse` at a slide
LIKE_BEFORE = 0.5  # a further factor at a slide that repeats the last one or takes it back
MISSED = 0.3  # the factor of `lapse` for not memorising a stone at all
COST_OF_A_TURN = 2.0  # the mean number of stones a slider falls behind by sliding
# The weight of a lead relative to the square root of what is undecided, fitted to games of `medium`
UNSURE = 1.1


class Speed(NamedTuple):
    """The time the stones lie open, and the time of a slide."""

    memorise_seconds: int
    slide_ms: int


[_SECONDS], [_SLIDE] = GAME.options, SETTINGS
ORDINARY = Speed(_SECONDS.default(2), _SLIDE.default(2))


@dataclass(frozen=True)
class Memory:
    """A memory that loses a stone at its own slide, at the ordinary speed, with the probability `lapse`."""

    lapse: float

    def risks(self, speed: Speed, slides: Iterable[int]) -> Iterator[list[float]]:
        """Yield each stone's probability of being lost: while it is memorised, then at each slide."""
        yield [self.lapse * MISSED * ORDINARY.memorise_seconds / speed.memorise_seconds] * 4
        for ease in eases(slides):
            yield [min(1.0, self.lapse * e * ORDINARY.slide_ms / speed.slide_ms) for e in ease]

    def lost(self, turn: "ObservedTurn", seat: int) -> set[int]:
        """Return the stones that the seat has lost track of."""
        gone: set[int] = set()
        for number, risks in enumerate(self.risks(turn.speed, turn.slides)):
            rng = random.Random(f"{turn.shown.hex()} {turn.slides[:number]} {seat} {self}")
            gone |= {stone for stone in STONES if rng.random() < risks[stone]}
        return gone

    def doubts(self, speed: Speed, slides: Iterable[int]) -> list[float]:
        """Return each stone's probability of having been lost after these slides."""
        held = [1.0] * 4
        for risks in self.risks(speed, slides):
            held = [h * (1 - risk) for h, risk in zip(held, risks, strict=True)]
        return [1 - h for h in held]


def eases(slides: Iterable[int]) -> Iterator[list[float]]:
    """Yield for each slide how easily each stone is lost."""
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
    """The public information of the current turn: how the stones were laid and slid."""

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
        """Return the stone of each face-down symbol that the seat can place, by symbol."""
        if not self.symbols:
            return {}
        lost = memory.lost(self, seat).intersection(self.down)
        if len(lost) == 1:
            lost = set()  # by elimination
        return {self.symbols[stone]: stone for stone in self.down if stone not in lost}


class HumanLikeBot:
    """A bot with a memory and a level of `cunning`.

    `cunning` says how it uses what others forget: 0 not at all, 1 when sliding and asking, 2 also by looking
    ahead to the end of the turn.
    """

    remembers = True

    def __init__(self, memory: Memory, cunning: int) -> None:
        self.memory = memory
        self.cunning = cunning

    def choose(self, view: PlayerView, budget: Budget, seed: int) -> Choice:
        moves, rng = view.moves(), random.Random(seed)
        s: State = view.state
        if s.stage not in (SLIDING, ASKING, ANSWERING):
            return Choice(rng.choice(list(moves)))  # all ways to lay the stones are equally good
        ahead = {SLIDING: self._slides, ASKING: self._questions, ANSWERING: self._answers}[s.stage](
            ObservedTurn(view), s, moves, view.seat
        )
        best = max(ahead.values()) if self.cunning or s.stage == ANSWERING else -math.inf
        move = rng.choice([move for move in moves if ahead[move] > best - 1e-9])
        return Choice(
            move, {move: Estimate.by_eye(chance(s, view.seat, stones)) for move, stones in ahead.items()}
        )

    # Each of these returns the expected change of the seat's lead in stones, by move.

    def _slides(self, turn: ObservedTurn, s: State, moves: Mapping[str, int], seat: int) -> dict[str, float]:
        won = {
            move: yield_of(OTHERS.doubts(turn.speed, [*turn.slides, action - SLIDE]))
            for move, action in moves.items()
        }
        usual = sum(won.values()) / len(won)  # later slides are assumed to be average ones
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
        if self.cunning < 2:  # without looking ahead to later questions
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


OTHERS = Memory(lapse=0.3)  # the assumed memory of the others

Beliefs = Mapping[frozenset[int], float]  # the probability that the seeker has lost exactly these symbols


def beliefs(doubt: Mapping[int, float]) -> Beliefs:
    """Return the probability of each set of lost symbols, given each symbol's probability."""
    sets = [frozenset(some) for size in range(len(doubt) + 1) for some in combinations(doubt, size)]
    return {lost: math.prod(d if symbol in lost else 1 - d for symbol, d in doubt.items()) for lost in sets}


def to_win(believed: Beliefs, answers: int, asked: int | None = None) -> float:
    """Return the stones the slider is expected to win by its remaining questions.

    It asks for `asked` now, or for the best symbol. A seeker turns up what it knows; for a lost symbol it
    turns up any of the lost ones. Several seekers are modelled as one.
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
    """Return the stones a slider is expected to win if the four are lost with these probabilities.

    Their order does not matter, so results are cached for the sorted list.
    """
    return _yield_of(tuple(sorted(round(doubt, 9) for doubt in doubts)))


@lru_cache(10_000)
def _yield_of(doubts: tuple[float, ...]) -> float:
    return to_win(beliefs(dict(enumerate(doubts))), 0)


def chance(s: State, seat: int, further: float) -> float:
    """Return the approximate chance to win of a seat that gains `further` stones of lead this turn."""
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
    """Return the reason why `hard` would make a move."""
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
