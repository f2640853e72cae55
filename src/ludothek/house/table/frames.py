"""Render frames: each viewer's frame uses only what `hide` leaves for that viewer, in their language."""

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import Any, NamedTuple, TypeVar

import msgspec

from ludothek.core import CHANCE, Event, People, Phrase
from ludothek.core.table import seat_label
from ludothek.core.texts import EVENTS, SPECTATOR, seat_or_none, values_of
from ludothek.house.api.challenge_types import ChallengeMark
from ludothek.house.api.live_types import ClocksShape, EventData, EventShape, Frame, MoveShape, WindowShape
from ludothek.house.api.table_types import SeatShape
from ludothek.house.table.companion import chance_reporters, outcomes_in_a_row
from ludothek.house.table.ending import GameEnding, series_of
from ludothek.house.table.event_log import LogLine
from ludothek.house.table.sitting import Sitting, TableSeat
from ludothek.house.table.table_texts import TEXTS

T = TypeVar("T")


class FrameMoment(NamedTuple):
    """The time of a frame, and the time at which the open window opened."""

    now: int
    opened: int = 0


class FrameRenderer:
    """Renders the frames of one table."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._rendered: dict[tuple[int, str, str], Any] = {}  # parts of frames, by viewer, language and part
        self._rendered_at = -1  # the number of the entry after which they were rendered

    def frame(self, viewer: int, language: str, since: int, moment: FrameMoment, words: bool = True) -> Frame:
        """Render all that a viewer may know now, and the events after version `since`.

        With `words`, add position and legal moves in words; drawn boards do not need them.
        """
        sitting = self.sitting
        facts, variant, state = sitting.facts, sitting.variant, sitting.table.state
        events, has_earlier = self.events(viewer, language, since)
        known = variant.seen_by(state, viewer)  # everything below is rendered from `known`
        playing, over = sitting.phase == "playing", sitting.phase == "over"
        prompt: str | None = None
        moves, row = list[MoveShape](), list[list[MoveShape]]()
        reporters = (
            chance_reporters(sitting) if playing and facts.companion and CHANCE in sitting.legal_moves else []
        )
        if (
            playing and viewer in sitting.legal_moves and not sitting.seats[viewer].level
        ):  # a stand-in bot must act, not its owner
            prompt = self._say(variant.game.words.ask(variant.kit, known, viewer), language)
            moves = self._moves(viewer, known, language, words)
        elif viewer in reporters:
            prompt, row = self._chance_prompt(viewer, language)
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
            clocks=ClocksShape(sitting.clocks.left, sitting.clocks.running, sitting.clocks.since)
            if sitting.clocks
            else None,
            hints=facts.hints,
            patience=facts.patience,
            challenge=ChallengeMark(facts.challenge.date, facts.challenge.counted, facts.challenge.goal)
            if facts.challenge
            else None,
            seats=seat_shapes(sitting.seats, sitting.host),
            view=self._view(viewer, known),
            before=self._before(viewer) if since == 0 else None,
            lines=self._lines(viewer, known, language) if words else [],
            to_act=[seat_label(seat) for seat in sitting.legal_moves] if playing else [],
            prompt=prompt,
            status=status(sitting, language),
            moves=moves,
            falls=row,
            chosen=sitting.chosen.get(viewer),
            window=WindowShape(window.kind, moment.opened, moment.opened + window.milliseconds)
            if window
            else None,
            now=moment.now,
            take_back=sitting.moves_to_take_back()[1],
            waits_for=sitting.seats_given_time(),
            tellers=reporters,
            curtain=_curtain(sitting),
            events=events,
            earlier=has_earlier,
            standing=variant.standing(state) if sitting.phase != "waiting" else None,
            series=series_of(sitting),
            outcome=GameEnding.of(sitting).outcome(language) if over else None,
            commitment=sitting.secret.commitment,
            seed=facts.seed if over and not facts.companion else None,
            rematch=sitting.rematch,
        )

    def labels(self, viewer: int, language: str, moves: Iterable[str]) -> dict[str, str]:
        """Return the labels of the legal moves among `moves`."""
        sitting, variant = self.sitting, self.sitting.variant
        known, asked = variant.seen_by(sitting.table.state, viewer), sitting.legal_moves.get(viewer, {})
        return {move: self._label(viewer, known, asked[move], language) for move in moves if move in asked}

    def _once(self, part: str, viewer: int, language: str, render: Callable[[], T]) -> T:
        """Cache a rendered part per viewer and language until the next entry."""
        if self._rendered_at != self.sitting.number:
            self._rendered_at = self.sitting.number
            self._rendered.clear()
        key = viewer, language, part
        if key not in self._rendered:
            self._rendered[key] = render()
        rendered: T = self._rendered[key]
        return rendered

    def _view(self, viewer: int, known: Any) -> Any:
        """Return the view as encoded JSON, shared by all viewers of an open game."""
        variant = self.sitting.variant
        eyes = SPECTATOR if variant.game.is_open else viewer
        return self._once(
            "view", eyes, "", lambda: _encoded(variant.game.words.view(variant.kit, known, viewer))
        )

    def _lines(self, viewer: int, known: Any, language: str) -> list[str]:
        variant = self.sitting.variant

        def render() -> list[str]:
            return [
                self._say(line, language) for line in variant.game.words.describe(variant.kit, known, viewer)
            ]

        return self._once("lines", viewer, language, render)

    def _moves(self, seat: int, known: Any, language: str, words: bool) -> list[MoveShape]:
        """Return the legal moves of a seat, with labels if `words`."""
        asked, not_before = self.sitting.legal_moves[seat], self.sitting.not_before()
        if not words:
            return [MoveShape(move, not_before=not_before) for move in asked]

        def render() -> list[MoveShape]:
            return [
                MoveShape(move, self._label(seat, known, action, language), not_before)
                for move, action in asked.items()
            ]

        return self._once("moves", seat, language, render)

    def _label(self, seat: int, known: Any, action: int, language: str) -> str:
        variant = self.sitting.variant
        return self._say(variant.game.words.label(variant.kit, known, seat, action), language)

    def _say(self, phrase: Phrase, language: str) -> str:
        return self.sitting.variant.game.texts[language].say(phrase, self.sitting.names)

    def _before(self, viewer: int) -> dict[str, Any] | None:
        """Return the view before the last choice, with which a board shows the last move.

        None for games without takebacks, in which players have to remember the position.
        """
        sitting = self.sitting
        if sitting.before_choice is None or not sitting.variant.game.declared.take_back:
            return None
        return sitting.variant.view(sitting.before_choice, viewer)

    def _chance_prompt(self, viewer: int, language: str) -> tuple[str, list[list[MoveShape]]]:
        """Return the prompt for chance in companion mode, and the labelled outcomes that may be reported."""
        sitting, variant = self.sitting, self.sitting.variant

        def say(phrase: Phrase) -> str:
            return self._say(phrase, language)

        def labels(state: Any) -> dict[str, str]:
            moves = variant.moves(state, CHANCE)
            known = _or_default(
                lambda ready: ready, lambda: variant.labels(state, CHANCE), dict[str, Phrase]()
            )
            return {move: say(known[move]) if move in known else move for move in moves}

        prompt = _or_default(
            say, lambda: variant.ask(sitting.table.state, CHANCE), TEXTS[language]["prompts.chance"]
        )
        row = [
            {move: label for state in states for move, label in labels(state).items()}
            for states in outcomes_in_a_row(sitting, viewer)
        ]
        return prompt, [[MoveShape(move, label) for move, label in fall.items()] for fall in row]

    def events(
        self, viewer: int, language: str, since: int, before: int | None = None
    ) -> tuple[list[EventShape], bool]:
        """Return the viewer's last page of log lines after `since`, and whether earlier ones exist."""
        sitting, events = self.sitting, list[EventShape]()
        lines, has_earlier = sitting.log.page(since, before)
        for line in lines:
            shape = self._event_shape(line, language)
            known = [event.is_for(viewer) for event in line.events]
            if not all(known):
                shape = _only_known(shape, known)
            if sitting.phase == "over" and line.version == sitting.log.last_of_game:
                shape = _with_headline(shape, GameEnding.of(sitting).headline(language))
            if shape.lines:
                events.append(shape)
        return events, has_earlier

    def _event_shape(self, line: LogLine, language: str) -> EventShape:
        """Render a log line in full, including events that only some viewers may know."""
        texts = TEXTS[language] if line.is_house else self.sitting.variant.game.texts[language]
        lines = [texts.say(event, line.names) for event in line.events]
        return EventShape(line.version, line.kind, line.seat, line.at, lines, event_data(line.events))


