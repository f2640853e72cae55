"""What a viewer is shown: made from what `hide` leaves for that viewer, in that viewer's language, and from nothing else."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, compress, repeat
from typing import Any, NamedTuple

import msgspec

from ludothek.core import CHANCE, Event, People, Phrase
from ludothek.core.lasting import Kept
from ludothek.core.table import seat_label
from ludothek.core.texts import EVENTS, SPECTATOR, seat_or_none, values_of
from ludothek.server.table.companion import falls, tellers
from ludothek.server.table.ending import Ended, series_of
from ludothek.server.table.log import Told
from ludothek.server.table.sitting import Chair, Sitting
from ludothek.server.table.speech import TEXTS
from ludothek.server.wire.challenges import ChallengeMark
from ludothek.server.wire.conversation import ClocksShape, EventShape, Frame, Happening, MoveShape, WindowShape
from ludothek.server.wire.tables import SeatShape

TOLD_KEPT = 64  # lines of the log: of what has just happened all are told, of what is long past one at a time


class Moment(NamedTuple):
    """When a frame is made, and since when the open window has been open."""

    now: int
    opened: int = 0


class Board(NamedTuple):
    """A position as a viewer sees it, as data and in words."""

    turn: int
    names: tuple[str, ...]
    view: Any  # written
    lines: list[str] | None  # as long as nobody wants to read it


class Question(NamedTuple):
    """What a seat that is to act is asked, and its moves. It stays as it is while others move."""

    holds_for: tuple[int, tuple[str, ...], int]  # the version that led to it, the names, and the time before which no move is taken
    prompt: str
    moves: Any  # written


class Company(NamedTuple):
    """Who sits at the table. It stays the same while they play."""

    holds_for: tuple[int, str]  # the last entry that has changed it, and the phase
    seats: Any  # written
    series: Any  # written
    status: dict[tuple[int | str, ...], str]  # by language, and by whoever is to act


class Alike(NamedTuple):
    """What all viewers are shown, until something happens."""

    number: int  # of the last entry that it shows
    standing: list[int] | None
    told: dict[tuple[int, str], EventShape]  # lines of the log that are being shown, by version and language


class Frames:
    """Makes the frames of one table. What is the same for several of them is made once, and kept for as long as it holds."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._boards: dict[tuple[int, str], Board] = {}  # by viewer and language
        self._lasting: defaultdict[int, Kept] = defaultdict(partial(Kept, _written))  # of boards, by viewer
        self._questions: dict[tuple[int, str], Question] = {}  # by seat and language
        self._kept_company: Company | None = None
        self._kept_alike: Alike | None = None

    def frame(self, viewer: int, language: str, since: int, moment: Moment, reads: bool = True) -> Frame:
        """All that a viewer may know now, and what happened after version `since`; the position in words for whoever reads it."""
        sitting = self.sitting
        facts, variant, state = sitting.facts, sitting.variant, sitting.table.state
        known = variant.seen_by(state, viewer)  # all that is shown below is made from what is known
        board = self._board(viewer, known, language, reads)
        company = self._company()
        playing, over = sitting.phase == "playing", sitting.phase == "over"
        prompt: str | None = None
        moves, row = list[MoveShape](), list[list[MoveShape]]()
        told_by = tellers(sitting) if playing and facts.companion and CHANCE in sitting.asked else []
        if playing and viewer in sitting.asked and not sitting.chairs[viewer].level:  # a bot that stands in is asked, not its owner
            question = self._question(viewer, known, language)
            prompt, moves = question.prompt, question.moves
        elif viewer in told_by:
            prompt, row = self._fallen(viewer, language)
        window = sitting.window()
        return Frame(
            table=facts.id,
            game=facts.game,
            since=since,
            version=sitting.version,
            viewer=seat_or_none(viewer),
            language=language,
            phase=sitting.phase,
            name=facts.name,
            companion=facts.companion,
            child_safe=facts.child_safe,
            public=facts.public,
            clock=facts.clock,
            clocks=ClocksShape(sitting.clocks.left, sitting.clocks.running, sitting.clocks.since) if sitting.clocks else None,
            hints=facts.hints,
            patience=facts.patience,
            challenge=ChallengeMark(facts.challenge.date, facts.challenge.counted, facts.challenge.goal) if facts.challenge else None,
            seats=company.seats,
            view=board.view,
            before=self._before(viewer) if since == 0 else None,
            lines=(board.lines or []) if reads else [],
            to_act=[seat_label(seat) for seat in sitting.asked] if playing else [],
            prompt=prompt,
            status=self._status(company, language),
            moves=moves,
            falls=row,
            chosen=sitting.chosen.get(viewer),
            window=WindowShape(window.kind, moment.opened, moment.opened + window.milliseconds) if window else None,
            now=moment.now,
            take_back=sitting.moves_to_take_back()[1],
            waits_for=sitting.waits_for(),
            tellers=told_by,
            curtain=_curtain(sitting),
            events=self.events(viewer, language, since),
            standing=self._alike().standing,
            series=company.series,
            outcome=Ended.of(sitting).outcome(language) if over else None,
            commitment=sitting.secret.commitment,
            seed=facts.seed if over and not facts.companion else None,
            rematch=sitting.rematch,
        )

    def _board(self, viewer: int, known: Any, language: str, reads: bool) -> Board:
        """The position; where nothing is hidden it is made once for everybody."""
        variant, turn, names = self.sitting.variant, self.sitting.turn, self.sitting.names
        key = (SPECTATOR if variant.game.is_open else viewer, language)
        kept, words = self._boards.get(key), variant.game.words
        if kept is None or kept.turn != turn or kept.names != names:
            view = variant.view_of(known, viewer, self._lasting[key[0]])
            kept = self._boards[key] = Board(turn, names, _written(view), None)
        if reads and kept.lines is None:
            texts = variant.game.texts[language]
            kept = self._boards[key] = kept._replace(lines=[texts.say(line, names) for line in words.describe(variant.kit, known, viewer)])
        return kept

    def _before(self, viewer: int) -> dict[str, Any] | None:
        """The position before the last move, by which a board shows what that was; not where one has to remember it."""
        sitting = self.sitting
        if sitting.earlier is None or not sitting.variant.game.declared.take_back:
            return None
        return sitting.variant.view(sitting.earlier, viewer)

    def _question(self, seat: int, known: Any, language: str) -> Question:
        sitting, key = self.sitting, (seat, language)
        names, not_before = sitting.names, sitting.not_before()
        holds_for = sitting.asked_since[seat], names, not_before
        kept = self._questions.get(key)
        if kept is None or kept.holds_for != holds_for:
            variant, asked = sitting.variant, sitting.asked[seat]
            texts = variant.game.texts[language]
            prompt = texts.say(variant.game.words.ask(variant.kit, known, seat), names)
            labels = chain.from_iterable([texts.say_all(alike, names) for alike in variant.labels_of(known, seat, asked.values())])
            moves = list(map(MoveShape, asked, labels, repeat(not_before)))
            kept = self._questions[key] = Question(holds_for, prompt, _written(moves))
        return kept

    def _fallen(self, viewer: int, language: str) -> tuple[str, list[list[MoveShape]]]:
        """What the people at a companion table are asked, and what each of the dice or cards that fall in a row may be."""
        sitting, variant = self.sitting, self.sitting.variant
        texts, names = variant.game.texts[language], sitting.names

        def say(phrase: Phrase) -> str:
            return texts.say(phrase, names)

        def labels(state: Any) -> dict[str, str]:
            moves = variant.moves(state, CHANCE)
            known = _said_or(lambda ready: ready, lambda: variant.labels(state, CHANCE), dict[str, Phrase]())
            return {move: say(known[move]) if move in known else move for move in moves}

        prompt = _said_or(say, lambda: variant.ask(sitting.table.state, CHANCE), TEXTS[language]["prompts.chance"])
        row = [{move: label for state in states for move, label in labels(state).items()} for states in falls(sitting, viewer)]
        return prompt, [[MoveShape(move, label) for move, label in fall.items()] for fall in row]

    def _company(self) -> Company:
        sitting, kept = self.sitting, self._kept_company
        holds_for = sitting.seated_at, sitting.phase
        if kept is None or kept.holds_for != holds_for:
            written = _written(seats(sitting.chairs, sitting.host)), _written(series_of(sitting))
            kept = self._kept_company = Company(holds_for, *written, {})
        return kept

    def _status(self, company: Company, language: str) -> str:
        sitting = self.sitting
        if CHANCE in sitting.asked:  # who tells what fell depends on the position
            return status(sitting, language)
        key: tuple[int | str, ...] = (language, *sitting.asked)
        if key not in company.status:
            company.status[key] = status(sitting, language)
        return company.status[key]

    def _alike(self) -> Alike:
        sitting, kept = self.sitting, self._kept_alike
        if kept is None or kept.number != sitting.number:
            standing = sitting.variant.standing(sitting.table.state) if sitting.phase != "waiting" else None
            kept = self._kept_alike = Alike(sitting.number, standing, {})
        return kept

    def events(self, viewer: int, language: str, since: int) -> list[EventShape]:
        """The log after version `since`, as this viewer may read it."""
        sitting, events = self.sitting, list[EventShape]()
        for told in sitting.log.after(since):
            shown = self._shown(told, language)
            known = [event.is_for(viewer) for event in told.events]
            if not all(known):
                shown = _as_far_as(shown, known)
            if sitting.phase == "over" and told.version == sitting.log.last_of_game:
                shown = _with_headline(shown, Ended.of(sitting).headline(language))
            if shown.lines:
                events.append(shown)
        return events

    def _shown(self, told: Told, language: str) -> EventShape:
        """A line of the log as somebody reads it who may know all of it."""
        key, known = (told.version, language), self._alike().told
        shown = known.get(key)
        if shown is None:
            texts = TEXTS[language] if told.own else self.sitting.variant.game.texts[language]
            lines = [texts.say(event, told.names) for event in told.events]
            shown = EventShape(told.version, told.kind, told.seat, told.at, lines, happenings(told.events))
            if len(known) >= TOLD_KEPT:
                known.clear()
            known[key] = shown
        return shown


