"""Screenshots of every page and every board: `make screenshots` writes them to build/screenshots, with an index.


    python -m tools.screenshots [NAME …]      all of them, or only those whose names begin so

Each is made in light and dark, in German and English: pages and boards on a desktop and a phone, boards also
on a phone in landscape and on a television. The tables always look the same. The few in `SHOWN` are copied to
docs/screenshots.
"""

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import groupby, product
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import APIRequestContext, FloatRect, Page, StorageState, ViewportSize

from tests.e2e.scenes import (
    DESKTOP,
    GAMES,
    PHONE,
    SETTLED,
    STAGES,
    chromium,
    look_at,
    open_scene,
    quiet_server,
)
from tools.regulars import regulars

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "screenshots"
DOCS = ROOT / "docs" / "screenshots"
DEVICES: dict[str, ViewportSize] = {
    "desktop": DESKTOP,
    "phone": PHONE,
    "lying": {"width": 844, "height": 390},
    "television": {"width": 1920, "height": 1080},
}
AT_HAND = ("desktop", "phone")
SHOWN_WIDE = {"desktop": 260, "phone": 100, "lying": 260, "television": 260}  # in the page that shows them
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LANGUAGES = ("en", "de")
QUALITY = 55
WIDEST = 1024  # larger pictures are scaled down
TALLEST, MARGIN = 1600, 24  # a picture that is longer than the window
# The host name by which pages are opened: invitations need one that is not localhost
NAME = "ludothek.localhost"
THINKS = 120_000  # milliseconds that a review may take on a busy computer
INDEX = """# Screenshots

Every page and every board. A name says what it shows: `torris-middle-phone-dark-en.webp`.
"""
DOCS_INDEX = """# Screenshots

A selection of what `make screenshots` writes to `build/screenshots`: every page and board, light and
dark, German and English, on a desktop, a phone and a television.
"""
SHOWN = {  # by heading in docs/screenshots: name, title; at most 40, in which a test helps
    "Pages": {
        "shelf-desktop-light-en": "All games",
        "game-desktop-light-en": "A game",
        "setup-desktop-dark-en": "Opening a table",
        "rules-desktop-light-en": "Rules",
        "invitation-desktop-light-en": "Inviting friends",
        "curtain-desktop-light-en": "One device, passed around",
        "replay-desktop-light-en": "Replay",
        "review-desktop-light-en": "Review",
        "challenges-desktop-light-en": "Daily challenges",
        "mygames-desktop-light-en": "My games and champions",
        "devices-desktop-light-en": "My devices",
        "calls-desktop-light-en": "Notifications",
    },
    "Boards": {f"{game}-middle-desktop-light-en": game for game in GAMES},
    "On a phone, dark": {f"{game}-middle-phone-dark-de": game for game in GAMES},
    "Landscape, and on a television": {
        "squid-middle-lying-light-en": "squid",
        "museum-middle-lying-light-en": "museum",
        "torris-middle-television-dark-en": "torris",
        "gathering-television-light-en": "Inviting friends on a television",
    },
}
HEADINGS = {
    AT_HAND: "On a desktop and a phone",
    ("lying",): "On a phone that lies",
    ("television",): "On a television",
}


@dataclass(frozen=True)
class Subject:
    name: str
    title: str
    # The visitor: a guest has no tables yet, a host has some, a player has those of all boards, a regular has
    # finished games
    person: str
    show: Callable[[Page], object]  # navigates from anywhere to the page to show
    whole: str = ""  # what must be in the picture, even if it is taller than the window
    devices: tuple[str, ...] = AT_HAND


def main() -> None:
    wanted = tuple(sys.argv[1:])
    FOLDER.mkdir(parents=True, exist_ok=True)
    with quiet_server() as server, chromium() as browser:
        people = {
            name: browser.new_context(base_url=server.url) for name in ("guest", "host", "player", "regular")
        }
        asks = {name: context.request for name, context in people.items()}
        everything = [*pages(asks["host"]), *afterwards(asks), *boards(asks["player"])]
        chosen = [subject for subject in everything if subject.name.startswith(wanted or "")]
        if any(subject.person == "regular" for subject in chosen):
            people["regular"].add_cookies(
                [{"name": "ludothek", "value": regulars(server), "url": server.url}]
            )
        for device, subject in product(DEVICES, chosen):
            if device in subject.devices:
                context = browser.new_context(
                    base_url=f"http://{NAME}:{server.port}",
                    storage_state=known_by_name(people[subject.person].storage_state()),
                    viewport=DEVICES[device],
                    locale="en-GB",
                    reduced_motion="reduce",
                    service_workers="block",
                )
                page = context.new_page()
                subject.show(page)
                for language, scheme in product(LANGUAGES, SCHEMES):
                    speak(page, language)
                    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                    keep(page, FOLDER / f"{subject.name}-{device}-{scheme}-{language}.webp", subject.whole)
                context.close()
    (FOLDER / "README.md").write_text(index(everything), "utf-8")
    show_in_docs()
    made = list(FOLDER.glob("*.webp"))
    print(f"{len(made)} pictures, {sum(file.stat().st_size for file in made) / 1e6:.1f} MB")


