"""Where a table stands: the fold of its journal. No clock, no network, no database; the same entries always lead to the same sitting.

What the entries hold:

    kind        seat   text             note            person
    join        x      name             token           who sits there now
    leave       x                                       who left
    bot         x      level            the bot's name  who asked for it
    back        x                                       who plays again, or the host who frees a bot's seat
    start
    choice      x      a move           chosen in a timed window, revealed only when that ends; not counted by the version
    move        x      a move           (chance has a seat of its own)
    take_back   x
    chat        x      a phrase's key, or text          "phrase" or "text"
    rematch     x      the new table
    hint        x                                       who was given one; once for the same question
    help        x      how much help that seat wants
"""

from dataclasses import dataclass, field
from typing import Any

from ludothek.core import CHANCE, Event, Phrase, Seat
from ludothek.core.chance import SecretSeed
from ludothek.core.registry import find
from ludothek.core.table import Table, seat_label, seat_of
from ludothek.server.table.entries import Entry, Facts
from ludothek.server.table.pace import Pace, Window
from ludothek.server.table.words import Spoken

REMEMBERED = 200  # client ids of which the answer is remembered


@dataclass
class Chair:
    """One seat. A bot with an owner keeps it warm for a person."""

    owner: str | None = None
    name: str = ""
    token: str = ""
    level: str | None = None
    bot_name: str = ""
    help: str = "silent"  # how much advice its owner wants, see `advice`

    @property
    def kind(self) -> str:
        return "bot" if self.level else "person" if self.owner else "open"

    @property
    def shown_name(self) -> str:
        return self.bot_name if self.level else self.name


@dataclass(frozen=True)
class Told:
    """A line of the log: what an entry said, with the names of that time."""

    version: int
    kind: str
    seat: int | str | None
    at: int
    events: list[Event]
    names: tuple[str, ...]
    own: bool = True  # the server's own words, not the game's
    said: dict[str, list[str]] = field(default_factory=dict, compare=False)  # each event in words, by language: said once for all viewers


@dataclass(frozen=True)
class Board:
    """A position as a viewer sees it, as data and in words."""

    turn: int
    names: tuple[str, ...]
    view: dict[str, Any]
    lines: list[str]


