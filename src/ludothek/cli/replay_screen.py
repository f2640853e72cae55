"""Replay a record in the terminal: in words, or step by step."""

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from ludothek.cli.saved_games import read_json
from ludothek.cli.table_screen import TableScreen
from ludothek.core import CHANCE, BadRecord
from ludothek.core.table import Table
from ludothek.core.texts import shared_texts


def read_record(file: str) -> Any:
    """Read a record from a file, a saved game or standard input (`-`)."""
    if file == "-":
        try:
            content = json.load(sys.stdin)
        except (ValueError, RecursionError):
            raise BadRecord("standard input is not JSON; is the record cut off?") from None
    else:
        content = read_json(Path(file))
    if isinstance(content, dict) and isinstance(content.get("record"), dict):
        return content["record"]
    return content


def tell(console: Console, record: Any, language: str, step: bool, upto: int | None) -> None:
    """Print each event as a sentence and the final board; with `step`, the board after every move."""
    checked = Table.load(record)  # check the whole record before printing anything
    table = Table(checked.variant)
    names = default_names(table.variant.seats, language)
    screen = TableScreen(console, table.variant, language, names)
    for number, (seat, move) in enumerate(checked.moves[:upto]):
        events = table.play(seat, move)
        console.print(
            f"{number:4}  {'·' if seat == CHANCE else names[seat]}  {move}", style="dim", markup=False
        )
        console.print(screen.events(events))
        if step:
            console.print(screen.board(table.state))
            console.input(screen.shell("press_enter") + " ")
    console.print(screen.board(table.state))
    if table.variant.is_over(table.state):
        console.print(screen.outcome(table.state))
    else:
        console.print(screen.shell("unfinished", n=len(table.moves)))


def default_names(seats: int, language: str) -> list[str]:
    return [shared_texts(language)["terminal.name"].format(n=seat + 1) for seat in range(seats)]
