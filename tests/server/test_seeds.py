"""No one with the data of one party can compute or steer the chance at a table."""

import asyncio
import hashlib
import hmac
from pathlib import Path

import pytest
from msgspec import json, structs

from ludothek.core.chance import SecretSeed
from ludothek.house.api.service import HouseService
from ludothek.house.live.open_table import OpenTable
from ludothek.house.people.person import Person, fresh
from ludothek.house.table import actions
from ludothek.house.table.consequences import chance_moves
from ludothek.house.table.entries import Joined, Started
from ludothek.house.table.opening import TableOpening
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_file import TableFile
from ludothek.server.server_house import ServerHouse
from tests.server import houses
from tests.server.serving import Server

ANNAS, BENS = "a" * 64, "b" * 64


async def exported(house: ServerHouse, person: Person, live: OpenTable) -> TableFile:
    file = await HouseService(house, person, "en").pack(live.sitting.facts.id)
    return json.decode(file.content, type=TableFile)


@pytest.mark.parametrize("public", [False, True])
def test_a_host_who_exports_a_waiting_table_does_not_learn_its_seed(tmp_path: Path, public: bool) -> None:
    async def attack() -> None:
        async with houses.opened(tmp_path) as house:
            anna, ben = fresh(), fresh()
            live = await houses.table(house, "shell_game", "mo", anna, public=public, contribution=ANNAS)
            copy = await exported(house, anna, live)
            await live.do(ben, actions.JoinAction(id="sit", name="Ben", contribution=BENS), "en")
            await live.do(anna, actions.StartAction(id="go"), "en")
            sitting = live.sitting
            assert copy.facts.seed != sitting.facts.seed
            assert SecretSeed(bytes.fromhex(copy.facts.seed)).commitment != sitting.secret.commitment
            assert (
                sitting.seed.seed
                != SecretSeed(bytes.fromhex(copy.facts.seed)).mixed_with(sitting.contributions).seed
            )
            assert not any(isinstance(entry, Joined) and entry.contribution for entry in copy.entries)

    asyncio.run(attack())


def test_a_seed_that_was_exported_at_an_earlier_version_is_worthless(tmp_path: Path) -> None:
    """A waiting table of an earlier version: its host knows the seed, and no player has contributed to it."""

    async def attack() -> None:
        async with houses.opened(tmp_path) as house:
            anna, ben = fresh(), fresh()
            live = await houses.table(house, "squid", "mo", anna)
            facts = live.sitting.facts
            opening = TableOpening(Sitting(structs.replace(facts, id="x" * 22)))
            for entry in await house.journal.read(facts.id):
                opening.add(structs.replace(entry, contribution="") if isinstance(entry, Joined) else entry)
            opening.add(Joined(seat=1, name="Ben", token="t", person=ben.id, at=1))
            old = await house.opened(opening)
            await old.do(anna, actions.StartAction(id="go"), "en")
            assert old.sitting.seed.seed != bytes.fromhex(facts.seed)
            assert len(old.sitting.contributions.split()) == 2

    asyncio.run(attack())


def test_nobody_sits_down_at_a_running_game_of_which_somebody_has_a_copy(tmp_path: Path) -> None:
    async def attack() -> None:
        async with houses.opened(tmp_path) as house:
            anna, ben = fresh(), fresh()
            live = await houses.table(house, "squid", "mm", anna)
            copy = await exported(house, anna, live)
            assert copy.facts.seed == live.sitting.facts.seed, (
                "all of it goes along, so that the game goes on elsewhere"
            )
            await live.do(anna, actions.LeaveAction(id="up", seat=1), "en")
            with pytest.raises(Refused, match="taken_along"):
                await live.do(ben, actions.JoinAction(id="sit", seat=1, name="Ben"), "en")
            house.drop_table(live.sitting.facts.id)
            with pytest.raises(Refused, match="taken_along"):
                await (await house.table(live.sitting.facts.id)).do(
                    ben, actions.JoinAction(id="again", seat=1, name="Ben"), "en"
                )
            await live.do(anna, actions.JoinAction(id="back", seat=1, name="Anna"), "en")

    asyncio.run(attack())


