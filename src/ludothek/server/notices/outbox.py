"""What is to be sent, and what has become of it. A notice is a row before it is sent, under a name that
follows from what it is about: whoever looks at a table, however often and in however many processes, makes
the same row.

    waiting → claimed → sent        it was taken
                      → unclear     it may have arrived, or the server was killed while it sent it; it is not
                      sent again → waiting     it has certainly not arrived, and is tried again later → failed
                      it was tried often enough, or will never do
    waiting → dropped               there was no need for it any more

Of all who try to claim one, one does, and only whoever has claimed it sends it. So nobody is called twice.
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
)  # the last is a bot's, and goes to nobody
MINUTE = 60_000
PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 480 * MINUTE]  # before each further try
SENDS_WITHIN = 5 * MINUTE  # after which whoever has claimed a notice is taken for dead


@dataclass(frozen=True)
class Notice:
    table: str
    person: str
    question: int  # the version of the table at which somebody was asked
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
        """Those of these that are not there yet."""
        rows = [_row(notice) for notice in new]
        if rows:
            async with self.engine.begin() as connection:
                await connection.execute(_PUT, rows)

    async def due(self, at: int, most: int, without: Collection[str] = ()) -> list[Notice]:
        """The first of everybody, then the second of everybody: nobody is behind all of somebody else's."""
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
        """Whether it is ours to see to; not where another process was first, though it may have put it off by
        now.
        """
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
        """Whether somebody was already called on the same way to the same table, and has not been there
        since.
        """
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
        """What a process had claimed that was killed then: whether it was sent nobody knows."""
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


_PUT = sa.text(  # PostgreSQL takes what is selected for text, unless it is told
    "INSERT INTO notices (id, table_id, person, question, kind, channel, due, tries, state)"
    " SELECT :id, tables.id, :person, CAST(:question AS INTEGER), :kind, :channel, CAST(:due AS BIGINT), CAST(:tries AS INTEGER), :state"
    " FROM tables WHERE tables.id = :table_id ON CONFLICT DO NOTHING"
)
