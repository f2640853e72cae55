"""What a viewer is shown: made from what `hide` leaves for that viewer, in that viewer's language, and from
nothing else.
"""

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
from ludothek.house.table.companion import falls, tellers
from ludothek.house.table.ending import GameEnding, series_of
from ludothek.house.table.event_log import LogLine
from ludothek.house.table.sitting import Sitting, TableSeat
from ludothek.house.table.table_texts import TEXTS

T = TypeVar("T")


class FrameMoment(NamedTuple):
    """When a frame is made, and since when the open window has been open."""

    now: int
    opened: int = 0


class FrameRenderer:
    """Renders the frames of one table."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._rendered: dict[tuple[int, str, str], Any] = {}  # parts of frames, by viewer, language and part
        self._rendered_at = -1  # the number of the entry after which they were rendered

    def frame(self, viewer: int, language: str, since: int, moment: FrameMoment, words: bool = True) -> Frame:
        """Render all that a viewer may know now, and what happened after version `since`.

        With `words`, the position and the legal moves are said in words, too; drawn boards have no need of
        them.
        """
        sitting = self.sitting
        facts, variant, state = sitting.facts, sitting.variant, sitting.table.state
        events, has_earlier = self.events(viewer, language, since)
        known = variant.seen_by(state, viewer)  # all that is shown below is made from what is known
        playing, over = sitting.phase == "playing", sitting.phase == "over"
        prompt: str | None = None
        moves, row = list[MoveShape](), list[list[MoveShape]]()
        told_by = tellers(sitting) if playing and facts.companion and CHANCE in sitting.asked else []
        if (
            playing and viewer in sitting.asked and not sitting.chairs[viewer].level
        ):  # a bot that stands in is asked, not its owner
            prompt = self._say(variant.game.words.ask(variant.kit, known, viewer), language)
            moves = self._moves(viewer, known, language, words)
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
            clocks=ClocksShape(sitting.clocks.left, sitting.clocks.running, sitting.clocks.since)
            if sitting.clocks
            else None,
            hints=facts.hints,
            patience=facts.patience,
            challenge=ChallengeMark(facts.challenge.date, facts.challenge.counted, facts.challenge.goal)
            if facts.challenge
            else None,
            seats=seats(sitting.chairs, sitting.host),
            view=self._view(viewer, known),
            before=self._before(viewer) if since == 0 else None,
            lines=self._lines(viewer, known, language) if words else [],
            to_act=[seat_label(seat) for seat in sitting.asked] if playing else [],
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
            waits_for=sitting.waits_for(),
            tellers=told_by,
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
        """Say these legal moves of a seat that is asked in words; a move that is not legal is left out."""
        sitting, variant = self.sitting, self.sitting.variant
        known, asked = variant.seen_by(sitting.table.state, viewer), sitting.asked.get(viewer, {})
        return {move: self._label(viewer, known, asked[move], language) for move in moves if move in asked}

    def _once(self, part: str, viewer: int, language: str, render: Callable[[], T]) -> T:
        """Render a part of a frame once for each viewer and language, until something happens at the table."""
        if self._rendered_at != self.sitting.number:
            self._rendered_at = self.sitting.number
            self._rendered.clear()
        key = viewer, language, part
        if key not in self._rendered:
            self._rendered[key] = render()
        rendered: T = self._rendered[key]
        return rendered

    def _view(self, viewer: int, known: Any) -> Any:
        """The position as data, encoded; everybody sees the same where nothing is hidden."""
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
        """The legal moves of a seat; with their labels where words are wanted."""
        asked, not_before = self.sitting.asked[seat], self.sitting.not_before()
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
        """The position before the last move, by which a board shows what that was; not where one has to
        remember it.
        """
        sitting = self.sitting
        if sitting.earlier is None or not sitting.variant.game.declared.take_back:
            return None
        return sitting.variant.view(sitting.earlier, viewer)

    def _fallen(self, viewer: int, language: str) -> tuple[str, list[list[MoveShape]]]:
        """What the people at a companion table are asked, and what each of the dice or cards that fall in a
        row may be: always with labels, by which they find on the screen what lies on the table.
        """
        sitting, variant = self.sitting, self.sitting.variant

        def say(phrase: Phrase) -> str:
            return self._say(phrase, language)

        def labels(state: Any) -> dict[str, str]:
            moves = variant.moves(state, CHANCE)
            known = _said_or(lambda ready: ready, lambda: variant.labels(state, CHANCE), dict[str, Phrase]())
            return {move: say(known[move]) if move in known else move for move in moves}

        prompt = _said_or(
            say, lambda: variant.ask(sitting.table.state, CHANCE), TEXTS[language]["prompts.chance"]
        )
        row = [
            {move: label for state in states for move, label in labels(state).items()}
            for states in falls(sitting, viewer)
        ]
        return prompt, [[MoveShape(move, label) for move, label in fall.items()] for fall in row]

    def events(
        self, viewer: int, language: str, since: int, before: int | None = None
    ) -> tuple[list[EventShape], bool]:
        """Return a page of the log as this viewer may read it: the last lines after `since`, and whether
        there are earlier ones.
        """
        sitting, events = self.sitting, list[EventShape]()
        lines, has_earlier = sitting.log.page(since, before)
        for told in lines:
            shown = self._shown(told, language)
            known = [event.is_for(viewer) for event in told.events]
            if not all(known):
                shown = _as_far_as(shown, known)
            if sitting.phase == "over" and told.version == sitting.log.last_of_game:
                shown = _with_headline(shown, GameEnding.of(sitting).headline(language))
            if shown.lines:
                events.append(shown)
        return events, has_earlier

    def _shown(self, told: LogLine, language: str) -> EventShape:
        """A line of the log as somebody reads it who may know all of it."""
        texts = TEXTS[language] if told.own else self.sitting.variant.game.texts[language]
        lines = [texts.say(event, told.names) for event in told.events]
        return EventShape(told.version, told.kind, told.seat, told.at, lines, happenings(told.events))


def _encoded(part: Any) -> Any:
    """A part of a frame as it is sent, encoded once for all frames that it goes into."""
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


def happenings(events: Iterable[Event]) -> list[EventData]:
    """What happened, as data."""
    return [EventData(event.key.removeprefix(EVENTS), values_of(event)) for event in events]


def _said_or(say: Callable[[Any], Any], make: Callable[[], Any], otherwise: Any) -> Any:
    """What a game says of chance, where it says anything: a game of others may not have thought of the box on
    the table.
    """
    try:
        return say(make())
    except (KeyError, IndexError, ValueError):
        return otherwise


def seats(chairs: Sequence[TableSeat], host: str) -> list[SeatShape]:
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
    """What a shared device shows until the next to act has it in hand: anything, where nothing is secret;
    what is open to all; or nothing, while others choose in secret and there is nothing new to see.
    """
    if sitting.phase == "waiting" or not sitting.has_shared_device:
        return "none"
    state, variant = sitting.table.state, sitting.variant
    open_to_all = variant.seen_by(state)
    if len(sitting.asked) < 2 and all(
        variant.seen_by(state, seat) == open_to_all for seat in range(variant.seats)
    ):
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
