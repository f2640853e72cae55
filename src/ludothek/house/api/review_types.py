"""What is left of a game that is over: the game again step by step, a review, every draw."""

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
    """Of one side, in chances to win: result - start = luck + own + others."""

    start: float
    result: float
    luck: float
    own: float
    others: float


class ReviewMoment(msgspec.Struct):
    """A move after which the chances were others, by side."""

    number: int
    cause: Annotated[str, known_as('"decision" | "luck"', "decision or luck")]
    seat: int | None
    change: list[float]
    text: str


class ReviewDecision(msgspec.Struct):
    """A move that somebody chose, by what that seat could know then."""

    number: int
    seat: int
    grade: Annotated[str, known_as('"best" | "good" | "weak" | "mistake"', "best, good, weak or mistake")]
    got: float
    best: float
    made: str
    better: str | None
    why: str | None


class ReviewReading(msgspec.Struct):
    """How readable somebody was, where all choose at once, and what others could have made of it."""

    seat: int
    choices: int
    foreseen: int  # by somebody attentive
    guessed: float  # by somebody who only guesses
    read: (
        float  # what an opponent who foresaw them would have had on average: a chance, of what the text says
    )
    unread: float  # and one who did not care
    text: str


class ReviewShape(msgspec.Struct):
    """A game looked at again. Sides are the seats, or one for a team."""

    part: float  # how much is done, from 0 to 1; -1 where nobody has asked for it yet
    curve: list[list[float]] = []  # the chance to win of each side, before the first move and after each
    left: list[
        int
    ] = []  # in a puzzle that is to leave few stones: how few could still be left, at the same moments
    balances: list[ReviewBalance] = []
    moments: list[ReviewMoment] = []
    decisions: list[ReviewDecision] = []
    readable: list[ReviewReading] = []
    by_clock: bool = False  # somebody's clock ended the game: all this is about the moves until then


class RetryRequest(msgspec.Struct):
    moves: int  # of the game that stand


class Draw(msgspec.Struct):
    number: int
    weights: dict[str, int]
    move: str


class SeedBefore(msgspec.Struct):
    """A seed from which chance came while a table was elsewhere."""

    until: int  # the first move that did not come from it any more
    commitment: str
    seed: str | None


class Lot(msgspec.Struct):
    """The draw of who began: its name stands where a draw of a move has its number."""

    name: str
    weights: dict[str, int]
    drawn: str


class ChanceCheck(msgspec.Struct):
    commitment: str
    seed: str | None
    companion: bool
    draws: list[Draw]
    correct: bool | None
    before: list[SeedBefore] = []  # of a table that was brought from a device
    contributions: list[str] = []  # of the seats to the seed, in their order; shown when the game is over
    lot: Lot | msgspec.UnsetType = msgspec.UNSET  # left out unless a lot decided who began
