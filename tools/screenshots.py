"""Screenshots of every page and every board into docs/screenshots, with a page that shows them: `make screenshots`.

    python -m tools.screenshots [PAGE …]      all of them, or only those whose names begin so

Each is made on a desktop and a phone, in light and dark, in German and English, from tables that always look the same.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import product
from pathlib import Path

from PIL import Image
from playwright.sync_api import APIRequestContext, Page

from tests.e2e.scenes import DESKTOP, GAMES, PHONE, SETTLED, STAGES, chromium, look_at, open_scene, quiet_server

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
DEVICES = {"desktop": DESKTOP, "phone": PHONE}
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "de")
QUALITY = 55
WIDEST = 1024  # pictures of a desktop are made smaller: there are many of them
TALLEST, MARGIN = 1600, 24  # a picture that is longer than the window
INDEX = """# Screenshots

Every page and every board, made by `make screenshots`. A name says what it shows: `torris-middle-phone-dark-en.webp`.

"""


@dataclass(frozen=True)
class Subject:
    name: str
    title: str
    person: str  # who looks: a guest has no tables yet, a host has some, a player has those of all boards
    show: Callable[[Page], object]  # from anywhere to what is to be seen
    whole: str = ""  # what must be in the picture, also where it is longer than the window


def main() -> None:
    wanted = tuple(sys.argv[1:])
    FOLDER.mkdir(exist_ok=True)
    with quiet_server() as server, chromium() as browser:
        people = {name: browser.new_context(base_url=server.url) for name in ("guest", "host", "player")}
        everything = [*pages(people["host"].request), *boards(people["player"].request)]
        for device, subject in product(DEVICES, everything):
            if subject.name.startswith(wanted or ""):
                context = browser.new_context(
                    base_url=server.url,
                    storage_state=people[subject.person].storage_state(),
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
                    keep(page, subject.whole, FOLDER / f"{subject.name}-{device}-{scheme}-{language}.webp")
                context.close()
    (FOLDER / "README.md").write_text(index(everything), "utf-8")
    made = list(FOLDER.glob("*.webp"))
    print(f"{len(made)} pictures, {sum(file.stat().st_size for file in made) / 1e6:.1f} MB")


def pages(request: APIRequestContext) -> Iterator[Subject]:
    """The pages around the boards."""

    def plain(path: str, *, ready: str = "h1", press: str = "") -> Callable[[Page], None]:
        def show(page: Page) -> None:
            page.goto(path)
            page.locator(ready).first.wait_for()
            if press:
                page.locator(press).first.click()
                page.mouse.move(0, 0)

        return show

    def table(**wish: object) -> str:
        request.get("/api/me")
        answer = request.post("/api/tables", data=wish)
        assert answer.ok, answer.text()
        return f"/t/{answer.json()['id']}"

    anna, ada, friends = {"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "medium"}, [{"kind": "open"}] * 3
    yield Subject("shelf", "The shelf", "guest", plain("/", ready="article"), whole="article")
    yield Subject("settings", "Settings", "guest", plain("/", ready="article", press="header button.tool:last-of-type"))
    yield Subject("game", "A game", "guest", plain("/games/safehouse"))
    yield Subject("setup", "Opening a table", "guest", plain("/games/squid", press=".way"), whole="#setup")
    yield Subject("rules", "Rules", "guest", plain("/games/torris/rules", ready="figure [data-spot]"))
    yield Subject("nowhere", "No such page", "guest", plain("/nowhere"))
    finished = open_scene(request, "torris", "end")
    yield Subject("replay", "A game seen again", "host", plain(f"/t/{finished}/replay?step=45", ready=".board .canvas"), whole=".board")
    passing = table(game="number_poker", seats=[anna, {"kind": "me", "name": "Oma"}])
    yield Subject("curtain", "One device, passed around", "host", plain(passing, ready="#curtain"))
    table(game="five_in_a_row", seats=[anna, ada])
    waiting = table(game="squid", seats=[anna, *friends], name="Squid 20:00")
    yield Subject("invitation", "Inviting friends", "host", plain(waiting, ready="[role=img]"))
    yield Subject("tables", "My tables", "host", plain("/tables", ready="h3"))


def boards(request: APIRequestContext) -> Iterator[Subject]:
    for game, stage in product(GAMES, STAGES):
        title = f"{game.replace('_', ' ').capitalize()}, {stage}"
        table = open_scene(request, game, stage)
        if stage == "end":
            yield Subject(f"{game}-over", f"{title}: the moment", "player", partial(look_at, table=table))
        yield Subject(f"{game}-{stage}", title, "player", partial(look_on, table=table), whole=".board")


def look_on(page: Page, table: str) -> None:
    """At the board itself, also when its game is over."""
    look_at(page, table)
    page.keyboard.press("Escape")
    page.mouse.move(0, 0)


def speak(page: Page, language: str) -> None:
    """Changes the language by the button in the head of the page, also behind a dialog."""
    if page.evaluate("() => document.documentElement.lang") != language:
        page.locator(f"header button[lang={language}]").dispatch_event("click")
        page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)
        page.wait_for_load_state("networkidle")


def keep(page: Page, whole: str, file: Path) -> None:
    page.evaluate(SETTLED)
    window = page.viewport_size
    box = page.locator(whole).last.bounding_box() if whole else None
    assert window
    bottom = min(TALLEST, int(box["y"] + box["height"]) + MARGIN) if box else 0
    clip = {"x": 0, "y": 0, "width": window["width"], "height": max(window["height"], bottom)}
    picture = Image.open(BytesIO(page.screenshot(full_page=True, clip=clip))).convert("RGB")
    picture.thumbnail((WIDEST, TALLEST))
    picture.save(file, "WEBP", quality=QUALITY, method=6)


def index(everything: list[Subject]) -> str:
    """A table: each row a page, in each column a device and its colours."""
    looks = list(product(DEVICES, SCHEMES))
    head = "| | " + " | ".join(f"{device}, {scheme}" for device, scheme in looks) + " |\n| --- |" + " --- |" * len(looks) + "\n"
    rows = []
    for subject in everything:
        cells = []
        for device, scheme in looks:
            name = f"{subject.name}-{device}-{scheme}"
            width = 260 if device == "desktop" else 100
            cells.append(f'<img src="{name}-en.webp" width="{width}" alt="{subject.title}"><br>[en]({name}-en.webp) · [de]({name}-de.webp)')
        rows.append(f"| {subject.title} | " + " | ".join(cells) + " |\n")
    return INDEX + head + "".join(rows)


if __name__ == "__main__":
    main()
