"""Who somebody is: a cookie that we sign, and a name; and all that is kept of them."""

from datetime import UTC, datetime

from litestar import Response, delete, get, put
from litestar.params import JSONBody

from ludothek.core.registry import find, game_ids
from ludothek.server.store import keeping, rows
from ludothek.server.store.keeping import KeptTable
from ludothek.server.table.entries import AtSeat
from ludothek.server.table.people import COOKIE, Person, checked_name, fresh
from ludothek.server.table.shapes import Kept, KeptAtTable, KeptEntry, Me, Naming
from ludothek.server.web.parameters import TROUBLES, AnyRequest, Language
from ludothek.server.web.requests import cookie_for, home_of, house_of, language_for, person_of, someone


@get("/me", responses=TROUBLES, summary="Who I am; makes a person of whoever has no cookie yet")
async def me(request: AnyRequest) -> Response[Me]:
    person = person_of(request) or fresh()
    return Response(Me(person.id, person.name), cookies=[cookie_for(request, person)])


@put("/me", responses=TROUBLES, summary="Give myself a name")
async def rename(request: AnyRequest, data: JSONBody[Naming]) -> Response[Me]:
    person = Person(someone(request).id, checked_name(data.name))
    return Response(Me(person.id, person.name), cookies=[cookie_for(request, person)])


@get("/me/data", responses=TROUBLES, summary="All that is kept of me, as a file")
async def my_data(request: AnyRequest, language: Language = None) -> Response[Kept]:
    person, house, spoken = someone(request), house_of(request), language_for(request)
    found = [_shape(kept, spoken) for kept in await keeping.kept_of(house.engine, person.id)]
    days = house.settings.keep_chat_days, house.settings.keep_unfinished_days
    return Response(Kept(person.id, person.name, found, *days), headers={"content-disposition": 'attachment; filename="ludothek.json"'})


@delete("/me", responses=TROUBLES, status_code=200, summary="Forget me: at tables of others I become somebody, my own tables go")
async def forget_me(request: AnyRequest, language: Language = None) -> Response[Me]:
    await house_of(request).forget_person(someone(request), language_for(request))
    answer = Response(Me("", ""))
    answer.delete_cookie(COOKIE, path=home_of(request))
    return answer


def _shape(kept: KeptTable, language: str) -> KeptAtTable:
    facts = kept.facts
    title = find(facts.game).texts[language]["title"] if facts.game in game_ids() else facts.game
    done = [
        KeptEntry(_time(entry.at), entry.kind, entry.seat if isinstance(entry, AtSeat) else None, rows.text_of(entry))
        for entry in kept.entries
    ]
    return KeptAtTable(facts.id, facts.game, title, facts.name, kept.phase, _time(facts.created), done)


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
