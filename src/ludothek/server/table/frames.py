"""What a viewer is shown: made from what `hide` leaves for that viewer, in that viewer's language, and from nothing else."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ludothek.core import CHANCE, Event, Phrase
from ludothek.core.table import Table, seat_label
from ludothek.core.texts import SPECTATOR, Say, as_data, seat_or_none
from ludothek.server.table.companion import falls, tellers
from ludothek.server.table.shapes import EventShape, Frame, Happening, MoveShape, SeatShape, Step, Summary, WindowShape
from ludothek.server.table.sitting import Board, Sitting, Told
from ludothek.server.table.words import TEXTS


@dataclass(frozen=True)
class Moment:
    """When a frame is made, and since when the open window has been open."""

    now: int
    opened: int = 0


def frame(sitting: Sitting, viewer: int, language: str, since: int, moment: Moment) -> Frame:
    """All that a viewer may know now, and what happened after version `since`."""
    facts, variant, state = sitting.facts, sitting.variant, sitting.table.state
    words, kit, spoken, names = variant.game.words, variant.kit, sitting.spoken[language], sitting.names
    known = variant.seen_by(state, viewer)  # all that is shown below is made from what is known
    board = _board(sitting, viewer, known, language)
    playing, over = sitting.phase == "playing", sitting.phase == "over"
    prompt, moves, row = None, list[MoveShape](), list[list[MoveShape]]()
    if playing and viewer in sitting.asked:
        prompt = spoken.say("?", words.ask(kit, known, viewer), names)
        not_before = sitting.not_before()
        labels = ((move, words.label(kit, known, viewer, action)) for move, action in sitting.asked[viewer].items())
        moves = [MoveShape(move, spoken.say(f"{viewer} {move}", label, names), not_before) for move, label in labels]
    elif playing and facts.companion and CHANCE in sitting.asked and viewer in tellers(sitting):
        prompt, row = _fallen(sitting, _say(sitting, language), language)
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
        hints=facts.hints,
        seats=_alike(sitting, "seats", lambda: seats(sitting)),
        view=board.view,
        before=_before(sitting, viewer) if since == 0 else None,
        lines=board.lines,
        to_act=[seat_label(seat) for seat in sitting.asked] if playing else [],
        prompt=prompt,
        status=_alike(sitting, language, lambda: status(sitting, language)),
        moves=moves,
        falls=row,
        chosen=sitting.chosen.get(viewer),
        window=WindowShape(window.kind, moment.opened, moment.opened + window.milliseconds) if window else None,
        now=moment.now,
        take_back=sitting.table.moves[-1][0] if sitting.table.moves and sitting.can_take_back() else None,
        private=_private(sitting) if playing and sitting.has_shared_device else [],
        events=list(events(sitting, viewer, language, since)),
        outcome=outcome(sitting, language) if over else None,
        commitment=sitting.seed.commitment,
        seed=facts.seed if over and not facts.companion else None,
        rematch=sitting.rematch,
    )


def _board(sitting: Sitting, viewer: int, known: Any, language: str) -> Board:
    """The position; where nothing is hidden it is made once for everybody."""
    variant, turn, names = sitting.variant, sitting.turn, sitting.names
    key = (SPECTATOR if variant.game.is_open else viewer, language)
    kept = sitting.boards.get(key)
    if kept is None or kept.turn != turn or kept.names != names:
        words, spoken = variant.game.words, sitting.spoken[language]
        lines = [spoken.say(number, line, names) for number, line in enumerate(words.describe(variant.kit, known, viewer))]
        kept = Board(turn, names, words.view(variant.kit, known, viewer), lines)
        sitting.boards[key] = kept
    return kept


def _before(sitting: Sitting, viewer: int) -> dict[str, Any] | None:
    """The position before the last move, by which a board shows what that was; not where one has to remember it."""
    if sitting.earlier is None or not sitting.variant.game.declared.take_back:
        return None
    return sitting.variant.view(sitting.earlier, viewer)


def _alike(sitting: Sitting, what: str, make: Callable[[], Any]) -> Any:
    """What all viewers are shown, made once for all of them."""
    made = sitting.alike.get(what)
    if made is None:
        made = sitting.alike[what] = make()
    return made


def seats(sitting: Sitting) -> list[SeatShape]:
    return [
        SeatShape(
            seat,
            chair.kind,
            chair.shown_name,
            chair.level,
            bool(chair.owner) and chair.owner == sitting.host,
            bool(chair.owner),
            chair.help,
        )
        for seat, chair in enumerate(sitting.chairs)
    ]


def events(sitting: Sitting, viewer: int, language: str, since: int) -> Iterable[EventShape]:
    """The log after version `since`, as this viewer may read it."""
    first = _first_after(sitting.log, since)
    for told in sitting.log[first:]:
        if lines := _lines(sitting, told, viewer, language):
            yield EventShape(told.version, told.kind, told.seat, told.at, lines, happenings(told.events, viewer))


def happenings(events: Iterable[Event], viewer: int) -> list[Happening]:
    """What happened, as data, as far as this viewer may know of it."""
    return [Happening(**as_data(event)) for event in events if event.is_for(viewer)]


def _first_after(log: list[Told], since: int) -> int:
    """Where in the log the versions after `since` begin; nearly always near its end."""
    index = len(log)
    while index and log[index - 1].version > since:
        index -= 1
    return index


def _lines(sitting: Sitting, told: Told, viewer: int, language: str) -> list[str]:
    said = told.said.get(language)
    if said is None:
        texts = TEXTS[language] if told.own else sitting.variant.game.texts[language]
        said = told.said[language] = [texts.say(event, told.names) for event in told.events]
    lines = [line for event, line in zip(told.events, said, strict=True) if event.is_for(viewer)]
    if sitting.phase == "over" and told.kind == "move" and told is _last_move(sitting):
        lines.append(headline(sitting, language))
    return lines


def _last_move(sitting: Sitting) -> Told:
    return next(told for told in reversed(sitting.log) if told.kind == "move")


def _say(sitting: Sitting, language: str) -> Say:
    texts, names = sitting.variant.game.texts[language], sitting.names
    return lambda phrase: texts.say(phrase, names)


def _fallen(sitting: Sitting, say: Say, language: str) -> tuple[str, list[list[MoveShape]]]:
    """What the people at a companion table are asked, and what each of the dice or cards that fall in a row may be."""
    variant = sitting.variant

    def labels(state: Any) -> dict[str, str]:
        moves = variant.moves(state, CHANCE)
        known = _said_or(lambda ready: ready, lambda: variant.labels(state, CHANCE), dict[str, Phrase]())
        return {move: say(known[move]) if move in known else move for move in moves}

    prompt = _said_or(say, lambda: variant.ask(sitting.table.state, CHANCE), TEXTS[language]["prompts.chance"])
    row = [{move: label for state in states for move, label in labels(state).items()} for states in falls(sitting)]
    return prompt, [[MoveShape(move, label) for move, label in fall.items()] for fall in row]


def _said_or(say: Callable[[Any], Any], make: Callable[[], Any], otherwise: Any) -> Any:
    """What a game says of chance, where it says anything: a game of others may not have thought of the box on the table."""
    try:
        return say(make())
    except (KeyError, IndexError, ValueError):
        return otherwise


def _private(sitting: Sitting) -> list[int]:
    """The seats to act that choose at the same time as others, or see what the others may not."""
    state, variant = sitting.table.state, sitting.variant
    acting = [seat for seat in sitting.asked if seat != CHANCE]
    open_to_all = variant.seen_by(state)
    return [seat for seat in acting if len(acting) > 1 or variant.seen_by(state, seat) != open_to_all]


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
    acting = [names[seat] for seat in sitting.asked]
    return texts.say(Phrase("status.turn", n=len(acting), who=acting))


def _chance_status(sitting: Sitting) -> Phrase:
    asked = [sitting.names[seat] for seat in tellers(sitting)] if sitting.facts.companion else []
    if len(asked) == sum(chair.owner is not None for chair in sitting.chairs):
        return Phrase("status.chance")
    return Phrase("status.drawn", who=asked)


def outcome(sitting: Sitting, language: str) -> dict[str, Any]:
    found = sitting.variant.outcome(sitting.table.state)
    assert found is not None, "only asked when the game is over"
    why = sitting.variant.why(sitting.table.state)
    return found | {"headline": headline(sitting, language), "why": _say(sitting, language)(why) if why else None}


def headline(sitting: Sitting, language: str) -> str:
    """How it ended, in one sentence."""
    scores = sitting.variant.scores(sitting.table.state)
    best = max(scores)
    winners = [name for name, score in zip(sitting.names, scores, strict=True) if score == best]
    texts = TEXTS[language]
    if len(scores) == 1 or (len(winners) == len(scores) and best in (0, 1)) or best > 1:
        with_whom = "alone" if len(scores) == 1 else "together"
        how = {1: "won", 0: "lost"}.get(int(best), "points") if float(best).is_integer() else "points"
        return texts.say(Phrase(f"headline.{with_whom}_{how}", points=_plain(best)))
    if len(winners) == len(scores):
        return texts.say(Phrase("headline.draw"))
    return texts.say(Phrase("headline.wins" if len(winners) == 1 else "headline.share", who=winners))


def _plain(score: float) -> str:
    return str(int(score)) if float(score).is_integer() else str(score)


def summary(sitting: Sitting, person: str | None, language: str) -> dict[str, Any]:
    """A table in a list. For `Summary` and what adds to it."""
    facts = sitting.facts
    mine = sitting.seats_of(person)
    acting = sitting.to_act if sitting.phase == "playing" else []
    last = sitting.log[-1].at if sitting.log else facts.created
    return {
        "id": facts.id,
        "game": facts.game,
        "title": sitting.variant.game.texts[language]["title"],
        "name": facts.name,
        "phase": sitting.phase,
        "version": sitting.version,
        "public": facts.public,
        "child_safe": facts.child_safe,
        "companion": facts.companion,
        "created": _date(facts.created),
        "changed": _date(last),
        "seats": seats(sitting),
        "mine": mine,
        "host": sitting.host == person,
        "to_act": [seat_label(seat) for seat in acting],
        "my_turn": any(seat in mine and not sitting.chairs[seat].level for seat in acting) or _may_tell(sitting, mine),
        "rematch": sitting.rematch,
    }


def _may_tell(sitting: Sitting, seats: list[int]) -> bool:
    is_asked = sitting.phase == "playing" and sitting.facts.companion and CHANCE in sitting.asked
    return is_asked and any(seat in tellers(sitting) for seat in seats)


def summed_up(sitting: Sitting, person: str | None, language: str) -> Summary:
    return Summary(**summary(sitting, person, language))


def steps(sitting: Sitting, viewer: int, language: str) -> list[Step]:
    """A finished game, move by move, as that viewer saw it."""
    variant, say = sitting.variant, _say(sitting, language)
    again = Table(variant)

    def step(seat: int | str | None, move: str | None, told: list[Event]) -> Step:
        lines = [say(line) for line in variant.describe(again.state, viewer)]
        heard = [say(event) for event in told if event.is_for(viewer)]
        return Step(len(again.moves), seat, move, variant.view(again.state, viewer), lines, heard, happenings(told, viewer))

    made = [step(None, None, [])]
    for seat, move in sitting.table.moves:
        told = again.play(seat, move)
        made.append(step(seat_label(seat), move, told))
    return made


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