def test_nobody_new_joins_a_running_game_whose_seed_an_earlier_version_exported(tmp_path: Path) -> None:
    """An earlier version handed out a running game with its bare seed and left no `packed` entry."""

    async def attack() -> None:
        async with houses.opened(tmp_path) as house:
            anna, ben = fresh(), fresh()
            live = await houses.table(house, "squid", "mm", anna)
            facts = structs.replace(live.sitting.facts, id="x" * 22)
            opening = TableOpening(Sitting(facts))
            for seat in range(2):
                opening.add(Joined(seat=seat, name=f"Anna {seat}", token="t", person=anna.id, at=1))
            opening.add(Started(person=anna.id, at=1))
            opening.carry_out(chance_moves(opening.sitting, 1))
            old = await house.opened(opening)
            assert old.sitting.seed.seed == bytes.fromhex(facts.seed), "as at the earlier version"
            await old.do(anna, actions.LeaveAction(id="up", seat=1), "en")
            with pytest.raises(Refused, match="seed_leaked"):
                await old.do(ben, actions.JoinAction(id="sit", seat=1, name="Ben"), "en")
            await old.do(anna, actions.JoinAction(id="back", seat=1, name="Anna"), "en")

    asyncio.run(attack())


def test_a_running_game_is_not_exported_once_somebody_else_has_sat_there(tmp_path: Path) -> None:
    async def attack() -> None:
        async with houses.opened(tmp_path) as house:
            anna, ben = fresh(), fresh()
            live = await houses.table(house, "squid", "mm", anna)
            await live.do(anna, actions.LeaveAction(id="up", seat=1), "en")
            await live.do(ben, actions.JoinAction(id="sit", seat=1, name="Ben"), "en")
            with pytest.raises(Refused, match="not_alone"):
                await exported(house, anna, live)
            assert live.sitting.packed_by is None

    asyncio.run(attack())


def test_the_copy_of_a_waiting_table_that_was_brought_holds_another_seed_too(tmp_path: Path) -> None:
    async def attack() -> None:
        async with houses.opened(tmp_path) as house:
            anna = fresh()
            first = await houses.table(house, "squid", "mm", anna)
            file = await HouseService(house, anna, "en").pack(first.sitting.facts.id)
            await house.forget(anna, first.sitting.facts.id, "en")
            live = await house.bring(anna, file.content, "en", "192.0.2.1")
            assert live.sitting.phase == "waiting"
            assert (await exported(house, anna, live)).facts.seed != live.sitting.facts.seed

    asyncio.run(attack())


def test_the_seed_follows_from_the_secret_and_every_contribution(tmp_path: Path) -> None:
    async def begin() -> None:
        async with houses.opened(tmp_path) as house:
            anna, ben = fresh(), fresh()
            live = await houses.table(house, "squid", "moo", anna, contribution=ANNAS)
            shown = live.sitting.secret.commitment
            await live.do(ben, actions.JoinAction(id="sit", name="Ben", contribution=BENS), "en")
            await live.do(fresh(), actions.JoinAction(id="sit", name="Cleo"), "en")
            await live.do(anna, actions.StartAction(id="go"), "en")
            sitting = live.sitting
            first, second, third = sitting.contributions.split()
            assert (first, second) == (ANNAS, BENS)
            assert len(third) == 64, "the server contributes for a client that does not"
            assert (
                hashlib.sha256(bytes.fromhex(sitting.facts.seed)).hexdigest()
                == shown
                == sitting.secret.commitment
            )
            key = hmac.digest(bytes.fromhex(sitting.facts.seed), f"{ANNAS} {BENS} {third}".encode(), "sha256")
            assert sitting.seed.seed == key
            house.drop_table(sitting.facts.id)
            assert (await house.table(sitting.facts.id)).sitting.seed.seed == key, "the journal keeps it"

    asyncio.run(begin())


def test_contributions_are_in_no_frame_before_the_end(server: Server) -> None:
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.opens("squid", "mo", contribution=ANNAS)
    with ben.watches(table) as line:
        line.does(do="join", name="Ben", contribution=BENS)
        anna.does(table, "start")
        line.until(lambda: bool(line.now["phase"] == "playing"))
        assert not any(value in raw for raw in line.raw for value in (ANNAS, BENS))
        assert ben.get(f"/api/tables/{table}/chance")["contributions"] == []
        assert BENS not in anna.http.get("/api/me/data").text


@pytest.mark.parametrize("bad", ["", "a" * 63, "A" * 64, "a" * 63 + "\n", "g" * 64])
def test_a_contribution_is_64_hex_digits(server: Server, bad: str) -> None:
    anna = server.person("Anna")
    table = anna.opens("torris", "oo")
    anna.refused(anna.asks(table, "join", contribution=bad), "bad_request")


def test_a_lot_is_a_draw_of_its_own() -> None:
    seed, weights = SecretSeed(b"any"), {str(k): 1 for k in range(1000)}
    drawn = [
        seed.draw_lot("first", weights),
        seed.draw_lot("second", weights),
        seed.draw(0, weights),
        seed.draw(1, weights),
    ]
    assert len(set(drawn)) == 4
    assert seed.draw_lot("first", weights) == drawn[0]
