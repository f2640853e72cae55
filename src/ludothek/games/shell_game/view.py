"""What a seat sees: everything except the symbols of face-down stones (SG-9).

Stones and places count from 1.
"""

from typing import Any, Literal, TypedDict

from ludothek.core import Event, People, Phrase, Seat
from ludothek.games.shell_game.notation import SYMBOLS, counted, laid, places
from ludothek.games.shell_game.rules import (
    ANSWERING,
    ASK,
    ASKING,
    LAYING,
    LAYS,
    MEMORISING,
    NOBODY,
    OVER,
    SLIDE,
    SLIDING,
    TURN_DOWN,
    TURN_UP,
    UNKNOWN,
    Kit,
    State,
    is_face_down,
    lay,
    seeker,
    slide,
    slides_due,
    stake,
)

Stage = Literal["lay", "memorise", "slide", "ask", "answer", "over"]
STAGES: tuple[Stage, ...] = ("lay", "memorise", "slide", "ask", "answer", "over")


class RowStone(TypedDict):
    stone: int
    symbol: str | None  # None: face down
    place: int | None  # None: a seat has won it
    won_by: int | None


Slide = TypedDict("Slide", {"stone": int, "from": int, "to": int})


class Turn(TypedDict):
    slider: int
    row: list[RowStone]
    slides: list[Slide]


class Stock(TypedDict):
    left: int
    won: int


class View(TypedDict):
    stage: Stage
    round: int
    memorise_seconds: int
    slider: int | None
    seeker: int | None
    asked: str | None
    stake: int | None
    unseen: list[str]
    row: list[RowStone]
    slides: list[Slide]
    slides_left: int
    last_turn: Turn | None
    seats: list[Stock]


def view(kit: Kit, s: State, seat: int) -> View:
    questioning = s.stage in (ASKING, ANSWERING)
    between_turns = s.stage in (LAYING, OVER)
    return {
        "stage": STAGES[s.stage],
        "round": s.round,
        "memorise_seconds": kit.memorise_seconds,
        "slider": None if s.stage == OVER else s.slider,
        "seeker": seeker(s) if questioning else None,
        "asked": SYMBOLS[s.asked] if s.stage == ANSWERING else None,
        "stake": stake(s) if questioning else None,
        "unseen": [SYMBOLS[symbol] for symbol in _unseen(s)] if is_face_down(s) else [],
        "row": [] if between_turns else _row(s),
        "slides": [] if between_turns else _slides(s),
        "slides_left": slides_due(s) - s.slid if s.stage in (MEMORISING, SLIDING) else 0,
        "last_turn": {"slider": _last_slider(s), "row": _row(s), "slides": _slides(s)}
        if between_turns and any(s.won)
        else None,
        "seats": [{"left": s.left[k], "won": s.won[k]} for k in range(s.seats)],
    }


def describe(kit: Kit, s: State, seat: int) -> list[Phrase]:
    lines = [
        Phrase("board.over") if s.stage == OVER else Phrase("board.round", n=s.round, who=Seat(s.slider))
    ]
    if s.stage == MEMORISING:
        lines.append(Phrase("board.open", row=_names(s.symbol), seconds=kit.memorise_seconds))
    elif is_face_down(s):
        lines.append(Phrase("board.face_down", n=s.winner.count(NOBODY), unseen=_names(_unseen(s))))
        if s.slid:
            lines.append(Phrase("board.slides", slides=_slides_in_words(s)))
        if s.stage == ANSWERING:
            lines.append(Phrase("board.asked", who=Seat(seeker(s)), symbol=_the(s.asked)))
    elif any(s.won):
        lines.append(
            Phrase(
                "board.last",
                who=Seat(_last_slider(s)),
                laid=_names(s.symbol),
                slides=_slides_in_words(s),
                row=_names(_ended(s)),
            )
        )
    return lines + [Phrase("board.seat", who=Seat(k), n=s.won[k], left=s.left[k]) for k in range(s.seats)]


def ask(kit: Kit, s: State, seat: int) -> Phrase:
    if s.stage == LAYING:
        return Phrase("prompts.lay")
    if s.stage == MEMORISING:
        return Phrase("prompts.hide")
    if s.stage == SLIDING:
        return Phrase("prompts.slide", n=slides_due(s) - s.slid)
    if s.stage == ASKING:
        return Phrase("prompts.ask", who=Seat(seeker(s)), n=stake(s))
    return Phrase("prompts.answer", who=Seat(s.slider), symbol=_the(s.asked), n=stake(s))


