"""What goes over the wire, as types: the OpenAPI document and the front end's types (`tools/typescript.py`) are made from these."""

from typing import Annotated, Any

import msgspec


def _known_as(name: str, values: str | None = None) -> msgspec.Meta:
    """The front end knows this by a narrower type: one of web/src/api/types.ts, or what is written here."""
    return msgspec.Meta(extra={"typescript": name}, description=values)


SeatLabel = Annotated[int | str, _known_as("SeatLabel", "a seat's number, or chance")]
SeatKind = Annotated[str, _known_as('"person" | "bot" | "open"', "person, bot or open")]
WishedKind = Annotated[str, _known_as('"me" | "bot" | "open"', "me, bot or open")]
Phase = Annotated[str, _known_as("Phase", "waiting, playing or over")]
Language = Annotated[str, _known_as("Language", "de or en")]
Help = Annotated[str, _known_as("Help", "silent, warn, advise or play_along")]
Curtain = Annotated[str, _known_as("Curtain", "none, open or drawn")]
EventKind = Annotated[str, _known_as("EventKind")]
Moves = list[tuple[SeatLabel, str]]  # of a record
View = Annotated[dict[str, Any], _known_as("View")]
Kit = Annotated[dict[str, Any], _known_as("Kit")]
Options = Annotated[dict[str, Any], _known_as("Options")]
OptionsSchema = Annotated[dict[str, Any], _known_as("OptionsSchema")]
Outcome = Annotated[dict[str, Any], _known_as("Outcome")]


class Me(msgspec.Struct):
    id: str
    name: str


class Naming(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class KeptEntry(msgspec.Struct):
    """Something that a person did at a table."""

    at: str
    kind: str  # as of an event, or choice
    seat: int | None
    text: str  # a move, a name, a message


class KeptAtTable(msgspec.Struct):
    id: str
    game: str
    title: str
    name: str
    phase: Phase
    created: str
    entries: list[KeptEntry]


class Kept(msgspec.Struct):
    """All that is kept of a person."""

    id: str
    name: str
    tables: list[KeptAtTable]
    chat_days: int  # after which what they typed is erased; 0: never
    unfinished_days: int  # after which a table that was not finished is removed; 0: never


class SeatShape(msgspec.Struct):
    seat: int
    kind: SeatKind
    name: str
    level: str | None
    host: bool
    owned: bool
    help: Help = "silent"


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    kind: WishedKind
    name: str | None = None
    level: str | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    seats: list[SeatWish]
    options: Options = {}
    kit: Kit | None = None
    pace: Options = {}
    name: str = ""
    companion: bool = False
    public: bool = False
    child_safe: bool = False
    clock: bool | None = None
    hints: bool | None = None
    moves: Moves = []  # of a record, to go on from


class Opened(msgspec.Struct):
    id: str
    version: int
    phase: Phase


class Summary(msgspec.Struct, kw_only=True):
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


class TableInfo(Summary, kw_only=True):
    options: Options
    pace: Options
    kit: Kit | None
    clock: bool
    hints: bool
    chance: Commitment


class TableList(msgspec.Struct):
    tables: list[Summary]


class PhraseShape(msgspec.Struct):
    phrase: str
    text: str


class GameShape(msgspec.Struct, kw_only=True):
    id: str
    title: str
    tagline: str
    kind: str
    seats: tuple[int, int]
    box: str
    age: int | None
    minutes: int | None
    levels: list[str]
    options: OptionsSchema
    pace: OptionsSchema
    has_kit: bool
    has_chance: bool
    has_windows: bool
    has_print: bool
    has_puzzles: bool
    together: bool
    board: str | None  # where the file of a board lies that the game brings along
    guide: str | None  # and that of its guide through the first game


class GamePage(GameShape, kw_only=True):
    rules: str
    kit: Kit | None
    texts: dict[str, str]
    phrases: list[PhraseShape]


class FigureShape(msgspec.Struct):
    view: View
    before: View | None  # what was to be seen before the last move
    viewer: int | None
    seats: int
    over: bool


class FigureList(msgspec.Struct):
    figures: dict[str, FigureShape]


class PuzzleShape(msgspec.Struct):
    name: str  # daily, or its grade
    grade: int
    difficulty: float  # one attempt at random in 2 to the power of this succeeds
    goal: str
    goal_cell: str  # where the last stone must end
    moves: Moves


class PuzzleList(msgspec.Struct):
    puzzles: list[PuzzleShape]


class GameList(msgspec.Struct):
    games: list[GameShape]


class MoveShape(msgspec.Struct, omit_defaults=True, rename={"not_before": "from"}):
    move: str
    label: str
    not_before: int = 0


class Happening(msgspec.Struct):
    """One thing that happened, as data: the key of its sentence, and what stands in its gaps."""

    key: str
    values: dict[str, Any]


class EventShape(msgspec.Struct):
    version: int
    kind: EventKind
    seat: SeatLabel | None
    at: int
    lines: list[str]
    happened: list[Happening]


class WindowShape(msgspec.Struct):
    kind: str
    opened: int
    ends: int


class Series(msgspec.Struct):
    """The games that the same people have played one after the other: how many, and how many each seat has won."""

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
    hints: bool
    seats: list[SeatShape]
    view: View
    before: View | None  # to whoever comes: what they would have seen before the last move
    lines: list[str]
    to_act: list[SeatLabel]
    prompt: str | None
    status: str
    moves: list[MoveShape]
    falls: list[list[MoveShape]]  # with the box on the table: what each of the things that fall in a row may be
    chosen: str | None
    window: WindowShape | None
    now: int
    take_back: int | None  # the seat whose last move could be taken back, with what bots have answered to it
    waits_for: list[int]  # the seats that are given time now, and may say that they need no more
    tellers: list[int]  # with the box on the table: the seats that may enter what chance did
    curtain: Curtain  # before the next to act looks at a device that they share
    events: list[EventShape]
    standing: list[int] | None  # points or stones by seat, where the game counts such
    series: Series
    outcome: Outcome | None
    commitment: str
    seed: str | None
    rematch: str | None


class HeldSeat(msgspec.Struct):
    seat: int
    token: str


class You(msgspec.Struct, tag_field="type", tag="you"):
    id: str
    name: str
    host: bool
    viewer: int | None
    seats: list[HeldSeat]


class Here(msgspec.Struct, tag_field="type", tag="here"):
    seats: list[bool]
    watching: int
    getting_ready: dict[int, int]


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    now: int


class Closing(msgspec.Struct, tag_field="type", tag="closing"):
    pass


class HintShape(msgspec.Struct):
    """A move with its value (the chance to win from 0 to 1), the value in words, and why."""

    move: str
    label: str
    value: float | None
    worth: str | None
    reason: str | None


class WarningShape(msgspec.Struct):
    """A move that is much worse than another one."""

    chosen: HintShape
    better: HintShape


class Done(msgspec.Struct, omit_defaults=True):
    """The answer to an action that was carried out."""

    ok: Annotated[bool, _known_as("true")]
    id: str
    version: int
    seat: int | None = None
    table: str | None = None
    hints: list[HintShape] | None = None
    warning: WarningShape | None = None


class KitWish(msgspec.Struct, forbid_unknown_fields=True):
    """A kit to be checked: its figures, or the text of a kit file."""

    kit: Kit | None = None
    source: str | None = None


class KitFile(msgspec.Struct):
    """A kit that is good: its figures, and the same as a kit file."""

    kit: Kit
    source: str


class DoorShape(msgspec.Struct):
    """Where others can reach this server; and to somebody at its own machine, where they could be let in."""

    addresses: list[str]
    candidates: list[str]
    may_open: bool


class DoorWish(msgspec.Struct, forbid_unknown_fields=True):
    address: str


class Trouble(msgspec.Struct, omit_defaults=True):
    """The answer to whatever was refused."""

    ok: Annotated[bool, _known_as("false")]
    code: str
    error: str
    id: str | None = None
    detail: str | None = None
    retry_in_ms: int | None = None


class Step(msgspec.Struct):
    number: int
    seat: SeatLabel | None
    move: str | None
    view: View
    lines: list[str]
    events: list[str]
    happened: list[Happening]


class Replay(msgspec.Struct, kw_only=True):
    game: str
    title: str
    name: str
    seats: list[SeatShape]
    outcome: Outcome | None
    record: dict[str, Any]
    viewer: int | None
    steps: list[Step]


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
    cause: Annotated[str, _known_as('"decision" | "luck"', "decision or luck")]
    seat: int | None
    change: list[float]
    text: str


class ReviewDecision(msgspec.Struct):
    """A move that somebody chose, by what that seat could know then."""

    number: int
    seat: int
    grade: Annotated[str, _known_as('"best" | "good" | "weak" | "mistake"', "best, good, weak or mistake")]
    got: float
    best: float
    made: str
    better: str | None
    why: str | None


class ReviewShape(msgspec.Struct):
    """A game looked at again. Sides are the seats, or one for a team."""

    part: float  # how much is done, from 0 to 1; -1 where nobody has asked for it yet
    curve: list[list[float]] = []  # the chance to win of each side, before the first move and after each
    balances: list[ReviewBalance] = []
    moments: list[ReviewMoment] = []
    decisions: list[ReviewDecision] = []


class Try(msgspec.Struct):
    moves: int  # of the game that stand


class Draw(msgspec.Struct):
    number: int
    weights: dict[str, int]
    move: str


class ChanceCheck(msgspec.Struct):
    commitment: str
    seed: str | None
    companion: bool
    draws: list[Draw]
    correct: bool | None


class Health(msgspec.Struct):
    ok: bool
    version: str
    database: str
    tables: int
    connections: int
