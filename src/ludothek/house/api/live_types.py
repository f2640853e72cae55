"""Types of the messages that a table sends to its connections."""

from typing import Any

import msgspec

from ludothek.house.api.challenge_types import ChallengeMark
from ludothek.house.api.table_types import SeatShape
from ludothek.house.api.value_types import Curtain, EventKind, Language, Outcome, Phase, SeatLabel, View


class MoveShape(msgspec.Struct, omit_defaults=True, rename={"not_before": "from"}):
    move: str
    label: str = ""  # only for clients that request labels
    not_before: int = 0


class EventData(msgspec.Struct):
    """An event as data: the key of its sentence, and the values of its placeholders."""

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
    """Personal clocks: milliseconds left by seat at the time `since`, and the seat whose clock is running."""

    left: list[int]
    running: int | None
    since: int


class SeriesScore(msgspec.Struct):
    """The score of consecutive games of the same people: games played, and games won by seat."""

    played: int
    won: list[int]


class Frame(msgspec.Struct, kw_only=True, tag_field="type", tag="table"):
    """The complete view of a table for one viewer in one language; only events are incremental."""

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
    patience: int  # hours after which a bot moves for an absent player; 0: never
    challenge: ChallengeMark | None
    seats: list[SeatShape]
    view: View
    before: View | None  # in the first frame: the view before the last move
    lines: list[str]
    to_act: list[SeatLabel]
    prompt: str | None
    status: str
    moves: list[MoveShape]
    falls: list[list[MoveShape]]  # in a companion game: the possible results of each draw in a row
    chosen: str | None
    window: WindowShape | None
    now: int
    take_back: int | None  # the seat whose last move, with the replies of bots, can be taken back
    waits_for: list[int]  # the seats that may end their time to think early
    tellers: list[int]  # in a companion game: the seats that may enter the results of chance
    curtain: Curtain  # on a shared device, before the next player sees the board
    events: list[EventShape]  # at most the last page of the log
    earlier: bool  # the log has lines after `since` that are not among the events
    standing: list[int] | None  # points or pieces by seat, if the game counts them
    series: SeriesScore
    outcome: Outcome | None
    commitment: str
    seed: str | None
    rematch: str | None


class LogPage(msgspec.Struct):
    """A page of older log events."""

    events: list[EventShape]
    earlier: bool  # there are older events


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
    watchers: list[str]  # the names of named spectators
    getting_ready: dict[int, int]


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    now: int


class ClosingNotice(msgspec.Struct, tag_field="type", tag="closing"):
    pass
