"""What everybody sees: the stones on the field, in hand and captured, and the last move (FI-10)."""

from typing import Any, Literal, TypedDict

from ludothek.core import Event, Nothing, Phrase, Seat
from ludothek.games.five_in_a_row.notation import spot
from ludothek.games.five_in_a_row.rules import (
    CELLS,
    ENOUGH,
    FIVE,
    LINES,
    NOBODY,
    OWN,
    QUIET,
    REPEATED,
    RING,
    STONES,
    TOO_FEW,
    TOO_QUIET,
    State,
    can_be_taken,
    captures,
    largest_without,
    occurrences,
    reach,
    size,
    x_of,
    y_of,
)


class Place(TypedDict):
    x: int
    y: int


class Stone(Place):
    id: int
    seat: int


Line = TypedDict("Line", {"seat": int, "length": int, "from": Place, "to": Place})
Last = TypedDict(
    "Last", {"seat": int, "from": list[int] | None, "to": list[int]}
)  # x and y; from: None where it was laid


class Supply(TypedDict):
    field: int
    hand: int
    captured: int


class View(TypedDict):
    phase: Literal["laying", "endgame", "over"]
    turn: int | None
    winner: int | None
    stones: list[Stone]
    lines: list[Line]
    cut_off: dict[
        str, list[Place]
    ]  # by the spot of a stone that may move: the stones that moving it would cut off
    five: list[list[int]]  # x and y of the winning five
    seats: list[Supply]
    last: Last | None
    quiet: int
    quiet_limit: int
    occurrences: int


def view(kit: Nothing, s: State, seat: int) -> View:
    return {
        "phase": "over" if s.ended else "laying" if s.moves < STONES else "endgame",
        "turn": None if s.ended else s.turn,
        "winner": None if s.winner == NOBODY else s.winner,
        "stones": [{"id": stone, "seat": stone & 1, **_place(s, stone)} for stone in _listed(s.field)],
        "lines": _lines(s),
        "cut_off": {
            spot(s, s.at[stone]): [_place(s, lost) for lost in _cut_off(s, stone)] for stone in _movable(s)
        },
        "five": [[x_of(s, cell), y_of(s, cell)] for cell in _five(s)],
        "seats": [
            {"field": size(s.field & OWN[k]), "hand": _in_hand(s, k), "captured": _captured(s, k)}
            for k in (0, 1)
        ],
        "last": _last(s),
        "quiet": s.quiet,
        "quiet_limit": QUIET,
        "occurrences": occurrences(s),
    }


def describe(kit: Nothing, s: State, seat: int) -> list[Phrase]:
    if s.ended:
        lines: list[Phrase] = [_ending(s)]
    elif s.moves < STONES:
        lines = [Phrase("board.laying", n=STONES - s.moves)]
    else:
        lines = [Phrase("board.endgame", quiet=s.quiet, limit=QUIET)]
    for k in (0, 1):
        there = _spots(s, s.field & OWN[k]) or Phrase("words.none")
        lines.append(
            Phrase("board.seat", who=Seat(k), there=there, hand=_in_hand(s, k), captured=_captured(s, k))
        )
    last = _last(s)
    if last and last["from"]:
        lines.append(
            Phrase(
                "board.last_moved", who=Seat(last["seat"]), origin=_text(last["from"]), to=_text(last["to"])
            )
        )
    elif last:
        lines.append(Phrase("board.last_laid", who=Seat(last["seat"]), to=_text(last["to"])))
    if occurrences(s) == 2:
        lines.append(Phrase("board.twice"))
    return lines


def ask(kit: Nothing, s: State, seat: int) -> Phrase:
    if s.moves == 0:
        return Phrase("prompts.first")
    return Phrase("prompts.lay", n=_in_hand(s, seat)) if s.moves < STONES else Phrase("prompts.move")


def label(kit: Nothing, s: State, seat: int, action: int) -> Phrase:
    to = spot(s, action & RING)
    if s.moves < STONES:
        return Phrase("moves.lay", to=to)
    stone = action // CELLS - 1
    origin, captured = spot(s, s.at[stone]), captures(s, stone, action & RING)
    if not captured:
        return Phrase("moves.move", origin=origin, to=to)
    return Phrase(
        "moves.capture",
        origin=origin,
        to=to,
        theirs=size(captured & OWN[1 - seat]),
        mine=size(captured & OWN[seat]),
    )


