"""Time from a site's link to the first move, cold and warm, and `hard`'s time to think.


    python -m bench.site [GAME …]

A site is written into a folder and served at 10 Mbit/s with 40 ms latency. The browser is slowed to a
quarter: all of its processes are stopped for three quarters of the time, so that workers are as slow as the
page. A script in the page opens a game, starts a table and makes the first move without delay; warm means in
a new tab after a first visit with a game. Then the same at full speed, also with `hard`.
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

from ludothek.core.registry import game_ids, is_bundled
from ludothek.page.site_builder import build
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
# Clicks the first element of each kind as soon as it is drawn, the last one at a table. Returns the
# milliseconds until each was visible, and the results.
HAND = """async (kinds) => {
  const seen = [];
  const version = () => document.querySelector(".table")?.dataset.version;
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const until = (find) => new Promise((done) => {
    const look = () => find() && (watch.disconnect(), done(find()));
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, attributes: true });
    look();
  });
  const see = async (find) => {
    const one = await until(find);
    await drawn();
    seen.push(performance.now());
    return one;
  };
  let before;
  for (const kind of kinds) {
    const one = await see(() => document.querySelector(kind));
    before = version();
    one.click();
  }
  await see(() => version() !== before);
  return seen;
}"""
MARKS = """() =>
  performance.getEntriesByType('mark').map(({ name, startTime }) => [name, performance.timeOrigin + startTime])
"""
PHASES = [
    "begun",
    "come",
    "started",
    "ready",
]  # of Python, as its worker marks them: web/src/runtimes/page/python.ts, holding.ts
# The version of the table
VERSION = "() => Number(document.querySelector('.table').dataset.version)"
# The cache of web/src/runtimes/page/memory.ts.
KEPT = "async () => (await (await caches.open('ludothek memory')).keys()).length > 1"
AT_ONCE = "localStorage.setItem('ludothek.house', '{\"bot_delay\": 0}')"  # bots answer without a pause


class Slow(http.server.SimpleHTTPRequestHandler):
    """Serves files at a limited rate, shared by all requests."""

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
    """Slow a browser down by stopping all of its processes for most of the time."""
    done = threading.Event()
    session = browser.new_browser_cdp_session()
    root = next(
        one["id"]
        for one in session.send("SystemInfo.getProcessInfo")["processInfo"]
        if one["type"] == "browser"
    )

    def signal_all(what: signal.Signals, found: set[int]) -> None:
        for pid in found:
            try:
                os.kill(pid, what)
            except ProcessLookupError:
                continue

    def slow() -> None:
        found = _children(root)
        while not done.is_set():
            signal_all(signal.SIGSTOP, found)
            until = time.monotonic() + SLICE * (times - 1) / times
            new = _children(root)  # while they are stopped: looking takes as long as they run
            time.sleep(max(0.0, until - time.monotonic()))
            signal_all(signal.SIGCONT, found)
            found = new
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


def _children(root: int) -> set[int]:
    """Return a browser's processes: those of pages with their workers, and those for network and graphics."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
    found: set[int] = set()
    more = {root}
    while more:
        more = {pid for pid, parent in parents.items() if parent in more} - found
        found |= more
    return found


def first_move(context: BrowserContext, site: str, *, stays: bool = False) -> list[float]:
    """Return the seconds until each stage of the first move.

    They are: shelf and game page visible; Python begun, loaded, started and ready; table with its question
    and first move visible. With `stays` the page closes only after everything for the next visit is cached.
    """
    page = context.new_page()
    page.goto(site, wait_until="commit")
    shelf, game, table, moved = page.evaluate(HAND, ["a[href$='torris']", "form button.main", BUTTONS])
    origin = page.evaluate("performance.timeOrigin")
    marks = next(marks for worker in page.workers if "ready" in (marks := dict(worker.evaluate(MARKS))))
    seen = [shelf, game, *(marks[phase] - origin for phase in PHASES), table, moved]
    page.evaluate("navigator.serviceWorker.ready")
    if stays:
        page.wait_for_function(KEPT)
    page.close()
    return [milliseconds / 1000 for milliseconds in seen]


def starts(browser: Browser, site: str) -> None:
    print(
        f"From the link to the first move, {SLOWED} times slower, 10 Mbit/s, {1000 * AWAY:.0f} ms away "
        f"(median of {ROUNDS}), in seconds"
    )
    show("", "shelf", "game", *PHASES, "table", "first move", width=11)
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
            show(
                f"{name}, {slow} times slower" if slow > 1 else f"{name}, full speed",
                *(f"{seconds:.1f}" for seconds in median),
                width=11,
            )


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
    """Open a table against `hard`; return the available levels."""
    page.goto("about:blank")  # else the previous game's page would still be there
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
    """Return how long after each of our moves we are asked again."""
    waits = []
    for number in range(MOVES):
        begun, before = time.monotonic(), page.evaluate(VERSION)
        if page.evaluate(QUICK_HAND, [number + 1, 1, 60_000, BUTTONS]) < 1:
            break
        page.wait_for_function(
            f"(before) => ({VERSION})() > before && document.querySelector('{BUTTONS}, .outcome')", arg=before
        )
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


def show(name: str, *cells: str, width: int = 14) -> None:
    print(f"{name:<24}" + "".join(f"{cell:>{width}}" for cell in cells), flush=True)


def main() -> None:
    games = sys.argv[1:] or [game for game in game_ids() if is_bundled(game)]
    with offered() as site, chromium(whole=True) as browser:
        if not sys.argv[1:]:
            starts(browser, site)
        thinking(browser, site, games)


if __name__ == "__main__":
    main()
