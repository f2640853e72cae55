"""Who somebody is: a cookie that we sign, and a name; and all that is kept of them."""

import json

from litestar import Response, delete, get, put
from litestar.params import JSONBody

from ludothek.core.registry import find, game_ids
from ludothek.house.api.person_types import (
    Me,
    NameRequest,
    PersonalData,
    PersonalEntry,
    PersonalTable,
    RememberPagesRequest,
)
from ludothek.house.people.person import COOKIE, Person, checked_name, fresh
from ludothek.house.table.entries import AtSeat
from ludothek.house.table.refusals import Refused
from ludothek.house.table.timestamps import told
from ludothek.server.database import entry_rows, retention
from ludothek.server.database.retention import StoredTable
from ludothek.server.web.device_routes import device_list
from ludothek.server.web.http_requests import (
    cookie_for,
    home_of,
    house_of,
    household_of,
    language_for,
    packed,
    person_of,
    someone,
    was_signed_out,
)
from ludothek.server.web.notice_routes import calls_of
from ludothek.server.web.parameters import PACKED, TROUBLES, AnyRequest, Language

MOST_KEPT = 16_000  # letters


@get("/me", responses=TROUBLES, summary="Who I am; makes a person of whoever has no cookie yet")
async def me(request: AnyRequest) -> Response[Me]:
    person, register = person_of(request) or fresh(), house_of(request).register
    await register.note_seen(person)
    known = await register.devices_of(person.id) is not None
    return Response(
        Me(person.id, person.name, known, was_signed_out(request)), cookies=[cookie_for(request, person)]
    )


@put("/me", responses=TROUBLES, summary="Give myself a name")
async def rename(request: AnyRequest, data: JSONBody[NameRequest]) -> Response[Me]:
    asking, name = someone(request), checked_name(data.name)
    await house_of(request).register.rename(asking.id, name)
    person = Person(asking.id, name, asking.device)
    await house_of(request).champions.rename(person)
    return Response(Me(person.id, person.name), cookies=[cookie_for(request, person)])


@put(
    "/me/kept",
    responses=TROUBLES,
    status_code=204,
    summary="What my pages keep, for my next device; nothing where I have only this",
)
async def keep(request: AnyRequest, data: JSONBody[RememberPagesRequest]) -> None:
    house_of(request).requests.use(household_of(request))
    kept = json.dumps(data.kept, ensure_ascii=False)
    if len(kept) > MOST_KEPT:
        raise Refused("too_large")
    await house_of(request).register.keep(someone(request).id, kept)


@get("/me/data", responses=TROUBLES, opt=PACKED, summary="All that is kept of me, as a file")
async def my_data(request: AnyRequest, language: Language = None) -> Response[PersonalData]:
    person, house, spoken = someone(request), house_of(request), language_for(request)
    house.exports.use(household_of(request))
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
    return await packed(request, kept, {"content-disposition": 'attachment; filename="ludothek.json"'})


@delete(
    "/me",
    responses=TROUBLES,
    status_code=200,
    summary="Forget me: at tables of others I become somebody, my own tables go",
)
async def forget_me(request: AnyRequest, language: Language = None) -> Response[Me]:
    await house_of(request).forget_person(someone(request), language_for(request))
    answer = Response(Me("", ""))
    answer.delete_cookie(COOKIE, path=home_of(request))
    return answer


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