def show_in_docs() -> None:
    """Copy the pictures of `SHOWN` that were made to docs/screenshots, and write the page with them."""
    for name in (name for names in SHOWN.values() for name in names):
        if (FOLDER / f"{name}.webp").is_file():
            shutil.copy(FOLDER / f"{name}.webp", DOCS)
    (DOCS / "README.md").write_text(docs_index(), "utf-8")


def docs_index() -> str:
    sections = []
    for heading, names in SHOWN.items():
        pictures = "\n".join(f"![{title}]({name}.webp)" for name, title in names.items())
        sections.append(f"\n## {heading}\n\n{pictures}\n")
    return DOCS_INDEX + "".join(sections)


def known_by_name(state: StorageState) -> StorageState:
    """Return the same person's cookies for the server's host name."""
    return {**state, "cookies": [{**cookie, "domain": NAME} for cookie in state["cookies"]]}


def plain(path: str, *, ready: str = "h1", press: str = "") -> Callable[[Page], None]:
    """Return a function that opens a page and presses an element there."""

    def show(page: Page) -> None:
        page.goto(path)
        page.locator(ready).first.wait_for()
        if press:
            page.locator(press).first.click()
            page.mouse.move(0, 0)

    return show


def look_back(page: Page, table: str) -> None:
    """Open the review of a game and wait for it; it is stored, so only the first visit starts it."""
    page.goto(f"/t/{table}/replay")
    page.locator(".review :is(button.main, h3)").first.wait_for()
    for begin in page.locator(".review button.main").all():
        begin.click()
    page.locator(".review:not(:has(progress)) h3").first.wait_for(timeout=THINKS)


def pages(request: APIRequestContext) -> Iterator[Subject]:
    """The pages around the boards."""

    def table(**wish: object) -> str:
        request.get("/api/me")
        answer = request.post("/api/tables", data=wish)
        assert answer.ok, answer.text()
        return f"/t/{answer.json()['id']}"

    anna, ada, friends = (
        {"kind": "me", "name": "Anna"},
        {"kind": "bot", "level": "medium"},
        [{"kind": "open"}] * 3,
    )
    yield Subject("shelf", "The shelf", "guest", plain("/", ready="article"), whole="article")
    yield Subject(
        "settings", "Settings", "guest", plain("/", ready="article", press="header button.tool:last-of-type")
    )
    yield Subject("game", "A game", "guest", plain("/games/safehouse"))
    yield Subject("setup", "Opening a table", "guest", plain("/games/squid", press=".way"), whole="#setup")
    yield Subject("rules", "Rules", "guest", plain("/games/torris/rules", ready="figure [data-spot]"))
    yield Subject("nowhere", "No such page", "guest", plain("/nowhere"))
    finished = open_scene(request, "torris", "end")
    yield Subject(
        "replay",
        "A game seen again",
        "host",
        plain(f"/t/{finished}/replay?step=45", ready=".board .canvas"),
        whole=".board",
    )
    passing = table(game="number_poker", seats=[anna, {"kind": "me", "name": "Oma"}])
    yield Subject("curtain", "One device, passed around", "host", plain(passing, ready="#curtain"))
    table(game="five_in_a_row", seats=[anna, ada])
    waiting = table(game="squid", seats=[anna, *friends], name="Squid 20:00")
    yield Subject("invitation", "Inviting friends", "host", plain(waiting, ready="[role=img]"))
    yield Subject(
        "gathering",
        "Gathering at a television",
        "host",
        plain(f"{waiting}/screen", ready="[role=img]"),
        devices=("television",),
    )
    yield Subject("mine", "What is kept of somebody", "host", plain("/me", ready="dl"))
    yield Subject("tables", "My tables", "host", plain("/tables", ready="h3"))


