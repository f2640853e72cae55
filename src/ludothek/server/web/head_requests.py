"""HEAD: whatever GET would answer, without its body.

Watchers over a server ask so, and proxies, and whoever checks a link.
"""

from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send


class HeadRequests:
    """Around the application, which knows only GET.

    The body is left out by uvicorn, which still knows what was asked.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            scope = cast(Scope, {**scope, "method": "GET"})
        await self.app(scope, receive, send)
