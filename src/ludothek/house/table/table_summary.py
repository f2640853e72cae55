"""Summaries of tables for lists: game, people, and whose turn it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ludothek.core import CHANCE
from ludothek.core.registry import find
from ludothek.core.table import seat_label
from ludothek.house.api.table_types import Commitment, TableInfo, TableSummary
from ludothek.house.table.companion import chance_reporters
from ludothek.house.table.entries import AnyEntry, Facts
from ludothek.house.table.frames import seat_shapes
from ludothek.house.table.sitting import Sitting, TableSeat
from ludothek.house.table.timestamps import iso_time


@dataclass(frozen=True)
class TableGlimpse:
    """The data of a table that a list shows, independent of the viewer."""

    facts: Facts
    phase: str
    version: int
    host: str
    rematch: str | None
    changed: int
    seats: tuple[TableSeat, ...]
    to_act: tuple[int, ...] = ()
    reporters: tuple[int, ...] = ()  # companion mode: the seats that may report chance

    @classmethod
    def of(cls, sitting: Sitting) -> "TableGlimpse":
        playing = sitting.phase == "playing"
        asked = playing and sitting.facts.companion and CHANCE in sitting.legal_moves
        return cls(
            sitting.facts,
            sitting.phase,
            sitting.version,
            sitting.host,
            sitting.rematch,
            sitting.log.last.at if sitting.log.last else sitting.facts.created,
            tuple(sitting.seats),
            tuple(sitting.to_act) if playing else (),
            tuple(chance_reporters(sitting)) if asked else (),
        )

    @classmethod
    def without_moves(
        cls, facts: Facts, phase: str, version: int, changed: int, seating: Iterable[AnyEntry]
    ) -> "TableGlimpse":
        """Build the glimpse of a table at which no seat must act, without replaying its moves."""
        sitting = Sitting(facts)
        for entry in seating:
            sitting.apply(entry)
        return cls(facts, phase, version, sitting.host, sitting.rematch, changed, tuple(sitting.seats))

    def seats_of(self, person: str | None) -> list[int]:
        return [seat for seat, table_seat in enumerate(self.seats) if person and table_seat.owner == person]


def table_summary(seen: TableGlimpse, person: str | None, language: str) -> TableSummary:
    return TableSummary(**_summary(seen, person, language))


def table_info(sitting: Sitting, person: str | None, language: str) -> TableInfo:
    """Return the summary together with all choices made when the table was opened."""
    facts = sitting.facts
    return TableInfo(
        **_summary(TableGlimpse.of(sitting), person, language),
        options=sitting.variant.options,
        pace=facts.pace,
        kit=facts.kit,
        clock=facts.clock,
        allowance=facts.allowance,
        hints=facts.hints,
        patience=facts.patience,
        chance=Commitment(sitting.secret.commitment),
    )


def _summary(seen: TableGlimpse, person: str | None, language: str) -> dict[str, Any]:
    facts, mine = seen.facts, seen.seats_of(person)
    return {
        "id": facts.id,
        "game": facts.game,
        "title": find(facts.game).texts[language]["title"],
        "name": facts.name,
        "phase": seen.phase,
        "version": seen.version,
        "public": facts.public,
        "child_safe": facts.child_safe,
        "companion": facts.companion,
        "created": iso_time(facts.created),
        "changed": iso_time(seen.changed),
        "seats": seat_shapes(seen.seats, seen.host),
        "mine": mine,
        "host": seen.host == person,
        "to_act": [seat_label(seat) for seat in seen.to_act],
        "my_turn": any(
            (seat in seen.to_act and not seen.seats[seat].level) or seat in seen.reporters for seat in mine
        ),
        "rematch": seen.rematch,
    }
