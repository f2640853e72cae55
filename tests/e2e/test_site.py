"""A folder of files and no server of ours: tables on the device itself, with the network switched off."""

import functools
import http.server
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ludothek.site.build import build
from tests.e2e.conftest import IN_WORDS, PATIENCE
from tests.e2e.playing import BUTTONS, expect_over, play_quickly

QUICK = 'localStorage.setItem(\'ludothek.house\', \'{"bot_delay": 0, "time_scale": 0.01, "bot_seconds": 0.1}\')'
PATH = "some/where"  # a site need not lie at the root


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site, offered by what Python brings along."""
    root = tmp_path_factory.mktemp("site")
    (root / PATH).parent.mkdir()
    build(root / PATH)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{PATH}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def device(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """Somebody's device on which a table was opened once, and which has no network any more."""
    context = browser.new_context(locale="de-DE", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    for script in (IN_WORDS, QUICK):
        context.add_init_script(script)
    page = context.new_page()
    page.goto(site)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller")
    page.reload()  # from here on everything that is used is kept
    open_table(page, site, "number_poker", bots=True)
    page.locator(BUTTONS).first.wait_for()
    page.locator(BUTTONS).first.click()  # and whoever thinks has come too
    expect(page.locator("body")).to_contain_text("Alle Hände auf")
    context.set_offline(True)
    page.close()
    yield context
    context.close()


@pytest.fixture(scope="module")
def page(device: BrowserContext) -> Iterator[Page]:
    """One page for all: its Python starts once."""
    errors: list[str] = []
    page = device.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert not errors


def open_table(page: Page, site: str, game: str, *, bots: bool, seats: int = 2) -> str:
    """From the page of a game to its table. The table's id."""
    page.goto(f"{site}#/games/{game}")
    ways = page.locator(".way")
    ways.first.wait_for()
    (ways.filter(has_text="Bots") if bots else ways.filter(has_text="Gerät").or_(ways.filter(has_text="Allein"))).first.click()
    form = page.locator("form")
    for select in form.get_by_role("combobox").all():
        select.select_option("random")
    form.locator("button.main").click()
    page.wait_for_url("**/#/t/*")
    return page.url.rpartition("/")[2]


@pytest.mark.parametrize("game", ["number_poker", "torris", "squid"])
def test_a_game_is_played_to_its_end_without_a_network(page: Page, site: str, game: str) -> None:
    open_table(page, site, game, bots=True)
    play_quickly(page, seconds=90)
    expect_over(page)
