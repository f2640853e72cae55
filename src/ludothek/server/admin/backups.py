"""Backup and restore.

A backup is a SQLite file, whichever database it was made from, and can be restored into either kind; so it
also moves a server from one to the other.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ludothek.core import Refusal
from ludothek.server.admin.verification import VerificationReport, verify
from ludothek.server.database import schema

AT_ONCE = 1000  # rows


async def back_up(engine: AsyncEngine, file: Path) -> VerificationReport:
    """Copy the database as of one moment, while play continues, and verify the copy.

    The file appears only when it is complete.
    """
    if file.exists():
        raise Refusal(f"{file} is there already; name another file")
    if not file.parent.is_dir():
        raise Refusal(f"{file.parent} is no folder; make it first")
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".ludothek-backup-") as folder:
        made = Path(folder) / "copy.db"
        async with _opened(made) as copy:
            await schema.migrate(copy)
            await _copy(engine, copy)
            findings = await verify(copy)
        made.replace(file)
    return findings


async def restore(file: Path, engine: AsyncEngine) -> VerificationReport:
    """Restore a backup into an empty database, after verifying it."""
    _check(file)
    with tempfile.TemporaryDirectory(prefix="ludothek-restore-") as folder:
        copy = Path(folder) / "copy.db"
        shutil.copyfile(file, copy)
        async with _opened(copy) as source:
            await schema.migrate(source)  # it may be older than this version
            findings = await verify(source)
            if findings.broken:
                raise Refusal(
                    f"{file} holds tables that cannot be read, and nothing was restored: {'; '.join(findings.broken[:5])}"
                )
            await schema.migrate(engine)
            async with engine.connect() as connection:
                if (await connection.execute(sa.select(schema.tables.c.id).limit(1))).first():
                    raise Refusal(
                        "the database to restore into has tables already; name an empty one with --db"
                    )
            await _copy(source, engine)
    return findings


def _check(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
            known = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise Refusal(f"{file} is no backup of a Ludothek: {error}") from None
    if said != "ok":
        raise Refusal(f"{file} is damaged: {said}")
    if known is None or known[0] > schema.NEWEST:
        raise Refusal(f"{file} was made by a newer Ludothek; update this one first")


@asynccontextmanager
async def _opened(file: Path) -> AsyncIterator[AsyncEngine]:
    engine = schema.engine_for(str(file))
    try:
        yield engine
    finally:
        await engine.dispose()
        if os.name == "posix":
            file.chmod(0o600)


async def _copy(source: AsyncEngine, target: AsyncEngine) -> None:
    """Copy all rows as of one moment."""
    async with _moment(source) as reading, target.begin() as writing:
        for table in reversed(schema.metadata.sorted_tables):
            await writing.execute(table.delete())
        for table in schema.metadata.sorted_tables:
            found = await reading.stream(sa.select(table))
            async for rows in found.mappings().partitions(AT_ONCE):
                await writing.execute(table.insert(), [dict(row) for row in rows])


@asynccontextmanager
async def _moment(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open a connection that reads one consistent snapshot."""
    async with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            await connection.exec_driver_sql("BEGIN")
        else:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection
