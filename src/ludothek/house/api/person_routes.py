"""Routes: the person who sends the request."""

from ludothek.house.api.person_types import Me, NameRequest
from ludothek.house.api.routes import Call, RouteTable

routes = RouteTable()


@routes.declare("GET", "/api/me", summary="Who I am; creates a person for a client without a cookie")
async def me(call: Call) -> Me:
    return await call.introduce()


@routes.declare("PUT", "/api/me", summary="Give myself a name")
async def rename(call: Call, body: NameRequest) -> Me:
    return await call.rename(body.name)
