"""What people were answered lately: whoever had no answer asks again under the same id, and it is not done
again.
"""

from typing import NamedTuple

EACH = 32  # answers that are remembered for each person
PEOPLE = 32  # for how many; whoever acted longest ago is forgotten first


class RecentAnswer(NamedTuple):
    version: int
    seat: int | None


class RecentAnswers:
    def __init__(self) -> None:
        self._given: dict[str, dict[str, RecentAnswer]] = {}

    def note(self, person: str, client: str, answer: RecentAnswer) -> None:
        given = self._given.pop(person, {})
        given[client] = answer
        if len(given) > EACH:
            del given[next(iter(given))]
        self._given[person] = given
        if len(self._given) > PEOPLE:
            del self._given[next(iter(self._given))]

    def given(self, person: str, client: str) -> RecentAnswer | None:
        return self._given.get(person, {}).get(client)
