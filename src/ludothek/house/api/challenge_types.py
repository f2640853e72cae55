"""Types of the daily challenges."""

from typing import Annotated

import msgspec

from ludothek.house.api.value_types import known_as


class ChallengeMark(msgspec.Struct):
    """The challenge that a table belongs to."""

    date: str
    counted: bool  # the one try that counts, without help and without taking back
    goal: str


class ChallengeShape(msgspec.Struct):
    game: str
    title: str
    kind: Annotated[
        str,
        known_as(
            '"puzzle" | "team" | "duel" | ""', "puzzle, team or duel; nothing where it cannot be told here"
        ),
    ]
    seats: int
    seat: int  # of the person who takes it up
    level: str | None  # of the bots on the other seats
    grade: int | None  # of a puzzle
    here: bool  # whether it can be played here


class TryShape(msgspec.Struct):
    """A person's counted try."""

    game: str
    date: str
    table: str
    on_day: bool  # begun on its day: then it counts for the streak
    outcome: Annotated[
        str | None,
        known_as(
            '"won" | "drawn" | "lost" | "left" | null', "won, drawn, lost or left; null while it goes on"
        ),
    ] = None
    moves: int = 0
    score: int | None = None


class ChallengeDay(msgspec.Struct, kw_only=True):
    """The challenges of a day, equal for everybody, and the person's counted tries of all days."""

    date: str
    number: int
    today: str
    first: str
    next_in_ms: int
    streak: int
    longest: int
    challenges: list[ChallengeShape]
    tries: list[TryShape]
