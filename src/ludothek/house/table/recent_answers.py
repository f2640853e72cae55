"""Recent answers by person and request id, so that a repeated request is not carried out twice."""

from typing import NamedTuple

ANSWERS_PER_PERSON = 32
MAX_PEOPLE = 32  # the person who acted longest ago is dropped first


class RecentAnswer(NamedTuple):
    version: int
    seat: int | None


class RecentAnswers:
    def __init__(self) -> None:
        self._given: dict[str, dict[str, RecentAnswer]] = {}

    def note(self, person: str, client: str, answer: RecentAnswer) -> None:
        given = self._given.pop(person, {})
        given[client] = answer
        if len(given) > ANSWERS_PER_PERSON:
            del given[next(iter(given))]
        self._given[person] = given
        if len(self._given) > MAX_PEOPLE:
            del self._given[next(iter(self._given))]

    def given(self, person: str, client: str) -> RecentAnswer | None:
        return self._given.get(person, {}).get(client)
