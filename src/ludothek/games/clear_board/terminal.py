"""Clear the board in a terminal: six rows, the stone that jumped last in brackets."""

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from ludothek.core import Phrase
from ludothek.core.texts import Say

STONES = {"white": ("○", "black on wheat1"), "black": ("●", "white on grey23"), None: ("·", "dim")}


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    rows = [
        Text(" ").join([Text(row), *(_cell(view, f"{file}{row}") for file in "abcdef")]) for row in "654321"
    ]
    files = Text("   " + "   ".join("abcdef"))
    standing = f"{say(Phrase('board.left', n=view['left']))} {say(Phrase('board.chains', n=view['chains']))}"
    return Group(Text("\n\n").join([*rows, files]), Text(f"\n{standing}"))


def _cell(view: dict[str, Any], cell: str) -> Text:
    sign, style = STONES[view["cells"][cell]]
    return Text(f"[{sign}]" if cell == view["last"] else f" {sign} ", style=style)
