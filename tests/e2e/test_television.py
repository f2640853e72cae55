"""A table on a television: public information, legible from three metres, steered by arrows and OK."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import SPOTS, open_menu, open_table
from tests.e2e.scenes import GAMES, PHONE, SETTLED, open_scene
from tests.e2e.test_access import check

SCREENS = [(1920, 1080), (1280, 720)]
READABLE = 45  # letters of that part of the screen's height: 24 px of 1080, as makers of televisions ask for

# Elements that are outside the screen, covered, or too small to be read from three metres.
MEASURE = """(share) => {
  const wrong = [];
  const smallest = innerHeight / share - 0.2;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1 || root.scrollHeight > innerHeight + 1) wrong.push("the page scrolls");
  for (const part of document.querySelectorAll("h1, aside, .canvas, [data-spot], .news, .tools > *")) {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const name = part.dataset.spot ?? part.getAttribute("class") ?? part.tagName;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${name} ends outside of the screen`);
  }
  const column = document.querySelector("aside");
  if (column.scrollHeight > column.clientHeight + 1) wrong.push("the column is too long");
  const walker = document.createTreeWalker(document.querySelector(".screen"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!words || !isSeen || element.closest(".sr-only, dialog")) continue;
    const drawn = document.createRange();
    drawn.selectNodeContents(walker.currentNode);
    if (!drawn.getBoundingClientRect().width) continue;
    const { a, b, c, d } = element.getScreenCTM?.() ?? new DOMMatrix(getComputedStyle(document.querySelector(".screen")).transform);
    const size = parseFloat(getComputedStyle(element).fontSize) * Math.sqrt(Math.abs(a * d - b * c));
    if (size < smallest) wrong.push(`“${words.slice(0, 20)}” is written in letters of ${size.toFixed(1)} px`);
  }
  return wrong;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_can_be_read_from_three_metres(browser: Browser, quiet: str, game: str) -> None:
    context = browser.new_context(base_url=quiet, locale="de-DE", reduced_motion="reduce")
    page = context.new_page()
    found = []
    for stage in ("middle", "end"):
        page.goto(f"/t/{open_scene(context.request, game, stage)}/screen")
        page.locator(".board .canvas").first.wait_for()
        page.evaluate(SETTLED)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            found += [f"{stage}, {width}×{height}: {wrong}" for wrong in page.evaluate(MEASURE, READABLE)]
    expect(page.locator("h1")).not_to_be_empty()  # the winner
    page.add_style_tag(content=".news { font-size: 10px !important }")
    assert page.evaluate(MEASURE, READABLE), "what cannot be read is not noticed"
    context.close()
    assert not found, "\n".join(found)


def test_a_screen_never_shows_a_hand(new_page: NewPage) -> None:
    page = new_page(drawn=True)
    open_table(page, "number_poker", "Gegen Bots", seats=2, names=("Anna",))
    page.locator(SPOTS).first.wait_for()
    open_menu(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Großer Bildschirm").click()
    screen = opened.value
    screen.locator(".board .canvas").first.wait_for()
    frames: list[dict[str, Any]] = []

    def listen(connection: WebSocket) -> None:
        connection.on("framereceived", lambda frame: frames.append(json.loads(frame)))

    screen.on("websocket", listen)
    screen.reload()  # the same person, in a second window
    screen.locator(".board .canvas").first.wait_for()
    page.locator('.dock [data-spot="2"]').click()
    expect(screen.locator(".news")).to_contain_text("Anna")
    expect(screen.locator(".dock, #question")).to_have_count(0)
    shown = [frame for frame in frames if frame["type"] == "table"]
    assert shown
    assert {frame["viewer"] for frame in shown} == {None}
    assert not any(frame["moves"] or frame["prompt"] for frame in shown)


def go_to(page: Page, wanted: Locator) -> None:
    """Move the focus to an element with the arrow keys of a remote control, in the element's direction."""
    wanted.wait_for()
    target = wanted.element_handle()
    for _ in range(60):
        way = page.evaluate(
            """(target) => {
              const here = document.activeElement;
              if (here === target) return "";
              const [from, to] = [here.closest("main *") ? here : document.body, target].map((one) => one.getBoundingClientRect());
              const [dx, dy] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
              if (!here.closest("main *")) return "ArrowDown";
              return Math.abs(dy) > 20 ? (dy > 0 ? "ArrowDown" : "ArrowUp") : dx > 0 ? "ArrowRight" : "ArrowLeft";
            }""",
            target,
        )
        if not way:
            return
        page.keyboard.press(way)
    raise AssertionError(f"{wanted} cannot be reached by arrows")


def test_a_game_is_begun_and_watched_by_a_remote_control(new_page: NewPage) -> None:
    tv = new_page("/tv", drawn=True, viewport={"width": 1920, "height": 1080})
    tv.wait_for_url("**/")
    go_to(tv, tv.locator("a[href='/games/squid']").first)
    tv.keyboard.press("Enter")
    go_to(tv, tv.get_by_role("button", name="Am großen Bildschirm"))
    tv.keyboard.press("Enter")
    go_to(tv, tv.locator("form button.main"))
    tv.keyboard.press("Enter")
    tv.wait_for_url("**/screen")
    phone = new_page(tv.url.removesuffix("/screen"), drawn=True, viewport=PHONE)
    phone.get_by_label("Ein Platz ist für dich frei.").fill("Anna")
    phone.get_by_role("button", name="Mitspielen").click()
    expect(tv.locator("aside")).to_contain_text("Anna")
    go_to(tv, tv.get_by_role("button", name="Mit Bots auffüllen und beginnen"))
    tv.keyboard.press("Enter")
    tv.locator(".board .canvas").first.wait_for()
    expect(tv.locator("h1")).to_have_text("Anna ist am Zug.")
    check(tv)
    phone.locator(SPOTS).first.dispatch_event("click")
    expect(tv.locator(".news")).to_contain_text("Anna")