def tell(kit: Nothing, before: State, seat: int, action: int, after: State) -> list[Event]:
    to = spot(after, action & RING)
    if action < CELLS:
        told = [Event("lays", who=Seat(seat), to=to)]
    else:
        told = [Event("moves", who=Seat(seat), origin=f"{after.from_x},{after.from_y}", to=to)]
    for k in (0, 1):
        if lost := before.field & ~after.field & OWN[k]:
            told.append(Event("captured", who=Seat(k), n=size(lost), there=_spots(before, lost)))
    if after.ended:
        told.append(_ending(after))
    elif after.moves >= STONES:
        if after.moves == STONES:
            told.append(Event("endgame"))
        if after.turn == seat:
            told.append(Event("skipped", who=Seat(1 - seat)))
    return told


def outcome(kit: Nothing, s: State) -> dict[str, Any]:
    reasons = {
        FIVE: f"seat {s.winner} has five in a row",
        TOO_FEW: "both seats have fewer than five stones"
        if s.winner == NOBODY
        else f"seat {1 - s.winner} has fewer than five stones",
        REPEATED: "the same position for the third time",
        TOO_QUIET: f"{QUIET} moves without a capture",
    }
    return {"reason": reasons[s.ended]}


def why(kit: Nothing, s: State) -> Phrase:
    if s.ended == FIVE:
        return Phrase("why.five", who=Seat(s.winner))
    if s.ended == TOO_FEW:
        return (
            Phrase("why.both_too_few")
            if s.winner == NOBODY
            else Phrase("why.too_few", who=Seat(1 - s.winner))
        )
    return Phrase("why.repeated") if s.ended == REPEATED else Phrase("why.too_quiet", n=QUIET)


def _ending(s: State) -> Event:
    if s.ended == FIVE:
        return Event("five", who=Seat(s.winner))
    if s.ended == TOO_FEW:
        return (
            Event("both_too_few")
            if s.winner == NOBODY
            else Event("too_few", who=Seat(1 - s.winner), winner=Seat(s.winner))
        )
    return Event("repeated") if s.ended == REPEATED else Event("too_quiet", limit=QUIET)


def _last(s: State) -> Last | None:
    if s.moved == NOBODY:
        return None
    cell = s.at[s.moved]
    return {
        "seat": s.moved & 1,
        "from": [s.from_x, s.from_y] if s.moves > STONES else None,
        "to": [x_of(s, cell), y_of(s, cell)],
    }


def _five(s: State) -> list[int]:
    """The cells of the winning line or lines."""
    if s.ended != FIVE:
        return []
    cell = s.at[s.moved]
    cells = set()
    for step in LINES:
        behind, ahead = reach(s, cell, -step), reach(s, cell, step)
        if behind + 1 + ahead >= ENOUGH:
            cells |= {(cell + k * step) & RING for k in range(-behind, ahead + 1)}
    return sorted(cells)


def _in_hand(s: State, seat: int) -> int:
    return sum(stone >= s.moves for stone in range(seat, STONES, 2))


def _captured(s: State, seat: int) -> int:
    return STONES // 2 - _in_hand(s, seat) - size(s.field & OWN[seat])


def _place(s: State, stone: int) -> Place:
    return {"x": x_of(s, s.at[stone]), "y": y_of(s, s.at[stone])}


def _lines(s: State) -> list[Line]:
    """Three or more stones of one seat in a line: the first and last stone."""
    found: list[Line] = []
    for stone in _listed(s.field):
        for step in LINES:
            more = reach(s, s.at[stone], step)
            if more >= 2 and not reach(s, s.at[stone], -step):
                end = s.board[s.at[stone] + more * step & RING] - 1
                found.append(
                    {"seat": stone & 1, "length": more + 1, "from": _place(s, stone), "to": _place(s, end)}
                )
    return found


def _movable(s: State) -> list[int]:
    """The stones that the seat to act may take."""
    return (
        [stone for stone in range(s.turn, STONES, 2) if can_be_taken(s, stone)]
        if s.moves >= STONES and not s.ended
        else []
    )


def _cut_off(s: State, stone: int) -> list[int]:
    """The stones captured by taking this one, wherever it is laid (FI-6)."""
    return _listed(s.field & ~largest_without(s, stone) & ~(1 << stone))


def _listed(stones: int) -> list[int]:
    return [stone for stone in range(STONES) if stones >> stone & 1]


def _spots(s: State, stones: int) -> str:
    """The places of stones, row by row from the top."""
    cells = sorted(
        (s.at[stone] for stone in _listed(stones)), key=lambda cell: (-y_of(s, cell), x_of(s, cell))
    )
    return "; ".join(spot(s, cell) for cell in cells)


def _text(place: list[int]) -> str:
    return f"{place[0]},{place[1]}"
