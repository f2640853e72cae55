"""Bots for absent players at tables played over days, from the agreed timeout until the player returns."""

import msgspec

from ludothek.bots.levels import stand_in
from ludothek.core import CHANCE
from ludothek.house.people.person import Person
from ludothek.house.table.consequences import Consequences
from ludothek.house.table.decide import DecisionContext, bot_entry
from ludothek.house.table.entries import BotGone
from ludothek.house.table.sitting import Sitting

HOUR = 3_600_000  # milliseconds


def awaited_people(sitting: Sitting) -> dict[str, int]:
    """Return the people who must act, with the version at which each was first asked."""
    people: dict[str, int] = {}
    if sitting.phase == "playing":
        for seat in sitting.legal_moves:
            if seat == CHANCE or seat in sitting.chosen or sitting.seats[seat].kind != "person":
                continue
            owner = sitting.seats[seat].owner
            assert owner is not None, "a person sits there"
            people[owner] = min(people.get(owner, sitting.asked_since[seat]), sitting.asked_since[seat])
    return people


def replace_absent(sitting: Sitting, person: str, question: int, at: int) -> Consequences | None:
    """Seat bots for a person who has not answered since version `question`; None if they have.

    The entries name no person, since no person requested the bots.
    """
    if awaited_people(sitting).get(person) != question:
        return None
    seats = [
        seat
        for seat in sitting.legal_moves
        if seat != CHANCE and sitting.seats[seat].owner == person and not sitting.seats[seat].level
    ]
    context, taken = (
        DecisionContext(Person(person, ""), at, lambda game: [stand_in(game)]),
        set(sitting.names),
    )
    bots = [bot_entry(sitting, seat, stand_in(sitting.variant.game), taken, context) for seat in seats]
    return Consequences([msgspec.structs.replace(bot, person=None) for bot in bots])


def give_seats_back(sitting: Sitting, person: str, at: int) -> Consequences | None:
    """Remove the stand-in bots of a person who has returned."""
    if sitting.phase != "playing":
        return None
    missed = [seat for seat in sitting.seats_of(person) if sitting.seats[seat].is_missed]
    return Consequences([BotGone(seat=seat, person=person, at=at) for seat in missed]) if missed else None
