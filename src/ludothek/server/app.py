"""Build the ASGI application: the HTTP interface, the live connections and the pages, on one house."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from ludothek.house.settings import Settings
from ludothek.server.home_network.lan_access import LanAccess
from ludothek.server.server_house import ServerHouse
from ludothek.server.web import (
    api_reference,
    api_router,
    health_routes,
    lan_routes,
    live_socket,
    static_pages,
)
from ludothek.server.web.address_checks import AddressCheck
from ludothek.server.web.head_requests import HeadRequests
from ludothek.server.web.http_requests import GZIP, JsonRequest, answer_refusal
from ludothek.server.web.parameters import COMPRESSED_ALREADY
from ludothek.server.web.path_prefix import PathPrefix
from ludothek.server.web.security_headers import SecurityHeaders
from ludothek.server.web.trusted_proxies import ForwardedHeaders, TrustedProxies

LARGEST_BODY = 128 * 1024


def build(settings: Settings, door: LanAccess | None = None, authority: bytes | None = None) -> Litestar:
    """Build the application; `door` and the certificate `authority` come from the server that runs it."""
    house = ServerHouse(settings)

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        await house.start()
        try:
            yield
        finally:
            await house.stop()

    pages = static_pages.StaticPages(Path(settings.static or str(files("ludothek.server") / "static")))
    api_handlers: list[ControllerRouterHandler] = [api_router.router, health_routes.health]
    app = Litestar(
        route_handlers=[
            *api_handlers,
            health_routes.metrics,
            lan_routes.certificate,
            live_socket.live_socket,
            static_pages.board_file,
            static_pages.page,
            api_reference.schema,
        ],
        lifespan=[open_house],
        state=State(
            {
                "house": house,
                "pages": pages,
                "door": door or LanAccess(settings),
                "authority": authority,
                "reference": api_reference.Reference(api_handlers),
            }
        ),
        exception_handlers={Exception: answer_refusal},
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=GZIP, exclude_opt_key=COMPRESSED_ALREADY
        ),
        request_class=JsonRequest,
        request_max_body_size=LARGEST_BODY,
        # Litestar renders its OpenAPI document for every request; `api_reference` does it once.
        openapi_config=None,
        logging_config=None,
    )
    app_behind_prefix = ForwardedHeaders(
        SecurityHeaders(AddressCheck(HeadRequests(app.asgi_handler)), settings, house.measures),
        TrustedProxies(settings.proxies),
    )
    app.asgi_handler = PathPrefix(app_behind_prefix, settings)
    return app
