"""Who is at a table: by the connections of this process, and by what other processes tell of theirs."""

from typing import TYPE_CHECKING

from ludothek.server.live.clock import now

if TYPE_CHECKING:
    from ludothek.server.live.listener import Listener

AWAY_AFTER = 20_000  # milliseconds after which somebody who is not connected counts as away


class Presence:
    def __init__(self, scale: float) -> None:
        self.listeners: set[Listener] = set()
        self._elsewhere: dict[str, frozenset[str]] = {}  # people by the process they are connected to
        self._scale = scale
        self._loaded_at = now()
        self._seen: dict[str, int] = {}  # when somebody who has gone was last here

    def arrive(self, listener: "Listener") -> None:
        self.listeners.add(listener)

    def depart(self, listener: "Listener") -> None:
        self.listeners.discard(listener)
        self._seen[listener.person.id] = now()

    def hear_of(self, process: str, people: list[str]) -> bool:
        """Another process says who is there; whether it was silent about this table before."""
        is_new = process not in self._elsewhere
        self._left(self._elsewhere.get(process, frozenset()) - set(people))
        self._elsewhere[process] = frozenset(people)
        return is_new

    def lose(self, process: str) -> bool:
        """Another process is gone, and with it its people; whether there were any."""
        gone = self._elsewhere.pop(process, frozenset())
        self._left(gone)
        return bool(gone)

    def _left(self, people: frozenset[str]) -> None:
        self._seen |= dict.fromkeys(people, now())

    @property
    def people_here(self) -> set[str]:
        return {listener.person.id for listener in self.listeners}

    @property
    def people(self) -> set[str]:
        return self.people_here.union(*self._elsewhere.values())

    def is_away(self, person: str) -> bool:
        last = self._seen.get(person, self._loaded_at)
        return person not in self.people and now() - last >= AWAY_AFTER * self._scale
