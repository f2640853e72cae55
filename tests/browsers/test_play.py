"""Play in each engine: every game, one game to its end, together, and on a device that is handed round."""

import http.server
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from ludothek.page.site_builder import build
from tests.browsers.conftest import NewTab
from tests.browsers.engines import Engine, Tab
from tests.browsers.playing import ask, see, tap, wait_for
from tests.e2e.playing import BUTTONS, QUICK_HAND, SPOTS
from tests.e2e.scenes import GAMES
from tests.e2e.serving import Server

TAPS = 12
VERSION = "(before) => Number(document.querySelector('.table')?.dataset.version) > before"
IN_WORDS = """localStorage.setItem("ludothek.settings", JSON.stringify({ textView: true }));"""


def version(tab: Tab) -> int:
    return int(tab.evaluate("() => Number(document.querySelector('.table').dataset.version)"))


def play_to_the_end(tab: Tab, offers: str = SPOTS) -> None:
    tab.evaluate(QUICK_HAND, [1, 10_000, 90_000, offers])
    see(tab, ".outcome h2")


@pytest.mark.long
@pytest.mark.feature("every game from the shelf, by pointing alone")
def test_every_game_is_played_from_the_shelf_by_pointing(new_tab: NewTab, server: Server) -> None:
    tab = new_tab(server.url)
    for game in GAMES:
        tab.goto(server.url)
        tap(tab, f"main a[href='/games/{game}']")
        see(tab, ".way")
        if tab.evaluate(
            "() => [...document.querySelectorAll('.way')].some((way) => way.textContent.includes('Bots'))"
        ):
            tap(tab, ".way", "Bots")
        tap(tab, "form button.main")
        wait_for(
            tab,
            f"() => document.querySelector({SPOTS!r}) && document.querySelector('.table')?.dataset.version",
        )
        before = version(tab)
        for _ in range(TAPS):  # a move takes one tap or several
            tap(tab, SPOTS)
            tab.evaluate("() => new Promise((done) => setTimeout(done, 100))")
            if version(tab) > before:
                break
        wait_for(tab, VERSION, before)


@pytest.mark.feature("a game to its end, replay, rematch")
def test_a_game_is_played_to_its_end_looked_at_again_and_once_more(new_tab: NewTab, server: Server) -> None:
    tab = new_tab(f"{server.url}/early.js")
    ask(tab, "/api/me")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}]
    table = ask(tab, "/api/tables", {"game": "connect_four", "seats": seats})["id"]
    tab.goto(f"{server.url}/t/{table}")
    play_to_the_end(tab)
    tap(tab, ".outcome a[href*=replay]")
    see(tab, ".board .canvas")
    tab.goto(f"{server.url}/t/{table}")
    see(tab, ".outcome h2")
    tap(tab, ".outcome button.main")
    wait_for(
        tab,
        "(table) => !location.pathname.includes(table) && document.querySelector('.board [data-spot]')",
        table,
    )


@pytest.mark.feature("text view and keyboard")
def test_a_game_is_played_in_words_by_the_keyboard(new_tab: NewTab, server: Server) -> None:
    tab = new_tab(f"{server.url}/early.js", script=IN_WORDS)
    ask(tab, "/api/me")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    table = ask(tab, "/api/tables", {"game": "connect_four", "seats": seats})["id"]
    tab.goto(f"{server.url}/t/{table}")
    for _ in range(3):
        see(tab, BUTTONS)
        before = version(tab)
        tab.evaluate("(buttons) => document.querySelector(buttons).focus()", BUTTONS)
        tab.press("Enter")
        wait_for(tab, VERSION, before)


@pytest.mark.feature("one device that goes from hand to hand")
def test_a_device_goes_from_hand_to_hand(new_tab: NewTab, server: Server) -> None:
    tab = new_tab(f"{server.url}/early.js")
    ask(tab, "/api/me")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    tab.goto(f"{server.url}/t/{ask(tab, '/api/tables', {'game': 'number_poker', 'seats': seats})['id']}")
    for name in ("Anna", "Ben"):
        see(tab, ".curtain", name)
        tap(tab, ".curtain button.main")
        tap(tab, SPOTS)
    see(tab, ".curtain")


