"""A bot for whoever does not come: at a table that is played over days, after the time that was agreed, and
until they are back.
"""

import msgspec

from ludothek.bots.levels import stand_in
from ludothek.core import CHANCE
from ludothek.house.people.person import Person
from ludothek.house.table.consequences import Consequences
from ludothek.house.table.decide import DecisionContext, seat_bot
from ludothek.house.table.entries import BotGone
from ludothek.house.table.sitting import Sitting

HOUR = 3_600_000  # milliseconds


def awaited(sitting: Sitting) -> dict[str, int]:
    """The people whom a table waits for, and the version at which they were first asked."""
    found: dict[str, int] = {}
    if sitting.phase == "playing":
        for seat in sitting.asked:
            if seat == CHANCE or seat in sitting.chosen or sitting.chairs[seat].kind != "person":
                continue
            owner = sitting.chairs[seat].owner
            assert owner is not None, "a person sits there"
            found[owner] = min(found.get(owner, sitting.asked_since[seat]), sitting.asked_since[seat])
    return found


def for_missed(sitting: Sitting, person: str, question: int, at: int) -> Consequences | None:
    """Bots for the seats for which somebody was asked then and has not answered; nobody has asked for them."""
    if awaited(sitting).get(person) != question:
        return None
    seats = [
        seat
        for seat in sitting.asked
        if seat != CHANCE and sitting.chairs[seat].owner == person and not sitting.chairs[seat].level
    ]
    asking, taken = DecisionContext(Person(person, ""), at, lambda game: [stand_in(game)]), set(sitting.names)
    bots = [seat_bot(sitting, seat, stand_in(sitting.variant.game), taken, asking) for seat in seats]
    return Consequences([msgspec.structs.replace(bot, person=None) for bot in bots])


def for_returned(sitting: Sitting, person: str, at: int) -> Consequences | None:
    """They are back: their seats are theirs again."""
    if sitting.phase != "playing":
        return None
    missed = [seat for seat in sitting.seats_of(person) if sitting.chairs[seat].is_missed]
    return Consequences([BotGone(seat=seat, person=person, at=at) for seat in missed]) if missed else None
