"""Refuse requests with a malformed address: too long, with a NUL character, or with an invalid Host header.

Litestar would look up a long path part by part and cache it, PostgreSQL rejects NUL characters, and code that
reads the request's URL would fail on an invalid host.
"""

from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from ludothek.house.live.conversation import GARBAGE
from ludothek.house.table.refusals import STATUS, Refused, trouble
from ludothek.house.table.table_texts import choose_language

LONGEST_PATH = 4096  # characters; paths contain the ids of passkeys
LONGEST_QUERY = 1024  # bytes; Litestar caches a thousand queries


class AddressCheck:
    """ASGI middleware that passes on only requests with a well-formed address."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _check_address(scope)
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": GARBAGE, "reason": refusal.code})
        else:
            headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
            await send({"type": "http.response.start", "status": STATUS[refusal.code], "headers": headers})
            content = msgspec.json.encode(
                trouble(refusal, choose_language(None, _header(scope, b"accept-language")))
            )
            await send({"type": "http.response.body", "body": content, "more_body": False})


def _check_address(scope: Scope) -> Refused | None:
    if len(scope["path"]) > LONGEST_PATH or len(scope["query_string"]) > LONGEST_QUERY:
        return Refused("too_large")
    if scope["path"].startswith("/api/") and ("\0" in scope["path"] or b"%00" in scope["query_string"]):
        return Refused("bad_request", "an address must not contain NUL characters")
    try:
        _ = urlsplit(f"//{_header(scope, b'host')}").port
    except ValueError:  # [ or a:b
        return Refused("bad_request", "the Host header is not valid")
    return None


def _header(scope: Scope, key: bytes) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == key), "")
