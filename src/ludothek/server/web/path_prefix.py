"""Under a path: where a proxy shows the server not at the root of a site but at /games, or, as Home
Assistant, at one of each visit's own.

The proxy may pass the path on or take it off. Within, all paths are as always; only the page is told where it
stands, and names its files from there.
"""

import re

from litestar.types import ASGIApp, Receive, Scope, Send

from ludothek.house.settings import Settings
from ludothek.server.web.trusted_proxies import TrustedProxies, asks_by_proxy

NAMED = (b"x-ingress-path", b"x-forwarded-prefix")  # by which proxies tell it: Home Assistant, Traefik
GOOD = re.compile(r"(/[\w.~-]+)*")
KEY = "ludothek_prefix"  # in the state of a request


class PathPrefix:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.prefix = settings.prefix.rstrip("/")
        self.proxies = TrustedProxies(settings.proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        prefix = self.prefix or self._told(scope)
        if prefix and (scope["path"] == prefix or scope["path"].startswith(f"{prefix}/")):
            scope["path"] = scope["path"][len(prefix) :] or "/"
            scope["raw_path"] = scope["raw_path"][len(prefix) :] or b"/"
        scope.setdefault("state", {})[KEY] = prefix
        await self.app(scope, receive, send)

    def _told(self, scope: Scope) -> str:
        """By a proxy that is believed; a browser that says so itself would only mislead itself, but need not."""
        if not asks_by_proxy(scope, self.proxies):
            return ""
        found = next((value.decode("latin-1") for name, value in scope["headers"] if name in NAMED), "")
        return found.rstrip("/") if GOOD.fullmatch(found.rstrip("/")) else ""


def moved(page: str, prefix: str) -> str:
    """The page, for where it stands: all that it names from the root is named from there."""
    page = re.sub(r'(\s(?:src|href)=")/(?!/)', rf"\g<1>{prefix}/", page)
    return page.replace("<html ", f'<html data-root="{prefix}/" ', 1)
