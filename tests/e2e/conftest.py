"""A server and a browser for the tests of the pages.

Both go with this folder's last test: Playwright's loop bears no other beside it.
"""

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.e2e.scenes import launched, quiet_server
from tests.e2e.serving import Server

PATIENCE = 60_000  # milliseconds: the first bot of a busy machine takes its time
expect.set_options(timeout=PATIENCE)
NewPage = Callable[..., Page]
# Most tests use the text view, where every move is a button; tests of the drawn boards switch it off.
IN_WORDS = "localStorage.getItem('ludothek.settings') || localStorage.setItem('ludothek.settings', '{\"textView\": true}')"


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (files("ludothek.server") / "static" / "index.html").is_file(), (
        "the pages are not built: run `npm ci && npm run build` in web/"
    )
    running = Server(tmp_path_factory.mktemp("server"), time_scale=0.05, bot_seconds=0.1)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="package")
def quiet() -> Iterator[str]:
    """The address of a server whose bots never move."""
    with quiet_server() as server:
        yield server.url


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright) as running:
        yield running


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[NewPage]:
    """Opens a page as a new person. A script that fails on any page fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(path: str = "/", url: str = server.url, *, drawn: bool = False, **options: Any) -> Page:
        chosen = {"locale": "de-DE", "reduced_motion": "reduce"} | options
        context = browser.new_context(base_url=url, **chosen)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if not drawn:
            context.add_init_script(IN_WORDS)
        context.request.get(
            "/api/me"
        )  # sets the cookie, so that the page and the test's other requests are one person
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()
