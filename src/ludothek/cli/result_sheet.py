"""Tables of figures for 80 columns, with notes below that can be copied."""

import math

from rich.console import Console
from rich.table import Table as Grid

from ludothek.lab.findings import Measurement


class ResultSheet:
    """A titled table: a name and figures in each row, intervals in a column or in brackets."""

    def __init__(self, title: str, name: str = "") -> None:
        self.title = title
        self.grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        self.grid.add_column(name, overflow="fold")

    def column(self, name: str) -> None:
        """Add a column of figures."""
        self.grid.add_column(name, justify="right", no_wrap=True)

    def figures(self, name: str) -> None:
        """Add a column of figures and one of their intervals."""
        self.column(name)
        self.grid.add_column("95 %", style="dim", no_wrap=True)

    def row(self, *cells: str) -> None:
        self.grid.add_row(*cells)

    def show(self, *notes: str) -> None:
        console = Console(highlight=False)
        console.print(self.title, style="bold", soft_wrap=True, markup=False)
        console.print(self.grid)
        for note in notes:
            console.print(note, style="dim", soft_wrap=True, markup=False)


def brief(figure: str, around: str) -> str:
    return f"{figure} ({around})"


def percent(figure: Measurement) -> tuple[str, str]:
    return f"{figure.value:.1%}", interval(100 * figure.low, 100 * figure.high, ".1f")


def finely(figure: Measurement) -> tuple[str, str]:
    return f"{figure.value:.2%}", interval(100 * figure.low, 100 * figure.high, ".2f")


def beyond(figure: Measurement) -> tuple[str, str]:
    """Format a difference of shares with its sign."""
    return f"{figure.value:+.1%}", interval(100 * figure.low, 100 * figure.high, "+.1f")


def number(figure: Measurement) -> tuple[str, str]:
    return f"{figure.value:.2f}", interval(figure.low, figure.high, ".2f")


def roughly(figure: Measurement) -> tuple[str, str]:
    return f"{figure.value:.1f}", interval(figure.low, figure.high, ".1f")


def interval(low: float, high: float, form: str) -> str:
    """Format an interval; the interval of a single game is infinite."""
    return f"{low:{form}} to {high:{form}}" if math.isfinite(high - low) else "anything"
