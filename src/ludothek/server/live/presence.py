"""Who is at a table: by the connections of this process, and by what other processes tell of theirs."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludothek.server.live.listener import Listener


class Presence:
    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._elsewhere: dict[str, frozenset[str]] = {}  # people by the process they are connected to

    def arrive(self, listener: "Listener") -> None:
        self.listeners.add(listener)

    def depart(self, listener: "Listener") -> None:
        self.listeners.discard(listener)

    def hear_of(self, process: str, people: list[str]) -> bool:
        """Another process says who is there; whether it was silent about this table before."""
        is_new = process not in self._elsewhere
        self._elsewhere[process] = frozenset(people)
        return is_new

    def lose(self, process: str) -> bool:
        """Another process is gone, and with it its people; whether there were any."""
        return bool(self._elsewhere.pop(process, frozenset()))

    @property
    def people_here(self) -> set[str]:
        return {listener.person.id for listener in self.listeners}

    @property
    def people(self) -> set[str]:
        return self.people_here.union(*self._elsewhere.values())

    def is_away(self, person: str) -> bool:
        return person not in self.people
