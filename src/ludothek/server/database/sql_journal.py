"""The journals of tables in SQL: the facts of a table, and each change under the next number.

A writer names the number after which it appends. If another process was first, the database refuses the
number (`JournalConflict`) and nothing is written. Entries are on the disk before `append` returns. Appends
that arrive during a write are batched into one transaction: a commit costs the same for one move as for a
hundred.
"""

import asyncio
import time
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ludothek.house.table.entries import AnyEntry, Facts, Joined, Moved
from ludothek.house.table.journal import SEATING_KINDS, CountedTry, JournalConflict, TableStatus, UnknownTable
from ludothek.server.database import entry_rows as rows
from ludothek.server.database import retention, schema
from ludothek.server.database.change_feed import CHANNEL, TELL
from ludothek.server.database.schema import challenges, entries, guests, played, pulses, tables
from ludothek.server.database.sqlite_writer import SqliteWriter
from ludothek.server.metrics import Metrics

BATCH = 256
_table = attrgetter("table")


@dataclass
class _Waiting:
    """One append or new table that waits to be written."""

    table: str
    rows: list[tuple[Any, ...]]
    at: int
    phase: str | None
    guests: set[str]
    facts: Facts | None = None  # of a new table
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class SqlJournal:
    def __init__(self, engine: AsyncEngine, process: str, measures: Metrics | None = None) -> None:
        self.engine = engine
        self.measures = measures or Metrics()
        self.process = process
        self.is_shared = engine.dialect.name == "postgresql"
        self._at_once = schema.at_once(engine)
        self._insertion = _insertion(engine)  # compiled once: every move uses it
        self._pen = SqliteWriter.of(engine)
        self._waiting: list[_Waiting] = []
        self._writer: asyncio.Task[None] | None = None

    def stop(self) -> None:
        if self._pen:
            self._pen.stop()

    async def open(self, facts: Facts, first: Sequence[AnyEntry], phase: str) -> None:
        """Write a new table and its first entries."""
        people = {facts.creator} | {entry.person for entry in first if entry.person}
        await self._written(
            _Waiting(facts.id, _rows(facts.id, 0, first), facts.created, phase, people, facts)
        )

    def append(
        self, table: str, after: int, new: Sequence[AnyEntry], phase: str | None = None
    ) -> Coroutine[Any, Any, None]:
        """Append entries after number `after`, all or none; `phase` if it has changed."""
        people = {entry.person for entry in new if isinstance(entry, Joined) and entry.person}
        return self._written(_Waiting(table, _rows(table, after, new), new[0].at, phase, people))

    async def _written(self, waiting: _Waiting) -> None:
        self._waiting.append(waiting)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        begun = time.perf_counter()
        try:
            await waiting.done
        finally:
            self.measures.writes.observe(time.perf_counter() - begun)
        self.measures.moves.inc(sum(row[_KIND] == _MOVE for row in waiting.rows))

    async def _write(self) -> None:
        try:
            while self._waiting:
                batch = {
                    waiting.table: waiting for waiting in reversed(self._waiting[:BATCH])
                }  # the first append of each table
                self._waiting = [
                    waiting for waiting in self._waiting if batch.get(waiting.table) is not waiting
                ]
                # Processes lock tables in one order, to avoid deadlocks in PostgreSQL.
                await self._write_together([batch[table] for table in sorted(batch)])
        finally:
            self._writer = None

    async def _write_together(self, batch: list[_Waiting]) -> None:
        """Commit a batch, and report conflicts to their writers.

        If the batch fails, bisect it to find the entry that the database rejects.
        """
        try:
            written = await self._commit(batch)
        except Exception as error:
            if len(batch) > 1:
                await self._write_together(batch[: len(batch) // 2])
                await self._write_together(batch[len(batch) // 2 :])
            else:
                was_overtaken = isinstance(error, IntegrityError)
                self.measures.write_errors.inc(not was_overtaken)
                _settle(batch[0], JournalConflict() if was_overtaken else error)
        else:
            for waiting in batch:
                _settle(waiting, None if waiting.table in written else JournalConflict())

    async def _commit(self, batch: list[_Waiting]) -> set[str]:
        """Write a batch; return the tables that were written to."""
        if self._pen:
            return await self._pen.write(self._insert, batch)
        adds_only_entries = not any(
            waiting.facts or waiting.phase or waiting.guests for waiting in batch
        )  # one statement will do
        async with (self._at_once if adds_only_entries else self.engine).begin() as connection:
            return await connection.run_sync(self._insert, batch)

    def _insert(self, connection: sa.Connection, batch: list[_Waiting]) -> set[str]:
        if new := [waiting for waiting in batch if waiting.facts]:
            connection.execute(tables.insert(), [_row(waiting) for waiting in new])
        if counted := [
            _counted(waiting.facts) for waiting in new if waiting.facts and waiting.facts.is_counted
        ]:
            connection.execute(challenges.insert(), counted)
        written = self._insert_entries(connection, batch)
        batch = [waiting for waiting in batch if waiting.table in written]
        if changed := [waiting for waiting in batch if waiting.phase and not waiting.facts]:
            connection.execute(
                _CHANGE_PHASE, [{"table": w.table, "new": w.phase, "at": w.at} for w in changed]
            )
        if came := [
            {"person": person, "table": waiting.table}
            for waiting in batch
            for person in sorted(waiting.guests)
        ]:
            connection.execute(_ADD_GUEST, came)
        return written

    def _insert_entries(self, connection: sa.Connection, batch: list[_Waiting]) -> set[str]:
        """Insert the entries; return all tables except those at which another process was first.

        On PostgreSQL the other processes are notified.
        """
        made = [row for waiting in batch for row in waiting.rows]
        if made and self.is_shared:
            first = [row is waiting.rows[0] for waiting in batch for row in waiting.rows]
            found = connection.exec_driver_sql(
                _INSERT_AND_TELL, (CHANNEL, self.process, first, *zip(*made, strict=True))
            )
            return {row[0] for row in found} | {waiting.table for waiting in batch if not waiting.rows}
        if made:
            connection.exec_driver_sql(self._insertion, made)
        return set(map(_table, batch))

    async def facts(self, table: str) -> Facts:
        async with self._at_once.connect() as connection:
            found = (await connection.execute(sa.select(tables.c.facts).where(tables.c.id == table))).scalar()
        if found is None:
            raise UnknownTable(table)
        return msgspec.json.decode(found, type=Facts)

    async def read(self, table: str, after: int = 0) -> list[AnyEntry]:
        return await self._read(entries.c.table_id == table, entries.c.number > after)

    async def _read(self, *which: sa.ColumnElement[bool]) -> list[AnyEntry]:
        query = sa.select(entries).where(*which).order_by(entries.c.number)
        async with self._at_once.connect() as connection:
            found = (await connection.execute(query)).mappings().all()
        return [rows.entry(row) for row in found]

    async def tables_of(self, person: str, most: int | None) -> list[str]:
        query = (
            sa.select(tables.c.id)
            .join(guests, guests.c.table_id == tables.c.id)
            .where(guests.c.person == person)
        )
        query = query.where(guests.c.hidden.is_(False))
        return await self._ids(query.order_by(tables.c.changed.desc()).limit(most))

    async def newest_tables(self, most: int, *, over: bool) -> list[str]:
        query = sa.select(tables.c.id).order_by(tables.c.changed.desc()).limit(most)
        return await self._ids(query if over else query.where(tables.c.phase != "over"))

    async def public_tables(self, most: int, game: str | None = None) -> list[str]:
        """List public tables round robin over creators, so that no creator fills the list alone."""
        facts = _as_json(tables.c.facts) if self.is_shared else sa.type_coerce(tables.c.facts, sa.JSON)
        open_to_all = tables.c.public.is_(True), tables.c.phase.in_(("waiting", "playing"))
        of_creator = sa.func.row_number().over(
            partition_by=facts["creator"].as_string(), order_by=tables.c.changed.desc()
        )
        query = (
            sa.select(tables.c.id)
            .where(*open_to_all)
            .order_by(of_creator, tables.c.changed.desc())
            .limit(most)
        )
        return await self._ids(query if game is None else query.where(facts["game"].as_string() == game))

    async def forget(self, person: str, table: str) -> bool:
        """Hide a table from a person's list; delete it if it is on no list, and return whether it was."""
        async with self.engine.begin() as connection:
            await connection.execute(
                guests.update()
                .where(guests.c.person == person, guests.c.table_id == table)
                .values(hidden=True)
            )
            listed = sa.select(guests.c.person).where(guests.c.table_id == table, guests.c.hidden.is_(False))
            if (await connection.execute(listed.limit(1))).first():
                return False
            await retention.remove(connection, {table})
            await self.rewritten(connection, {table})
        return True

    async def standings(self, ids: Sequence[str]) -> list[TableStatus]:
        """Return the status of tables in this order, skipping unknown ones."""
        choices = sa.func.sum(sa.case((entries.c.kind == "choice", 1), else_=0))
        counted = sa.select(
            entries.c.table_id, sa.func.max(entries.c.number), choices, sa.func.max(entries.c.at)
        )
        counted = counted.where(entries.c.table_id.in_(ids)).group_by(entries.c.table_id)
        async with self.engine.connect() as connection:
            about = {
                row.id: row for row in await connection.execute(sa.select(tables).where(tables.c.id.in_(ids)))
            }
            counts = {row[0]: tuple(row[1:]) for row in await connection.execute(counted)}
        found = ((about[table], *counts.get(table, (0, 0, 0))) for table in ids if table in about)
        return [
            TableStatus(row.id, row.facts, row.phase, number, number - int(hidden), at)
            for row, number, hidden, at in found
        ]

    async def counted(self, person: str) -> list[CountedTry]:
        columns = (
            challenges.c.game,
            challenges.c.date,
            challenges.c.table_id,
            challenges.c.at,
            challenges.c.result,
        )
        query = (
            sa.select(*columns)
            .where(challenges.c.person == person)
            .order_by(challenges.c.date, challenges.c.game)
        )
        async with self.engine.connect() as connection:
            return [CountedTry(*row) for row in await connection.execute(query)]

    async def settle(self, person: str, one: CountedTry) -> None:
        challenge = challenges.c.game == one.game, challenges.c.date == one.date
        which = challenges.c.person == person, *challenge, challenges.c.table_id == one.table
        async with self.engine.begin() as connection:
            await connection.execute(challenges.update().where(*which).values(result=one.result))

    async def unremembered(self, person: str) -> list[str]:
        over = (
            sa.select(tables.c.id)
            .join(guests, guests.c.table_id == tables.c.id)
            .where(guests.c.person == person, tables.c.phase == "over")
        )
        known = sa.exists().where(played.c.person == person, played.c.table_id == tables.c.id)
        return await self._ids(over.where(~known).order_by(tables.c.changed))

    async def remember(self, person: str, table: str, content: str) -> None:
        try:
            async with self.engine.begin() as connection:
                await connection.execute(
                    played.insert().values(person=person, table_id=table, content=content)
                )
        except IntegrityError:
            return  # another process was first, or the table is gone

    async def remembered(self, person: str) -> list[str]:
        return await self._ids(
            sa.select(played.c.content).where(played.c.person == person, played.c.content != "")
        )

    async def rewritten(self, connection: AsyncConnection, ids: Iterable[str]) -> None:
        """Tell the other processes on commit to invalidate these tables."""
        if self.is_shared:
            await connection.execute(
                TELL, {"channel": CHANNEL, "told": [f"{self.process} rewritten {table}" for table in ids]}
            )

    async def seating(self, table: str) -> list[AnyEntry]:
        """Read only the entries that tell who sits where, and which table followed."""
        return await self._read(entries.c.table_id == table, entries.c.kind.in_(SEATING_KINDS))

    async def try_to_write(self, at: int) -> None:
        """Write as for a move; it fails if moves would."""
        async with self.engine.begin() as connection:
            if not (
                await connection.execute(pulses.update().where(pulses.c.name == "health").values(at=at))
            ).rowcount:
                await connection.execute(_FIRST_PULSE, {"at": at})

    async def _ids(self, query: sa.Select[Any]) -> list[str]:
        async with self.engine.connect() as connection:
            return [str(found) for found in (await connection.execute(query)).scalars()]


_CHANGE_PHASE = sa.text("UPDATE tables SET phase = :new, changed = :at WHERE id = :table")
_COLUMNS = ", ".join(rows.COLUMNS)
# If another process has written, or is committing, the first number of a table's entries, the table's other
# entries are not written either. PostgreSQL sends notifications with the commit, so that processes never hear
# of rows that are not there.
_INSERT_AND_TELL = f"""
WITH given AS (
    SELECT * FROM unnest($3::boolean[],
        $4::text[], $5::integer[], $6::text[], $7::smallint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::bigint[]
    ) AS given (is_first, {_COLUMNS})
), first AS (
    INSERT INTO entries ({_COLUMNS}) SELECT {_COLUMNS} FROM given WHERE is_first
    ON CONFLICT (table_id, number) DO NOTHING RETURNING table_id
), rest AS (
    INSERT INTO entries ({_COLUMNS}) SELECT {_COLUMNS} FROM given JOIN first USING (table_id) WHERE NOT is_first
)
SELECT table_id, pg_notify($1, concat_ws(' ', $2::text, 'changed', table_id, max(number)))
FROM given JOIN first USING (table_id) GROUP BY table_id
"""
_KIND, _MOVE = rows.COLUMNS.index("kind"), str(Moved.__struct_config__.tag)
_FIRST_PULSE = sa.text("INSERT INTO pulses (name, at) VALUES ('health', :at) ON CONFLICT DO NOTHING")
_ADD_GUEST = sa.text(
    "INSERT INTO guests (person, table_id, hidden) VALUES (:person, :table, false)"
    " ON CONFLICT (person, table_id) DO UPDATE SET hidden = false"  # a returning player sees the table again
)


def _as_json(facts: sa.ColumnElement[str]) -> sa.ColumnElement[Any]:
    """Cast facts to JSON for PostgreSQL.

    It would reject a text with `\u0000`, which a kit of an installed game may contain, and with it the whole
    query: such facts become `{}`.
    """
    return sa.cast(sa.case((sa.func.strpos(facts, r"\u0000") > 0, "{}"), else_=facts), sa.JSON)


def _insertion(engine: AsyncEngine) -> str:
    """The statement that adds entries, for rows as `rows.row` makes them."""
    statement = entries.insert().compile(dialect=engine.dialect)
    assert tuple(statement.positiontup or ()) == rows.COLUMNS, (
        "the columns of the statement are those of a row"
    )
    return str(statement)


def _rows(table: str, after: int, new: Sequence[AnyEntry]) -> list[tuple[Any, ...]]:
    return [rows.row(table, number, entry) for number, entry in enumerate(new, after + 1)]


def _row(waiting: _Waiting) -> dict[str, Any]:
    facts = waiting.facts
    assert facts is not None, "only of a new table"
    content = msgspec.json.encode(facts).decode()
    return {
        "id": facts.id,
        "facts": content,
        "phase": waiting.phase,
        "public": facts.public,
        "changed": waiting.at,
    }


def _counted(facts: Facts) -> dict[str, Any]:
    assert facts.challenge is not None, "only of a counted try"
    return {
        "person": facts.creator,
        "game": facts.game,
        "date": facts.challenge.date,
        "table_id": facts.id,
        "at": facts.created,
        "result": "",
    }


def _settle(waiting: _Waiting, error: Exception | None) -> None:
    if waiting.done.done():  # the caller was cancelled
        return
    if error is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(error)
