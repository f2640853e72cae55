"""The facts of a table and its entries, one type per kind of change: the stored form of a table.

An entry records a change that has already been decided and is known to be valid.
"""

from typing import Any

import msgspec

from ludothek.house.api.table_types import Allowance

ERASED = "erased"  # the form of a message whose text was erased


class ChallengeMarker(msgspec.Struct, frozen=True):
    """The day's challenge that a table plays."""

    date: str
    counted: bool  # the one try of its creator that counts
    goal: str = ""  # of a puzzle


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a table that never change.

    The seed is secret until the game is over. Draws mix it with the contributions of the seats (`Started`).
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
    begins: str = ""  # who is to begin: "lot", the number of a seat, or empty for seat 0
    patience: int = 0  # hours after which a bot stands in for an absent player; 0: never
    beginning: list[tuple[int | str, str]] = []  # the moves of a record that the game goes on from
    played: int = 0  # games before this one, where it is a rematch
    # The table of the game from which this one was begun in the middle, to try it again; it does not count
    try_of: str = ""
    won: dict[str, int] = {}  # games won before, by player name
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
        """The moves that every game of this kind starts with, as in a puzzle."""
        return self.beginning[: self.seeds_before[0][0]] if self.seeds_before else self.beginning

    @property
    def begun(self) -> int:
        """The number of the first move made at this table."""
        return len(self.beginning) - len(self.silent)

    def seed_of(self, number: int, present: str) -> str:
        """Return the seed that chance used for move `number`, given the current seed; empty if unknown."""
        before = next((seed for until, seed in self.seeds_before if number < until), None)
        return (present if number >= self.begun else "") if before is None else before


class Entry(msgspec.Struct, tag_field="kind", frozen=True, kw_only=True):
    """A change of the table: the time, the person and the client's request id."""

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
    """The person takes the seat. Its `token` authorizes moves for the seat."""

    name: str
    token: str
    contribution: str = ""  # what the seat contributes to the seed if the game begins with it


class Left(AtSeat, tag="leave", frozen=True, kw_only=True):
    pass


class BotSeated(AtSeat, tag="bot", frozen=True, kw_only=True):
    """A bot plays the seat, on its own or for the person who holds it."""

    level: str
    name: str


class BotGone(AtSeat, tag="back", frozen=True, kw_only=True):
    """The bot leaves: the person who holds the seat plays again, or the seat is free."""


class Started(Entry, tag="start", frozen=True, kw_only=True):
    """The game starts; draws use the server's secret mixed with the space-separated contributions."""

    contributions: str = ""
    begins: str = (
        ""  # the seat that becomes seat 0, all others following round; after "lot " where it was drawn
    )

    @property
    def turned(self) -> int:
        """The number of seats that everyone rotates before the first move."""
        return int(self.begins.removeprefix("lot ") or 0)

    @property
    def lot(self) -> bool:
        return self.begins.startswith("lot ")


class Chosen(AtSeat, tag="choice", frozen=True, kw_only=True):
    """A move chosen in a timed window: hidden until the window ends, and not counted by `version`."""

    move: str


class Moved(AtSeat, tag="move", frozen=True, kw_only=True):
    """A move of a seat or of chance, which has a seat of its own."""

    move: str


class TakenBack(AtSeat, tag="take_back", frozen=True, kw_only=True):
    """The seat takes the last move back: its own, or a bot's reply on the way to its own."""


class BecameReady(AtSeat, tag="ready", frozen=True, kw_only=True):
    """The seat needs no more reading time before the next move."""


class Resumed(Entry, tag="resumed", frozen=True, kw_only=True):
    """A server resumes the table after downtime, which counts on no clock."""


class TimedOut(AtSeat, tag="time", frozen=True, kw_only=True):
    """The seat ran out of time and lost."""


class SteppedAway(AtSeat, tag="away", frozen=True, kw_only=True):
    """The person on the seat marks themselves as away."""


class CameBack(AtSeat, tag="here", frozen=True, kw_only=True):
    """The person on the seat is back."""


class Said(AtSeat, tag="chat", frozen=True, kw_only=True):
    """A chat message: free text, the key of a canned phrase, or nothing if it was erased."""

    text: str
    form: str  # "text", "phrase" or "erased"


class Continued(AtSeat, tag="rematch", frozen=True, kw_only=True):
    """The people continue with a rematch at a new table."""

    table: str


class Hinted(AtSeat, tag="hint", frozen=True, kw_only=True):
    """The seat received a hint; recorded once per question."""


class HelpChanged(AtSeat, tag="help", frozen=True, kw_only=True):
    """The seat chose another help level."""

    help: str


class RulesChanged(Entry, tag="rules", frozen=True, kw_only=True):
    """From here on this version of the rules applies; the table was opened under an earlier one."""

    version: int


class Brought(Entry, tag="brought", frozen=True, kw_only=True):
    """The person imported this table from their device; it starts with the moves made there."""


class Packed(Entry, tag="packed", frozen=True, kw_only=True):
    """The only person exported the running game with its seed and all hands, so others may not join."""


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
