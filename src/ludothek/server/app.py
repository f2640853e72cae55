"""The application: the interface, the live socket and the pages, on one house."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from ludothek.server.door.door import Door
from ludothek.server.live.house import House
from ludothek.server.settings import Settings
from ludothek.server.web import api, health, invitations, live_socket, reference
from ludothek.server.web import pages as built
from ludothek.server.web.addressed import Addressed
from ludothek.server.web.heads import Heads
from ludothek.server.web.parameters import COMPRESSED_ALREADY
from ludothek.server.web.prefix import Prefix
from ludothek.server.web.protection import Protection
from ludothek.server.web.proxies import Forwarded, Proxies
from ludothek.server.web.requests import GZIP, JsonRequest, answer_refusal

LARGEST_BODY = 128 * 1024


def build(settings: Settings, door: Door | None = None, authority: bytes | None = None) -> Litestar:
    """The application. The door and the authority are those of the server that runs it, where it has them."""
    house = House(settings)

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        await house.start()
        try:
            yield
        finally:
            await house.stop()

    pages = built.Pages(Path(settings.static or str(files("ludothek.server") / "static")))
    described: list[ControllerRouterHandler] = [api.router, health.health]
    app = Litestar(
        route_handlers=[
            *described,
            health.metrics,
            invitations.certificate,
            live_socket.live_socket,
            built.board_file,
            built.page,
            reference.schema,
        ],
        lifespan=[open_house],
        state=State(
            {
                "house": house,
                "pages": pages,
                "door": door or Door(settings),
                "authority": authority,
                "reference": reference.Reference(described),
            }
        ),
        exception_handlers={Exception: answer_refusal},
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=GZIP, exclude_opt_key=COMPRESSED_ALREADY
        ),
        request_class=JsonRequest,
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,  # Litestar would render its document for every request: `reference` does it once
        logging_config=None,
    )
    within = Forwarded(Protection(Addressed(Heads(app.asgi_handler)), settings, house.measures), Proxies(settings.proxies))
    app.asgi_handler = Prefix(within, settings)
    return app
