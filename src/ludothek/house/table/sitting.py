"""Where a table stands: the fold of its journal.

No clock, no network, no database; the same entries always lead to the same sitting.
"""

import hmac
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ludothek.core import CHANCE, Event, Phrase, Seat, Variant
from ludothek.core.chance import SecretSeed
from ludothek.core.registry import find
from ludothek.core.table import Playthrough, seat_label, seat_of
from ludothek.core.texts import SPECTATOR
from ludothek.core.upgrades import Earlier, earlier
from ludothek.core.variant_cache import setting_of, shared
from ludothek.house.people.person import NOBODY
from ludothek.house.table.entries import (
    ERASED,
    AnyEntry,
    AtSeat,
    BecameReady,
    BotGone,
    BotSeated,
    Brought,
    CameBack,
    Chosen,
    Continued,
    Entry,
    Facts,
    HelpChanged,
    Hinted,
    Joined,
    Left,
    Moved,
    Packed,
    Resumed,
    RulesChanged,
    Said,
    Started,
    SteppedAway,
    TakenBack,
    TimedOut,
)
from ludothek.house.table.event_log import EventLog, LogLine
from ludothek.house.table.pace import Pace, TimedWindow
from ludothek.house.table.position import PlayedMove, Position
from ludothek.house.table.recent_answers import RecentAnswer, RecentAnswers
from ludothek.house.table.refusals import Refused
from ludothek.house.table.seat_clocks import SeatClocks

PLAY = (Moved, Chosen)


@dataclass
class TableSeat:
    """One seat. A bot with an owner keeps it warm for a person."""

    owner: str | None = None
    name: str = ""
    token: str = ""
    contribution: str = ""  # to the seed, if the game begins with it
    level: str | None = None
    bot_name: str = ""
    help: str = "silent"  # how much advice its owner wants
    is_away: bool = False  # its owner has said so
    is_missed: bool = False  # a bot plays because its owner did not come; it goes when they do

    @property
    def kind(self) -> str:
        return "bot" if self.level else "person" if self.owner else "open"

    @property
    def known_as(self) -> str:
        """The person's name, also while a bot plays for them."""
        return self.name or self.bot_name

    @property
    def shown_name(self) -> str:
        if self.level and self.owner:
            return f"{self.name} (Bot)"
        return self.bot_name if self.level else self.name


class MoveStep(NamedTuple):
    """A move, and the state before it."""

    before: Any
    seat: int
    action: int