def _written(part: Any) -> Any:
    """A part of a frame as it is sent, once for all frames that it goes into. What is kept for a table is kept like this: the objects of a
    thousand tables lie far apart, and to let go of hundreds of them at every move takes as long as to make them."""
    return msgspec.Raw(msgspec.json.encode(part))


def _as_far_as(shown: EventShape, known: Sequence[bool]) -> EventShape:
    """Only those of its parts that are known to somebody."""
    parts = {"lines": list(compress(shown.lines, known)), "happened": list(compress(shown.happened, known))}
    return msgspec.structs.replace(shown, **parts)


def _with_headline(shown: EventShape, headline: str) -> EventShape:
    """The end of a game, and how it ended; a game may have said so itself."""
    if shown.lines and shown.lines[-1].rstrip(".!") == headline.rstrip(".!"):
        return shown
    return msgspec.structs.replace(shown, lines=[*shown.lines, headline])


def happenings(events: Iterable[Event]) -> list[Happening]:
    """What happened, as data."""
    return [Happening(event.key.removeprefix(EVENTS), values_of(event)) for event in events]


def _said_or(say: Callable[[Any], Any], make: Callable[[], Any], otherwise: Any) -> Any:
    """What a game says of chance, where it says anything: a game of others may not have thought of the box on the table."""
    try:
        return say(make())
    except (KeyError, IndexError, ValueError):
        return otherwise


