"""Torris in a terminal: the board with the top stone and height of each tower, then the towers."""

from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludothek.core import Phrase, Seat
from ludothek.core.texts import Say

STYLES = {"white": "black on wheat1", "black": "white on grey23"}


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    letters = {"white": say(Phrase("table.white")), "black": say(Phrase("table.black"))}

    def stone(one: dict[str, Any]) -> Text:
        return Text(f"{letters[one['colour']]}{one['mark']}", style=STYLES[one["colour"]])

    def cell(tower: list[dict[str, Any]]) -> Text:
        return (
            Text.assemble(" ", stone(tower[-1]), f" ×{len(tower)}" if len(tower) > 1 else "")
            if tower
            else Text()
        )

    field = Table(box=box.SQUARE, show_header=False, show_footer=True, show_lines=True, padding=0)
    field.add_column(footer="", vertical="middle")
    for letter in "abcdefgh":
        field.add_column(footer=f" {letter}", width=7)
    for row in "4321":
        field.add_row(f" {row} ", *(cell(view["towers"][letter + row]) for letter in "abcdefgh"))
    towers = [
        Text(" ").join([Text(f"{name}:"), *map(stone, tower)])
        for name, tower in view["towers"].items()
        if len(tower) > 1
    ]
    standing = [
        say(Phrase(f"board.{colour}", who=Seat(k), points=view["points"][k], highest=view["highest"][k]))
        for k, colour in enumerate(("white", "black"))
    ]
    parts: list[RenderableType] = [field, *map(Text, standing)]
    if towers:
        parts += [Text(f"\n{say(Phrase('table.towers'))}"), Columns(towers, padding=(0, 3))]
    return Group(*parts)