@dataclass
class Sitting:
    facts: Facts
    scale: float = 1.0
    number: int = 0  # of the last entry
    version: int = 0  # entries that everybody may know of
    seated_at: int = 0  # the number of the last entry by which anything but the game has changed
    phase: str = "waiting"
    host: str = ""
    rematch: str | None = None
    taken_back: int = 0  # moves
    packed_by: str | None = None  # the person who took a copy of the running game
    out_of_time: int | None = None  # the seat that has lost by its clock
    moved_at: int = 0  # when the last move was made
    turn: int = 0  # counts whatever changed the position
    log: EventLog = field(default_factory=EventLog)
    chosen: dict[int, str] = field(default_factory=dict)  # in the open window
    ready: set[int] = field(
        default_factory=set
    )  # the seats that the table need not wait for until the next move
    answers: RecentAnswers = field(default_factory=RecentAnswers)
    was_on: dict[str, set[int]] = field(default_factory=dict)  # seats of the running game by person

    def __post_init__(self) -> None:
        facts = self.facts
        self._earlier = rules_of(
            facts
        )  # the rules by which the entries that follow were made; None: the present ones
        self.variant = variant_of(facts)
        self.table = Playthrough(self.variant)
        self.secret = SecretSeed(bytes.fromhex(facts.seed))  # whose commitment is shown
        self.contributions = ""
        self.lot: int | None = None  # by which seats moved round before the first move, where a lot was drawn
        self.seed = self.secret  # from which chance is drawn, once the game has begun
        self.pace = Pace(self.variant, facts.pace, clock=facts.clock, scale=self.scale)
        self.clocks = SeatClocks.of(facts.allowance, facts.seats, self.scale)
        self.chairs = [TableSeat() for _ in range(facts.seats)]
        self.names: tuple[str, ...] = ("",) * facts.seats
        self.has_shared_device = False  # somebody holds several seats
        self.host = facts.creator
        self.asked_since: dict[int, int] = {}
        self._asked_at = 0  # the version that led to the present questions
        self.hinted: dict[
            int, int
        ] = {}  # by seat: the question, as in `asked_since`, for which it was last given a hint
        self.before: Any = None  # the state before the last move
        # The state before the last move that was somebody's own: what chance did after it belongs to it
        self.earlier: Any = None
        self._by_bot = list[bool]()  # of each move
        self._trail: list[
            MoveStep
        ] = []  # the last move of a person, and what bots have answered; empty where it cannot be taken back
        self._followed = 0  # how many steps of it are known to have revealed nothing
        self.table.follow_silently(self._earlier)
        for label, move in facts.beginning:
            mover, before = seat_of(label), self.table.state
            self.table.play(mover, move)
            self.table.follow_silently(self._earlier)
            self._note(mover, before)
        self.table.silent += facts.silent
        self._by_bot = [False] * len(self.table.moves)
        self.begun_at = len(self.table.moves)  # the place of the first move that was made here
        self.position = Position.of(self.variant, self.table.state)

    @property
    def asked(self) -> dict[int, dict[str, int]]:
        """The legal moves of those who are to act; nobody is before the game has begun, nor when it is over."""
        return self.position.asked if self.phase == "playing" else {}

    def seats_of(self, person: str | None) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if person and chair.owner == person]

    @property
    def to_act(self) -> list[int]:
        return list(self.asked)

    def eyes_of(self, person: str | None) -> int:
        """As which seat somebody looks who has named none: as theirs; as a spectator where several share a
        device that nobody has taken.
        """
        mine = self.seats_of(person)
        return mine[0] if len(mine) == 1 else SPECTATOR

    def viewer_for(self, person: str | None, seat: str | None) -> int:
        """As whom somebody looks: as the seat they name, else as their only one, else as a spectator."""
        if seat is None:
            return self.eyes_of(person)
        if seat == "none":
            return SPECTATOR
        if seat not in map(str, self.seats_of(person)):
            raise Refused("not_yours")
        return int(seat)

    def was_asked_before(self, seat: int) -> bool:
        """Whether a seat has been asked the same already before the last move."""
        return self.asked_since[seat] < self._asked_at

    def window(self) -> TimedWindow | None:
        if not self.pace.has_windows or not self.asked or CHANCE in self.asked:
            return None
        return self.pace.window(self.table.state)

    def not_before(self) -> int:
        """The time before which no move is taken; 0 where there is none."""
        wait = self.pace.earliest(self.table.state) if self.phase == "playing" else 0
        if not wait:
            return 0
        is_for_nobody = self.pace.awaited(self.table.state) is not None and not self.waits_for()
        return 0 if is_for_nobody else self.moved_at + wait

    def has_secret(self, seat: int) -> bool:
        """Whether the seat knows what not everybody may, or chooses while others choose too: what is hidden
        from all is no secret.
        """
        if self.variant.game.is_open:
            return False
        state = self.table.state
        return len(self.asked) > 1 or bool(self.variant.seen_by(state, seat) != self.variant.seen_by(state))

    def seed_of_bot(self, seat: int) -> int:
        """By which a bot chooses its next move in a challenge: 62 bits that follow from the table's own seed
        and the number of the move.
        """
        digest = hmac.digest(self.seed.seed, f"bot {seat} {self.table.number()}".encode(), "sha256")
        return int.from_bytes(digest[:8], "big") >> 2

    def waits_for(self) -> list[int]:
        """The seats for whose sake the next move has to wait: bots need no time, nor does whoever has said
        that they are ready.
        """
        awaited = self.pace.awaited(self.table.state) if self.phase == "playing" else None
        return [
            seat for seat in awaited or [] if self.chairs[seat].kind == "person" and seat not in self.ready
        ]

    def moves_to_take_back(self) -> tuple[int, int | None]:
        """How many moves may be taken back together, and by which seat: a person's last one, with what bots
        have answered to it. None where one of them has revealed something.
        """
        if (
            not self._trail
            or self.facts.is_counted
            or not (self.phase == "playing" or self._is_puzzle)
            or self.clocks
        ):
            return 0, None
        while self._followed < len(self._trail):
            step, *later = self._trail[self._followed :]
            after = later[0].before if later else self.table.state
            if not self.variant.can_take_back(*step, after):
                self._trail.clear()
            self._followed += 1
        return (len(self._trail), self._trail[0].seat) if self._trail else (0, None)

    @property
    def _is_puzzle(self) -> bool:
        """One person, and nothing hidden: what is over for them need not be (CB-5)."""
        return self.variant.seats == 1 and self.variant.game.is_open

    def apply(self, entry: AnyEntry, known: PlayedMove | None = None) -> None:
        """Carry out an entry known to be good; where it is a move that was just decided, with what is known
        of it already.
        """
        self.number += 1
        if not isinstance(entry, Chosen):
            self.version += 1
        if not isinstance(entry, PLAY):
            self.seated_at = self.number
        match entry:
            case Moved():
                self._move(entry, known)
            case Chosen():
                self.chosen[entry.seat] = entry.move
            case Started():
                self._start(entry)
            case Joined():
                self._join(entry)
            case Left():
                self._leave(entry)
            case BotSeated():
                self._seat_bot(entry)
            case BotGone():
                self._free_from_bot(entry)
            case TakenBack():
                self._take_back(entry)
            case BecameReady():
                self.ready.add(entry.seat)
            case Resumed():
                if self.clocks:
                    self.clocks.skip(entry.at)
            case TimedOut():
                self._time_out(entry)
            case SteppedAway() | CameBack():
                self.chairs[entry.seat].is_away = isinstance(entry, SteppedAway)
                self._tell(entry, Event(entry.kind, who=Seat(entry.seat)))
            case Said():
                self._tell(entry, Event("typed", text=_typed(entry)))
            case Continued():
                self.rematch = entry.table
                self._tell(entry, Event("rematch", who=Seat(entry.seat)))
            case Hinted():
                self.hinted[entry.seat] = self.asked_since[entry.seat]
                self._tell(entry, Event("hint", who=Seat(entry.seat)))
            case HelpChanged():
                self.chairs[entry.seat].help = entry.help
                self._tell(entry, Event(f"help.{entry.help}", who=Seat(entry.seat)))
            case RulesChanged():
                self._earlier = earlier(self.variant.game, entry.version, self.facts.options)
            case Brought():
                self._tell(entry, *self._brought(entry))
            case Packed():
                self.packed_by = entry.person
        self._turn_clock(entry)
        if entry.client and entry.person:
            self.answers.note(entry.person, entry.client, RecentAnswer(self.version, _seat(entry)))

    @property
    def is_upgraded(self) -> bool:
        """Whether the next move is the first by the present rules at a table of an earlier version."""
        return self._earlier is not None

    def given(self) -> list[tuple[int | str, str]]:
        """The moves that games of this kind begin with, by the present rules."""
        given = len(self.facts.given)
        place = next(
            (place for place in range(len(self.table.moves)) if self.table.number(place) == given),
            len(self.table.moves),
        )
        return [(seat_label(seat), move) for seat, move in self.table.moves[:place]] if given else []

    def present_facts(self) -> dict[str, Any]:
        """What the facts of another table that goes on with this game say of its rules."""
        return {"rules": self.variant.game.declared.version, "options": self.variant.options}

    # Seats

    def _join(self, entry: Joined) -> None:
        self.chairs[entry.seat] = TableSeat(
            owner=entry.person, name=entry.name, token=entry.token, contribution=entry.contribution
        )
        self._name()
        if self.host.startswith(NOBODY) and entry.person:
            self.host = entry.person  # whoever opened the table was erased
        if self.phase == "playing" and entry.person:
            self.was_on.setdefault(entry.person, set()).add(entry.seat)
        self._tell(entry, Event("join", who=Seat(entry.seat)))

    def _leave(self, entry: Left) -> None:
        self._tell(entry, Event("leave", who=Seat(entry.seat)))
        self.chairs[entry.seat] = TableSeat()
        self._name()
        if entry.person == self.host and not self.seats_of(self.host):
            self.host = next((chair.owner for chair in self.chairs if chair.owner), self.host)

    def _seat_bot(self, entry: BotSeated) -> None:
        chair = self.chairs[entry.seat]
        event = Event("bot", who=chair.name) if chair.owner else Event("seat_bot", bot=entry.name)
        chair.level, chair.bot_name = entry.level, entry.name
        chair.is_missed = entry.person is None and chair.owner is not None
        self._name()
        self._tell(entry, event)

    def _free_from_bot(self, entry: BotGone) -> None:
        chair = self.chairs[entry.seat]
        chair.level, chair.bot_name, chair.is_missed = None, "", False
        self._name()
        self._tell(entry, Event("back", who=Seat(entry.seat)) if chair.owner else Event("opened"))

    def _name(self) -> None:
        self.names = tuple(chair.shown_name for chair in self.chairs)
        owners = [chair.owner for chair in self.chairs if chair.owner]
        self.has_shared_device = len(owners) > len(set(owners))

    # The game

    def _start(self, entry: Started) -> None:
        self.phase = "playing"
        self.contributions = entry.contributions
        self.lot = entry.turned if entry.lot else None
        self.seed = self.secret.mixed_with(entry.contributions)
        self.moved_at = entry.at
        if entry.turned:
            self.chairs = self.chairs[entry.turned :] + self.chairs[: entry.turned]
            self._name()
        for seat, chair in enumerate(self.chairs):
            if chair.owner:
                self.was_on.setdefault(chair.owner, set()).add(seat)
        how = [Event("lot" if entry.lot else "begins", who=Seat(0))] if entry.lot or entry.turned else []
        self._tell(entry, Event("start"), *how)
        self._ask(self.position)

    def _move(self, entry: Moved, known: PlayedMove | None) -> None:
        played = known or PlayedMove.at(self.variant, self.position, entry.seat, entry.move)
        self.before = self.table.state
        if entry.person and entry.seat != CHANCE and self.chairs[entry.seat].is_away:
            self.chairs[entry.seat].is_away = False  # whoever moves is there
            self.seated_at = self.number
        self._note(entry.seat, self.before)
        self._by_bot.append(entry.seat != CHANCE and self.chairs[entry.seat].kind == "bot")
        self._follow(MoveStep(self.before, entry.seat, played.action), by_bot=self._by_bot[-1])
        self.table.follow(entry.seat, entry.move, played.position.state)
        position = played.position
        if self._earlier:
            self.table.follow_silently(self._earlier)
            self._by_bot += [False] * (len(self.table.moves) - len(self._by_bot))
            position = Position.of(self.variant, self.table.state)
        self.moved_at = entry.at
        self.chosen.clear()
        self.ready.clear()
        self.log.add(
            LogLine(
                self.version, entry.kind, seat_label(entry.seat), entry.at, played.told, self.names, own=False
            )
        )
        asked_anew = [
            seat
            for seat, moves in position.asked.items()
            if seat == entry.seat or self.asked.get(seat) != moves
        ]
        self._ask(position, asked_anew)

    def _time_out(self, entry: TimedOut) -> None:
        self.phase, self.out_of_time = "over", entry.seat
        self.turn += 1
        self._tell(entry, Event("time", who=Seat(entry.seat)))

    def _turn_clock(self, entry: AnyEntry) -> None:
        """The clock of a person who is the only one to act runs; it is theirs anew with each move."""
        if self.clocks is None:
            return
        acting = [seat for seat in self.asked if seat != CHANCE and self.chairs[seat].kind == "person"]
        thinker = acting[0] if len(acting) == len(self.asked) == 1 else None
        has_moved = isinstance(entry, Moved) and entry.seat == self.clocks.running
        if has_moved or thinker != self.clocks.running:
            self.clocks.turn(thinker, entry.at, has_moved=has_moved)

    def _note(self, mover: int, before: Any) -> None:
        if mover != CHANCE:
            self.earlier = before

    def _follow(self, step: MoveStep, *, by_bot: bool) -> None:
        """A person's move begins a new trail, a bot's goes on with it; what chance does is never taken back."""
        if step.seat == CHANCE:
            self._trail, self._followed = [], 0
        elif not by_bot:
            self._trail, self._followed = [step], 0
        elif self._trail:
            self._trail.append(step)

    def _take_back(self, entry: TakenBack) -> None:
        self.taken_back += 1
        seat, _ = self.table.go_back_to(self.before)
        del self._by_bot[len(self.table.moves) :]
        self.phase = "playing"
        self._recall()
        self.chosen.clear()
        self.ready.clear()
        self.asked_since.clear()
        if seat == entry.seat:
            self._tell(entry, Event("take_back", who=Seat(seat)))
        self._ask(Position.of(self.variant, self.table.state))

    def _recall(self) -> None:
        """After a move was taken back the one before it may be too."""
        self.before, self._trail, self._followed = None, [], 0
        made = list(zip(self.table.states(), self.table.moves, self._by_bot, strict=False))
        for place, (before, (seat, move), by_bot) in enumerate(made):
            if place >= self.begun_at and place not in self.table.silent:
                self._follow(MoveStep(before, seat, self.variant.action(before, seat, move)), by_bot=by_bot)
                self.before = before
        self.earlier = self.before

    def _brought(self, entry: Brought) -> list[Event]:
        """Where the table comes from, and what nobody here can vouch for."""
        who = next((chair.name for chair in self.chairs if chair.owner == entry.person), "")
        game, told = (
            self.variant.game,
            [Event("brought", who=who, n=self.facts.begun - len(self.facts.given))],
        )
        if game.declared.chance and not self.facts.companion:
            told.append(Event("brought_chance"))
        if not game.is_open:
            told.append(Event("brought_hidden", who=who))
        return told

    def _ask(self, position: Position, anew: list[int] | None = None) -> None:
        """Note who is asked what, and since which version: a move chosen from an older question is stale."""
        self.turn += 1
        self.position = position
        self._asked_at = self.version
        for seat in position.asked if anew is None else anew:
            self.asked_since[seat] = self.version
        if not position.asked:
            self.phase = "over"

    def _tell(self, entry: Entry, *events: Event) -> None:
        self.log.add(LogLine(self.version, entry.kind, _seat(entry), entry.at, list(events), self.names))


def rules_of(facts: Facts) -> Earlier | None:
    """The version of its game's rules by which a table was opened; None where it is the present one."""
    return earlier(find(facts.game), facts.rules, facts.options)


def variant_of(facts: Facts) -> Variant:
    """The game that is played at a table, by the present rules."""
    before = rules_of(facts)
    return shared(facts.game, facts.seats, setting_of(before.options if before else facts.options, facts.kit))


def _typed(entry: Said) -> str | Phrase:
    if entry.form == ERASED:
        return Phrase("words.erased")
    return Phrase(f"phrases.{entry.text}") if entry.form == "phrase" else entry.text


def _seat(entry: Entry) -> int | None:
    return entry.seat if isinstance(entry, AtSeat) else None
