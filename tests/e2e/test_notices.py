"""Push notifications in a browser: encrypted by the server, decrypted by the service worker, and shown."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Playwright, expect

from tests.e2e.conftest import NewPage
from tests.e2e.scenes import launched
from tests.e2e.serving import Server
from tests.server.receivers import Browser

SUBSCRIPTION = """PushManager.prototype.subscribe = async () => ({ toJSON: () => (%s) });
Notification.requestPermission = async () => "granted";"""


class PushService(HTTPServer):
    """Accepts POST requests like a browser vendor's push service, which tests cannot reach."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        super().__init__(("127.0.0.1", 0), _Taking)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Taking(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        self.server.got.append(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(201)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def browser(playwright: Playwright) -> Iterator[Chromium]:
    """One that can show notifications."""
    with launched(playwright, whole=True) as running:
        yield running


@pytest.fixture
def calling(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, call_hosts="127.0.0.1", call_after=0)
    running.start()
    yield running
    running.stop()


def test_a_browser_is_called_when_it_is_somebodys_turn(new_page: NewPage, calling: Server) -> None:
    service, browser = PushService(), Browser()
    endpoint = f"http://127.0.0.1:{service.server_port}/anna"
    anna = new_page("/", url=calling.url, permissions=["notifications"])
    anna.add_init_script(SUBSCRIPTION % json.dumps({"endpoint": endpoint, "keys": browser.keys}))
    anna.goto("/me/calls")
    anna.get_by_role("button", name="Hier rufen").click()
    expect(anna.get_by_text("Dieser Browser", exact=True)).to_be_visible()
    give_up = time.monotonic() + 120
    anna.get_by_role("button", name="Probe").click()
    while not service.got:  # before anything else arrives
        assert time.monotonic() < give_up
        anna.wait_for_timeout(100)
    ben = new_page("/", url=calling.url)
    ben.wait_for_load_state("networkidle")  # the cookie is set by now
    seats = [{"kind": "open"}, {"kind": "me", "name": "Ben"}]
    table = ben.request.post("/api/tables", data={"game": "connect_four", "seats": seats}).json()["id"]
    anna.request.post(f"/api/tables/{table}/do", data={"do": "join", "id": "1"})
    ben.request.post(
        f"/api/tables/{table}/do", data={"do": "start", "id": "2"}
    )  # and it is Anna's turn, whose page is elsewhere
    while len(service.got) < 2:
        assert time.monotonic() < give_up
        anna.wait_for_timeout(100)
    trial, call = [browser.read(got) for got in service.got]
    assert trial["title"] == "Es klappt: So ruft dich Ludothek"
    assert (call["title"], call["path"]) == ("Du bist dran: Vier gewinnt mit Ben", f"/t/{table}")

    worker = anna.context.new_cdp_session(anna)
    registrations: list[str] = []
    worker.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(r["registrationId"] for r in told["registrations"]),
    )
    worker.send("ServiceWorker.enable")
    while not registrations:
        anna.wait_for_timeout(50)
    delivered = {"origin": calling.url, "registrationId": registrations[-1], "data": json.dumps(call)}
    worker.send("ServiceWorker.deliverPushMessage", delivered)
    shown = "navigator.serviceWorker.ready.then((found) => found.getNotifications()).then((all) => all.map((one) => [one.title, one.tag]))"
    while not (notes := anna.evaluate(shown)):
        assert time.monotonic() < give_up
        anna.wait_for_timeout(50)
    assert notes == [[call["title"], table]]

    anna.goto(f"/stop#{call['stop']}")
    anna.get_by_role("button", name="Nicht mehr rufen").click()
    expect(anna.get_by_role("status").filter(has_text="Erledigt")).to_be_visible()
    assert anna.request.get(f"/api/me/tables/{table}/calls").json() == {"on": False}
    service.shutdown()
    service.server_close()
