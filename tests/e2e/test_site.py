"""A folder of files and no server of ours: tables on the device itself, with the network switched off."""

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, expect

from ludothek.core.registry import find
from ludothek.site.build import CannotBuild, build
from tests.e2e.conftest import IN_WORDS, PATIENCE
from tests.e2e.playing import BUTTONS, expect_over, play_one, play_quickly

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


@pytest.mark.parametrize("game", ["number_poker", "squid"])
def test_a_game_is_played_to_its_end_without_a_network(page: Page, site: str, game: str) -> None:
    open_table(page, site, game, bots=True)
    play_quickly(page, seconds=90)
    expect_over(page)


def test_a_game_that_is_over_is_seen_again_and_its_chance_checked(page: Page, site: str) -> None:
    page.goto(f"{site}#/tables")
    page.get_by_role("link", name="Noch einmal ansehen").first.click()
    page.wait_for_url("**/replay")
    expect(page.locator("h1")).not_to_be_empty()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Aufzeichnung").click()
    record = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert record["game"] == "squid"
    assert find("squid").variant(record["seats"], record["options"]).game.id == record["game"]


def test_a_tab_that_is_closed_in_the_middle_of_a_move_loses_nothing_that_was_shown(device: BrowserContext, site: str) -> None:
    page = device.new_page()
    open_table(page, site, "torris", bots=False)
    page.locator(".curtain button, button[data-move]").first.wait_for()
    for _ in range(3):
        play_one(page)
    shown = page.locator(".log li, ol li").count()
    address = page.url
    page.locator(BUTTONS).first.click()
    page.close()  # whether that was kept or not, it is whole

    page = device.new_page()
    page.goto(address)
    page.locator(BUTTONS).first.wait_for()
    assert page.locator(".log li, ol li").count() >= shown
    full(page, site)
    page.close()


def full(page: Page, site: str) -> None:
    """A move for which there is no room is refused in a sentence, and made again once there is."""
    browser = page.context.new_cdp_session(page)
    origin = site.removesuffix(f"{PATH}/")
    browser.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    refusal = page.get_by_text("Der Speicher dieses Browsers ist voll").first
    for _ in range(20):  # Chromium may remember for half a minute how much room there was
        page.locator(BUTTONS).first.click()
        with suppress(TimeoutError):
            refusal.wait_for(timeout=2000)
            break
    else:
        pytest.fail("every move was kept, without any room")
    browser.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    play_one(page)


def test_an_old_browser_gets_a_sentence(device: BrowserContext, site: str) -> None:
    page = device.new_page()
    page.add_init_script("delete window.DecompressionStream")
    page.goto(f"{site}#/games/torris")
    page.locator("form button.main").click()
    expect(page.get_by_role("alert")).to_contain_text("zu alt für eigene Tische")
    page.get_by_role("link", name="Regeln").click()
    expect(page.locator("h1")).not_to_be_empty()
    page.close()


def test_other_files_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Oma")
    with pytest.raises(CannotBuild, match="holds other files"):
        build(tmp_path)
    with pytest.raises(CannotBuild, match="have not been built"):
        build(tmp_path / "new", pages=tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]
