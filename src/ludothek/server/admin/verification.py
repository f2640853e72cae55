"""Verify stored tables: no gap in the numbers, every journal replays, every draw follows from its seed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ludothek.house.table.entries import Facts
from ludothek.house.table.replaying import FinishedTable
from ludothek.house.table.sitting import Sitting
from ludothek.server.database import entry_rows
from ludothek.server.database.schema import entries, tables


@dataclass
class VerificationReport:
    tables: int = 0
    entries: int = 0
    broken: list[str] = field(default_factory=list)  # a sentence for each broken table

    def __str__(self) -> str:
        return f"{self.tables} tables with {self.entries} entries, {len(self.broken)} of them broken"


async def verify(engine: AsyncEngine) -> VerificationReport:
    findings = VerificationReport()
    async with engine.connect() as connection:
        ids = [
            str(found)
            for found in (await connection.execute(sa.select(tables.c.id).order_by(tables.c.id))).scalars()
        ]
        for table in ids:
            about = (await connection.execute(sa.select(tables).where(tables.c.id == table))).mappings().one()
            query = sa.select(entries).where(entries.c.table_id == table).order_by(entries.c.number)
            found = (await connection.execute(query)).mappings().all()
            findings.tables += 1
            findings.entries += len(found)
            try:
                _check(about, found)
            except Exception as error:
                findings.broken.append(f"{table}: {error or type(error).__name__}")
    return findings


class _Broken(Exception):
    pass


def _check(about: sa.RowMapping, found: Sequence[sa.RowMapping]) -> None:
    if [row["number"] for row in found] != list(range(1, len(found) + 1)):
        raise _Broken("the numbers of its entries have gaps")
    sitting = Sitting(msgspec.json.decode(about["facts"], type=Facts))
    for row in found:
        try:
            sitting.apply(entry_rows.entry(row))
        except Exception as error:
            raise _Broken(f"entry {row['number']} cannot be carried out: {error}") from error
    if sitting.phase != about["phase"]:
        raise _Broken(f"it is {sitting.phase}, but listed as {about['phase']}")
    if not sitting.facts.companion:
        begun = sitting.facts.begun  # earlier draws were made elsewhere
        for draw in FinishedTable.of(sitting).checked_chance().draws:
            if draw.number >= begun and sitting.seed.draw(draw.number, draw.weights) != draw.move:
                raise _Broken(f"move {draw.number} was not drawn from its seed")
