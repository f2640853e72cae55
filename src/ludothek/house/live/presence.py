"""People present at a table, from this process's connections and from other processes' messages."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludothek.house.live.listener import Listener

PATIENCE = 20.0  # seconds for which a person without a connection still counts as present, as during a reload
MOST_SEEN = 256


class Presence:
    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._opened = time.monotonic()  # the earliest time at which a person can be missed
        self._seen: dict[str, float] = {}  # when people without a connection were last seen
        self.listeners: set[Listener] = set()
        self._elsewhere: dict[str, frozenset[str]] = {}  # people by the process they are connected to

    def arrive(self, listener: "Listener") -> None:
        self.listeners.add(listener)

    def depart(self, listener: "Listener") -> None:
        self.listeners.discard(listener)
        self.see(listener.person.id)

    def see(self, *people: str) -> None:
        """Note that people are present now, by a request or by a connection that ends."""
        if len(self._seen) > MOST_SEEN:
            self._seen = {person: at for person, at in self._seen.items() if not self._is_over(at)}
        self._seen |= dict.fromkeys(people, time.monotonic())

    def _is_over(self, at: float) -> bool:
        return time.monotonic() - at >= self.patience

    def hear_of(self, process: str, people: list[str]) -> bool:
        """Note the people connected to another process; return whether it is new for this table."""
        is_new = process not in self._elsewhere
        self.see(*self._elsewhere.get(process, frozenset()) - set(people))
        self._elsewhere[process] = frozenset(people)
        return is_new

    def lose(self, process: str) -> bool:
        """Drop the people of a process that ended; return whether there were any."""
        people = self._elsewhere.pop(process, frozenset())
        self.see(*people)
        return bool(people)

    @property
    def people_here(self) -> set[str]:
        return {listener.person.id for listener in self.listeners}

    @property
    def people(self) -> set[str]:
        return self.people_here.union(*self._elsewhere.values())

    def is_away(self, person: str) -> bool:
        return person not in self.people and self._is_over(self._seen.get(person, self._opened))
