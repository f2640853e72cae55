"""From the link of a site to the first move, cold and warm; and how long `hard` thinks in the page: `python -m bench.site [GAME …]`

A site is written into a folder and offered at 10 Mbit/s, 40 ms away. The browser is slowed to a quarter: all of its processes are stopped
three quarters of the time, so that its workers are as slow as its page. A hand that needs no time opens a game, starts a table and makes
the first move; warm means in a new tab, after somebody has played there. Then the same at full speed, at which `hard` is asked too.
"""

import http.server
import os
import signal
import socketserver
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from ludothek.core.registry import game_ids, is_ours
from ludothek.site.build import build
from tests.e2e.playing import BUTTONS, QUICK_HAND
from tests.e2e.scenes import PHONE, chromium

BITS_A_SECOND = 10_000_000
AWAY = 0.04  # seconds
SLOWED = 4
SLICE = 0.02  # seconds in which a slowed browser runs once
CHUNK = 16 * 1024
ROUNDS = 3
MOVES = 6  # of ours, each answered by `hard`
IN_WORDS = "localStorage.setItem('ludothek.settings', '{\"textView\": true}')"
VERSION = "() => Number(document.querySelector('.table').dataset.version)"  # how often something has happened at the table
KEPT = "async () => (await (await caches.open('ludothek memory')).keys()).length > 0"  # web/src/device/memory.ts
AT_ONCE = "localStorage.setItem('ludothek.house', '{\"bot_delay\": 0}')"  # no bot pretends to think


class Slow(http.server.SimpleHTTPRequestHandler):
    """Hands files out over one line, to all who ask together no faster than it is."""

    protocol_version = "HTTP/1.1"
    line = threading.Lock()

    def log_message(self, *_: object) -> None: ...

    def do_GET(self) -> None:
        time.sleep(AWAY)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while chunk := source.read(CHUNK):
            with self.line:
                time.sleep(8 * len(chunk) / BITS_A_SECOND)
            outputfile.write(chunk)


class Threading(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


@contextmanager
def offered() -> Iterator[str]:
    with TemporaryDirectory(prefix="ludothek-") as folder:
        build(Path(folder) / "site")
        server = Threading(("127.0.0.1", 0), partial(Slow, directory=str(Path(folder) / "site")))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def slowed(browser: Browser, times: int) -> Iterator[None]:
    """All processes of the browser run one part of the time, and are stopped for the others."""
    done = threading.Event()
    session = browser.new_browser_cdp_session()
    root = next(one["id"] for one in session.send("SystemInfo.getProcessInfo")["processInfo"] if one["type"] == "browser")

    def signal_all(what: signal.Signals) -> None:
        for pid in _children(root):
            try:
                os.kill(pid, what)
            except ProcessLookupError:
                continue

    def slow() -> None:
        while not done.is_set():
            signal_all(signal.SIGSTOP)
            time.sleep(SLICE * (times - 1) / times)
            signal_all(signal.SIGCONT)
            time.sleep(SLICE / times)

    thread = threading.Thread(target=slow)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        done.set()
        if times > 1:
            thread.join()


def _children(root: int) -> list[int]:
    """The processes that a browser has started: those of pages with their workers, and the ones that fetch and draw for them."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
    found, more = set(), {root}
    while more:
        more = {pid for pid, parent in parents.items() if parent in more} - found
        found |= more
    return sorted(found)


def first_move(context: BrowserContext, site: str, *, stays: bool = False) -> list[float]:
    """Seconds until the shelf, the table with its question, and the first move are to be seen. Whoever stays goes when all that will be of
    use the next time is kept."""
    page, begun = context.new_page(), time.monotonic()
    page.goto(site, wait_until="commit")
    page.locator("article").first.wait_for()
    seen = [time.monotonic() - begun]
    page.locator("a[href$='torris']").first.click()
    page.locator("form button.main").click()
    page.locator(BUTTONS).first.wait_for()
    seen.append(time.monotonic() - begun)
    before = page.evaluate(VERSION)
    page.locator(BUTTONS).first.click()
    page.wait_for_function(f"(before) => ({VERSION})() > before", arg=before)
    seen.append(time.monotonic() - begun)
    page.evaluate("navigator.serviceWorker.ready")
    if stays:
        page.wait_for_function(KEPT)
    page.close()
    return seen


def starts(browser: Browser, site: str) -> None:
    print(f"From the link to the first move, {SLOWED} times slower, 10 Mbit/s, {1000 * AWAY:.0f} ms away (median of {ROUNDS}), in seconds")
    show("", "shelf", "table", "first move")
    for slow in (SLOWED, 1):
        cold, warm = [], []
        for _ in range(ROUNDS):
            context = _context(browser)
            with slowed(browser, slow):
                cold.append(first_move(context, site))
                first_move(context, site, stays=True)
                warm.append(first_move(context, site))
            context.close()
        for name, rows in (("cold", cold), ("warm", warm)):
            median = [statistics.median(column) for column in zip(*rows, strict=True)]
            show(f"{name}, {slow} times slower" if slow > 1 else f"{name}, full speed", *(f"{seconds:.1f}" for seconds in median))


def thinking(browser: Browser, site: str, games: list[str]) -> None:
    print(f"How long `hard` lets one wait in the page, in {MOVES} answers, in seconds")
    show("", "median", "longest", "levels")
    context = _context(browser)
    page = context.new_page()
    for game in games:
        levels = opened(page, site, game)
        if not levels:
            show(game, "", "", "a game for one")
            continue
        waits = answers(page)
        show(game, f"{statistics.median(waits):.2f}", f"{max(waits):.2f}", ", ".join(levels))
    context.close()


def opened(page: Page, site: str, game: str) -> list[str]:
    """A table against `hard`; which levels there are."""
    page.goto("about:blank")  # else the page of the game before would still be there to be looked at
    page.goto(f"{site}#/games/{game}")
    page.locator(".way").first.wait_for()
    way = page.locator(".way").filter(has_text="bots")
    if not way.count():
        return []
    way.first.click()
    selects = page.locator("form").get_by_role("combobox").all()
    levels = [str(option.get_attribute("value")) for option in selects[0].locator("option").all()]
    for select in selects:
        select.select_option("hard")
    page.locator("form button.main").click()
    page.wait_for_url("**/#/t/*")
    page.locator(BUTTONS).first.wait_for()
    return levels


def answers(page: Page) -> list[float]:
    """How long after each of our moves we are asked again."""
    waits = []
    for number in range(MOVES):
        begun, before = time.monotonic(), page.evaluate(VERSION)
        if page.evaluate(QUICK_HAND, [number + 1, 1, 60_000, BUTTONS]) < 1:
            break
        page.wait_for_function(f"(before) => ({VERSION})() > before && document.querySelector('{BUTTONS}, .outcome')", arg=before)
        waits.append(time.monotonic() - begun)
        if page.locator(".outcome").count():
            break
    return waits


def _context(browser: Browser) -> BrowserContext:
    context = browser.new_context(viewport=PHONE, device_scale_factor=2, locale="en-GB")
    context.set_default_timeout(240_000)
    for script in (IN_WORDS, AT_ONCE):
        context.add_init_script(script)
    return context


def show(name: str, *cells: str) -> None:
    print(f"{name:<24}" + "".join(f"{cell:>14}" for cell in cells), flush=True)


def main() -> None:
    games = sys.argv[1:] or [game for game in game_ids() if is_ours(game)]
    with offered() as site, chromium(whole=True) as browser:
        if not sys.argv[1:]:
            starts(browser, site)
        thinking(browser, site, games)


if __name__ == "__main__":
    main()
