"""Museum by night in a terminal: the track, the strips with their dice, loose dice and the team's cards."""

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludothek.core import Phrase
from ludothek.core.texts import Say

CELLS = 25  # fields per line
DICE = {"blue": ("■", "white on dark_blue"), "white": ("◆", "black on grey93")}


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    return Group(_track(view, say), Text(), _strips(view, say), Text(), _supplies(view, say))


def _track(view: dict[str, Any], say: Say) -> Text:
    track = view["track"]
    figures = [(child["name"].capitalize(), child["at"], "bold magenta") for child in view["children"]]
    figures += [
        (say(Phrase("words.guard")), view["guard"], "bold red"),
        (say(Phrase("words.symbols.ida")), view["ida"], "bold dark_orange"),
    ]
    fields = range(min(track["ida_start"], track["guard_start"]), track["target"] + 1)
    lines: list[Text] = []
    for part in (fields[k : k + CELLS] for k in range(0, len(fields), CELLS)):
        standing = {at: [(name, style) for name, where, style in figures if where == at] for at in part}
        for level in reversed(range(max(map(len, standing.values())))):
            cells = (standing[at][level] if level < len(standing[at]) else (" ", "") for at in part)
            lines.append(Text.assemble(*((f" {name[0].upper()} ", style) for name, style in cells)))
        lines.append(Text.assemble(*(_field(track, at) for at in part)))
    lines.append(
        Text("   ").join(Text.assemble((name[0].upper(), style), " ", name) for name, _, style in figures)
    )
    lines.append(Text(say(Phrase("table.fields")), style="dim"))
    if caught := [child["name"].capitalize() for child in view["children"] if child["at"] is None]:
        lines.append(Text(say(Phrase("table.caught", names=caught)), style="bold"))
    return Text("\n").join(lines)


def _field(track: dict[str, Any], at: int) -> tuple[str, str]:
    tile = at - track["first_tile"] + 1
    if at == track["target"]:
        return " ★ ", "black on green3"
    if tile > track["lit"]:
        return " ░ ", "dim"
    if tile > 0:
        return f"{tile:^3}", "black on gold1"
    return (" · ", "red") if at < 0 else (" ○ " if at else " ◉ ", "magenta")


def _strips(view: dict[str, Any], say: Say) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    for strip in view["strips"]:
        slots = Text(" ").join(
            _slot(number, strip["dice"][k : k + 1]) for k, number in enumerate(strip["numbers"])
        )
        name = ("▶ " if strip["next"] else "  ") + say(Phrase(f"words.strips.{strip['symbol']}"))
        grid.add_row(Text(name, "bold"), slots, _result(view, strip, say))
    return Group(grid, Text(say(Phrase("table.dice")), style="dim"))


def _slot(number: int, die: list[dict[str, str]]) -> Text:
    sign, style = DICE[die[0]["colour"]] if die else ("□", "")
    return Text(f" {sign}{number} ", style)


def _result(view: dict[str, Any], strip: dict[str, Any], say: Say) -> Text:
    if strip["covered"]:
        return Text(say(Phrase("table.covered")), "dim")
    if strip["symbol"] == "cap" and view["guard_stays"]:
        return Text(say(Phrase("table.stays")), "bold")
    return Text(f"= {strip['number']}" if strip["dice"] else "", "bold")


def _supplies(view: dict[str, Any], say: Say) -> RenderableType:
    dice = [
        Text(
            f" {DICE[die['colour']][0]} {say(Phrase('words.symbols.' + die['symbol']))} ",
            DICE[die["colour"]][1],
        )
        for die in view["loose"]
    ]
    cards = [
        Text(say(Phrase("words.times", n=n, card=Phrase(f"words.cards.{card}"))))
        for card, n in view["cards"].items()
        if n
    ]
    cards.append(Text(say(Phrase("table.pile", n=sum(view["pile"].values()))), "dim"))
    grid = Table.grid(padding=(0, 2))
    grid.add_row(Text(say(Phrase("table.loose")), "bold"), Columns(dice or [Text("–")]))
    grid.add_row(Text(say(Phrase("table.cards")), "bold"), Columns(cards, padding=(0, 3)))
    return grid
