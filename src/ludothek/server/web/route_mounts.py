"""Mount declared routes (`ludothek.house.api.routes`) as handlers of Litestar.

Litestar derives validation and the OpenAPI document from the signature of a handler, so each handler gets the
signature that its route declares.
"""

import gzip
import inspect
import re
from typing import Annotated, Any, get_args, get_origin

import msgspec
from litestar import MediaType, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter

from ludothek.house.api.routes import JSON, REQUIRED, Encoded, RawJson, Route, RouteParameter
from ludothek.house.catalogue.download import Download
from ludothek.server.web.http_requests import GZIP, house_of, household_of
from ludothek.server.web.parameters import NO_COMPRESSION, REFUSALS, AnyRequest, Language
from ludothek.server.web.server_call import ServerCall

GenericBody: Any = JSONBody  # of types that are known only at run time
GenericResponse: Any = Response


def mount_route(route: Route) -> HTTPRouteHandler:
    """Return the handler of Litestar that answers a declared route."""

    async def handle(request: AnyRequest, language: str | None = None, **values: Any) -> Any:
        if route.limit is not None:
            getattr(house_of(request), route.limit).use(household_of(request))
        if "data" in values:
            body = values.pop("data")
            values["body"] = await request.body() if route.body is RawJson else body
        call = ServerCall.of(request)
        return await _response(route, call, await route.handler(call, **values))

    handle.__name__ = route.handler.__name__  # operations are named by it
    handle.__doc__ = route.handler.__doc__
    parameters = _parameters(route)
    handle.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    annotations = {parameter.name: parameter.annotation for parameter in parameters}
    handle.__annotations__ = annotations | {"return": _response_type(route)}
    return HTTPRouteHandler(
        re.sub(r"\{(\w+)\}", r"{\1:str}", route.path),
        http_method=route.method,
        status_code=route.status,
        media_type=None if route.media_type == JSON else route.media_type,
        responses=REFUSALS,
        opt=NO_COMPRESSION if route.large else {},
        summary=route.summary,
    )(handle)


def _parameters(route: Route) -> list[inspect.Parameter]:
    def parameter(name: str, annotation: Any, default: Any = REQUIRED) -> inspect.Parameter:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)

    parameters = [parameter("request", AnyRequest)]
    parameters += [parameter(given.name, _annotation(given), given.default) for given in route.parameters]
    if route.body is not None:
        body = dict[str, Any] if route.body is RawJson else route.body
        parameters.append(parameter("data", GenericBody[body]))
    return [*parameters, parameter("language", Language, None)]


def _annotation(parameter: RouteParameter) -> Any:
    """Return the type of a parameter for Litestar, with the limits and the description of its `Meta`."""
    kind, meta = parameter.type, msgspec.Meta()
    if get_origin(kind) is Annotated:
        kind, meta = get_args(kind)
    limits: dict[str, Any] = {
        "description": meta.description,
        "ge": meta.ge,
        "le": meta.le,
        "max_length": meta.max_length,
    }
    if parameter.in_path:
        return Annotated[kind, PathParameter(**limits)]
    name = parameter.key if parameter.key != parameter.name else None
    return Annotated[kind, QueryParameter(name=name, **limits)]


def _response_type(route: Route) -> Any:
    """Return the type of the response, which the OpenAPI document describes."""
    if route.answer in (None, type(None)):
        return None
    if route.answer is Download:
        return GenericResponse[route.content]
    if get_origin(route.answer) is Encoded:
        return GenericResponse[get_args(route.answer)[0]]
    return GenericResponse[route.answer]


async def _response(route: Route, call: ServerCall, answer: Any) -> Response[Any] | None:
    if answer is None:
        return None
    headers, media_type = dict(call.headers), MediaType.JSON.value
    if route.no_store:
        headers["cache-control"] = "no-store"
    content = answer
    if isinstance(answer, Download):
        content, media_type = answer.content, answer.kind
        headers["content-disposition"] = f'attachment; filename="{answer.name}"'
    elif isinstance(answer, Encoded):
        content = answer.content
    elif route.large:
        is_gzip = "gzip" in call.request.headers.get("accept-encoding", "")
        content = await call.house.aside.made(call.household, _encode, answer, is_gzip)
        headers |= {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if is_gzip else {})
    return Response(content, media_type=media_type, headers=headers, cookies=call.cookies)


def _encode(answer: msgspec.Struct, is_gzip: bool) -> bytes:
    content = msgspec.json.encode(answer)
    return gzip.compress(content, GZIP) if is_gzip else content