@dataclass
class Sitting:
    facts: Facts
    scale: float = 1.0
    number: int = 0  # of the last entry
    version: int = 0  # entries that everybody may know of
    phase: str = "waiting"
    host: str = ""
    rematch: str | None = None
    moved_at: int = 0  # when the last move was made
    turn: int = 0  # counts whatever changed the position
    log: list[Told] = field(default_factory=list)
    chosen: dict[int, str] = field(default_factory=dict)  # in the open window
    answered: dict[tuple[str, str], tuple[int, int | None]] = field(default_factory=dict)  # version and seat by person and client id
    written: list[Entry] | None = None  # collects the entries of a table that is not in the database yet
    was_on: dict[str, set[int]] = field(default_factory=dict)  # seats of the running game by person

    def __post_init__(self) -> None:
        facts = self.facts
        self.variant = find(facts.game).variant(facts.seats, facts.options, facts.kit)
        self.table = Table(self.variant)
        self.seed = SecretSeed(bytes.fromhex(facts.seed))
        self.pace = Pace(self.variant, facts.pace, clock=facts.clock, scale=self.scale)
        self.chairs = [Chair() for _ in range(facts.seats)]
        self.names: tuple[str, ...] = ("",) * facts.seats
        self.has_shared_device = False  # somebody holds several seats
        self.boards: dict[tuple[int, str], Board] = {}  # by viewer and language
        self.alike: dict[str, Any] = {}  # what is the same for all viewers until something happens
        self.spoken = {language: Spoken(texts) for language, texts in self.variant.game.texts.items()}
        self.host = facts.creator
        self.asked_since: dict[int, int] = {}
        self.hinted: dict[int, int] = {}  # by seat: the question, as in `asked_since`, for which it was last given a hint
        self.asked: dict[int, dict[str, int]] = {}  # the legal moves of those who are to act
        self.before: Any = None  # the state before the last move
        self.earlier: Any = None  # the state before the last move that was somebody's own: what chance did after it belongs to it
        self._can_take_back: bool | None = False
        self._last_action = 0

    def seats_of(self, person: str | None) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if person and chair.owner == person]

    @property
    def to_act(self) -> list[int]:
        return list(self.asked)

    def window(self) -> Window | None:
        if self.phase != "playing" or not self.asked or CHANCE in self.asked:
            return None
        return self.pace.window(self.table.state)

    def not_before(self) -> int:
        """The time before which no move is taken; 0 where there is none."""
        wait = self.pace.earliest(self.table.state) if self.phase == "playing" else 0
        return self.moved_at + wait if wait else 0

    def can_take_back(self) -> bool:
        """Whether the last move, if its owner asks for it, may be taken back."""
        if self._can_take_back is None:
            seat = self.table.moves[-1][0]
            self._can_take_back = self.variant.can_take_back(self.before, seat, self._last_action, self.table.state)
        return self._can_take_back and (self.phase == "playing" or self._is_puzzle)

    @property
    def _is_puzzle(self) -> bool:
        """One person, and nothing hidden: what is over for them need not be (CB-5)."""
        return self.variant.seats == 1 and self.variant.game.is_open

    def apply(self, entry: Entry) -> None:
        """Carry out an entry known to be good."""
        self.number += 1
        self.alike.clear()
        if self.written is not None:
            self.written.append(entry)
        if entry.kind != "choice":
            self.version += 1
        getattr(self, f"_{entry.kind}")(entry)
        if entry.client and entry.person:
            self.answered[entry.person, entry.client] = self.version, entry.seat
            if len(self.answered) > REMEMBERED:
                del self.answered[next(iter(self.answered))]

    def _name(self) -> None:
        self.names = tuple(chair.shown_name for chair in self.chairs)
        owners = [chair.owner for chair in self.chairs if chair.owner]
        self.has_shared_device = len(owners) > len(set(owners))

    def _join(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.chairs[entry.seat] = Chair(owner=entry.person, name=entry.text, token=entry.note)
        self._name()
        if self.phase == "playing" and entry.person:
            self.was_on.setdefault(entry.person, set()).add(entry.seat)
        self._tell(entry, Event("join", who=Seat(entry.seat)))

    def _leave(self, entry: Entry) -> None:
        assert entry.seat is not None
        self._tell(entry, Event("leave", who=Seat(entry.seat)))
        self.chairs[entry.seat] = Chair()
        self._name()
        if entry.person == self.host and not self.seats_of(self.host):
            self.host = next((chair.owner for chair in self.chairs if chair.owner), self.host)

    def _bot(self, entry: Entry) -> None:
        assert entry.seat is not None
        chair = self.chairs[entry.seat]
        event = Event("bot", who=chair.name, bot=entry.note) if chair.owner else Event("seat_bot", bot=entry.note)
        chair.level, chair.bot_name = entry.text, entry.note
        self._name()
        self._tell(entry, event)

    def _back(self, entry: Entry) -> None:
        assert entry.seat is not None
        chair = self.chairs[entry.seat]
        chair.level, chair.bot_name = None, ""
        self._name()
        self._tell(entry, Event("back", who=Seat(entry.seat)) if chair.owner else Event("opened"))

    def _start(self, entry: Entry) -> None:
        self.phase = "playing"
        self.moved_at = entry.at
        for seat, chair in enumerate(self.chairs):
            if chair.owner:
                self.was_on.setdefault(chair.owner, set()).add(seat)
        for label, move in self.facts.beginning:
            mover, before = seat_of(label), self.table.state
            self.table.play(mover, move)
            self._note(mover, before)
        self._tell(entry, Event("start"))
        self._ask(None)

    def _choice(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.chosen[entry.seat] = entry.text

    def _move(self, entry: Entry) -> None:
        assert entry.seat is not None
        before, self._last_action = self.table.state, self.asked[entry.seat][entry.text]
        events = self.table.carry_out(entry.seat, entry.text, self._last_action)
        self.before = before
        self._note(entry.seat, before)
        self._can_take_back = None
        self.moved_at = entry.at
        self.chosen.clear()
        self.log.append(Told(self.version, "move", seat_label(entry.seat), entry.at, events, self.names, own=False))
        self._ask(entry.seat)

    def _note(self, mover: int, before: Any) -> None:
        if mover != CHANCE:
            self.earlier = before

    def _take_back(self, entry: Entry) -> None:
        self.table.take_back()
        self.phase = "playing"
        self._recall()
        self.chosen.clear()
        self.asked_since.clear()
        self.asked.clear()
        self._tell(entry, Event("take_back", who=Seat(entry.seat or 0)))
        self._ask(None)

    def _recall(self) -> None:
        """After a move was taken back the one before it may be too, if it is the same person's."""
        self.before, self._can_take_back = None, False
        if len(self.table.moves) > len(self.facts.beginning):
            *_, self.before, _ = self.table.states()
            seat, move = self.table.moves[-1]
            self._last_action, self._can_take_back = self.variant.action(self.before, seat, move), None
        self.earlier = self.before

    def _chat(self, entry: Entry) -> None:
        words = Phrase(f"phrases.{entry.text}") if entry.note == "phrase" else entry.text
        self._tell(entry, Event("typed", text=words))

    def _rematch(self, entry: Entry) -> None:
        self.rematch = entry.text
        self._tell(entry, Event("rematch", who=Seat(entry.seat or 0)))

    def _hint(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.hinted[entry.seat] = self.asked_since[entry.seat]
        self._tell(entry, Event("hint", who=Seat(entry.seat)))

    def _help(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.chairs[entry.seat].help = entry.text
        self._tell(entry, Event(f"help.{entry.text}", who=Seat(entry.seat)))

    def _tell(self, entry: Entry, *events: Event) -> None:
        self.log.append(Told(self.version, entry.kind, entry.seat, entry.at, list(events), self.names))

    def _ask(self, mover: int | None) -> None:
        """Note who is asked what, and since which version: a move chosen from an older question is stale."""
        self.turn += 1
        state, variant = self.table.state, self.variant
        asked = {seat: variant.moves(state, seat) for seat in variant.to_act(state)}
        for seat, moves in asked.items():
            if seat == mover or self.asked.get(seat) != moves:
                self.asked_since[seat] = self.version
        self.asked = asked
        if not asked:
            self.phase = "over"
