"""The database: what is kept in which tables, the same on SQLite and on PostgreSQL, brought up to date on
start.
"""

import asyncio
import os
import stat
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

metadata = sa.MetaData()

# What never changes about a table, and two columns by which lists are made.
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("facts", sa.Text, nullable=False),  # an entries.Facts as JSON
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column(
        "changed", sa.BigInteger, nullable=False
    ),  # milliseconds since 1970, of the last change of phase
)

# Everything that has happened at a table. Play only adds rows, and two writers cannot both add the same
# number; what is erased (store/keeping.py) changes who it was and what they typed, never a move.
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
    sa.Column(
        "hidden", sa.Boolean, nullable=False, server_default=sa.false()
    ),  # they have taken it off their list
)

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

# When somebody last tried whether anything can be written.
pulses = sa.Table(
    "pulses",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# What was found when a game that is over was looked at again.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("content", sa.Text, nullable=False),  # a review.Review as JSON
)

# Whoever is known by more than a cookie.
people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kept", sa.Text, nullable=False),  # what their pages keep, as JSON: for their next device
    sa.Column("handle", sa.String(16), unique=True),  # the first words of their phrase
    sa.Column("phrase", sa.Text),  # a slow hash of the others
    sa.Column("tries", sa.Integer, nullable=False),  # of their phrase, since …
    sa.Column("tried", sa.BigInteger, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)

# The devices that speak for them.
devices = sa.Table(
    "devices",
    metadata,
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
)

# What works once: by a mark of it, so that whoever reads this cannot use it.
passes = sa.Table(
    "passes",
    metadata,
    sa.Column("mark", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger),
)

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("key", sa.LargeBinary, nullable=False),  # the public one
    sa.Column("uses", sa.BigInteger, nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)

# The ways on which people want to be called when it is their turn.
channels = sa.Table(
    "channels",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # push, mail or hook
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("details", sa.Text, nullable=False),  # JSON: the keys of a browser, the form of a hook
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("failed", sa.Integer, nullable=False),  # notices given up in a row
    sa.Column("trouble", sa.String(32), nullable=False),
    sa.Column("device", sa.String(32), nullable=False),  # of a browser
    sa.Column("made", sa.BigInteger, nullable=False),
)

calls = sa.Table(
    "calls",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("on", sa.Boolean, nullable=False),
    sa.Column("quiet_from", sa.Integer, nullable=False),  # minutes of the day
    sa.Column("quiet_to", sa.Integer, nullable=False),
    sa.Column("zone", sa.Text, nullable=False),
)

# The tables for which they do not.
hushed = sa.Table(
    "hushed",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
)

# How far somebody who can be called has seen a table, and until when their page counts as open.
looks = sa.Table(
    "looks",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("open_until", sa.BigInteger, nullable=False),
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # made of what it is about
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("question", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("channel", sa.String(32), nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False),  # of one that was claimed: when that was
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
)

# Which table is somebody's counted try at the challenge of a day. It stays when the table is gone: there is
# no second one.
challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("date", sa.String(10), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("result", sa.Text, nullable=False),  # a results.Result as JSON; nothing while it goes on
)

# Games that are over, as their people remember them; made from the journals, and made again when these were
# changed.
played = sa.Table(
    "played",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column(
        "content", sa.Text, nullable=False
    ),  # a played.Played as JSON; nothing where there is nothing to remember
)

# Who wants to be rated.
rated = sa.Table(
    "rated",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
)

NEWEST = "0010"  # the last step in migrations/versions
MIGRATION_LOCK = 0x10D07EC  # of PostgreSQL's advisory locks: several processes may start at once


async def put(connection: AsyncConnection, table: sa.Table, row: dict[str, Any]) -> None:
    """Write a row, in the place of the one with the same key: in one statement, so that two who do it at once
    do not meet.
    """
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    made = insert(table).values(row)
    rest = {
        column.name: made.excluded[column.name]
        for column in table.columns
        if column.name in row and not column.primary_key
    }
    key = list(table.primary_key)
    await connection.execute(
        made.on_conflict_do_update(index_elements=key, set_=rest) if rest else made.on_conflict_do_nothing()
    )


def engine_for(address: str) -> AsyncEngine:
    url = normal(address)
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True, hide_parameters=True)
    if url.database and url.database != ":memory:":
        _keep_private(Path(url.database))
    engine = create_async_engine(
        url, connect_args={"timeout": 15}, hide_parameters=True
    )  # errors name no seed and no token
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def at_once(engine: AsyncEngine) -> AsyncEngine:
    """By the same lines, but on PostgreSQL every statement is a transaction of its own: that need not be told
    where one begins and ends.
    """
    return (
        engine if engine.dialect.name == "sqlite" else engine.execution_options(isolation_level="AUTOCOMMIT")
    )


def direct_engine_for(engine: AsyncEngine) -> sa.Engine | None:
    """The same file of SQLite, without going by the loop; None for other databases."""
    url = engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    direct = sa.create_engine(
        url.set(drivername="sqlite"), connect_args={"timeout": 15}, hide_parameters=True
    )
    event.listen(direct, "connect", _prepare_sqlite)
    return direct


def _keep_private(file: Path) -> None:
    """Nobody else on this machine may read it: it holds seeds, and the key of the cookies.

    SQLite gives its other files the same mode.
    """
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
        elif await connection.run_sync(_is_newest):
            return
        else:
            await connection.run_sync(begin_on_sqlite)
        await connection.run_sync(_upgrade)


def begin_on_sqlite(connection: sa.Connection) -> None:
    """Begin a transaction that statements of DDL belong to as well: Python's driver begins none for these.

    All steps and the version are then committed together, and a server killed on the way finds the database
    as it was.
    """
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # a second process waits here, and finds the newest version


def _is_newest(connection: sa.Connection) -> bool:
    if not sa.inspect(connection).has_table("alembic_version"):
        return False
    return bool(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == NEWEST)


def _upgrade(connection: sa.Connection) -> None:
    if _is_newest(connection):  # as on nearly every start: then Alembic need not even be loaded
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("ludothek.server.database") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


KEY, KEY_BEFORE = "cookies", "cookies before"
CALLS = "calls"  # by which push services know this server: it stays when the key of the cookies is changed


async def key_before(connection: AsyncConnection) -> str | None:
    """The secret before the present one, where it was changed."""
    found: str | None = (
        await connection.execute(sa.select(secrets.c.value).where(secrets.c.name == KEY_BEFORE))
    ).scalar()
    return found


async def change_key(connection: AsyncConnection, fresh: str, *, forget: bool) -> None:
    """Sign with a fresh secret from now on.

    What was signed before is still read, unless that is to be forgotten.
    """
    old = (await connection.execute(sa.select(secrets.c.value).where(secrets.c.name == KEY))).scalar()
    await connection.execute(secrets.delete().where(secrets.c.name.in_((KEY, KEY_BEFORE))))
    await connection.execute(secrets.insert().values(name=KEY, value=fresh))
    if old is not None and not forget:
        await connection.execute(secrets.insert().values(name=KEY_BEFORE, value=old))


async def kept_secret(connection: AsyncConnection, fresh: str, name: str = KEY) -> str:
    """The secret that all processes on this database share; the fresh one where there is none yet."""
    query = sa.select(secrets.c.value).where(secrets.c.name == name)
    if (found := (await connection.execute(query)).scalar()) is not None:
        return str(found)
    try:
        async with connection.begin_nested():
            await connection.execute(secrets.insert().values(name=name, value=fresh))
    except sa.exc.IntegrityError:  # another process was first
        await asyncio.sleep(0)
    return str((await connection.execute(query)).scalar())
