"""What the table was like before it fitted the window, beside what it is like now: `python -m tools.before` into docs/screenshots/before.

The pictures of before are of the first table, which was laid out as a page that one scrolls; they stay as they are. Those of now are
made in the same windows, in the same kind of position.
"""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from tests.e2e.fits import Position, open_position, positions
from tests.e2e.scenes import DESKTOP, PHONE, chromium, look_at, quiet_server
from tests.e2e.test_fits import among_towers
from tools.screenshots import DEVICES, FOLDER, keep

BEFORE = FOLDER / "before"
LYING = DEVICES["lying"]
INDEX = """# Before and now

The table was laid out as a page that one scrolls; now it is one window ([decision 011](../../decisions/011-a-table-is-one-window.md)). Left
how it was found to be, right the same kind of position in the same window, made by `python -m tools.before`.

| before | now |
| --- | --- |
"""


@dataclass(frozen=True)
class Pair:
    name: str
    was: str  # what was wrong
    now: Callable[[], Position]
    window: dict[str, int]
    advised: bool = False


def asked(game: str, seats: int, question: str) -> Callable[[], Position]:
    return lambda: next(found for found in positions(game) if (found.seats, found.question) == (seats, question))


PAIRS = (
    Pair("number-poker-laptop", "The stones lie below the fold", asked("number_poker", 3, "choose"), DESKTOP),
    Pair("museum-laptop", "The question covers the children", asked("museum", 2, "steps"), DESKTOP),
    Pair("number-poker-phone", "The choices lie below the fold", asked("number_poker", 3, "choose"), PHONE),
    Pair("squid-phone", "So do the cards", asked("squid", 4, "vote"), PHONE),
    Pair("safehouse-hint", "The best hint has the lowest chance", asked("safehouse", 2, "throw"), DESKTOP, advised=True),
    Pair("torris-towers", "A tower hides the only stone that may move", lambda: among_towers(least=6), DESKTOP),
    Pair("safehouse-box", "What was rolled is typed far below the question", asked("safehouse", 2, "fallen-roll"), PHONE),
    Pair("museum-lying", "A phone that lies shows a strip of the board", asked("museum", 2, "place"), LYING),
)


def main() -> None:
    with quiet_server() as server, chromium() as browser:
        for pair in PAIRS:
            picture(browser, server.url, pair)
    rows = (
        f'| {pair.was}<br><img src="{pair.name}-before.webp" width="420" alt="{pair.was}"> '
        f'| <br><img src="{pair.name}-now.webp" width="420" alt="Now"> |\n'
        for pair in PAIRS
    )
    (BEFORE / "README.md").write_text(INDEX + "".join(rows), "utf-8")


def picture(browser: Browser, url: str, pair: Pair) -> None:
    context = browser.new_context(base_url=url, viewport=pair.window, locale="de-DE", reduced_motion="reduce", service_workers="block")
    page: Page = context.new_page()
    look_at(page, open_position(context.request, pair.now()))
    if pair.advised:
        page.get_by_role("button", name="Tipp", exact=True).click()
        page.locator("button[data-hint]").first.wait_for()
    keep(page, BEFORE / f"{pair.name}-now.webp")
    context.close()


if __name__ == "__main__":
    main()
