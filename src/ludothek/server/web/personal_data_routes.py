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
from ludothek.house.table.timestamps import iso_time
from ludothek.server.database import entry_rows, retention
from ludothek.server.database.retention import StoredTable
from ludothek.server.web.device_routes import device_list
from ludothek.server.web.notice_routes import notice_settings
from ludothek.server.web.server_call import ServerCall

MOST_KEPT = 16_000  # characters
EXPORT_NAME = "ludothek.json"


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
    await call.house.register.keep(call.known_person.id, kept)


@routes.declare("GET", "/api/me/data", large=True, summary="All that is kept of me, as a file")
async def my_data(call: ServerCall) -> PersonalData:
    person, house, language = call.known_person, call.house, call.language
    house.exports.use(call.household)
    tables = [
        _personal_table(stored, language) async for stored in retention.kept_of(house.engine, person.id)
    ]
    devices, entered = await device_list(house, person), await house.register.entered(person.id)
    call.headers["content-disposition"] = f'attachment; filename="{EXPORT_NAME}"'
    return PersonalData(
        id=person.id,
        name=person.name,
        tables=tables,
        devices=devices.devices,
        passkeys=devices.passkeys,
        phrase=devices.phrase,
        pages=json.loads(entered.kept) if entered else {},
        calls=await notice_settings(house, person, language),
        challenges=(await house.challenges.day(person, None, language)).tries,
        rated=person.id in await house.champions.rated.people(),
        chat_days=house.settings.keep_chat_days,
        unfinished_days=house.settings.keep_unfinished_days,
    )


@routes.declare(
    "DELETE", "/api/me", summary="Forget me: at tables of others I become somebody, my own tables go"
)
async def forget_me(call: ServerCall) -> Me:
    await call.house.forget_person(call.known_person, call.language)
    call.sign_out()
    return Me("", "")


def _personal_table(stored: StoredTable, language: str) -> PersonalTable:
    facts = stored.facts
    title = find(facts.game).texts[language]["title"] if facts.game in game_ids() else facts.game
    entries = [
        PersonalEntry(
            iso_time(entry.at),
            entry.kind,
            entry.seat if isinstance(entry, AtSeat) else None,
            entry_rows.text_of(entry),
        )
        for entry in stored.entries
    ]
    return PersonalTable(
        facts.id, facts.game, title, facts.name, stored.phase, iso_time(facts.created), entries
    )
