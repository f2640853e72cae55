"""Types of tables: opening and listing them."""

from typing import Annotated

import msgspec

from ludothek.house.api.value_types import (
    Begins,
    Contribution,
    Help,
    Kit,
    Moves,
    Options,
    Phase,
    SeatKind,
    SeatLabel,
    WishedKind,
)

MOST_PATIENCE = 720  # hours after which a bot moves for an absent player


class SeatShape(msgspec.Struct):
    seat: int
    kind: SeatKind
    name: str
    level: str | None
    host: bool
    owned: bool
    help: Help = "silent"
    away: bool = False  # the player has said so


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    kind: WishedKind
    name: str | None = None
    level: str | None = None


class Allowance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time of each personal clock in seconds: at the start, and added after each move."""

    seconds: Annotated[int, msgspec.Meta(ge=10, le=7200)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=120)] = 0


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    seats: list[SeatRequest]
    options: Options = {}
    kit: Kit | None = None
    pace: Options = {}
    name: str = ""
    companion: bool = False
    public: bool = False
    child_safe: bool = False
    clock: bool | None = None
    allowance: Allowance | None = None  # personal clocks
    hints: bool | None = None
    patience: Annotated[int, msgspec.Meta(ge=0, le=MOST_PATIENCE)] = (
        0  # hours until a bot stands in; 0: never
    )
    begins: Begins = ""  # "lot", the number of a seat, or empty: seat 0
    moves: Moves = []  # of a record, to continue from
    contribution: Contribution | None = None  # of this device to the seed


class OpenedTable(msgspec.Struct):
    id: str
    version: int
    phase: Phase


class TableSummary(msgspec.Struct, kw_only=True):
    id: str
    game: str
    title: str
    name: str
    phase: Phase
    version: int
    public: bool
    child_safe: bool
    companion: bool
    created: str
    changed: str
    seats: list[SeatShape]
    mine: list[int]
    host: bool
    to_act: list[SeatLabel]
    my_turn: bool
    rematch: str | None


class Commitment(msgspec.Struct):
    commitment: str


class TableInfo(TableSummary, kw_only=True):
    options: Options
    pace: Options
    kit: Kit | None
    clock: bool
    allowance: Allowance | None
    hints: bool
    patience: int
    chance: Commitment


class TableList(msgspec.Struct):
    tables: list[TableSummary]
