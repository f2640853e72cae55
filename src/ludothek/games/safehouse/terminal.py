"""Safehouse in a terminal: a lane per seat, the dice, and the sheets in pairs."""

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludothek.core import Phrase, Seat
from ludothek.core.texts import Say

PAPER = {
    "Y": "black on gold1",
    "G": "black on green3",
    "R": "white on red3",
    "B": "white on blue3",
    "W": "black on grey93",
    None: "black on grey70",
}
SIGNS = {"equal": "=", "rising": "<", "climbing": "≤"}
LANE = 40  # the longest lane; a longer track is drawn to scale


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    sheets = Table.grid(padding=(0, 1))
    drawn = [_sheet(number, seat, say) for number, seat in enumerate(view["seats"])]
    for pair in range(0, len(drawn), 2):
        sheets.add_row(*drawn[pair : pair + 2])
    where = say(Phrase("table.track", pursuer=view["pursuer"], safehouse=view["safehouse"]))
    ending = say(Phrase(f"table.{view['stage']}")) if view["stage"] in ("won", "lost") else ""
    return Group(_lanes(view, say), where, Text(ending, "bold"), _dice(view, say), Text(), sheets)


def _lanes(view: dict[str, Any], say: Say) -> Table:
    lanes = Table.grid(padding=(0, 1))
    for number, seat in enumerate(view["seats"]):
        turn = "▶" if number == view["thrower"] else " "
        ahead = say(
            Phrase("table.ahead", position=seat["position"], ahead=seat["position"] - view["pursuer"])
        )
        lanes.add_row(turn, say(Phrase("words.name", who=Seat(number))), _lane(view, seat["position"]), ahead)
    return lanes


def _lane(view: dict[str, Any], position: int) -> Text:
    """As on paper: crosses where the pursuer has been, slashes where the seat has; the last field is the
    safehouse.
    """
    scale = -(-view["safehouse"] // LANE)
    lane = Text()
    for field in range(scale, view["safehouse"], scale):
        if field <= view["pursuer"]:
            lane.append("×", "bold red")
        elif field <= position:
            lane.append("/", "bold green")
        else:
            lane.append("·", "dim")
    return lane.append("⌂", "bold green" if position == view["safehouse"] else "")


def _dice(view: dict[str, Any], say: Say) -> Table:
    dice = view["dice"]
    thrown = [(die["die"], "?" if die["shows"] is None else str(die["shows"])) for die in dice["thrown"]]
    table = Table.grid(padding=(0, 2))
    table.add_row(say(Phrase("table.at_hand")), _chips([(die, "") for die in dice["at_hand"]]))
    table.add_row(say(Phrase("table.thrown")), _chips(thrown))
    table.add_row(say(Phrase("table.lid")), _chips([(die, "") for die in dice["lid"]]))
    helps = [
        (say(Phrase(f"table.{name}")), say(Phrase("words.unused" if unused else "words.used")))
        for name, unused in view["help"].items()
    ]
    table.add_row(say(Phrase("table.help")), ", ".join(f"{name}: {state}" for name, state in helps))
    return table


def _chips(dice: list[tuple[str, str]]) -> Text:
    if not dice:
        return Text("–", "dim")
    return Text(" ").join(Text(f" {die}{shown and ' '}{shown} ", PAPER[die.upper()]) for die, shown in dice)


def _sheet(number: int, seat: dict[str, Any], say: Say) -> Panel:
    width = max(len(str(field["number"] or "")) for row in seat["rows"] for field in row["fields"])
    lines = [_row(place, row, max(width, 2)) for place, row in enumerate(seat["rows"], 1)]
    title = f"{say(Phrase('words.name', who=Seat(number)))} · {seat['sheet']}"
    chameleons = say(Phrase("table.chameleons", count=seat["chameleons"]))
    writing = " ✎" if seat["writing"] else ""
    return Panel(Group(*lines), title=Text(title + writing), subtitle=Text(chameleons), expand=False)


def _row(number: int, row: dict[str, Any], width: int) -> Text:
    begun = any(field["number"] and field["colour"] for field in row["fields"])
    mark = "✓" if row["complete"] else "•" if begun else " "
    head = Text(f"{mark}{number}{SIGNS[row['kind']]} +{row['reward']}", "dim" if row["complete"] else "")
    return Text(" ").join([head, *(_field(field, width) for field in row["fields"])])


def _field(field: dict[str, Any], width: int) -> Text:
    blocked = field["most"] is not None and field["most"] < field["least"]
    inside = str(field["number"] or ("–" if blocked else ""))
    return Text(f"{field['colour'] or ' '}{inside:>{width}}", PAPER[field["colour"]])
