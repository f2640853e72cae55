"""Who somebody is: a cookie that we sign, and a name."""

from litestar import Response, get, put
from litestar.params import JSONBody

from ludothek.server.table.people import Person, checked_name, fresh
from ludothek.server.table.shapes import Me, Naming
from ludothek.server.web.parameters import TROUBLES, AnyRequest
from ludothek.server.web.requests import cookie_for, person_of, someone


@get("/me", responses=TROUBLES, summary="Who I am; makes a person of whoever has no cookie yet")
async def me(request: AnyRequest) -> Response[Me]:
    person = person_of(request) or fresh()
    return Response(Me(person.id, person.name), cookies=[cookie_for(request, person)])


@put("/me", responses=TROUBLES, summary="Give myself a name")
async def rename(request: AnyRequest, data: JSONBody[Naming]) -> Response[Me]:
    person = Person(someone(request).id, checked_name(data.name))
    return Response(Me(person.id, person.name), cookies=[cookie_for(request, person)])
