"""Serve under a path prefix: a proxy may publish the server at /games, or, as Home Assistant does, at a path
per visit.

The proxy may pass the prefix on or strip it. The application sees paths without it; only the page gets the
prefix, for the addresses of its files.
"""

import re

from litestar.types import ASGIApp, Receive, Scope, Send

from ludothek.house.settings import Settings
from ludothek.server.web.trusted_proxies import TrustedProxies, is_from_proxy

PREFIX_HEADERS = (b"x-ingress-path", b"x-forwarded-prefix")  # of Home Assistant, of Traefik
PREFIX = re.compile(r"(/[\w.~-]+)*")
KEY = "ludothek_prefix"  # in the state of a request


class PathPrefix:
    """ASGI middleware that strips the prefix from paths and stores it in the state of the request."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.prefix = settings.prefix.rstrip("/")
        self.proxies = TrustedProxies(settings.proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        prefix = self.prefix or self._forwarded_prefix(scope)
        if prefix and (scope["path"] == prefix or scope["path"].startswith(f"{prefix}/")):
            scope["path"] = scope["path"][len(prefix) :] or "/"
            scope["raw_path"] = scope["raw_path"][len(prefix) :] or b"/"
        scope.setdefault("state", {})[KEY] = prefix
        await self.app(scope, receive, send)

    def _forwarded_prefix(self, scope: Scope) -> str:
        """Return the prefix that a trusted proxy names in a header."""
        if not is_from_proxy(scope, self.proxies):
            return ""
        header = next(
            (value.decode("latin-1") for name, value in scope["headers"] if name in PREFIX_HEADERS), ""
        )
        return header.rstrip("/") if PREFIX.fullmatch(header.rstrip("/")) else ""


def add_prefix(page: str, prefix: str) -> str:
    """Return a page with the prefix added to every address that begins at the root."""
    page = re.sub(r'(\s(?:src|href)=")/(?!/)', rf"\g<1>{prefix}/", page)
    return page.replace("<html ", f'<html data-root="{prefix}/" ', 1)
