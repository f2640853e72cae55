"""A table in a list: what it is, who sits at it, whose turn it is."""

from datetime import UTC, datetime
from typing import Any

from ludothek.core import CHANCE
from ludothek.core.table import seat_label
from ludothek.server.table.companion import tellers
from ludothek.server.table.frames import seats
from ludothek.server.table.shapes import Commitment, Summary, TableInfo
from ludothek.server.table.sitting import Sitting


def summed_up(sitting: Sitting, person: str | None, language: str) -> Summary:
    return Summary(**_summary(sitting, person, language))


def described(sitting: Sitting, person: str | None, language: str) -> TableInfo:
    """The same, and all that was chosen when the table was opened."""
    facts = sitting.facts
    return TableInfo(
        **_summary(sitting, person, language),
        options=facts.options,
        pace=facts.pace,
        kit=facts.kit,
        clock=facts.clock,
        hints=facts.hints,
        chance=Commitment(sitting.seed.commitment),
    )


def _summary(sitting: Sitting, person: str | None, language: str) -> dict[str, Any]:
    facts = sitting.facts
    mine = sitting.seats_of(person)
    acting = sitting.to_act if sitting.phase == "playing" else []
    last = sitting.log[-1].at if sitting.log else facts.created
    return {
        "id": facts.id,
        "game": facts.game,
        "title": sitting.variant.game.texts[language]["title"],
        "name": facts.name,
        "phase": sitting.phase,
        "version": sitting.version,
        "public": facts.public,
        "child_safe": facts.child_safe,
        "companion": facts.companion,
        "created": _date(facts.created),
        "changed": _date(last),
        "seats": seats(sitting),
        "mine": mine,
        "host": sitting.host == person,
        "to_act": [seat_label(seat) for seat in acting],
        "my_turn": any(seat in mine and not sitting.chairs[seat].level for seat in acting) or _may_tell(sitting, mine),
        "rematch": sitting.rematch,
    }


def _may_tell(sitting: Sitting, seats: list[int]) -> bool:
    is_asked = sitting.phase == "playing" and sitting.facts.companion and CHANCE in sitting.asked
    return is_asked and any(seat in tellers(sitting) for seat in seats)


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
