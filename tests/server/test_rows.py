"""Every row that names a person is erased with them and moved when they are merged, also in future tables."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ludothek.house.people.person import Person
from ludothek.server.database import merge_people
from ludothek.server.database.schema import metadata, people
from tests.server.houses import actions, opened, run, table

ANNA, GUEST, BEN = (Person(f"p_{name}_of_this_test", name) for name in ("Anna", "Guest", "Ben"))
NAMING = [one.c.person for one in metadata.sorted_tables if "person" in one.c]
NO_PEOPLE = {  # columns as wide as an id of a person, which are the ids of something else
    "tables.id", "secrets.name", "pulses.name", "devices.id", "channels.id", "channels.trouble", "channels.device", "notices.id",
    "notices.channel", "challenges.table_id",
}  # fmt: skip


def is_registered(column: sa.Column[Any]) -> bool:
    return any(key.column is people.c.id for key in column.foreign_keys)


def test_a_column_that_names_a_person_is_called_so() -> None:
    wide = [
        column
        for one in metadata.sorted_tables
        for column in one.c
        if getattr(column.type, "length", None) == 32
    ]
    others = [
        column
        for column in wide
        if column.name != "person" and not column.foreign_keys and column is not people.c.id
    ]
    assert {str(column) for column in others} == NO_PEOPLE


async def fill(connection: AsyncConnection, person: str, at: str, *, registered: bool) -> None:
    """A row in everything that names a person, where they have none there yet."""
    if registered:
        await connection.execute(
            people.insert().values(
                {column.name: value(column, person, at) for column in people.c} | {"id": person}
            )
        )
    for column in NAMING:
        if is_registered(column) and not registered:
            continue
        if (await connection.execute(sa.select(column).where(column == person))).first() is None:
            row = {one.name: value(one, person, at) for one in column.table.c}
            await connection.execute(column.table.insert().values(row))


def value(column: sa.Column[Any], person: str, at: str) -> Any:
    match column.name, column.type:
        case "person", _:
            return person
        case "table_id", _:
            return at
        case _, sa.Boolean():
            return False
        case _, sa.Integer() | sa.BigInteger() | sa.SmallInteger():
            return 7
        case _, sa.LargeBinary():
            return b"x"
    return f"{person[2:4]} {column.name}"[: getattr(column.type, "length", None) or 40]


async def named(connection: AsyncConnection, person: str) -> set[str]:
    """Return the columns in which the person's id occurs."""
    found = set()
    for one in metadata.sorted_tables:
        for row in (await connection.execute(sa.select(one))).mappings():
            found |= {f"{one.name}.{name}" for name, content in row.items() if person in str(content)}
    return found


def test_nothing_that_names_a_person_is_left_when_they_are_forgotten(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as house:
            live = await table(house, "number_poker", "mo", ANNA)
            await live.do(BEN, actions.JoinAction(id="join"), "en")
            async with house.engine.begin() as connection:
                await fill(connection, ANNA.id, live.sitting.facts.id, registered=True)
                assert {str(column) for column in NAMING} <= await named(connection, ANNA.id)
            await house.forget_person(ANNA, "en")
            async with house.engine.connect() as connection:
                assert await named(connection, ANNA.id) == set()
                assert "entries.person" in await named(connection, BEN.id)

    run(check())


def test_who_comes_in_without_what_the_guest_had_leaves_nothing_that_nobody_can_erase(tmp_path: Path) -> None:
    """Mail addresses, hooks, preferences, counted tries: no cookie identifies the guest any more.

    At tables their name stays, for the other players.
    """

    async def check() -> None:
        async with opened(tmp_path) as house:
            live = await table(house, "number_poker", "mo", GUEST)
            await house.register.enter(ANNA, "")
            async with house.engine.begin() as connection:
                await fill(connection, GUEST.id, live.sitting.facts.id, registered=False)
            await house.calling.channels.load()
            await house.come_in(ANNA.id, GUEST, "", bring=False)
            async with house.engine.connect() as connection:
                assert {place.partition(".")[0] for place in await named(connection, GUEST.id)} == {
                    "tables",
                    "entries",
                    "guests",
                }
            assert GUEST.id not in house.calling.channels.reachable

    run(check())


def test_all_that_names_a_guest_names_the_person_who_they_turn_out_to_be(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as house:
            live = await table(house, "number_poker", "mo", GUEST)
            async with house.engine.begin() as connection:
                await fill(connection, GUEST.id, live.sitting.facts.id, registered=False)
                before = await named(connection, GUEST.id)
                assert await merge_people.merge(connection, GUEST.id, ANNA.id) == {live.sitting.facts.id}
                assert await named(connection, GUEST.id) == set()
                made_again = {
                    "played.person",
                    "rated.person",
                }  # derived again from the journal; and a rating needs the person's own consent
                assert await named(connection, ANNA.id) == before - made_again

    run(check())
