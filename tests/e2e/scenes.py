"""Tables that always look the same: every board at its start, middle and end, on the real server.

They are cut from golden games, from games that are won together, and from the solved puzzle, where the first
seat is asked. Their bots never move, so that nothing changes during a test.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import (
    APIRequestContext,
    Browser,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    sync_playwright,
)

from ludothek.core.figures import figures
from ludothek.core.registry import find
from ludothek.core.table import Table, seat_of
from tests.e2e.serving import Server
from tests.e2e.won import SEATS, won_file
from tests.goldens import golden_file

STAGES = ("start", "middle", "end")
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
NEVER = 10**6  # seconds until a bot moves
# The line of each game's golden file that shows most of it.
GOLDEN = {
    "connect_four": 2,
    "five_in_a_row": 0,
    "number_poker": 2,
    "shell_game": 1,
    "squid": 2,
    "torris": 1,
}
FIGURE = {"clear_board": "solved"}
GAMES = sorted([*GOLDEN, *FIGURE, *SEATS])
WHOLE = ("chromium", "chromium-browser", "google-chrome")
WINDOWLESS = (
    "chromium-headless-shell",
    "chrome-headless-shell",
)  # costs little more than half as much; it shows no notifications
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Nothing moves any more, and nothing will. A scrollbar takes room on some machines and none on others: here,
# none.
SETTLED = """async () => {
  const style = document.createElement("style");
  style.textContent = "html { scrollbar-width: none; scrollbar-gutter: auto }";
  document.head.append(style);
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const passing = document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity);
  await Promise.all(passing.map((one) => one.finished.catch(() => 0)));
}"""


@contextmanager
def quiet_server(**settings: object) -> Iterator[Server]:
    """Run a server whose bots never move."""
    with TemporaryDirectory(prefix="ludothek-") as folder:
        server = Server(Path(folder), **{"bot_delay": NEVER} | settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def chromium(*, whole: bool = False) -> Iterator[Browser]:
    with sync_playwright() as playwright, launched(playwright, whole=whole) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, *, whole: bool = False) -> Iterator[Browser]:
    """Chromium as people have it, or where that will do, without all that belongs to windows."""
    browser = playwright.chromium.launch(executable_path=executable(whole=whole), args=ARGUMENTS)
    yield browser
    browser.close()


def executable(*, whole: bool = False) -> str:
    found = next(filter(None, map(shutil.which, WHOLE if whole else WINDOWLESS + WHOLE)), None)
    assert found, "this needs Chromium: apt-get install chromium"
    return found


@cache
def record_of(game: str) -> dict[str, Any]:
    """The finished game that is shown."""
    if name := FIGURE.get(game):
        return figures(find(game))[name].table.record()
    if game in SEATS:
        record: dict[str, Any] = json.loads(won_file(game).read_text("utf-8"))
        return record
    lines = golden_file(game).read_text("utf-8").splitlines()
    golden: dict[str, Any] = json.loads(lines[GOLDEN[game]])["record"]
    return golden


@cache
def cut(game: str, stage: str) -> int:
    """Return the number of moves nearest to the stage after which the first seat is asked."""
    record = record_of(game)
    table = Table.open(game, record["seats"], record["options"], record.get("kit"))
    asked = []
    for number, (seat, move) in enumerate(record["moves"]):
        if 0 in table.variant.to_act(table.state):
            asked.append(number)
        table.play(seat_of(seat), move)
    if stage == "end":
        return len(record["moves"])
    wanted = asked[0] if stage == "start" else (asked[0] + len(record["moves"])) // 2
    return min(asked, key=lambda number: abs(number - wanted))


def open_scene(request: APIRequestContext, game: str, stage: str) -> str:
    """Open the table as the person of `request`; return its id."""
    return open_after(request, game, cut(game, stage))


def open_after(request: APIRequestContext, game: str, number: int) -> str:
    """Open a table at which that many moves have been made."""
    record = record_of(game)
    moves = record["moves"][:number]
    seats = [{"kind": "me", "name": "Anna"}, *[{"kind": "bot", "level": "random"}] * (record["seats"] - 1)]
    wish = {
        "game": game,
        "seats": seats,
        "options": record["options"],
        "kit": record.get("kit"),
        "moves": moves,
    }
    request.get("/api/me")
    # a record with dice and cards can only be continued with the box on the table
    answer = request.post(
        "/api/tables", data=wish | {"companion": any(seat == "chance" for seat, _ in moves)}
    )
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    return table


def look_at(page: Page, table: str) -> Locator:
    """Open a table and wait until its board is drawn and still."""
    page.goto(f"/t/{table}")
    board = page.locator(".board")
    board.locator(".canvas").first.wait_for()
    page.evaluate(SETTLED)
    return board
