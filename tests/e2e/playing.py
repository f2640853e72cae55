"""A person's actions on the pages: open a table, press the buttons, read the record."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

# Clicks an offered element as soon as there is one, in seeded random order, until the game is over (or `most`
# moves are made, or another given element appears).
QUICK_HAND = """async ([seed, most, milliseconds, offers, end = ".outcome"]) => {
  let state = seed;
  const below = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 2147483648 * n); };
  const deadline = performance.now() + milliseconds;
  let made = 0;
  while (made < most && performance.now() < deadline) {
    if (document.querySelector(end)) return made;
    const found = document.querySelectorAll(offers);
    const one = found[below(found.length)];
    if (one) {
      const { x, y, width, height } = one.getBoundingClientRect();
      if (!width || !height) throw new Error(`${one.outerHTML.slice(0, 200)} is offered and cannot be seen`);
      one.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 }));
      made += 1;
    }
    await new Promise((next) => setTimeout(next, 4));
  }
  return made === most ? made : -1;
}"""
BUTTONS = "button[data-move]:not(:disabled)"  # in words
SPOTS = ".board [data-spot]:not([aria-disabled=true]):not([aria-pressed=true]):not(:disabled)"  # on a board


def open_table(
    page: Page,
    game: str,
    way: str,
    *,
    seats: int | None = None,
    level: str = "random",
    names: tuple[str, ...] = (),
) -> str:
    """From the page of a game to its table, as people do it: choose the way, then start. The table's id."""
    page.goto(f"/games/{game}")
    in_team = (
        re.compile(f"{way}|Mit Bots im Team") if way == "Gegen Bots" else way
    )  # its name in a cooperative game
    page.get_by_role("button", name=in_team).click()
    form = page.locator("form")
    if seats is not None:
        form.get_by_role("group", name="Wie viele Plätze?").get_by_role("radio", name=str(seats)).check()
    for select in form.get_by_role("combobox").all():
        select.select_option(level)
    for number, name in enumerate(names, 1):
        field = form.get_by_label(f"Name auf Platz {number}")
        (field if field.count() else form.get_by_label("Dein Name", exact=True)).fill(name)
    beginner = form.get_by_role("group", name="Wer beginnt?").get_by_role("radio")
    if beginner.count():
        beginner.nth(1).check()  # the first seat, not the lot
    form.locator("button.main").click()
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def open_menu(page: Page) -> None:
    """Open the table's menu."""
    page.get_by_role("button", name="Menü", exact=True).click()


def open_side(page: Page) -> None:
    """Open the drawer with people and log, on a phone; the chat is there too if others are at the table."""
    page.get_by_role("button", name=re.compile("^Leute")).click()


def join(page: Page, name: str) -> None:
    """Join the table of this page as another person."""
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context(base_url=page.url)
    other.request.get("/api/me")
    answer = other.request.post(
        f"/api/tables/{page.url.rpartition('/')[2]}/do", data={"do": "join", "id": "1", "name": name}
    )
    assert answer.ok, answer.text()
    other.close()


def play_quickly(
    page: Page, *, moves: int = 100_000, seed: int = 1, seconds: float = 25, offers: str = BUTTONS
) -> int:
    """Play quickly until the game is over or `moves` are made; return the number of moves."""
    page.locator("#question, .outcome").first.wait_for()
    made: int = page.evaluate(QUICK_HAND, [seed, moves, seconds * 1000, offers])
    assert made >= 0, f"not over after {seconds} s: {page.locator('main').inner_text()[:400]}"
    return made


def play_one(page: Page, label: str | None = None) -> None:
    """Press one button and wait until the table has gone on."""
    button = page.locator(BUTTONS)
    (button.get_by_text(label, exact=True) if label else button).first.click()


def tell(page: Page, *fallen: str) -> int:
    """Enter dice of the physical box, by default the first options, and return the number of taps."""
    places = page.locator(".told li")
    places.first.wait_for()
    wanted = fallen or [""] * places.count()
    for move in wanted:
        page.locator(f'.keys [data-move="{move}"]' if move else ".keys [data-move]").first.click()
    page.evaluate("document.querySelector('[data-tell]')?.click()")  # it may just have entered itself
    return len(wanted) + 1


def expect_over(page: Page) -> None:
    expect(page.locator(".outcome h2")).not_to_be_empty()


def record_of(page: Page, table: str) -> dict[str, Any]:
    answer = page.request.get(f"/api/tables/{table}/record")
    assert answer.ok, answer.text()
    record: dict[str, Any] = json.loads(answer.text())
    return record
