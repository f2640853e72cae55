"""Time in Chromium from the button of a kit's trial to its first result, and to all 2,000 games.


python -m bench.trial
"""

import re
import tempfile
import time
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.scenes import chromium
from tests.e2e.serving import Server

GAMES = ("museum", "safehouse")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium(whole=True) as browser:
        server = Server(Path(folder))
        server.start()
        for game in GAMES:
            page = browser.new_page(base_url=server.url, locale="en-GB")
            page.goto(f"/games/{game}")
            page.locator(".way").first.click()
            page.get_by_text("More settings").click()
            page.get_by_role("button", name="Change the box contents").click()
            times, begun = [], time.perf_counter()
            page.get_by_role("button", name="Try it").click()
            page.locator(".trial strong").wait_for()
            times.append(time.perf_counter() - begun)
            expect(page.locator(".trial")).to_contain_text(re.compile("2,000 games"), timeout=120_000)
            times.append(time.perf_counter() - begun)
            print(
                f"{game:10} first answer after {times[0]:.2f} s, 2,000 games after {times[1]:.2f} s",
                flush=True,
            )
            page.close()
        server.stop()


if __name__ == "__main__":
    main()
