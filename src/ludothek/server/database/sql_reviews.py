"""Reviews of finished games, stored with their tables."""

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from ludothek.server.database.schema import put, reviews


class SqlReviewStore:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def get(self, table: str) -> bytes | None:
        async with self.engine.connect() as connection:
            found = (
                await connection.execute(sa.select(reviews.c.content).where(reviews.c.table_id == table))
            ).scalar()
        return None if found is None else str(found).encode()

    async def put(self, table: str, content: bytes) -> None:
        """Store a review in the place of an older one; a table that no longer exists is ignored."""
        try:
            async with self.engine.begin() as connection:
                await put(connection, reviews, {"table_id": table, "content": content.decode()})
        except IntegrityError:
            return  # the table is gone
