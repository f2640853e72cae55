"""Start the server, from the command line (`serve`) or as a module."""

import asyncio
import gc
import logging
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs
import uvicorn

from ludothek.bots.levels import invite
from ludothek.core import Refusal
from ludothek.house.live.conversation import LARGEST
from ludothek.house.settings import Settings, read
from ludothek.server import logs
from ludothek.server.app import build
from ludothek.server.database.schema import normal
from ludothek.server.home_network import certificate
from ludothek.server.home_network.certificate import Certificate
from ludothek.server.home_network.lan_access import LanAccess
from ludothek.server.home_network.lan_prompt import LanPrompt
from ludothek.server.server_house import ServerHouse
from ludothek.server.web.connection_limit import ConnectionLimit
from ludothek.server.web.protocol import CountedConnection, HttpConnection, WebSocketConnection
from ludothek.server.web.trusted_proxies import TrustedProxies

log = logging.getLogger(__name__)
GOODBYE = 0.1  # seconds for sending the last frames
OPEN_WITHIN = 30  # seconds to wait for the server before giving up opening a browser
GC_THRESHOLDS = (50_000, 20, 100)  # docs/decisions/006
STOP_WITHIN = 5  # seconds for requests in progress


def serve(host: str | None = None, port: int | None = None, db: str | None = None, **others: object) -> None:
    """Serve until a signal asks to stop.

    Settings that are not given come from the environment, the file that it names, or the defaults.
    """
    run(read({"host": host, "port": port, "db": db} | others))


def run(
    settings: Settings, step: Callable[[LanAccess], LanPrompt] | None = None, at_home: bool = False
) -> None:
    """Run a server with these settings until a signal asks to stop.

    `step` makes the terminal prompt that opens the server to the home network; `at_home` opens it at once.
    """
    logs.configure(settings.log_level, settings.log_format)
    invite(settings.players)
    for stopping in (signal.SIGINT, signal.SIGTERM):
        # Uvicorn handles signals while it runs; this is for signals before that, and for the one that it
        # raises again at its end.
        signal.signal(stopping, lambda *_: sys.exit(0))
    log.info("the database is %s", normal(settings.database()).render_as_string(hide_password=True))
    door = LanAccess(settings)
    own_certificate = _certificate(settings, door) if settings.https else None
    _allow_many_files()
    CountedConnection.lines = ConnectionLimit(
        settings.connections, settings.connections_per_address, TrustedProxies(settings.proxies)
    )
    app = build(settings, door, own_certificate.authority.read_bytes() if own_certificate else None)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        proxy_headers=False,  # web/trusted_proxies.py reads them
        log_config=None,
        access_log=False,  # it contains people's addresses and the links of tables
        http=HttpConnection,
        ws=WebSocketConnection,
        ws_max_size=LARGEST * 4,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=STOP_WITHIN,
        server_header=False,
        ssl_certfile=own_certificate.chain if own_certificate else None,
        ssl_keyfile=own_certificate.key if own_certificate else None,
    )
    try:
        _Server(config, app.state.house, door, step(door) if step else None, at_home).run()
    except SystemExit as ended:
        if ended.code:  # uvicorn has logged why
            raise Refusal(
                "the server cannot start: the log above says why; "
                f"if port {settings.port} is taken, choose another with --port"
            ) from None


def _allow_many_files() -> None:
    """Raise the limit of open files to the maximum: every connection is a file."""
    if sys.platform != "win32":
        import resource

        _, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))


def _certificate(settings: Settings, door: LanAccess) -> Certificate:
    folder = (
        Path(settings.certificates)
        if settings.certificates
        else platformdirs.user_data_path("ludothek", appauthor=False) / "certificates"
    )
    return certificate.load_or_create(folder, door.hosts())


def open_when_ready(settings: Settings) -> None:
    """Open the page in a browser as soon as the server, which the caller starts, accepts connections."""
    address = LanAccess(settings).own_address
    host, port = urlsplit(address).hostname, settings.port

    def wait_and_open() -> None:
        for _ in range(OPEN_WITHIN * 20):
            try:
                socket.create_connection((host, port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                webbrowser.open(f"{address}/")
                return

    threading.Thread(target=wait_and_open, daemon=True).start()


class _Server(uvicorn.Server):
    """A uvicorn server that can listen at more addresses while it runs, and that closes tables politely."""

    def __init__(
        self,
        config: uvicorn.Config,
        house: ServerHouse,
        door: LanAccess,
        step: LanPrompt | None,
        at_home: bool,
    ) -> None:
        super().__init__(config)
        self.house = house
        self.door = door
        self.step = step
        self.at_home = at_home

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        gc.set_threshold(*GC_THRESHOLDS)
        gc.freeze()  # the modules and caches loaded by now are never freed
        self.door.listen = self._listen
        loop = asyncio.get_running_loop()
        if self.step:
            self.step.attend(lambda address: _spawn_in(loop, self._open(address)), self.at_home)
        elif self.at_home and self.door.candidates:
            await self.door.open(self.door.candidates[0])

    async def _open(self, address: str) -> None:
        assert self.step is not None, "only the prompt opens addresses this way"
        try:
            await self.door.open(address)
        except OSError as error:
            self.step.refuse(error)
        else:
            self.step.show(address)

    async def _listen(self, host: str) -> None:
        """Listen at one more address, with the same protocol and certificate as at the first."""
        config = self.config
        if config.ssl is not None:  # the certificate may not include this address yet
            renewed = _certificate(self.house.settings, self.door)
            config.ssl.load_cert_chain(renewed.chain, renewed.key)

        def protocol() -> asyncio.Protocol:
            new: asyncio.Protocol = config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return new

        loop = asyncio.get_running_loop()
        self.servers.append(
            await loop.create_server(protocol, host, config.port, ssl=config.ssl, backlog=config.backlog)
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.house.say_goodbye()
        await asyncio.sleep(GOODBYE)
        await super().shutdown(sockets)


def _spawn_in(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, None]) -> None:
    """Start a coroutine on the event loop, from any thread."""
    asyncio.run_coroutine_threadsafe(work, loop)


if __name__ == "__main__":
    serve()