def _encoded(part: Any) -> Any:
    """Encode a part once for all frames that contain it."""
    return msgspec.Raw(msgspec.json.encode(part))


def _only_known(shape: EventShape, known: Sequence[bool]) -> EventShape:
    """Keep only the events that the viewer may know."""
    parts = {"lines": list(compress(shape.lines, known)), "happened": list(compress(shape.happened, known))}
    return msgspec.structs.replace(shape, **parts)


def _with_headline(shape: EventShape, headline: str) -> EventShape:
    """Add the result to the last line, unless the game already says it."""
    if shape.lines and shape.lines[-1].rstrip(".!") == headline.rstrip(".!"):
        return shape
    return msgspec.structs.replace(shape, lines=[*shape.lines, headline])


def event_data(events: Iterable[Event]) -> list[EventData]:
    """Return events as data."""
    return [EventData(event.key.removeprefix(EVENTS), values_of(event)) for event in events]


def _or_default(say: Callable[[Any], Any], make: Callable[[], Any], otherwise: Any) -> Any:
    """Return `say(make())`, or a default if an external game does not support companion mode."""
    try:
        return say(make())
    except (KeyError, IndexError, ValueError):
        return otherwise


def seat_shapes(seats: Sequence[TableSeat], host: str) -> list[SeatShape]:
    return [
        SeatShape(
            seat,
            table_seat.kind,
            table_seat.shown_name,
            table_seat.level,
            bool(table_seat.owner) and table_seat.owner == host,
            bool(table_seat.owner),
            table_seat.help,
            table_seat.is_away,
        )
        for seat, table_seat in enumerate(seats)
    ]


