"""Answer HEAD requests like GET, without the body; monitoring, proxies and link checkers send them."""

from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send


class HeadRequests:
    """ASGI middleware that turns HEAD into GET for the application.

    uvicorn, which still knows the method, omits the body.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD":
            scope = cast(Scope, {**scope, "method": "GET"})
        await self.app(scope, receive, send)
