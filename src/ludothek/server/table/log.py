"""All that has been told at a table. Every open table holds it, and few read what is old: that lies packed, a page at a time."""

import pickle
from collections.abc import Iterable, Iterator
from itertools import chain, starmap
from typing import NamedTuple

from ludothek.core import Event

PAGE = 8  # lines that are packed together; as many at least are not
ENDS = ("move", "time")  # kinds of lines that a game can end with


class Told(NamedTuple):
    """A line of the log: what an entry said, with the names of that time."""

    version: int
    kind: str
    seat: int | str | None
    at: int
    events: list[Event]
    names: tuple[str, ...]
    own: bool = True  # the table's own words, not the game's


class Log:
    def __init__(self) -> None:
        self._packed: list[tuple[int, bytes]] = []  # pages, each with the version of its last line
        self._newest: list[Told] = []
        self.last_of_game = 0  # the version of the last line with which the game can have ended

    def add(self, told: Told) -> None:
        self._newest.append(told)
        if told.kind in ENDS:
            self.last_of_game = told.version
        if len(self._newest) == 2 * PAGE:
            old, self._newest = self._newest[:PAGE], self._newest[PAGE:]
            self._packed.append((old[-1].version, pickle.dumps([*map(tuple, old)], pickle.HIGHEST_PROTOCOL)))

    @property
    def last(self) -> Told | None:
        return self._newest[-1] if self._newest else None

    def after(self, version: int) -> Iterable[Told]:
        """The lines after a version, in their order."""
        if self._packed and self._packed[-1][0] > version:
            return chain(self._unpacked(version), self._newest)
        first = len(self._newest)
        while first and self._newest[first - 1].version > version:  # nearly always only the last
            first -= 1
        return self._newest[first:]

    def _unpacked(self, version: int) -> Iterator[Told]:
        for last, page in self._packed:
            if last > version:
                yield from (told for told in starmap(Told, pickle.loads(page)) if told.version > version)
