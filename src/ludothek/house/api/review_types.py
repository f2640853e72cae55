"""Types of a finished game: its replay, its review, and all its draws."""

from typing import Annotated, Any

import msgspec

from ludothek.house.api.live_types import EventData
from ludothek.house.api.table_types import SeatShape
from ludothek.house.api.value_types import Outcome, SeatLabel, View, known_as


class ReplayStep(msgspec.Struct):
    number: int
    seat: SeatLabel | None
    move: str | None
    view: View
    lines: list[str]
    events: list[str]
    happened: list[EventData]


class Replay(msgspec.Struct, kw_only=True):
    game: str
    title: str
    name: str
    seats: list[SeatShape]
    outcome: Outcome | None
    record: dict[str, Any]
    viewer: int | None
    steps: list[ReplayStep]


class ReviewBalance(msgspec.Struct):
    """The balance of one side, in winning chances: result - start = luck + own + others."""

    start: float
    result: float
    luck: float
    own: float
    others: float


class ReviewMoment(msgspec.Struct):
    """A move that changed the winning chances, by side."""

    number: int
    cause: Annotated[str, known_as('"decision" | "luck"', "decision or luck")]
    seat: int | None
    change: list[float]
    text: str


class ReviewDecision(msgspec.Struct):
    """A player's move, graded by what the seat could know at the time."""

    number: int
    seat: int
    grade: Annotated[str, known_as('"best" | "good" | "weak" | "mistake"', "best, good, weak or mistake")]
    got: float
    best: float
    made: str
    better: str | None
    why: str | None


class ReviewReading(msgspec.Struct):
    """How predictable a seat was in simultaneous choices, and what opponents could gain from it."""

    seat: int
    choices: int
    foreseen: int  # choices that an attentive opponent predicts
    guessed: float  # choices that a random guess predicts
    read: float  # the average chance of an opponent who predicts them (`text` says of what)
    unread: float  # and of one who does not
    text: str


class ReviewShape(msgspec.Struct):
    """The review of a game. Sides are the seats, or one for a team."""

    part: float  # progress from 0 to 1; -1: not requested yet
    curve: list[list[float]] = []  # the chance to win of each side, before the first move and after each
    left: list[
        int
    ] = []  # in a puzzle that is to leave few pieces: the fewest still possible, at the same moments
    balances: list[ReviewBalance] = []
    moments: list[ReviewMoment] = []
    decisions: list[ReviewDecision] = []
    readable: list[ReviewReading] = []
    by_clock: bool = False  # a clock ended the game; the review covers the moves before


class RetryRequest(msgspec.Struct):
    moves: int  # how many moves of the game are kept


class Draw(msgspec.Struct):
    number: int
    weights: dict[str, int]
    move: str


class SeedBefore(msgspec.Struct):
    """An earlier seed, from the time when the table was on another device or server."""

    until: int  # the first move that it does not decide
    commitment: str
    seed: str | None


class Lot(msgspec.Struct):
    """The draw of the first player; its seed uses `name` in place of a move's number."""

    name: str
    weights: dict[str, int]
    drawn: str


class ChanceCheck(msgspec.Struct):
    commitment: str
    seed: str | None
    companion: bool
    draws: list[Draw]
    correct: bool | None
    before: list[SeedBefore] = []  # of a table that was imported
    contributions: list[str] = []  # to the seed, by seat; revealed when the game is over
    lot: Lot | msgspec.UnsetType = msgspec.UNSET  # left out unless a lot decided who began
