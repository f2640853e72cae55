"""The end of every game is in view at once: result, all scores and the next steps, in every window."""

import random

import pytest
from playwright.sync_api import Browser, Page, expect

from ludothek.core.registry import find
from ludothek.core.table import Table, seat_label
from tests.e2e.fits import EDGES, FINGER, SMALLEST, Position, open_position, play_one
from tests.e2e.scenes import GAMES, PHONE, look_at, open_scene

# Parts of the overlay that are outside the window, need scrolling, are too small for a finger, or cannot be
# read.
MEASURE = """([finger, smallest]) => {
  const wrong = [];
  const card = document.querySelector(".outcome");
  const { left, top, right, bottom } = card.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push("it does not fit into the window");
  if (card.scrollHeight > card.clientHeight + 1) wrong.push(`${card.scrollHeight - card.clientHeight} px of it have to be scrolled to`);
  for (const offer of card.querySelectorAll("a, button")) {
    const { x, y, width, height } = offer.getBoundingClientRect();
    const name = offer.textContent.trim() || offer.ariaLabel;
    const size = `${Math.round(width)}×${Math.round(height)} px`;
    if (width < finger - 1 || height < finger - 1) wrong.push(`“${name}” is ${size}, less than a finger`);
    if (!offer.contains(document.elementFromPoint(x + width / 2, y + height / 2))) wrong.push(`“${name}” is covered`);
  }
  for (const words of card.querySelectorAll("p, h2, th, td, a, button, .name")) {
    const size = parseFloat(getComputedStyle(words).fontSize);
    if (words.textContent.trim() && size < smallest) wrong.push(`“${words.textContent.trim()}” is written in letters of ${size} px`);
    if (words.scrollWidth > words.clientWidth + 1 && words.matches("p, h2")) wrong.push(`“${words.textContent.trim()}” is cut off`);
  }
  return wrong;
}"""


def finished(game: str) -> Position:
    """Play a game to its end with the most seats, which has the most to show."""
    table, rng = Table.open(game, find(game).most), random.Random(1)
    while table.variant.to_act(table.state):
        play_one(table, rng)
    return Position(
        game, table.variant.seats, "end", 0, tuple((seat_label(seat), move) for seat, move in table.moves)
    )


def misfits(page: Page, windows: list[tuple[int, int]]) -> list[str]:
    found = []
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found += [f"{width}×{height}: {wrong}" for wrong in page.evaluate(MEASURE, [FINGER, SMALLEST])]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game_fits_the_window(browser: Browser, quiet: str, game: str) -> None:
    context = browser.new_context(base_url=quiet, locale="de-DE", reduced_motion="reduce")
    page = context.new_page()
    look_at(page, open_position(context.request, finished(game)))
    page.locator(".outcome").wait_for()
    found = misfits(page, EDGES)
    page.add_style_tag(content=".outcome { padding-block: 60vh !important }")
    assert misfits(page, EDGES[:1]), "what does not fit is not noticed"
    context.close()
    assert not found, "\n".join(found)


def test_the_end_is_said_once_and_the_guide_makes_way_for_it(browser: Browser, quiet: str) -> None:
    context = browser.new_context(base_url=quiet, locale="de-DE", reduced_motion="reduce", viewport=PHONE)
    context.add_init_script("""localStorage.setItem("ludothek.guides", '{"museum": []}')""")
    page = context.new_page()
    look_at(page, open_scene(context.request, "museum", "end"))
    end, guide = page.locator(".outcome"), page.locator(".guide")
    expect(end.locator("h2")).to_have_text("Geschafft: Ihr gewinnt gemeinsam!")
    assert end.inner_text().count("Geschafft") == 1
    expect(guide).to_have_count(0)
    page.keyboard.press("Escape")
    expect(guide).to_be_visible()
    context.close()
