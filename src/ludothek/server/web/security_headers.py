"""ASGI middleware: security headers of every HTTP response, and the measuring and logging of requests."""

import logging
import time

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ludothek.house.settings import Settings
from ludothek.server.metrics import Metrics

log = logging.getLogger("ludothek.requests")
HALF_A_YEAR = 182 * 24 * 3600
POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # tables on the device itself run in WebAssembly
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "form-action": "'self'",
    "object-src": "'none'",
    "base-uri": "'self'",
}
DENIED_FEATURES = (
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)


class SecurityHeaders:
    """Adds security headers to HTTP responses; measures and logs requests, and counts WebSockets."""

    def __init__(self, app: ASGIApp, settings: Settings, measures: Metrics) -> None:
        self.app = app
        self.measures = measures
        self.is_secure = settings.secure
        frames = " ".join(["'self'", *settings.frames]) if settings.frames else "'none'"
        self.headers = {
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",  # the address of a table admits players: it must not leak
            "content-security-policy": "; ".join(
                f"{name} {value}" for name, value in (POLICY | {"frame-ancestors": frames}).items()
            ),
            "permissions-policy": ", ".join(f"{name}=()" for name in DENIED_FEATURES),
            "cross-origin-opener-policy": "same-origin",
        } | ({} if settings.frames else {"x-frame-options": "DENY"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            self.measures.lines_opened.inc()
            try:
                await self.app(scope, receive, send)
            finally:
                self.measures.lines_ended.inc()
            return
        status, started = 0, time.monotonic()

        async def protected(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableScopeHeaders(message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                if self.is_secure or scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", f"max-age={HALF_A_YEAR}")
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")  # answers differ by person and time
            await send(message)

        await self.app(scope, receive, protected)
        took = time.monotonic() - started
        self.measures.requests.observe(took)
        self.measures.failures.inc(status >= 500)
        if log.isEnabledFor(logging.DEBUG):  # log the path's template, without ids of tables or people
            log.debug(
                "%s %s",
                scope.get("method"),
                scope.get("path_template", ""),
                extra={"status": status, "milliseconds": round(took * 1000, 1)},
            )