def afterwards(asks: Mapping[str, APIRequestContext]) -> Iterator[Subject]:
    """Pages after a game, and notifications."""
    finished = open_scene(asks["host"], "number_poker", "end")
    yield Subject("review", "A game reviewed", "host", partial(look_back, table=finished), whole=".review")
    yield Subject(
        "challenges",
        "Challenges of the day",
        "regular",
        plain("/challenges", ready="article"),
        whole="article",
    )
    yield Subject(
        "mygames",
        "My games, and champions",
        "regular",
        plain("/me/games", ready="article"),
        whole="#main section:last-of-type",
    )
    yield Subject("calls", "Being called", "regular", plain("/me/calls"), whole="#main")
    yield Subject("devices", "My devices", "regular", plain("/me/devices", ready="h2"), whole="#main")
    yield Subject("join", "Coming in from another device", "guest", plain("/join"))
    yield Subject("confirm", "Confirming an address", "guest", plain("/confirm#pass"))
    yield Subject("stop", "No more calls", "guest", plain("/stop#pass"))


def boards(request: APIRequestContext) -> Iterator[Subject]:
    """Every board; those in the middle of a game also in landscape and on a television."""
    for game, stage in product(GAMES, STAGES):
        title = f"{game.replace('_', ' ').capitalize()}, {stage}"
        table = open_scene(request, game, stage)
        if stage == "end":
            yield Subject(f"{game}-over", f"{title}: the moment", "player", partial(look_at, table=table))
        yield Subject(f"{game}-{stage}", title, "player", partial(look_on, table=table), whole=".board")
        if stage == "middle":
            yield Subject(
                f"{game}-{stage}", title, "player", partial(look_on, table=table), devices=("lying",)
            )
            screen = plain(f"/t/{table}/screen", ready=".board .canvas")
            yield Subject(f"{game}-{stage}", title, "player", screen, devices=("television",))


def look_on(page: Page, table: str) -> None:
    """Show the board itself, even after the game."""
    look_at(page, table)
    page.keyboard.press("Escape")
    page.mouse.move(0, 0)


def speak(page: Page, language: str) -> None:
    """Change the language by the page's button, even behind a dialog."""
    if page.evaluate("() => document.documentElement.lang") != language:
        page.locator(f"button[lang={language}]").first.dispatch_event("click")
        page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)
        page.wait_for_load_state("networkidle")


def keep(page: Page, file: Path, whole: str = "") -> None:
    page.evaluate(SETTLED)
    window = page.viewport_size
    box = page.locator(whole).last.bounding_box() if whole else None
    assert window
    bottom = min(TALLEST, int(box["y"] + box["height"]) + MARGIN) if box else 0
    clip: FloatRect = {"x": 0, "y": 0, "width": window["width"], "height": max(window["height"], bottom)}
    picture = Image.open(BytesIO(page.screenshot(full_page=True, clip=clip))).convert("RGB")
    picture.thumbnail((WIDEST, TALLEST))
    picture.save(file, "WEBP", quality=QUALITY, method=6)


def index(everything: Iterable[Subject]) -> str:
    """Return a table for each kind of device: a row per page, a column per device and colour scheme."""
    by_devices = sorted(everything, key=lambda subject: list(HEADINGS).index(subject.devices))
    return INDEX + "".join(
        _table(devices, rows) for devices, rows in groupby(by_devices, key=lambda subject: subject.devices)
    )


def _table(devices: tuple[str, ...], subjects: Iterable[Subject]) -> str:
    looks = list(product(devices, SCHEMES))
    head = (
        "| | "
        + " | ".join(f"{device}, {scheme}" for device, scheme in looks)
        + " |\n| --- |"
        + " --- |" * len(looks)
        + "\n"
    )
    return f"\n## {HEADINGS[devices]}\n\n{head}" + "".join(_row(subject, looks) for subject in subjects)


def _row(subject: Subject, looks: Iterable[tuple[str, str]]) -> str:
    cells = []
    for device, scheme in looks:
        name = f"{subject.name}-{device}-{scheme}"
        shown = f'<img src="{name}-en.webp" width="{SHOWN_WIDE[device]}" alt="{subject.title}">'
        cells.append(f"{shown}<br>[en]({name}-en.webp) · [de]({name}-de.webp)")
    return f"| {subject.title} | " + " | ".join(cells) + " |\n"


if __name__ == "__main__":
    main()
