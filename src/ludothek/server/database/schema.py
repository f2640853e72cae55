"""The database schema, the same on SQLite and PostgreSQL, and its migration at start."""

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

# The facts of a table, which never change, and columns by which lists are made.
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

# The entries of a table. Play only inserts rows, and two writers cannot both insert the same number; erasure
# (retention.py) changes who it was and what they typed, never a move.
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

# The people who have ever held a seat at a table: for "my tables".
guests = sa.Table(
    "guests",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column(
        "hidden", sa.Boolean, nullable=False, server_default=sa.false()
    ),  # the person has hidden the table from their list
)

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

# Rows that the health check updates.
pulses = sa.Table(
    "pulses",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# Reviews of finished games.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("content", sa.Text, nullable=False),  # a review.Review as JSON
)

# The people who are known by more than a cookie.
people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kept", sa.Text, nullable=False),  # what their pages save for the next device, as JSON
    sa.Column("handle", sa.String(16), unique=True),  # the first words of their recovery phrase
    sa.Column("phrase", sa.Text),  # a slow hash of the other words
    sa.Column("tries", sa.Integer, nullable=False),  # attempts at the phrase, since …
    sa.Column("tried", sa.BigInteger, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)

# The registered devices of people.
devices = sa.Table(
    "devices",
    metadata,
    sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
)

# One-time passes, stored as hashes so that a reader of the database cannot use them.
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
    sa.Column("key", sa.LargeBinary, nullable=False),  # the public key
    sa.Column("uses", sa.BigInteger, nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)

# The notification channels of people.
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

# Tables that people have muted.
hushed = sa.Table(
    "hushed",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
)

# The version of a table that a person with notifications has seen, and until when their page counts as open.
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
    sa.Column("id", sa.String(32), primary_key=True),  # derived from the notice's content
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("question", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("channel", sa.String(32), nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False),  # of a claimed notice: when it was claimed
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
)

# Each person's counted try at the challenge of a day. It stays when the table is removed: a second try never
# counts.
challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("date", sa.String(10), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("result", sa.Text, nullable=False),  # a results.Result as JSON; empty while the game goes on
)

# Summaries of finished games, one per person; derived from the journals, and again when these were changed.
played = sa.Table(
    "played",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column(
        "content", sa.Text, nullable=False
    ),  # a played.Played as JSON; empty if there is nothing to summarise
)

# The people who opted in to ratings.
rated = sa.Table(
    "rated",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
)

NEWEST = "0010"  # the last migration in migrations/versions
MIGRATION_LOCK = 0x10D07EC  # an advisory lock of PostgreSQL: several processes may start at once


async def put(connection: AsyncConnection, table: sa.Table, row: dict[str, Any]) -> None:
    """Upsert a row by its primary key, in one statement, so that concurrent writers do not conflict."""
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
    )  # error texts must contain no seed and no token
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def at_once(engine: AsyncEngine) -> AsyncEngine:
    """Return an engine in autocommit mode on PostgreSQL, which saves the BEGIN and COMMIT round trips."""
    return (
        engine if engine.dialect.name == "sqlite" else engine.execution_options(isolation_level="AUTOCOMMIT")
    )


def direct_engine_for(engine: AsyncEngine) -> sa.Engine | None:
    """Return a synchronous engine for the same SQLite file; None for other databases."""
    url = engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    direct = sa.create_engine(
        url.set(drivername="sqlite"), connect_args={"timeout": 15}, hide_parameters=True
    )
    event.listen(direct, "connect", _prepare_sqlite)
    return direct


def _keep_private(file: Path) -> None:
    """Allow access to the file only for its owner: it holds seeds, and the key of the cookies.

    SQLite gives its other files the same mode.
    """
    with suppress(OSError):  # opening the file reports the error
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        for kept in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            if kept.exists() and (mode := stat.S_IMODE(kept.stat().st_mode)) & 0o077:
                kept.chmod(mode & ~0o077)


def normal(address: str) -> URL:
    """Return the URL with our driver; a bare path is a SQLite file."""
    url = make_url(address if "://" in address else f"sqlite+aiosqlite:///{address}")
    if url.drivername in ("sqlite", "postgresql", "postgres"):
        return url.set(drivername="sqlite+aiosqlite" if url.drivername == "sqlite" else "postgresql+asyncpg")
    return url


def _prepare_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")  # readers and the writer do not block each other
    cursor.execute("PRAGMA synchronous=FULL")  # a commit is on the disk, even after a power failure
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA secure_delete=ON")  # deleted content is overwritten
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Migrate the database to the newest version."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        elif await connection.run_sync(_is_newest):
            return
        else:
            await connection.run_sync(begin_on_sqlite)
        await connection.run_sync(_upgrade)


def begin_on_sqlite(connection: sa.Connection) -> None:
    """Begin a transaction that includes DDL statements; Python's driver begins none for these.

    All migrations and the version are committed together: a server killed during them leaves the database as
    it was.
    """
    connection.exec_driver_sql(
        "BEGIN IMMEDIATE"
    )  # a second process waits here, then finds the newest version


def _is_newest(connection: sa.Connection) -> bool:
    if not sa.inspect(connection).has_table("alembic_version"):
        return False
    return bool(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == NEWEST)


def _upgrade(connection: sa.Connection) -> None:
    if _is_newest(connection):  # true at nearly every start, which then need not load Alembic
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("ludothek.server.database") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


KEY, KEY_BEFORE = "cookies", "cookies before"
CALLS = "calls"  # the key by which push services know this server; it stays when the cookies' key changes


async def key_before(connection: AsyncConnection) -> str | None:
    """Return the previous secret, if it was rotated."""
    found: str | None = (
        await connection.execute(sa.select(secrets.c.value).where(secrets.c.name == KEY_BEFORE))
    ).scalar()
    return found


async def change_key(connection: AsyncConnection, fresh: str, *, forget: bool) -> None:
    """Replace the signing secret.

    Cookies signed with the old one stay valid, unless `forget` is set.
    """
    old = (await connection.execute(sa.select(secrets.c.value).where(secrets.c.name == KEY))).scalar()
    await connection.execute(secrets.delete().where(secrets.c.name.in_((KEY, KEY_BEFORE))))
    await connection.execute(secrets.insert().values(name=KEY, value=fresh))
    if old is not None and not forget:
        await connection.execute(secrets.insert().values(name=KEY_BEFORE, value=old))


async def kept_secret(connection: AsyncConnection, fresh: str, name: str = KEY) -> str:
    """Return the secret that all processes on this database share; store `fresh` if there is none."""
    query = sa.select(secrets.c.value).where(secrets.c.name == name)
    if (found := (await connection.execute(query)).scalar()) is not None:
        return str(found)
    try:
        async with connection.begin_nested():
            await connection.execute(secrets.insert().values(name=name, value=fresh))
    except sa.exc.IntegrityError:  # another process was first
        await asyncio.sleep(0)
    return str((await connection.execute(query)).scalar())
