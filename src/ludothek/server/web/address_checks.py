"""Requests whose address no page has: longer than any of ours, with a zero in it, or to a host that is none.
A long one would be looked up part by part, and remembered; no database takes the next; and whoever wants to
know where they are asked at would fail with the last.
"""

from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from ludothek.house.live.conversation import GARBAGE
from ludothek.house.table.refusals import STATUS, Refused, trouble
from ludothek.house.table.table_texts import language_of

LONGEST_PATH, LONGEST_QUERY = (
    4096,
    1024,
)  # a passkey is named in a path; of queries Litestar remembers a thousand


class AddressCheck:
    """Around the application: it is asked only what is addressed well."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _refused(scope)
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": GARBAGE, "reason": refusal.code})
        else:
            headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
            await send({"type": "http.response.start", "status": STATUS[refusal.code], "headers": headers})
            content = msgspec.json.encode(
                trouble(refusal, language_of(None, _header(scope, b"accept-language")))
            )
            await send({"type": "http.response.body", "body": content, "more_body": False})


def _refused(scope: Scope) -> Refused | None:
    if len(scope["path"]) > LONGEST_PATH or len(scope["query_string"]) > LONGEST_QUERY:
        return Refused("too_large")
    if scope["path"].startswith("/api/") and (
        "\0" in scope["path"] or b"%00" in scope["query_string"]
    ):  # as PostgreSQL looks for none
        return Refused("bad_request", "an address has no zeros in it")
    try:
        _ = urlsplit(f"//{_header(scope, b'host')}").port
    except ValueError:  # [ or a:b
        return Refused("bad_request", "there is no such host")
    return None


def _header(scope: Scope, wanted: bytes) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), "")
