"""What a table says to whoever is connected to it."""

from typing import Any

import msgspec

from ludothek.house.api.challenge_types import ChallengeMark
from ludothek.house.api.table_types import SeatShape
from ludothek.house.api.value_types import Curtain, EventKind, Language, Outcome, Phase, SeatLabel, View


class MoveShape(msgspec.Struct, omit_defaults=True, rename={"not_before": "from"}):
    move: str
    label: str = ""  # to clients that want words
    not_before: int = 0


class EventData(msgspec.Struct):
    """One thing that happened, as data: the key of its sentence, and what stands in its gaps."""

    key: str
    values: dict[str, Any]


class EventShape(msgspec.Struct):
    version: int
    kind: EventKind
    seat: SeatLabel | None
    at: int
    lines: list[str]
    happened: list[EventData]


class WindowShape(msgspec.Struct):
    kind: str
    opened: int
    ends: int


class ClocksShape(msgspec.Struct):
    """Personal clocks: what each seat had left, in milliseconds, at the time `since`; and the seat whose
    clock has run since then.
    """

    left: list[int]
    running: int | None
    since: int


class SeriesScore(msgspec.Struct):
    """The games that the same people have played one after the other: how many, and how many each seat has
    won.
    """

    played: int
    won: list[int]


class Frame(msgspec.Struct, kw_only=True, tag_field="type", tag="table"):
    """The whole present view of a table for one viewer in one language; only the events are a difference."""

    table: str
    game: str
    since: int
    version: int
    viewer: int | None
    language: Language
    phase: Phase
    name: str
    companion: bool
    child_safe: bool
    public: bool
    clock: bool
    clocks: ClocksShape | None
    hints: bool
    patience: int  # hours after which a bot stands in for whoever has not moved; 0: never
    challenge: ChallengeMark | None
    seats: list[SeatShape]
    view: View
    before: View | None  # to whoever comes: what they would have seen before the last move
    lines: list[str]
    to_act: list[SeatLabel]
    prompt: str | None
    status: str
    moves: list[MoveShape]
    falls: list[
        list[MoveShape]
    ]  # with the box on the table: what each of the things that fall in a row may be
    chosen: str | None
    window: WindowShape | None
    now: int
    take_back: int | None  # the seat whose last move could be taken back, with what bots have answered to it
    waits_for: list[int]  # the seats that are given time now, and may say that they need no more
    tellers: list[int]  # with the box on the table: the seats that may enter what chance did
    curtain: Curtain  # before the next to act looks at a device that they share
    events: list[EventShape]  # at most the last page of the log
    earlier: bool  # the log has lines after `since` that are not among the events
    standing: list[int] | None  # points or stones by seat, where the game counts such
    series: SeriesScore
    outcome: Outcome | None
    commitment: str
    seed: str | None
    rematch: str | None


class LogPage(msgspec.Struct):
    """Older lines of the log."""

    events: list[EventShape]
    earlier: bool  # there are still older ones


class HeldSeat(msgspec.Struct):
    seat: int
    token: str


class OwnSeats(msgspec.Struct, tag_field="type", tag="you"):
    id: str
    name: str
    host: bool
    viewer: int | None
    seats: list[HeldSeat]


class PeoplePresent(msgspec.Struct, tag_field="type", tag="here"):
    seats: list[bool]
    watching: int
    watchers: list[str]  # the names of those who watch here and have one
    getting_ready: dict[int, int]


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    now: int


class ClosingNotice(msgspec.Struct, tag_field="type", tag="closing"):
    pass
