"""The database: two tables of ours and a few settings, the same on SQLite and on PostgreSQL, brought up to date on start."""

import asyncio
import os
import stat
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

metadata = sa.MetaData()

# What never changes about a table, and two columns by which lists are made.
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("facts", sa.Text, nullable=False),  # a journal.Facts as JSON
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),  # milliseconds since 1970, of the last change of phase
)

# Everything that has happened at a table. Rows are only ever added; two writers cannot both add the same number.
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # from 1
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("person", sa.String(32)),
    sa.Column("client", sa.String(64)),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# Who has ever held a seat where: for "my tables".
guests = sa.Table(
    "guests",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),  # they have taken it off their list
)

secrets = sa.Table("secrets", metadata, sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Text, nullable=False))

# When somebody last tried whether anything can be written.
pulses = sa.Table("pulses", metadata, sa.Column("name", sa.String(32), primary_key=True), sa.Column("at", sa.BigInteger, nullable=False))

# What was found when a game that is over was looked at again.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("content", sa.Text, nullable=False),  # a review.Review as JSON
)

NEWEST = "0004"  # the last step in migrations/versions
MIGRATION_LOCK = 0x10D07EC  # of PostgreSQL's advisory locks: several processes may start at once


def engine_for(address: str) -> AsyncEngine:
    url = normal(address)
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True, hide_parameters=True)
    if url.database and url.database != ":memory:":
        _keep_private(Path(url.database))
    engine = create_async_engine(url, connect_args={"timeout": 15}, hide_parameters=True)  # errors name no seed and no token
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _keep_private(file: Path) -> None:
    """Nobody else on this machine may read it: it holds seeds, and the key of the cookies. SQLite gives its other files the same mode."""
    with suppress(OSError):  # what is wrong with the file is said when it is opened
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        for kept in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            if kept.exists() and (mode := stat.S_IMODE(kept.stat().st_mode)) & 0o077:
                kept.chmod(mode & ~0o077)


def normal(address: str) -> URL:
    """The address with the driver that we use; a bare path is a SQLite file."""
    url = make_url(address if "://" in address else f"sqlite+aiosqlite:///{address}")
    if url.drivername in ("sqlite", "postgresql", "postgres"):
        return url.set(drivername="sqlite+aiosqlite" if url.drivername == "sqlite" else "postgresql+asyncpg")
    return url


def _prepare_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")  # readers and the writer do not wait for each other
    cursor.execute("PRAGMA synchronous=FULL")  # a commit is on the disk, also when the power goes
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA secure_delete=ON")  # what is erased is overwritten
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Bring the database up to the newest version; at once when it is there already."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        await connection.run_sync(_upgrade)


def _upgrade(connection: sa.Connection) -> None:
    if sa.inspect(connection).has_table("alembic_version"):
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        if found == NEWEST:  # as on nearly every start: then Alembic need not even be loaded
            return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("ludothek.server.store") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


KEY, KEY_BEFORE = "cookies", "cookies before"


async def key_before(connection: AsyncConnection) -> str | None:
    """The secret before the present one, where it was changed."""
    found: str | None = (await connection.execute(sa.select(secrets.c.value).where(secrets.c.name == KEY_BEFORE))).scalar()
    return found


async def change_key(connection: AsyncConnection, fresh: str, *, forget: bool) -> None:
    """Sign with a fresh secret from now on. What was signed before is still read, unless that is to be forgotten."""
    old = (await connection.execute(sa.select(secrets.c.value).where(secrets.c.name == KEY))).scalar()
    await connection.execute(secrets.delete().where(secrets.c.name.in_((KEY, KEY_BEFORE))))
    await connection.execute(secrets.insert().values(name=KEY, value=fresh))
    if old is not None and not forget:
        await connection.execute(secrets.insert().values(name=KEY_BEFORE, value=old))


async def kept_secret(connection: AsyncConnection, fresh: str) -> str:
    """The secret that all processes on this database share; the fresh one where there is none yet."""
    query = sa.select(secrets.c.value).where(secrets.c.name == KEY)
    if (found := (await connection.execute(query)).scalar()) is not None:
        return str(found)
    try:
        async with connection.begin_nested():
            await connection.execute(secrets.insert().values(name=KEY, value=fresh))
    except sa.exc.IntegrityError:  # another process was first
        await asyncio.sleep(0)
    return str((await connection.execute(query)).scalar())
