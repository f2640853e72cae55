"""What a table is (`Facts`), and every change of it, one type per kind of change: all that has to be kept of a table.

An entry says what has happened and is known to be good: whether it may happen was decided before it was written.
"""

from typing import Any

import msgspec

ERASED = "erased"  # the form of a message whose text is gone


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a table. The seed stays secret until the game is over."""

    id: str
    game: str
    seats: int
    options: dict[str, Any]
    kit: dict[str, Any] | None
    pace: dict[str, Any]
    name: str
    companion: bool
    public: bool
    child_safe: bool
    clock: bool
    creator: str
    seed: str
    created: int
    hints: bool = False
    beginning: list[tuple[int | str, str]] = []  # the moves of a record that the game goes on from
    played: int = 0  # games before this one, where it is a rematch
    try_of: str = ""  # the table of the game from which this one was begun in the middle, to try it again; it does not count
    won: dict[str, int] = {}  # how many of them, by the name of whoever sat there


class Entry(msgspec.Struct, tag_field="kind", frozen=True, kw_only=True):
    """One change: when, by whom, and under which id they asked for it."""

    at: int
    person: str | None = None
    client: str | None = None

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class AtSeat(Entry, frozen=True, kw_only=True):
    """A change that concerns one seat."""

    seat: int


class Joined(AtSeat, tag="join", frozen=True, kw_only=True):
    """The person sits there now. Whoever plays for the seat shows its token."""

    name: str
    token: str


class Left(AtSeat, tag="leave", frozen=True, kw_only=True):
    pass


class BotSeated(AtSeat, tag="bot", frozen=True, kw_only=True):
    """A bot plays for this seat, on its own or for the person who holds it."""

    level: str
    name: str


class BotGone(AtSeat, tag="back", frozen=True, kw_only=True):
    """The person who holds the seat plays again; a seat that nobody holds is free again."""


class Started(Entry, tag="start", frozen=True, kw_only=True):
    pass


class Chosen(AtSeat, tag="choice", frozen=True, kw_only=True):
    """A move chosen in a timed window: revealed only when that ends, and not counted by the version."""

    move: str


class Moved(AtSeat, tag="move", frozen=True, kw_only=True):
    """A move of a seat, or of chance, which has a seat of its own."""

    move: str


class TakenBack(AtSeat, tag="take_back", frozen=True, kw_only=True):
    """The seat takes the last move back: its own, or what a bot answered to it, in order to come to its own."""


class Ready(AtSeat, tag="ready", frozen=True, kw_only=True):
    """The table need not wait for this seat any longer, until the next move."""


class Said(AtSeat, tag="chat", frozen=True, kw_only=True):
    """A message: what somebody typed, or the key of a ready-made phrase; of one that was erased, only that there was one."""

    text: str
    form: str  # "text", "phrase" or "erased"


class Continued(AtSeat, tag="rematch", frozen=True, kw_only=True):
    """The same people have a new table."""

    table: str


class Hinted(AtSeat, tag="hint", frozen=True, kw_only=True):
    """The seat was given a hint; told once for the same question."""


class HelpChanged(AtSeat, tag="help", frozen=True, kw_only=True):
    """How much advice the seat wants from now on."""

    help: str


AnyEntry = Joined | Left | BotSeated | BotGone | Started | Chosen | Moved | TakenBack | Ready | Said | Continued | Hinted | HelpChanged
SEATING = Joined | Left | BotSeated | BotGone  # who plays where has changed
