"""The state of a table, folded from its journal.

No clock, network or database; the same entries always give the same sitting.
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

MOVES = (Moved, Chosen)


@dataclass
class TableSeat:
    """One seat: free, held by a person, or played by a bot, which may stand in for a person."""

    owner: str | None = None
    name: str = ""
    token: str = ""
    contribution: str = ""  # to the seed, if the game begins with it
    level: str | None = None
    bot_name: str = ""
    help: str = "silent"  # the help level of the owner
    is_away: bool = False  # the owner said so
    is_missed: bool = False  # a bot stands in for an absent owner until the owner returns

    @property
    def kind(self) -> str:
        return "bot" if self.level else "person" if self.owner else "open"

    @property
    def known_as(self) -> str:
        """Return the person's name even while a bot plays for them."""
        return self.name or self.bot_name

    @property
    def shown_name(self) -> str:
        if self.level and self.owner:
            return f"{self.name} (Bot)"
        return self.bot_name if self.level else self.name


class MoveStep(NamedTuple):
    """A move and the state before it."""

    before: Any
    seat: int
    action: int


@dataclass
class Sitting:
    """The state of one table after the entries applied so far."""

    facts: Facts
    scale: float = 1.0
    number: int = 0  # of the last entry
    version: int = 0  # the number of public entries
    seated_at: int = 0  # the number of the last entry that changed more than the game
    phase: str = "waiting"
    host: str = ""
    rematch: str | None = None
    taken_back: int = 0  # moves
    packed_by: str | None = None  # the person who exported the running game
    out_of_time: int | None = None  # the seat that lost on time
    moved_at: int = 0  # the time of the last move
    turn: int = 0  # counts changes of the position
    log: EventLog = field(default_factory=EventLog)
    chosen: dict[int, str] = field(default_factory=dict)  # moves chosen in the open window
    ready: set[int] = field(default_factory=set)  # seats that need no more reading time before the next move
    answers: RecentAnswers = field(default_factory=RecentAnswers)
    was_on: dict[str, set[int]] = field(
        default_factory=dict
    )  # seats each person has held in the running game

    def __post_init__(self) -> None:
        facts = self.facts
        self._earlier_rules = rules_of(
            facts
        )  # the rules version of the following entries; None: the current one
        self.variant = variant_of(facts)
        self.table = Playthrough(self.variant)
        self.secret = SecretSeed(bytes.fromhex(facts.seed))  # its commitment is public
        self.contributions = ""
        self.lot: int | None = None  # the drawn rotation of the seats
        self.seed = self.secret  # the seed of all draws from the start of the game
        self.pace = Pace(self.variant, facts.pace, clock=facts.clock, scale=self.scale)
        self.clocks = SeatClocks.of(facts.allowance, facts.seats, self.scale)
        self.seats = [TableSeat() for _ in range(facts.seats)]
        self.names: tuple[str, ...] = ("",) * facts.seats
        self.has_shared_device = False  # one person holds several seats
        self.host = facts.creator
        self.asked_since: dict[int, int] = {}
        self._question_version = 0  # the version that led to the current questions
        self.hinted: dict[int, int] = {}  # by seat: `asked_since` of the question last hinted at
        self.before: Any = None  # the state before the last move
        # The state before the last move of a player; chance moves after it belong to it
        self.before_choice: Any = None
        self._by_bot = list[bool]()  # for each move
        self._trail: list[
            MoveStep
        ] = []  # a person's last move and the bots' replies; empty if they cannot be taken back
        self._trail_checked = 0  # the number of steps checked to reveal nothing
        self.table.follow_silently(self._earlier_rules)
        for label, move in facts.beginning:
            mover, before = seat_of(label), self.table.state
            self.table.play(mover, move)
            self.table.follow_silently(self._earlier_rules)
            self._note_choice(mover, before)
        self.table.silent += facts.silent
        self._by_bot = [False] * len(self.table.moves)
        self.begun_at = len(self.table.moves)  # the index of the first move made at this table
        self.position = Position.of(self.variant, self.table.state)

    @property
    def legal_moves(self) -> dict[int, dict[str, int]]:
        """The legal moves of each seat that must act; empty before the game and after it."""
        return self.position.legal_moves if self.phase == "playing" else {}

    def seats_of(self, person: str | None) -> list[int]:
        return [seat for seat, table_seat in enumerate(self.seats) if person and table_seat.owner == person]

    @property
    def to_act(self) -> list[int]:
        return list(self.legal_moves)

    def default_viewer(self, person: str | None) -> int:
        """Return the viewer for a person who named no seat: their only seat, else a spectator.

        A person with several seats shares a device that no player holds yet.
        """
        mine = self.seats_of(person)
        return mine[0] if len(mine) == 1 else SPECTATOR

    def viewer_for(self, person: str | None, seat: str | None) -> int:
        """Return the viewer for a requested seat, or the default viewer; refuse another person's seat."""
        if seat is None:
            return self.default_viewer(person)
        if seat == "none":
            return SPECTATOR
        if seat not in map(str, self.seats_of(person)):
            raise Refused("not_yours")
        return int(seat)

    def is_unchanged_question(self, seat: int) -> bool:
        """Whether the seat faced the same question before the last move."""
        return self.asked_since[seat] < self._question_version

    def window(self) -> TimedWindow | None:
        if not self.pace.has_windows or not self.legal_moves or CHANCE in self.legal_moves:
            return None
        return self.pace.window(self.table.state)

    def not_before(self) -> int:
        """Return the time before which no move is accepted, or 0."""
        wait = self.pace.earliest(self.table.state) if self.phase == "playing" else 0
        if not wait:
            return 0
        is_not_needed = self.pace.awaited(self.table.state) is not None and not self.seats_given_time()
        return 0 if is_not_needed else self.moved_at + wait

    def has_secret(self, seat: int) -> bool:
        """Whether the seat knows something that others do not, or chooses at the same time as others.

        Information hidden from every player is no secret of the seat.
        """
        if self.variant.game.is_open:
            return False
        state = self.table.state
        return len(self.legal_moves) > 1 or bool(
            self.variant.seen_by(state, seat) != self.variant.seen_by(state)
        )

    def seed_of_bot(self, seat: int) -> int:
        """Return the 62-bit seed of a bot's next move in a challenge, from table seed and move number."""
        digest = hmac.digest(self.seed.seed, f"bot {seat} {self.table.number()}".encode(), "sha256")
        return int.from_bytes(digest[:8], "big") >> 2

    def seats_given_time(self) -> list[int]:
        """Return the seats whose reading time delays the next move: people who have not said "ready"."""
        awaited = self.pace.awaited(self.table.state) if self.phase == "playing" else None
        return [
            seat for seat in awaited or [] if self.seats[seat].kind == "person" and seat not in self.ready
        ]

    def moves_to_take_back(self) -> tuple[int, int | None]:
        """Return how many moves can be taken back together, and the seat of the first of them.

        These are a person's last move and the bots' replies; (0, None) if one of them revealed information.
        """
        if (
            not self._trail
            or self.facts.is_counted
            or not (self.phase == "playing" or self._is_puzzle)
            or self.clocks
        ):
            return 0, None
        while self._trail_checked < len(self._trail):
            step, *later = self._trail[self._trail_checked :]
            after = later[0].before if later else self.table.state
            if not self.variant.can_take_back(*step, after):
                self._trail.clear()
            self._trail_checked += 1
        return (len(self._trail), self._trail[0].seat) if self._trail else (0, None)

    @property
    def _is_puzzle(self) -> bool:
        """Whether one person plays with open information; such a finished game can be taken back (CB-5)."""
        return self.variant.seats == 1 and self.variant.game.is_open

    def apply(self, entry: AnyEntry, played: PlayedMove | None = None) -> None:
        """Apply an entry, which is known to be valid.

        `played` is the move as computed by the decision, so that it is not computed twice.
        """
        self.number += 1
        if not isinstance(entry, Chosen):
            self.version += 1
        if not isinstance(entry, MOVES):
            self.seated_at = self.number
        match entry:
            case Moved():
                self._move(entry, played)
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
                self._remove_bot(entry)
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
                self.seats[entry.seat].is_away = isinstance(entry, SteppedAway)
                self._log(entry, Event(entry.kind, who=Seat(entry.seat)))
            case Said():
                self._log(entry, Event("typed", text=_typed(entry)))
            case Continued():
                self.rematch = entry.table
                self._log(entry, Event("rematch", who=Seat(entry.seat)))
            case Hinted():
                self.hinted[entry.seat] = self.asked_since[entry.seat]
                self._log(entry, Event("hint", who=Seat(entry.seat)))
            case HelpChanged():
                self.seats[entry.seat].help = entry.help
                self._log(entry, Event(f"help.{entry.help}", who=Seat(entry.seat)))
            case RulesChanged():
                self._earlier_rules = earlier(self.variant.game, entry.version, self.facts.options)
            case Brought():
                self._log(entry, *self._brought_events(entry))
            case Packed():
                self.packed_by = entry.person
        self._turn_clock(entry)
        if entry.client and entry.person:
            self.answers.note(entry.person, entry.client, RecentAnswer(self.version, _seat(entry)))

    @property
    def is_upgraded(self) -> bool:
        """Whether the next move is the first under the current rules at a table of an earlier version."""
        return self._earlier_rules is not None

    def given(self) -> list[tuple[int | str, str]]:
        """Return the moves that games of this kind start with, in terms of the current rules."""
        given = len(self.facts.given)
        place = next(
            (place for place in range(len(self.table.moves)) if self.table.number(place) == given),
            len(self.table.moves),
        )
        return [(seat_label(seat), move) for seat, move in self.table.moves[:place]] if given else []

    def present_facts(self) -> dict[str, Any]:
        """Return the facts about rules for another table that continues this game."""
        return {"rules": self.variant.game.declared.version, "options": self.variant.options}

    # Seats

    def _join(self, entry: Joined) -> None:
        self.seats[entry.seat] = TableSeat(
            owner=entry.person, name=entry.name, token=entry.token, contribution=entry.contribution
        )
        self._update_names()
        if self.host.startswith(NOBODY) and entry.person:
            self.host = entry.person  # the creator of the table was erased
        if self.phase == "playing" and entry.person:
            self.was_on.setdefault(entry.person, set()).add(entry.seat)
        self._log(entry, Event("join", who=Seat(entry.seat)))

    def _leave(self, entry: Left) -> None:
        self._log(entry, Event("leave", who=Seat(entry.seat)))
        self.seats[entry.seat] = TableSeat()
        self._update_names()
        if entry.person == self.host and not self.seats_of(self.host):
            self.host = next((table_seat.owner for table_seat in self.seats if table_seat.owner), self.host)

    def _seat_bot(self, entry: BotSeated) -> None:
        table_seat = self.seats[entry.seat]
        event = Event("bot", who=table_seat.name) if table_seat.owner else Event("seat_bot", bot=entry.name)
        table_seat.level, table_seat.bot_name = entry.level, entry.name
        table_seat.is_missed = table_seat.owner is not None and entry.person != table_seat.owner
        self._update_names()
        self._log(entry, event)

    def _remove_bot(self, entry: BotGone) -> None:
        table_seat = self.seats[entry.seat]
        table_seat.level, table_seat.bot_name, table_seat.is_missed = None, "", False
        self._update_names()
        self._log(entry, Event("back", who=Seat(entry.seat)) if table_seat.owner else Event("opened"))

    def _update_names(self) -> None:
        self.names = tuple(table_seat.shown_name for table_seat in self.seats)
        owners = [table_seat.owner for table_seat in self.seats if table_seat.owner]
        self.has_shared_device = len(owners) > len(set(owners))

    # The game

    def _start(self, entry: Started) -> None:
        self.phase = "playing"
        self.contributions = entry.contributions
        self.lot = entry.turned if entry.lot else None
        self.seed = self.secret.mixed_with(entry.contributions)
        self.moved_at = entry.at
        if entry.turned:
            self.seats = self.seats[entry.turned :] + self.seats[: entry.turned]
            self._update_names()
        for seat, table_seat in enumerate(self.seats):
            if table_seat.owner:
                self.was_on.setdefault(table_seat.owner, set()).add(seat)
        how = [Event("lot" if entry.lot else "begins", who=Seat(0))] if entry.lot or entry.turned else []
        self._log(entry, Event("start"), *how)
        self._set_position(self.position)

    def _move(self, entry: Moved, played: PlayedMove | None) -> None:
        played = played or PlayedMove.at(self.variant, self.position, entry.seat, entry.move)
        self.before = self.table.state
        if entry.person and entry.seat != CHANCE and self.seats[entry.seat].is_away:
            self.seats[entry.seat].is_away = False  # a person who moves is present
            self.seated_at = self.number
        self._note_choice(entry.seat, self.before)
        self._by_bot.append(entry.seat != CHANCE and self.seats[entry.seat].kind == "bot")
        self._extend_trail(MoveStep(self.before, entry.seat, played.action), by_bot=self._by_bot[-1])
        self.table.follow(entry.seat, entry.move, played.position.state)
        position = played.position
        if self._earlier_rules:
            self.table.follow_silently(self._earlier_rules)
            self._by_bot += [False] * (len(self.table.moves) - len(self._by_bot))
            position = Position.of(self.variant, self.table.state)
        self.moved_at = entry.at
        self.chosen.clear()
        self.ready.clear()
        self.log.add(
            LogLine(
                self.version,
                entry.kind,
                seat_label(entry.seat),
                entry.at,
                played.events,
                self.names,
                is_house=False,
            )
        )
        new_questions = [
            seat
            for seat, moves in position.legal_moves.items()
            if seat == entry.seat or self.legal_moves.get(seat) != moves
        ]
        self._set_position(position, new_questions)

    def _time_out(self, entry: TimedOut) -> None:
        self.phase, self.out_of_time = "over", entry.seat
        self.turn += 1
        self._log(entry, Event("time", who=Seat(entry.seat)))

    def _turn_clock(self, entry: AnyEntry) -> None:
        """Run the clock of a person who alone must act; every move starts the next interval."""
        if self.clocks is None:
            return
        acting = [seat for seat in self.legal_moves if seat != CHANCE and self.seats[seat].kind == "person"]
        thinker = acting[0] if len(acting) == len(self.legal_moves) == 1 else None
        has_moved = isinstance(entry, Moved) and entry.seat == self.clocks.running
        if has_moved or thinker != self.clocks.running:
            self.clocks.turn(thinker, entry.at, has_moved=has_moved)

    def _note_choice(self, mover: int, before: Any) -> None:
        if mover != CHANCE:
            self.before_choice = before

    def _extend_trail(self, step: MoveStep, *, by_bot: bool) -> None:
        """Start a new trail with a person's move, extend it with a bot's, and end it with a chance move."""
        if step.seat == CHANCE:
            self._trail, self._trail_checked = [], 0
        elif not by_bot:
            self._trail, self._trail_checked = [step], 0
        elif self._trail:
            self._trail.append(step)

    def _take_back(self, entry: TakenBack) -> None:
        self.taken_back += 1
        seat, _ = self.table.go_back_to(self.before)
        del self._by_bot[len(self.table.moves) :]
        self.phase = "playing"
        self._restore_trail()
        self.chosen.clear()
        self.ready.clear()
        self.asked_since.clear()
        if seat == entry.seat:
            self._log(entry, Event("take_back", who=Seat(seat)))
        self._set_position(Position.of(self.variant, self.table.state))

    def _restore_trail(self) -> None:
        """Recompute the trail from the remaining moves, after a move was taken back."""
        self.before, self._trail, self._trail_checked = None, [], 0
        made = list(zip(self.table.states(), self.table.moves, self._by_bot, strict=False))
        for place, (before, (seat, move), by_bot) in enumerate(made):
            if place >= self.begun_at and place not in self.table.silent:
                self._extend_trail(
                    MoveStep(before, seat, self.variant.action(before, seat, move)), by_bot=by_bot
                )
                self.before = before
        self.before_choice = self.before

    def _brought_events(self, entry: Brought) -> list[Event]:
        """Say where the table was brought from, and what this house cannot verify."""
        who = next((table_seat.name for table_seat in self.seats if table_seat.owner == entry.person), "")
        game, events = (
            self.variant.game,
            [Event("brought", who=who, n=self.facts.begun - len(self.facts.given))],
        )
        if game.declared.chance and not self.facts.companion:
            events.append(Event("brought_chance"))
        if not game.is_open:
            events.append(Event("brought_hidden", who=who))
        return events

    def _set_position(self, position: Position, anew: list[int] | None = None) -> None:
        """Set the position, and note since which version each question stands; older answers are stale."""
        self.turn += 1
        self.position = position
        self._question_version = self.version
        for seat in position.legal_moves if anew is None else anew:
            self.asked_since[seat] = self.version
        if not position.legal_moves:
            self.phase = "over"

    def _log(self, entry: Entry, *events: Event) -> None:
        self.log.add(LogLine(self.version, entry.kind, _seat(entry), entry.at, list(events), self.names))


def rules_of(facts: Facts) -> Earlier | None:
    """Return the rules version that a table was opened with; None for the current one."""
    return earlier(find(facts.game), facts.rules, facts.options)


def variant_of(facts: Facts) -> Variant:
    """Return the variant that a table plays, under the current rules."""
    before = rules_of(facts)
    return shared(facts.game, facts.seats, setting_of(before.options if before else facts.options, facts.kit))


def _typed(entry: Said) -> str | Phrase:
    if entry.form == ERASED:
        return Phrase("words.erased")
    return Phrase(f"phrases.{entry.text}") if entry.form == "phrase" else entry.text


def _seat(entry: Entry) -> int | None:
    return entry.seat if isinstance(entry, AtSeat) else None