def seats(chairs: Sequence[Chair], host: str) -> list[SeatShape]:
    return [
        SeatShape(
            seat,
            chair.kind,
            chair.shown_name,
            chair.level,
            bool(chair.owner) and chair.owner == host,
            bool(chair.owner),
            chair.help,
            chair.is_away,
        )
        for seat, chair in enumerate(chairs)
    ]


def _curtain(sitting: Sitting) -> str:
    """What a shared device shows until the next to act has it in hand: anything, where nothing is secret; what is open to all; or nothing,
    while others choose in secret and there is nothing new to see."""
    if sitting.phase == "waiting" or not sitting.has_shared_device:
        return "none"
    state, variant = sitting.table.state, sitting.variant
    open_to_all = variant.seen_by(state)
    if len(sitting.asked) < 2 and all(variant.seen_by(state, seat) == open_to_all for seat in range(variant.seats)):
        return "none"
    return "drawn" if any(sitting.was_asked_before(seat) for seat in sitting.asked) else "open"


def status(sitting: Sitting, language: str) -> str:
    """Whose turn it is, or what the table waits for, in one sentence."""
    texts, names = TEXTS[language], sitting.names
    if sitting.phase == "waiting":
        free = sum(chair.kind == "open" for chair in sitting.chairs)
        host = next((chair.name for chair in sitting.chairs if chair.owner == sitting.host), "")
        return texts.say(Phrase("status.waiting", n=free) if free else Phrase("status.full", host=host))
    if sitting.phase == "over":
        return texts.say(Phrase("status.over"))
    if CHANCE in sitting.asked:
        return texts.say(_chance_status(sitting))
    acting = People(names[seat] for seat in sitting.asked)
    return texts.say(Phrase("status.turn", n=len(acting), who=acting))


def _chance_status(sitting: Sitting) -> Phrase:
    asked = People(sitting.names[seat] for seat in tellers(sitting)) if sitting.facts.companion else People()
    if len(asked) == sum(chair.owner is not None for chair in sitting.chairs):
        return Phrase("status.chance")
    return Phrase("status.drawn", who=asked)
