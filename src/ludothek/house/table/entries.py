"""What a table is (`Facts`), and every change of it, one type per kind of change: all that has to be kept of
a table.

An entry says what has happened and is known to be good: whether it may happen was decided before it was
written.
"""

from typing import Any

import msgspec

from ludothek.house.api.table_types import Allowance

ERASED = "erased"  # the form of a message whose text is gone


class ChallengeMarker(msgspec.Struct, frozen=True):
    """Of which day a table is the challenge."""

    date: str
    counted: bool  # the one try of its creator that counts
    goal: str = ""  # of a puzzle


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a table.

    The seed is the server's secret until the game is over. Draws come from it mixed with what the seats
    contribute (`Started`).
    """

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
    allowance: Allowance | None = None  # of time, where there are personal clocks
    begins: str = ""  # who is to begin: "lot", the number of a seat, or, if empty, whoever sits on seat 0
    patience: int = 0  # hours after which a bot stands in for whoever has not moved; 0: never
    beginning: list[tuple[int | str, str]] = []  # the moves of a record that the game goes on from
    played: int = 0  # games before this one, where it is a rematch
    # The table of the game from which this one was begun in the middle, to try it again; it does not count
    try_of: str = ""
    won: dict[str, int] = {}  # how many of them, by the name of whoever sat there
    challenge: ChallengeMarker | None = None
    seeds_before: list[
        tuple[int, str]
    ] = []  # of a table that was brought: up to which move of `beginning` chance came from which seed
    rules: int = 1  # the version of the rules by which it was opened
    silent: list[
        int
    ] = []  # the places in `beginning` of moves that an earlier version of the rules had made by itself

    @property
    def is_counted(self) -> bool:
        return self.challenge is not None and self.challenge.counted

    @property
    def given(self) -> list[tuple[int | str, str]]:
        """The moves that a game of its kind begins with, as a puzzle does: those of `beginning` that nobody
        played at this table.
        """
        return self.beginning[: self.seeds_before[0][0]] if self.seeds_before else self.beginning

    @property
    def begun(self) -> int:
        """The number of the first move that was not made before."""
        return len(self.beginning) - len(self.silent)

    def seed_of(self, number: int, present: str) -> str:
        """The seed from which chance came as move `number`, given the present one; none where nobody can know
        it.
        """
        before = next((seed for until, seed in self.seeds_before if number < until), None)
        return (present if number >= self.begun else "") if before is None else before


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
    contribution: str = ""  # what the seat contributes to the seed if the game begins with it


class Left(AtSeat, tag="leave", frozen=True, kw_only=True):
    pass


class BotSeated(AtSeat, tag="bot", frozen=True, kw_only=True):
    """A bot plays for this seat, on its own or for the person who holds it."""

    level: str
    name: str


class BotGone(AtSeat, tag="back", frozen=True, kw_only=True):
    """The person who holds the seat plays again; a seat that nobody holds is free again."""


class Started(Entry, tag="start", frozen=True, kw_only=True):
    """The game begins.

    Its draws come from the server's secret mixed with the contributions of the seats, separated by spaces.
    """

    contributions: str = ""
    begins: str = (
        ""  # the seat that becomes seat 0, all others following round; after "lot " where it was drawn
    )

    @property
    def turned(self) -> int:
        """By how many seats all move round before the first move."""
        return int(self.begins.removeprefix("lot ") or 0)

    @property
    def lot(self) -> bool:
        return self.begins.startswith("lot ")


class Chosen(AtSeat, tag="choice", frozen=True, kw_only=True):
    """A move chosen in a timed window: revealed only when that ends, and not counted by the version."""

    move: str


class Moved(AtSeat, tag="move", frozen=True, kw_only=True):
    """A move of a seat, or of chance, which has a seat of its own."""

    move: str


class TakenBack(AtSeat, tag="take_back", frozen=True, kw_only=True):
    """The seat takes the last move back: its own, or what a bot answered to it, in order to come to its own."""


class BecameReady(AtSeat, tag="ready", frozen=True, kw_only=True):
    """The table need not wait for this seat any longer, until the next move."""


class Resumed(Entry, tag="resumed", frozen=True, kw_only=True):
    """A server that was not there goes on with the table: what has passed since the last move counts on
    nobody's clock.
    """


class TimedOut(AtSeat, tag="time", frozen=True, kw_only=True):
    """The time of this seat is up: the other one has won."""


class SteppedAway(AtSeat, tag="away", frozen=True, kw_only=True):
    """Whoever sits there says that they are away for a while."""


class CameBack(AtSeat, tag="here", frozen=True, kw_only=True):
    """They are there again."""


class Said(AtSeat, tag="chat", frozen=True, kw_only=True):
    """A message: what somebody typed, or the key of a ready-made phrase; of one that was erased, only that
    there was one.
    """

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


class RulesChanged(Entry, tag="rules", frozen=True, kw_only=True):
    """From here on the table is played by this version of its game's rules; it was opened by an earlier one."""

    version: int


class Brought(Entry, tag="brought", frozen=True, kw_only=True):
    """The person has brought this table from a device of theirs: it begins with what was played there."""


class Packed(Entry, tag="packed", frozen=True, kw_only=True):
    """The only person here took a copy of the running game, with its seed and all hands: nobody else may sit
    down any more.
    """


AnyEntry = (
    Joined
    | Left
    | BotSeated
    | BotGone
    | Started
    | Chosen
    | Moved
    | TakenBack
    | BecameReady
    | Resumed
    | TimedOut
    | SteppedAway
    | CameBack
    | Said
    | Continued
    | Hinted
    | HelpChanged
    | RulesChanged
    | Brought
    | Packed
)
SEATING = Joined | Left | BotSeated | BotGone  # who plays where has changed
