"""The view of connect four. Nothing is hidden."""

from typing import Any, TypedDict

from connect_four.notation import write
from connect_four.rules import COLUMNS, HEIGHT, ROWS, STEPS, State, fours, to_act
from ludothek.core import Event, Nothing, Phrase, Seat

MARKS = "·●■"  # an empty cell, a disc of seat 0, of seat 1: the shapes of these seats on all pages


class View(TypedDict):
    rows: list[str]  # from the top row down, each cell · ● or ■
    to_act: int | None
    four: list[str]  # the cells that won


def view(kit: Nothing, s: State, seat: int) -> View:
    return {"rows": rows(s), "to_act": None if not to_act(kit, s) else s.laid % 2, "four": four(s)}


def rows(s: State) -> list[str]:
    """The board from the top row down."""
    first, second = s.discs
    cells = [
        [first >> cell & 1 | (second >> cell & 1) << 1 for cell in range(row, COLUMNS * HEIGHT, HEIGHT)]
        for row in range(ROWS)
    ]
    return ["".join([MARKS[owner] for owner in row]) for row in reversed(cells)]


def four(s: State) -> list[str]:
    """The cells of the winning lines, such as c1."""
    if not s.winner:
        return []
    board = s.discs[s.winner - 1]
    lines = [
        (cell, step) for step in STEPS for cell in range(COLUMNS * HEIGHT) if fours(board, step) >> cell & 1
    ]
    won = {cell + step * k for cell, step in lines for k in range(4)}
    return [f"{'abcdefg'[cell // HEIGHT]}{cell % HEIGHT + 1}" for cell in sorted(won)]


def describe(kit: Nothing, s: State, seat: int) -> list[Phrase]:
    return [*(Phrase("board.row", cells=" ".join(row)) for row in rows(s)), Phrase("board.columns")]


def ask(kit: Nothing, s: State, seat: int) -> Phrase:
    return Phrase("prompts.drop", mark=MARKS[seat + 1])


def label(kit: Nothing, s: State, seat: int, action: int) -> Phrase:
    return Phrase("moves.column", column=write(kit, s, seat, action))


def tell(kit: Nothing, before: State, seat: int, action: int, after: State) -> list[Event]:
    told = [Event("drops", who=Seat(seat), column=write(kit, before, seat, action))]
    return [*told, Event("four", who=Seat(seat))] if after.winner else told


def outcome(kit: Nothing, s: State) -> dict[str, Any]:
    return {"reason": f"four in a line: seat {s.winner - 1}" if s.winner else "the board is full"}


def why(kit: Nothing, s: State) -> Phrase:
    return Phrase("why.four", who=Seat(s.winner - 1)) if s.winner else Phrase("why.full")