def label(kit: Kit, s: State, seat: int, action: int) -> Phrase:
    if action < LAYS:
        return Phrase("moves.lay", row=_names(laid(action)))
    if action == TURN_DOWN:
        return Phrase("moves.hide")
    if action < ASK:
        source, target = places(action - SLIDE)
        return Phrase("moves.slide", source=source, target=target)
    if action < TURN_UP:
        return Phrase("moves.ask", symbol=_the(action - ASK))
    return Phrase("moves.turn_up", place=counted(s, action - TURN_UP))


def tell(kit: Kit, before: State, seat: int, action: int, after: State) -> list[Event]:
    who = Seat(seat)
    if action < LAYS:
        return [Event("lays", who=who, seconds=kit.memorise_seconds)]  # SG-9: not what
    if action == TURN_DOWN:
        return [Event("hides", who=who)]
    if action < ASK:
        source, target = places(action - SLIDE)
        return [Event("slides", who=who, source=source, target=target)]
    if action < TURN_UP:
        return [Event("asks", who=who, whom=Seat(seeker(after)), symbol=_the(after.asked))]
    return _told_answer(before, seat, action - TURN_UP, after)


def _told_answer(before: State, seat: int, place: int, after: State) -> list[Event]:
    symbol = before.symbol[before.row[place]]
    winner = after.winner[place]
    told = [
        Event("turns_up", who=Seat(seat), place=counted(before, place), symbol=_the(symbol)),
        Event("finds" if symbol == before.asked else "misses", who=Seat(winner), n=stake(before)),
    ]
    if is_face_down(after):
        return told
    told.append(Event("reveal", laid=_names(after.symbol), row=_names(_ended(after))))
    if after.round > before.round:
        told.append(Event("round", n=after.round, slides=slides_due(after)))
    return told


def outcome(kit: Kit, s: State) -> dict[str, Any]:
    most = max(s.won)
    winners = [k for k in range(s.seats) if s.won[k] == most]
    return {"reason": f"most stones won: seat {', '.join(map(str, winners))} with {most} of {sum(s.won)}"}


def standing(kit: Kit, s: State) -> list[int]:
    return list(s.won[: s.seats])


def why(kit: Kit, s: State) -> Phrase:
    most = max(s.won)
    winners = People(Seat(k) for k in range(s.seats) if s.won[k] == most)
    return Phrase("why.most", n=len(winners), who=winners, won=most, all=sum(s.won))


def _row(s: State) -> list[RowStone]:
    """The four stones from left to right: each has a place in the row, or else a winner."""
    return [
        {
            "stone": stone + 1,
            "symbol": None if s.symbol[stone] == UNKNOWN else SYMBOLS[s.symbol[stone]],
            "place": counted(s, place) if s.winner[place] == NOBODY else None,
            "won_by": None if s.winner[place] == NOBODY else s.winner[place],
        }
        for place, stone in enumerate(s.row)
    ]


def _slides(s: State) -> list[Slide]:
    """This turn's slides in order, with the stones they moved (SG-10)."""
    again = State()
    lay(again, 0)
    told: list[Slide] = []
    for source, target in map(places, s.slides[: s.slid]):
        told.append({"stone": again.row[source - 1] + 1, "from": source, "to": target})
        slide(again, source - 1, target - 1)
    return told


def _slides_in_words(s: State) -> list[Phrase]:
    return [
        Phrase("words.slide", source=source, target=target)
        for source, target in map(places, s.slides[: s.slid])
    ]


def _unseen(s: State) -> list[int]:
    return [symbol for symbol in range(4) if not s.turned >> symbol & 1]


def _last_slider(s: State) -> int:
    return (s.slider - 1) % s.seats


def _ended(s: State) -> list[int]:
    return [s.symbol[stone] for stone in s.row]


def _names(symbols: list[int]) -> list[Phrase]:
    return [Phrase(f"words.symbol.{SYMBOLS[symbol]}") for symbol in symbols]


def _the(symbol: int) -> Phrase:
    return Phrase(f"words.the.{SYMBOLS[symbol]}")
