"""The people who opted in to ratings."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ludothek.server.database.schema import guests, played, put, rated, tables


class RatedPeople:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def people(self) -> dict[str, str]:
        """Return the names of the rated people by their ids."""
        async with self.engine.connect() as connection:
            return {row.person: row.name for row in await connection.execute(sa.select(rated))}

    async def games(self, most: int) -> list[tuple[str, str]]:
        """Return (person, game summary as JSON) of rated people, latest games first."""
        query = sa.select(played.c.person, played.c.content).join(rated, rated.c.person == played.c.person)
        query = query.join(tables, tables.c.id == played.c.table_id).where(played.c.content != "")
        return await self._pairs(query.order_by(tables.c.changed.desc()).limit(most))

    async def unremembered(self, most: int) -> list[tuple[str, str]]:
        """Return (person, table) of finished games of rated people without a summary, latest first."""
        over = sa.select(guests.c.person, tables.c.id).join(rated, rated.c.person == guests.c.person)
        over = over.join(tables, tables.c.id == guests.c.table_id).where(tables.c.phase == "over")
        known = sa.exists().where(played.c.person == guests.c.person, played.c.table_id == tables.c.id)
        return await self._pairs(over.where(~known).order_by(tables.c.changed.desc()).limit(most))

    async def _pairs(self, query: sa.Select[Any]) -> list[tuple[str, str]]:
        async with self.engine.connect() as connection:
            return [(one, other) for one, other in await connection.execute(query)]

    async def join(self, person: str, name: str) -> None:
        async with self.engine.begin() as connection:
            await put(connection, rated, {"person": person, "name": name})

    async def rename(self, person: str, name: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(rated.update().where(rated.c.person == person).values(name=name))

    async def leave(self, person: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(rated.delete().where(rated.c.person == person))
