"""Shell game in a terminal: the row of stones, and a line per seat."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludothek.core import Phrase, Seat
from ludothek.core.texts import Say

SIGNS = {"P": "●", "L": "━", "T": "▲", "S": "■"}
STONES = {"P": "black on wheat1", "L": "black on sky_blue1", "T": "black on plum1", "S": "black on gold1"}
FACE_DOWN = "white on grey37"


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    parts: list[RenderableType] = [Text(said) for said in _headings(view, say)]
    turn = view["last_turn"] or view
    if turn["row"]:
        parts += ["", _row(turn["row"], say)]
    if turn["slides"]:
        slides = "  ".join(f"{slide['from']}>{slide['to']}" for slide in turn["slides"])
        parts += ["", Text(say(Phrase("table.slides", slides=slides)))]
    return Group(*parts, "", _seats(view, say))


def _headings(view: dict[str, Any], say: Say) -> list[str]:
    playing = view["slider"] is not None
    said = [
        say(
            Phrase("board.round", n=view["round"], who=Seat(view["slider"]))
            if playing
            else Phrase("board.over")
        )
    ]
    if view["asked"]:
        symbol = Phrase(f"words.the.{view['asked']}")
        said.append(
            f"{SIGNS[view['asked']]} {say(Phrase('board.asked', who=Seat(view['seeker']), symbol=symbol))}"
        )
    if view["last_turn"]:
        said.append(say(Phrase("table.last", who=Seat(view["last_turn"]["slider"]))))
    return said


def _row(stones: list[dict[str, Any]], say: Say) -> Table:
    """Each stone above its place, or above its winner."""
    row = Table.grid(padding=(0, 1))
    for _ in stones:
        row.add_column(justify="center", min_width=9, max_width=17, no_wrap=True, overflow="ellipsis")
    row.add_row(*(_stone(stone["symbol"]) for stone in stones))
    row.add_row(*(str(stone["place"] or f"→ {_name(stone['won_by'], say)}") for stone in stones))
    return row


def _stone(symbol: str | None) -> Text:
    sign, style = (SIGNS[symbol], STONES[symbol]) if symbol else ("?", FACE_DOWN)
    return Text("\n").join(Text(line, style=style) for line in ("╭───╮", f"│ {sign} │", "╰───╯"))


def _seats(view: dict[str, Any], say: Say) -> Table:
    seats = Table(box=None, padding=(0, 2))
    for heading in ("", "left", "won", ""):
        seats.add_column(heading and say(Phrase(f"table.{heading}")), justify="right" if heading else "left")
    for number, seat in enumerate(view["seats"]):
        role = "slider" if number == view["slider"] else "seeker" if number == view["seeker"] else None
        seats.add_row(
            _name(number, say), str(seat["left"]), str(seat["won"]), role and say(Phrase(f"words.{role}"))
        )
    return seats


def _name(seat: int, say: Say) -> str:
    return say(Phrase("words.name", who=Seat(seat)))
