"""A table moves from a device to a server and back, in every game, and its chance can be verified."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ludothek.core import CHANCE
from ludothek.core.registry import find, game_ids, is_bundled
from ludothek.house.api.service import HouseService
from ludothek.house.live.open_table import OpenTable
from ludothek.house.live.table_clock import now
from ludothek.house.people.person import Person, fresh
from ludothek.house.table import actions
from ludothek.house.table.refusals import Refused
from ludothek.server.server_house import ServerHouse
from tests.server import houses
from tests.server.devices import Shelf, Tab

GAMES = [game for game in game_ids() if is_bundled(game)]


@asynccontextmanager
async def device() -> AsyncIterator[Tab]:
    tab = Tab(Shelf())
    await tab.ask("PUT", "/api/me", {"name": "Anna"})
    yield tab
    tab.tables.end()


async def opened(tab: Tab, game: str) -> OpenTable:
    """A table on the device, for as many people as usual, all around it."""
    seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben", "Cleo", "Dora")[: find(game).usual]]
    table = (await tab.ask("POST", "/api/tables", {"game": game, "seats": seats, "clock": False}))["id"]
    return await tab.tables.table(table)


async def play(live: OpenTable, person: Person, moves: int, rng: random.Random) -> None:
    """So many moves, any; or to the end."""
    for _ in range(moves):
        if live.sitting.phase == "over":
            return
        seat = next(seat for seat in live.sitting.legal_moves if seat != CHANCE)
        await asyncio.sleep(max(0, live.sitting.not_before() - now()) / 1000)
        await houses.moves(
            live, person, seat, rng.choice(sorted(live.sitting.legal_moves[seat])), f"c{rng.random()}"
        )


async def packed(tab: Tab, table: str) -> bytes:
    return (await tab.raw("GET", f"/api/tables/{table}/parcel")).content


async def bring(house: ServerHouse, person: Person, content: bytes) -> OpenTable:
    return await house.bring(person, content, "en", "192.0.2.1")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_goes_there_and_back_and_every_draw_is_checked(game: str, tmp_path: Path) -> None:
    async def travel() -> None:
        async with device() as tab, houses.opened(tmp_path) as house:
            rng, me, anna = random.Random(1), Person((await tab.ask("GET", "/api/me"))["id"], "Anna"), fresh()
            there = await opened(tab, game)
            table, old = there.sitting.facts.id, there.sitting
            await play(there, me, 6, rng)
            before = list(old.table.moves)
            here = await bring(house, anna, await packed(tab, table))
            sitting = here.sitting
            assert (sitting.facts.id, sitting.table.state, sitting.facts.game) == (
                table,
                old.table.state,
                game,
            )
            assert sitting.names == old.names
            assert sitting.seats_of(anna.id) == list(range(sitting.facts.seats))
            assert sitting.seed.commitment != old.seed.commitment, "what falls from here on nobody can know"
            if sitting.phase == "waiting":
                await here.do(anna, actions.StartAction(id="go"), "en")

            await play(here, anna, 3, rng)
            assert (await bring(house, anna, await packed(tab, table))).sitting is here.sitting, (
                "sent twice, it is there once"
            )
            file = await HouseService(house, anna, "en").pack(table)
            await house.forget(anna, table, "en")
            await tab.ask("DELETE", f"/api/me/tables/{table}")
            assert (await tab.ask("POST", "/api/tables/parcel", json.loads(file.content)))["id"] == table
            again = await tab.tables.table(table)
            assert again.sitting.table.moves[: len(before)] == before
            await play(again, me, 100_000, rng)

            last = await bring(house, anna, await packed(tab, table))
            assert last.sitting.phase == "over"
            check = await HouseService(house, anna, "en").chance(table)
            assert check.correct in (True, None)
            drawn = sum(seat == CHANCE for seat, _ in last.sitting.table.moves)
            assert len(check.draws) == drawn
            assert len(check.before) == 2, "the device's own, and ours from the first visit"

    asyncio.run(travel())


def test_friends_join_where_seats_are_freed(tmp_path: Path) -> None:
    async def come() -> None:
        async with device() as tab, houses.opened(tmp_path) as house:
            me, anna, ben = Person((await tab.ask("GET", "/api/me"))["id"], "Anna"), fresh(), fresh()
            there = await opened(tab, "squid")
            await play(there, me, 2, random.Random(2))
            here = await bring(house, anna, await packed(tab, there.sitting.facts.id))
            told = [
                line
                for event in here.sitting.log.after(0)
                for line in event.events
                if event.kind == "brought"
            ]
            assert [event.key for event in told] == [
                "events.brought",
                "events.brought_chance",
                "events.brought_hidden",
            ]
            await here.do(anna, actions.LeaveAction(id="free", seat=1), "en")
            await here.do(ben, actions.JoinAction(id="sit", seat=1, name="Ben"), "en")
            await here.do(anna, actions.StartAction(id="go"), "en")
            assert here.sitting.phase == "playing"
            assert here.sitting.seats_of(ben.id) == [1]
            with pytest.raises(Refused, match="not_alone"):
                await HouseService(house, anna, "en").pack(here.sitting.facts.id)

    asyncio.run(come())


def test_where_both_have_gone_on_neither_is_lost(tmp_path: Path) -> None:
    async def part() -> None:
        async with device() as tab, houses.opened(tmp_path) as house:
            me, anna, ben = Person((await tab.ask("GET", "/api/me"))["id"], "Anna"), fresh(), fresh()
            there = await opened(tab, "torris")
            table = there.sitting.facts.id
            await play(there, me, 2, random.Random(3))
            here = await bring(house, anna, await packed(tab, table))
            await here.do(anna, actions.StartAction(id="go"), "en")
            await play(here, anna, 2, random.Random(4))
            await play(there, me, 3, random.Random(5))
            content = await packed(tab, table)
            other = await bring(house, anna, content)
            assert other.sitting.facts.id != table
            assert other.sitting.table.moves == there.sitting.table.moves
            assert (await bring(house, anna, content)).sitting is other.sitting
            assert (await bring(house, ben, content)).sitting.facts.id != table, (
                "nobody gets at a table of others by its id"
            )
            assert (await house.table(table)).sitting is here.sitting

    asyncio.run(part())


def test_what_somebody_has_written_into_a_file_is_not_believed(tmp_path: Path) -> None:
    async def forge() -> None:
        async with device() as tab, houses.opened(tmp_path) as house:
            me, anna = Person((await tab.ask("GET", "/api/me"))["id"], "Anna"), fresh()
            there = await opened(tab, "museum")
            await play(there, me, 8, random.Random(6))
            good: dict[str, Any] = json.loads(await packed(tab, there.sitting.facts.id))

            def changed(change: Any) -> bytes:
                forged = json.loads(json.dumps(good))
                change(forged)
                return json.dumps(forged).encode()

            def loaded(forged: dict[str, Any]) -> None:
                rolls = [
                    entry
                    for entry in forged["entries"]
                    if entry["kind"] == "move" and entry["seat"] == CHANCE
                ]
                rolls[0]["move"] = next(roll["move"] for roll in rolls if roll["move"] != rolls[0]["move"])

            for bad in (
                b"",
                b"{}",
                b"[1]",
                changed(loaded),
                changed(lambda forged: forged["facts"].update(seed="00")),
                changed(lambda forged: forged["facts"].update(seed="zz")),
                changed(lambda forged: forged["facts"].update(game="chess")),
                changed(lambda forged: forged["facts"].update(kit={"steps": 3})),
                changed(
                    lambda forged: forged["entries"].append({"kind": "move", "seat": 7, "move": "x", "at": 1})
                ),
                changed(lambda forged: forged.update(entries=[{"kind": "take_back", "seat": 0, "at": 1}])),
                changed(lambda forged: forged.update(ludothek=2)),
                changed(lambda forged: forged["facts"].update(patience=10**18)),
                changed(lambda forged: forged["facts"].update(patience=-1)),
            ):
                with pytest.raises(Refused) as refusal:
                    await bring(house, anna, bad)
                assert refusal.value.code == "bad_parcel", bad[-300:]
            nasty = changed(
                lambda forged: next(one for one in forged["entries"] if one["kind"] == "join").update(
                    name="<b>"
                )
            )
            with pytest.raises(Refused) as refusal:
                await bring(house, anna, nasty)
            assert refusal.value.code == "bad_name"
            timed = changed(lambda forged: forged["facts"].update(allowance={"seconds": 10}))
            with pytest.raises(Refused) as refusal:
                await bring(house, anna, timed)
            assert refusal.value.code == "no_clocks"
            strange = await bring(
                house, anna, changed(lambda forged: forged["facts"].update(id="../x", public=True))
            )
            assert len(strange.sitting.facts.id) == 22
            assert not strange.sitting.facts.public
            again = await bring(
                house, anna, changed(lambda forged: forged["facts"].update(id="\0", try_of="\0"))
            )
            assert "\0" not in again.sitting.facts.try_of != ""

    asyncio.run(forge())
