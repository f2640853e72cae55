"""Squid in a terminal: the ring with its places, their owners and the guard, the seats, and the cards."""

from typing import Any

from rich.align import Align
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludothek.core import Phrase, Seat
from ludothek.core.texts import Say

WIDTH = 78
PLACE = 12
NAME = 8  # letters of a name that fit on a place
COLOURS = (
    "black on gold1",
    "black on sky_blue1",
    "black on light_coral",
    "black on pale_green1",
    "black on plum1",
    "black on wheat1",
)


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    return Group(_ring(view, say), Text(), _seats(view, say), Text(), _tricks(view, say))


def _ring(view: dict[str, Any], say: Say) -> Table:
    """Clockwise: the top row, the right side downwards, the bottom row backwards, the left side upwards."""
    places = [_place(view, say, place) for place in range(len(view["ring"]))]
    side = min(len(places) // 4, 3)
    top = (len(places) + 1) // 2 - side
    left = len(places) - side
    middle = Table.grid(expand=True)
    middle.add_column(width=PLACE)
    middle.add_column(ratio=1)
    middle.add_column(width=PLACE)
    middle.add_row(
        Group(*places[left:][::-1]),
        Align.center(_guard_actions(view, say), vertical="middle"),
        Group(*places[top : top + side]),
    )
    ring = Table.grid()
    ring.add_column(width=WIDTH)
    for part in (_row(places[:top]), middle, _row(places[top + side : left][::-1])):
        ring.add_row(part)
    return ring


def _row(places: list[Text]) -> Table:
    row = Table.grid(expand=True)
    for _ in places:
        row.add_column(ratio=1, justify="center")
    row.add_row(*places)
    return row


def _place(view: dict[str, Any], say: Say, place: int) -> Text:
    owner = view["ring"][place]
    guard = say(Phrase("table.guard")) if place == view["guard"] else ""
    return Text.assemble(
        (f"{guard:^{PLACE}}\n", "bold"), (f"{place:2} {_name(say, owner):{NAME}} ", COLOURS[owner])
    )


def _guard_actions(view: dict[str, Any], say: Say) -> Table:
    title = say(Phrase("board.round", n=view["round"])) if view["round"] else ""
    if view["quick"]:
        title += " " + say(Phrase("table.quick"))
    counts = {"guard_pile": view["guard_pile"], "guard_discard": view["guard_discard"]}
    cards = _cards("card", {say(Phrase(f"table.{pile}")): counts[pile] for pile in counts}, say)
    cards.title = title
    if view["card"]:
        cards.caption = say(Phrase("table.card", card=Phrase(f"words.card.{view['card']}")))
    return cards


def _seats(view: dict[str, Any], say: Say) -> Table:
    lines = Table(box=None, padding=(0, 1))
    lines.add_column()
    for heading in ("characters", "hand_size", "vote", "reaction"):
        lines.add_column(say(Phrase(f"table.{heading}")), justify="right", no_wrap=True)
    lines.add_column(no_wrap=True)
    for number, seat in enumerate(view["seats"]):
        lines.add_row(
            Text.assemble(
                "► " if number == view["you"] else "  ", (f" {_name(say, number):{NAME}} ", COLOURS[number])
            ),
            str(seat["characters"]),
            str(seat["hand_size"]),
            _choice(seat["vote"], say),
            _choice(seat["reaction"], say),
            _standing(seat, say),
        )
    return lines


def _standing(seat: dict[str, Any], say: Say) -> str:
    if seat["rank"]:
        return say(Phrase("table.rank", n=seat["rank"]))
    return f"{say(Phrase('table.chosen'))} {_choice(seat['choice'], say)}" if seat["has_chosen"] else ""


def _tricks(view: dict[str, Any], say: Say) -> Table:
    rows = {}
    if view["you"] is not None:
        rows[say(Phrase("table.hand"))] = view["seats"][view["you"]]["hand"]
    rows[say(Phrase("table.unseen", n=view["trick_pile_size"]))] = view["unseen_tricks"]
    rows[say(Phrase("table.trick_discard"))] = view["trick_discard"]
    return _cards("trick", rows, say)


def _cards(kind: str, rows: dict[str, dict[str, int]], say: Say) -> Table:
    """The number of each card, one line per pile or hand."""
    cards = Table(box=None, padding=(0, 1))
    cards.add_column()
    for name in next(iter(rows.values())):
        cards.add_column(say(Phrase(f"words.{kind}.{name}")), justify="right", max_width=10)
    for place, counts in rows.items():
        cards.add_row(place, *(str(n or "·") for n in counts.values()))
    return cards


def _choice(choice: str | None, say: Say) -> str:
    if choice in (None, "0", "1"):
        return choice or ""
    return say(Phrase("moves.pass" if choice == "pass" else f"words.trick.{choice}"))


def _name(say: Say, seat: int) -> str:
    name = say(Phrase("words.name", who=Seat(seat)))
    return name if len(name) <= NAME else name[: NAME - 1] + "…"
