"""A server killed while it migrates a SQLite database starts again, whichever statement it was at."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from ludothek.server.admin.verification import verify
from ludothek.server.database import schema as database

OLD = Path(__file__).parent / "old" / "v0001.sql"


class Killed(Exception):
    pass


def beginning(file: Path, kind: str) -> None:
    if kind == "old":
        with sqlite3.connect(file) as connection:
            connection.executescript(OLD.read_text("utf-8"))
        connection.close()


async def migrate(file: Path, killed_at: int | None = None) -> int:
    """Migrate, or be killed before a statement of that number; how many there were."""
    engine, statements = database.engine_for(str(file)), 0

    def count(*_: object) -> None:
        nonlocal statements
        if statements == killed_at:
            raise Killed
        statements += 1

    event.listen(engine.sync_engine, "before_cursor_execute", count)
    try:
        await database.migrate(engine)
    finally:
        await engine.dispose()
    return statements


def schema(file: Path) -> list[tuple[str, ...]]:
    with sqlite3.connect(file) as connection:
        found = connection.execute(
            "SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
        ).fetchall()
        columns = connection.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c ORDER BY 1, 2"
        ).fetchall()
    connection.close()
    return found + columns


def old_way(connection: sa.Connection) -> None:
    """Begin a migration as earlier versions did: each DDL statement is committed by itself."""
    connection.exec_driver_sql("SELECT 1")


@pytest.mark.parametrize("way", ["this version", "an earlier version"])
@pytest.mark.parametrize("kind", ["new", "old"])
def test_a_migration_killed_at_any_statement_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, way: str
) -> None:
    whole = tmp_path / "whole.db"
    beginning(whole, kind)
    statements = asyncio.run(migrate(whole))
    assert statements > 10
    for killed_at in range(statements):
        file = tmp_path / f"{killed_at}.db"
        beginning(file, kind)
        before = schema(file)
        with monkeypatch.context() as changed:
            if way == "an earlier version":
                changed.setattr(database, "begin_on_sqlite", old_way)
            with pytest.raises(Killed):
                asyncio.run(migrate(file, killed_at))
        if way == "this version":
            assert schema(file) == before, "killed, it is as it was"
        asyncio.run(migrate(file))
        assert schema(file) == schema(whole)
    assert asyncio.run(found_broken(file)) == []


async def found_broken(file: Path) -> list[str]:
    engine = database.engine_for(str(file))
    try:
        return (await verify(engine)).broken
    finally:
        await engine.dispose()
