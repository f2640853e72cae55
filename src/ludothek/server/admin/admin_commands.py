"""`ludothek admin`: each command opens the database of the settings, does one thing, and says what it did.

The server may run meanwhile.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from ludothek.server.server_house import ServerHouse

Result = TypeVar("Result")
app = typer.Typer(
    help="Look after a server: backups, checks, forgetting, keys, tables. It may run meanwhile.",
    no_args_is_help=True,
)
Db = Annotated[
    str | None,
    typer.Option(help="The database: a file, or postgresql+asyncpg://…; else as the settings say."),
]


def _with_house(db: str | None, work: "Callable[[ServerHouse], Awaitable[Result]]") -> Result:
    from ludothek.core import Refusal
    from ludothek.house.settings import read
    from ludothek.server.database import schema
    from ludothek.server.server_house import ServerHouse

    settings = read({"db": db})
    url = schema.normal(settings.database())
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).exists():
        raise Refusal(f"there is no database {url.database}; name it with --db")

    async def opened() -> Result:
        house = ServerHouse(settings)
        try:
            await schema.migrate(house.engine)
            return await work(house)
        finally:
            await house.stop()

    return asyncio.run(opened())


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the backup goes.")], db: Db = None
) -> None:
    """Copy everything into one file, as it is at one moment, and check the copy."""
    from ludothek.server.admin.backups import back_up

    typer.echo(f"{file}: {_with_house(db, lambda house: back_up(house.engine, file))}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    db: Annotated[
        str, typer.Option(help="An empty database: a file that is not there yet, or postgresql+asyncpg://…")
    ],
) -> None:
    """Check a backup, and put it into an empty database."""
    from ludothek.server.admin.backups import restore as put_back
    from ludothek.server.database import schema

    async def restored() -> str:
        engine = schema.engine_for(db)
        try:
            return str(await put_back(file, engine))
        finally:
            await engine.dispose()

    typer.echo(f"{db}: {asyncio.run(restored())}")


@app.command()
def verify(db: Db = None) -> None:
    """Check that every table is whole: no number missing, every move legal, every draw from its seed."""
    from ludothek.server.admin.verification import verify as checked

    findings = _with_house(db, lambda house: checked(house.engine))
    for sentence in findings.broken:
        typer.echo(sentence)
    typer.echo(str(findings))
    raise typer.Exit(1 if findings.broken else 0)


@app.command()
def purge(
    db: Db = None,
    unfinished_days: Annotated[
        int | None, typer.Option(min=0, help="Tables that were not finished; 0: keep them.")
    ] = None,
    chat_days: Annotated[int | None, typer.Option(min=0, help="What people typed; 0: keep it.")] = None,
) -> None:
    """Remove what is too old now, instead of within a quarter of an hour; without options, as the settings
    say.
    """
    from ludothek.house.live.table_clock import now
    from ludothek.server.database import retention

    async def cleared(house: "ServerHouse") -> int:
        settings = house.settings
        days = (settings.keep_unfinished_days if unfinished_days is None else unfinished_days,
                settings.keep_chat_days if chat_days is None else chat_days)  # fmt: skip
        async with house.engine.begin() as connection:
            gone = await retention.clear_away(connection, now(), *days)
            await house.journal.rewritten(connection, gone)
        return len(gone)

    typer.echo(f"{_with_house(db, cleared)} tables removed")


@app.command()
def erase(
    person: Annotated[
        str, typer.Argument(metavar="PERSON", help="Their id, p_…, as their page of settings shows it.")
    ],
    db: Db = None,
) -> None:
    """Forget a person: others keep their games, with somebody in that seat."""
    from ludothek.core import Refusal
    from ludothek.house.people.person import Person
    from ludothek.server.database import retention

    async def forgotten(house: "ServerHouse") -> int:
        if not await retention.is_known(house.engine, person):
            raise Refusal(f"nothing is kept of {person}")
        kept = await retention.tables_of(house.engine, person)
        await house.forget_person(Person(person, ""), "en")
        return len(kept)

    typer.echo(f"forgotten at {_with_house(db, forgotten)} tables")


@app.command("rotate-key")
def rotate_key(
    db: Db = None,
    forget: Annotated[
        bool,
        typer.Option("--forget", help="Do not read what the old key signed: everybody becomes somebody new."),
    ] = False,
) -> None:
    """Sign cookies with a new key.

    Old cookies are read until the next rotation; running servers take it up within seconds.
    """
    from ludothek.server.database import schema

    async def rotated(house: "ServerHouse") -> None:
        async with house.engine.begin() as connection:
            await schema.change_key(connection, secrets.token_hex(32), forget=forget)

    _with_house(db, rotated)
    typer.echo("there is a new key; servers that run on this database take it up within seconds")


@app.command("tables")
def list_tables(
    db: Db = None,
    over: Annotated[bool, typer.Option("--over", help="Also those that are over.")] = False,
    most: Annotated[int, typer.Option(min=1, help="How many, the newest first.")] = 100,
) -> None:
    """List the tables, the newest first: id, game, phase, last change, who sits there."""
    import time

    async def listed(house: "ServerHouse") -> list[str]:
        ids = await house.journal.newest_tables(most, over=over)
        lines = []
        for seen in await house.listing.glimpses(ids):
            at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(seen.changed / 1000))
            names = ", ".join(table_seat.shown_name or "–" for table_seat in seen.seats)
            lines.append(f"{seen.facts.id}  {seen.facts.game:14} {seen.phase:8} {at}  {names}")
        return lines

    for line in _with_house(db, listed):
        typer.echo(line)


@app.command(context_settings={"ignore_unknown_options": True})  # a table's id may begin like an option
def close(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="A table's id, as 'ludothek admin tables' lists it.")
    ],
    db: Db = None,
) -> None:
    """Remove a table, with everything that happened at it."""
    from ludothek.core import Refusal
    from ludothek.house.table.journal import UnknownTable
    from ludothek.server.database import retention

    async def closed(house: "ServerHouse") -> None:
        try:
            await house.journal.facts(table)
        except UnknownTable:
            raise Refusal(f"there is no table {table}; 'ludothek admin tables' lists them") from None
        async with house.engine.begin() as connection:
            await retention.remove(connection, {table})
            await house.journal.rewritten(connection, {table})

    _with_house(db, closed)
    typer.echo(f"{table} is gone")
