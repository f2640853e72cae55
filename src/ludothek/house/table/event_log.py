"""The event log of a table: the events of each public entry, in order."""

from bisect import bisect_left, bisect_right
from operator import attrgetter
from typing import NamedTuple

from ludothek.core import Event

PAGE = 1000  # the most lines in one frame
ENDS = ("move", "time")  # kinds of entries that can end a game
_version = attrgetter("version")


class LogLine(NamedTuple):
    """The events of an entry, with the names of that time."""

    version: int
    kind: str
    seat: int | str | None
    at: int
    events: list[Event]
    names: tuple[str, ...]
    is_house: bool = True  # worded by the texts of the house, not of the game


class EventLog:
    def __init__(self) -> None:
        self._lines: list[LogLine] = []
        self.last_of_game = 0  # the version of the last line that can have ended the game

    def add(self, line: LogLine) -> None:
        self._lines.append(line)
        if line.kind in ENDS:
            self.last_of_game = line.version

    @property
    def last(self) -> LogLine | None:
        return self._lines[-1] if self._lines else None

    def after(self, version: int) -> list[LogLine]:
        """Return the lines after a version."""
        return self._lines[bisect_right(self._lines, version, key=_version) :]

    def page(self, after: int, before: int | None = None) -> tuple[list[LogLine], bool]:
        """Return the last lines between two versions, a page at most, and whether there are earlier ones."""
        first = bisect_right(self._lines, after, key=_version)
        end = len(self._lines) if before is None else bisect_left(self._lines, before, key=_version)
        start = max(first, end - PAGE)
        return self._lines[start:end], start > first
