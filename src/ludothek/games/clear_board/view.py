"""What the seat sees: the whole board; nothing is hidden."""

from typing import Any, Literal, TypedDict

from ludothek.core import Event, Nothing, Phrase
from ludothek.games.clear_board.notation import name
from ludothek.games.clear_board.rules import NOWHERE, STEP, State, over, to_act

Colour = Literal["white", "black"]


class View(TypedDict):
    stage: Literal["jump", "solved", "failed"]
    cells: dict[str, Colour | None]
    left: int
    chains: int
    last: str | None


def view(kit: Nothing, s: State, seat: int) -> View:
    return {
        "stage": "jump" if to_act(kit, s) else "solved" if s.left == 1 else "failed",
        "cells": {name(cell): stone(s, cell) for cell in range(36)},
        "left": s.left,
        "chains": s.chains,
        "last": None if s.last == NOWHERE else name(s.last),
    }


def describe(kit: Nothing, s: State, seat: int) -> list[Phrase]:
    lines = [Phrase("board.left", n=s.left), Phrase("board.chains", n=s.chains)]
    if s.last != NOWHERE:
        lines.append(Phrase("board.last", cell=name(s.last)))
    for row in range(5, -1, -1):
        cells = [name(cell) for cell in range(6 * row, 6 * row + 6) if stone(s, cell)]
        lines.append(Phrase("board.row", row=row + 1, cells=cells or Phrase("words.empty")))
    return lines


def ask(kit: Nothing, s: State, seat: int) -> Phrase:
    return Phrase("prompts.jump", n=s.left)


def label(kit: Nothing, s: State, seat: int, action: int) -> Phrase:
    return Phrase("moves.jump", **_cells(action))


def tell(kit: Nothing, before: State, seat: int, action: int, after: State) -> list[Event]:
    told = [Event("jumps_on" if after.chains == before.chains else "jumps", **_cells(action))]
    if not to_act(kit, after):
        told.append(Event("solved", n=after.chains) if after.left == 1 else Event("failed", left=after.left))
    return told


def outcome(kit: Nothing, s: State) -> dict[str, Any]:
    reason = "solved: one stone is left" if s.left == 1 else f"no stone can jump: {s.left} are left"
    return {"reason": f"{reason}, chains of jumps: {s.chains}", "left": s.left, "chains": s.chains}


def why(kit: Nothing, s: State) -> Phrase:
    return Phrase("why.solved", n=s.chains) if s.left == 1 else Phrase("why.stuck", n=s.left)


def stone(s: State, cell: int) -> Colour | None:
    """The colour of the stone on a cell."""
    if not s.stones >> cell & 1:
        return None
    return "white" if s.white >> cell & 1 else "black"


def _cells(action: int) -> dict[str, Any]:
    origin, step = action // 4, STEP[action % 4]
    return {"origin": name(origin), "over": name(over(action)), "landing": name(origin + 2 * step)}