@pytest.mark.xdist_group("webkit")
@pytest.mark.parametrize(
    ("one", "other"), [("webkit", "firefox"), pytest.param("chromium", "webkit", marks=pytest.mark.long)]
)
def test_two_engines_at_one_table_outlive_a_restart(
    started: Callable[[str], Engine], tmp_path: Path, one: str, other: str
) -> None:
    running = Server(tmp_path)
    running.start()
    tabs = [started(name).open() for name in (one, other)]
    try:
        for tab in tabs:
            tab.goto(f"{running.url}/early.js")
            ask(tab, "/api/me")
        wish = {
            "game": "connect_four",
            "seats": [{"kind": "me", "name": "Anna"}, {"kind": "open"}],
        }
        table = ask(tabs[0], "/api/tables", wish)["id"]
        ask(tabs[1], f"/api/tables/{table}/do", {"do": "join", "id": "1", "name": "Ben"})
        for tab in tabs:
            tab.goto(f"{running.url}/t/{table}")
        if tabs[0].evaluate("async () => !document.querySelector('.board')"):
            ask(tabs[0], f"/api/tables/{table}/do", {"do": "start", "id": "2"})
        for tab in tabs:
            see(tab, ".board .canvas")
        turn(tabs)
        running.kill()
        running.start()
        turn(tabs)
        assert version(tabs[0]) == version(tabs[1])
    finally:
        for tab in tabs:
            tab.close()
        running.stop()


def turn(tabs: list[Tab]) -> None:
    """Make a move for the player whose turn it is, and wait until all pages show it."""
    before = max(version(tab) for tab in tabs)
    while not (
        asked := [tab for tab in tabs if tab.evaluate("(spots) => !!document.querySelector(spots)", SPOTS)]
    ):
        wait_for(tabs[0], "() => true")
    tap(asked[0], SPOTS)
    for tab in tabs:
        wait_for(tab, VERSION, before)


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site") / "site"
    build(made)
    return made


@pytest.fixture
def host(folder: Path) -> Iterator[http.server.ThreadingHTTPServer]:
    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder)))
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


# Features that a browser may lack, or its owner may have disabled.
LACKS = {
    "no WebAssembly": "delete window.WebAssembly;",
    "no workers": "delete window.Worker;",
    "no storage": "for (const name of ['localStorage', 'indexedDB'])"
    " Object.defineProperty(window, name, { get() { throw new DOMException('forbidden', 'SecurityError'); } });",
    "no service worker": "delete Navigator.prototype.serviceWorker;",
}


@pytest.mark.feature("a server's tables without WebAssembly, workers, storage or service worker")
@pytest.mark.parametrize("lack", LACKS)
def test_whatever_a_browser_lacks_a_table_of_a_server_is_played(
    new_tab: NewTab, server: Server, lack: str
) -> None:
    tab = new_tab(f"{server.url}/early.js", script=LACKS[lack])
    ask(tab, "/api/me")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}]
    tab.goto(f"{server.url}/t/{ask(tab, '/api/tables', {'game': 'torris', 'seats': seats})['id']}")
    see(tab, ".board .canvas")
    tap(tab, SPOTS)


@pytest.mark.feature("a sentence where the site cannot play")
@pytest.mark.parametrize("lack", ["no WebAssembly", "no workers"])
def test_a_site_says_what_it_cannot_do(
    new_tab: NewTab, host: http.server.ThreadingHTTPServer, lack: str
) -> None:
    site = f"http://127.0.0.1:{host.server_port}/"
    tab = new_tab(site, script=LACKS[lack])
    tap(tab, "main a[href*=torris]")
    tap(tab, "form button.main")
    see(tab, "[role=alert]", "Dieser Browser")
