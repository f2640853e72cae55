"""Start the server: `serve` is what the command line calls, and this module itself can be run."""

import asyncio
import gc
import signal
import socket
import sys
import threading
import time
import webbrowser

import uvicorn

from ludothek.bots.levels import invite
from ludothek.core import Refusal
from ludothek.server import logs
from ludothek.server.app import build
from ludothek.server.live.house import House
from ludothek.server.settings import Settings, read
from ludothek.server.web.live_socket import LARGEST
from ludothek.server.web.protocol import Requests, Wire

GOODBYE = 0.1  # seconds in which the last frames go out
OPEN_WITHIN = 30  # seconds after which no browser is opened any more
STOP_WITHIN = 5  # seconds for requests that are under way


def serve(host: str | None = None, port: int | None = None, db: str | None = None, **others: object) -> None:
    """Serve until a signal asks to stop. What is not given comes from the environment, the file it names, or the defaults."""
    run(read({"host": host, "port": port, "db": db} | others))


def run(settings: Settings, listening: socket.socket | None = None) -> None:
    logs.configure(settings.log_level, settings.log_format)
    invite(settings.players)
    for stopping in (signal.SIGINT, signal.SIGTERM):
        # While it runs uvicorn listens itself; this is for a signal that comes before, and for the one it raises again at its end.
        signal.signal(stopping, lambda *_: sys.exit(0))
    app = build(settings)
    gc.freeze()  # what is loaded by now stays; and open tables live long: to search them for rubbish costs more than it finds
    gc.set_threshold(100_000, 10, 10)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        log_config=None,
        access_log=settings.log_level == "debug",
        http=Requests,
        ws=Wire,
        ws_max_size=LARGEST * 4,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=STOP_WITHIN,
        server_header=False,
    )
    try:
        _Server(config, app.state.house).run([listening] if listening else None)
    except SystemExit as ended:
        if ended.code:  # uvicorn has logged why
            raise Refusal(f"the server cannot start; if port {settings.port} is taken, choose another with --port") from None


def open_when_ready(settings: Settings) -> None:
    """Open the page in a browser as soon as the server answers; it is started by whoever calls this."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host

    def wait_and_open() -> None:
        for _ in range(OPEN_WITHIN * 20):
            try:
                socket.create_connection((host, settings.port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                webbrowser.open(f"http://{host}:{settings.port}/")
                return

    threading.Thread(target=wait_and_open, daemon=True).start()


class _Server(uvicorn.Server):
    """Says goodbye to everybody at a table before it hangs up."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self.house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.house.say_goodbye()
        await asyncio.sleep(GOODBYE)
        await super().shutdown(sockets)


if __name__ == "__main__":
    serve()
