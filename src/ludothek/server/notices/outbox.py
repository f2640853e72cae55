"""The outbox: a notice is a row before it is sent, with an id derived from what it is about.

Every process that looks at a table creates the same row, however often.

    waiting → claimed → sent        it was accepted
                      → unclear     it may have arrived, or the server was killed while sending;
                                    it is not sent again
                      → waiting     it has certainly not arrived, and is tried again later
                      → failed      it was tried often enough, or can never be delivered
    waiting → dropped               it is no longer needed

Of several processes that try to claim a notice exactly one succeeds, and only that one sends it. So no
person gets a notice twice.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ludothek.server.database import entry_rows as rows
from ludothek.server.database.schema import notices

TURN, REMINDER, STOOD_IN, STAND_IN = (
    "turn",
    "reminder",
    "stood_in",
    "stand_in",
)  # the last seats a bot and is sent to no one
MINUTE = 60_000
PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 480 * MINUTE]  # before each further try
SENDS_WITHIN = 5 * MINUTE  # after which the process that claimed a notice counts as killed


@dataclass(frozen=True)
class Notice:
    table: str
    person: str
    question: int  # the version of the table at which the person was asked
    kind: str
    channel: str
    due: int
    tries: int = 0

    @property
    def id(self) -> str:
        return rows.notice_id(self.table, self.person, self.question, self.kind, self.channel)


class Outbox:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def put(self, new: Iterable[Notice]) -> None:
        """Insert the notices that are not stored yet."""
        rows = [_row(notice) for notice in new]
        if rows:
            async with self.engine.begin() as connection:
                await connection.execute(_PUT, rows)

    async def due(self, at: int, most: int, without: Collection[str] = ()) -> list[Notice]:
        """Return due notices, round robin over people: no person queues behind all notices of another."""
        waiting = notices.c.state == "waiting", notices.c.due <= at, notices.c.id.not_in(without)
        of_person = sa.func.row_number().over(partition_by=notices.c.person, order_by=notices.c.due)
        query = sa.select(notices).where(*waiting).order_by(of_person, notices.c.due).limit(most)
        async with self.engine.connect() as connection:
            found = await connection.execute(query)
            return [
                Notice(row.table_id, row.person, row.question, row.kind, row.channel, row.due, row.tries)
                for row in found
            ]

    async def claim(self, notice: Notice, at: int) -> bool:
        """Claim a notice; return False if another process claimed it first, even if it was put off since."""
        return await self._change(notice, "waiting", notices.c.due == notice.due, state="claimed", due=at)

    async def settle(self, notice: Notice, state: str) -> None:
        await self._change(notice, "claimed", state=state)

    async def put_off(self, notice: Notice, due: int, *, tried: bool = False) -> None:
        await self._change(notice, "claimed", state="waiting", due=due, tries=notice.tries + tried)

    async def _change(
        self, notice: Notice, was: str, *which: sa.ColumnElement[bool], **values: object
    ) -> bool:
        async with self.engine.begin() as connection:
            mine = notices.c.id == notice.id, notices.c.state == was, *which
            return (await connection.execute(notices.update().where(*mine).values(values))).rowcount == 1

    async def was_called(self, notice: Notice, since: int) -> bool:
        """Return whether this channel got a notice for the table that the person has not reacted to since."""
        about = [getattr(notices.c, name) == getattr(notice, name) for name in ("person", "channel", "kind")]
        others = (
            notices.c.table_id == notice.table,
            notices.c.question > since,
            notices.c.question != notice.question,
        )
        query = sa.select(notices.c.id).where(
            *about, *others, notices.c.state.in_(("sent", "unclear", "claimed"))
        )
        async with self.engine.connect() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def give_up_on_the_killed(self, at: int) -> int:
        """Mark notices as unclear that a killed process had claimed: they may have been sent."""
        async with self.engine.begin() as connection:
            dead = notices.c.state == "claimed", notices.c.due < at - SENDS_WITHIN
            return (await connection.execute(notices.update().where(*dead).values(state="unclear"))).rowcount


def _row(notice: Notice) -> dict[str, object]:
    about = {"id": notice.id, "table_id": notice.table, "person": notice.person, "question": notice.question}
    return about | {
        "kind": notice.kind,
        "channel": notice.channel,
        "due": notice.due,
        "tries": 0,
        "state": "waiting",
    }


_PUT = sa.text(  # the casts: PostgreSQL takes selected parameters for text otherwise
    "INSERT INTO notices (id, table_id, person, question, kind, channel, due, tries, state)"
    " SELECT :id, tables.id, :person, CAST(:question AS INTEGER), :kind, :channel, CAST(:due AS BIGINT), CAST(:tries AS INTEGER), :state"
    " FROM tables WHERE tables.id = :table_id ON CONFLICT DO NOTHING"
)
