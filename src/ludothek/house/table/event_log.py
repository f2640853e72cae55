"""The log of a table: what each entry said, in order."""

from bisect import bisect_left, bisect_right
from operator import attrgetter
from typing import NamedTuple

from ludothek.core import Event

PAGE = 1000  # lines that one frame tells at most
ENDS = ("move", "time")  # kinds of lines that a game can end with
_version = attrgetter("version")


class LogLine(NamedTuple):
    """A line of the log: what an entry said, with the names of that time."""

    version: int
    kind: str
    seat: int | str | None
    at: int
    events: list[Event]
    names: tuple[str, ...]
    own: bool = True  # the table's own words, not the game's


class EventLog:
    def __init__(self) -> None:
        self._lines: list[LogLine] = []
        self.last_of_game = 0  # the version of the last line with which the game can have ended

    def add(self, told: LogLine) -> None:
        self._lines.append(told)
        if told.kind in ENDS:
            self.last_of_game = told.version

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
