"""Five wins in a terminal: the field with coordinates.

`>` marks the last stone, `×` where it came from.
"""

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from ludothek.core import Phrase, Seat
from ludothek.core.texts import Say

SIGNS = ("○", "◆")
TILES = ("black on wheat1", "bright_white on grey23")


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    seats = {(stone["x"], stone["y"]): stone["seat"] for stone in view["stones"]}
    columns = _range(x for x, _ in seats)
    rows = _range(y for _, y in seats)
    margin = max(len(str(y)) for y in rows)
    board = Text()
    for y in reversed(rows):
        board.append(f"{y:>{margin}} ", style="dim")
        for x in columns:
            board.append(_cell(view, x, y, seats.get((x, y))))
        board.append("\n")
    for digits in _stacked(columns):
        board.append(" " * (margin + 1) + "".join(f" {digit}" for digit in digits) + "\n", style="dim")
    for number, seat in enumerate(view["seats"]):
        board.append("\n").append(f" {SIGNS[number]} ", style=TILES[number])
        board.append(" " + say(Phrase("table.seat", who=Seat(number), **seat)))
    return board


def _cell(view: dict[str, Any], x: int, y: int, seat: int | None) -> Text:
    last = view["last"]
    if seat is None:
        came = last is not None and last["from"] == [x, y]
        return Text(" ×" if came else " ·", style="bold" if came else "dim")
    mark = ">" if last["to"] == [x, y] else "*" if [x, y] in view["five"] else " "
    return Text(mark + SIGNS[seat], style=TILES[seat] + (" bold" if mark != " " else ""))


def _range(coordinates: Iterable[int]) -> range:
    """The coordinates with a margin of one on both sides."""
    found = list(coordinates) or [0]
    return range(min(found) - 1, max(found) + 2)


def _stacked(columns: range) -> list[tuple[str, ...]]:
    """The numbers of the columns with their digits below each other, so that columns are narrow."""
    return [*zip_longest(*(reversed(str(x)) for x in columns), fillvalue=" ")][::-1]
