"""Number poker in a terminal: a line per seat, with what it holds, shows and has won."""

from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ludothek.core import Phrase, Seat
from ludothek.core.texts import Say

STONES = ("white on grey23", "black on wheat1", "black on sky_blue1", "black on plum1", "black on gold1")


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    board = Table(
        title=say(Phrase("board.round", n=view["round"])), title_justify="left", box=None, padding=(0, 2)
    )
    for heading in ("", "holds", "shows", "won"):
        board.add_column(heading and say(Phrase(f"table.{heading}")))
    for number, seat in enumerate(view["seats"]):
        held = [value for value in range(1, 5) for _ in range(seat["left"][value - 1])]
        won = [value for value in range(1, 5) for _ in range(seat["won"][value - 1])]
        board.add_row(
            say(Phrase("words.name", who=Seat(number))),
            stones(held + [0] * seat["empty_hand"]),
            _hand(seat),
            stones(won),
        )
    return board


def stones(values: list[int]) -> Text:
    return Text(" ").join(Text(f" {value or '–'} ", style=STONES[value]) for value in values)


def _hand(seat: dict[str, Any]) -> Text:
    if seat["has_chosen"]:
        return stones([seat["choice"]]) if seat["choice"] in range(5) else Text("✊", style="bold")
    return stones([seat["shown"]]) if seat["shown"] in range(5) else Text("")
