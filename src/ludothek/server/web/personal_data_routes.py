"""Routes: the data that the server stores about a person: export, erasure, and what their pages store."""

import json

from ludothek.core.registry import find, game_ids
from ludothek.house.api.person_types import (
    Me,
    PersonalData,
    PersonalEntry,
    PersonalTable,
    RememberPagesRequest,
)
from ludothek.house.api.routes import RouteTable
from ludothek.house.table.entries import AtSeat
from ludothek.house.table.refusals import Refused
from ludothek.house.table.timestamps import told
from ludothek.server.database import entry_rows, retention
from ludothek.server.database.retention import StoredTable
from ludothek.server.web.device_routes import device_list
from ludothek.server.web.notice_routes import calls_of
from ludothek.server.web.server_call import ServerCall

MOST_KEPT = 16_000  # letters


routes = RouteTable()


@routes.declare(
    "PUT",
    "/api/me/kept",
    status=204,
    limit="requests",
    summary="What my pages keep, for my next device; nothing where I have only this",
)
async def keep(call: ServerCall, body: RememberPagesRequest) -> None:
    kept = json.dumps(body.kept, ensure_ascii=False)
    if len(kept) > MOST_KEPT:
        raise Refused("too_large")
    await call.house.register.keep(call.someone.id, kept)


@routes.declare("GET", "/api/me/data", large=True, summary="All that is kept of me, as a file")
async def my_data(call: ServerCall) -> PersonalData:
    person, house, spoken = call.someone, call.house, call.language
    house.exports.use(call.household)
    found = [_shape(kept, spoken) async for kept in retention.kept_of(house.engine, person.id)]
    days = house.settings.keep_chat_days, house.settings.keep_unfinished_days
    known, entered = await device_list(house, person), await house.register.entered(person.id)
    pages = json.loads(entered.kept) if entered else {}
    called = await calls_of(house, person, spoken)
    tries = (await house.challenges.day(person, None, spoken)).tries
    is_rated = person.id in await house.champions.rated.people()
    kept = PersonalData(
        person.id,
        person.name,
        found,
        known.devices,
        known.passkeys,
        known.phrase,
        pages,
        called,
        tries,
        is_rated,
        *days,
    )
    call.headers["content-disposition"] = 'attachment; filename="ludothek.json"'
    return kept


@routes.declare(
    "DELETE", "/api/me", summary="Forget me: at tables of others I become somebody, my own tables go"
)
async def forget_me(call: ServerCall) -> Me:
    await call.house.forget_person(call.someone, call.language)
    call.sign_out()
    return Me("", "")


def _shape(kept: StoredTable, language: str) -> PersonalTable:
    facts = kept.facts
    title = find(facts.game).texts[language]["title"] if facts.game in game_ids() else facts.game
    done = [
        PersonalEntry(
            told(entry.at),
            entry.kind,
            entry.seat if isinstance(entry, AtSeat) else None,
            entry_rows.text_of(entry),
        )
        for entry in kept.entries
    ]
    return PersonalTable(facts.id, facts.game, title, facts.name, kept.phase, told(facts.created), done)