def _curtain(sitting: Sitting) -> str:
    """Return what a shared device shows until the next player holds it.

    "none": the view, since nothing is secret; "open": the public view; "drawn": nothing, while players choose
    in secret and no move has changed their question.
    """
    if sitting.phase == "waiting" or not sitting.has_shared_device:
        return "none"
    state, variant = sitting.table.state, sitting.variant
    open_to_all = variant.seen_by(state)
    if len(sitting.legal_moves) < 2 and all(
        variant.seen_by(state, seat) == open_to_all for seat in range(variant.seats)
    ):
        return "none"
    return "drawn" if any(sitting.is_unchanged_question(seat) for seat in sitting.legal_moves) else "open"


def status(sitting: Sitting, language: str) -> str:
    """Say in one sentence whose turn it is, or what the table waits for."""
    texts, names = TEXTS[language], sitting.names
    if sitting.phase == "waiting":
        free = sum(table_seat.kind == "open" for table_seat in sitting.seats)
        host = next((table_seat.name for table_seat in sitting.seats if table_seat.owner == sitting.host), "")
        return texts.say(Phrase("status.waiting", n=free) if free else Phrase("status.full", host=host))
    if sitting.phase == "over":
        return texts.say(Phrase("status.over"))
    if CHANCE in sitting.legal_moves:
        return texts.say(_chance_status(sitting))
    acting = People(names[seat] for seat in sitting.legal_moves)
    return texts.say(Phrase("status.turn", n=len(acting), who=acting))


def _chance_status(sitting: Sitting) -> Phrase:
    asked = (
        People(sitting.names[seat] for seat in chance_reporters(sitting))
        if sitting.facts.companion
        else People()
    )
    if len(asked) == sum(table_seat.owner is not None for table_seat in sitting.seats):
        return Phrase("status.chance")
    return Phrase("status.drawn", who=asked)
