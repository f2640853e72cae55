"""The drawn boards: each game is played by pointer alone and by keyboard alone, and is accessible."""

import random
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import SPOTS, expect_over, open_menu, open_table, play_one, play_quickly, record_of
from tests.e2e.scenes import look_at, open_after
from tests.e2e.test_access import PHONE, check

SEATS = {
    "clear_board": 1,
    "connect_four": 2,
    "five_in_a_row": 2,
    "museum": 2,
    "number_poker": 3,
    "safehouse": 2,
    "shell_game": 3,
    "squid": 4,
    "torris": 2,
}
GAMES = pytest.mark.parametrize("game", SEATS)

# Whether the keyboard is at something that can be pointed at, and whether anything can.
AT = """() => document.activeElement?.matches(".board [data-spot]:not([aria-disabled=true]):not([aria-pressed=true])") ? "offer"
  : document.activeElement?.closest(".board") ? "board" : "" """
ASKED = """async () => {
  for (const end = performance.now() + 60000; performance.now() < end; ) {
    if (document.querySelector(".outcome")) return "over";
    if (document.querySelector(".board [data-spot]:not([aria-disabled=true]):not(:disabled)")) return "asked";
    await new Promise((next) => setTimeout(next, 4));
  }
  throw new Error("nobody is asked, and it is not over");
}"""


def open_drawn(page: Page, game: str) -> str:
    """A table against the bots that do not think, with its board."""
    seats = [{"kind": "me", "name": "Anna"}, *[{"kind": "bot", "level": "random"}] * (SEATS[game] - 1)]
    page.request.get("/api/me")
    answer = page.request.post("/api/tables", data={"game": game, "seats": seats})
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    page.goto(f"/t/{table}")
    expect(page.locator(".board [data-spot]").first).to_be_visible()
    return table


@pytest.mark.parametrize(
    "source",
    [
        "export const nothing = 1",
        "export function mount() { throw new Error('a board of somebody else') }",
        "export const mount = () => ({ update() { throw new Error('later') }, destroy() {} })",
        "throw new Error('at once')",
        None,
    ],
    ids=["none", "mount", "update", "module", "missing"],
)
def test_where_a_board_from_outside_fails_one_plays_in_words(new_page: NewPage, source: str | None) -> None:
    page = new_page(drawn=True)
    found: dict[str, Any] = (
        {"status": 404} if source is None else {"body": source, "content_type": "text/javascript"}
    )
    page.route("**/boards/connect_four/board.js*", lambda route: route.fulfill(**found))
    answer = page.request.post(
        "/api/tables", data={"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "me"}]}
    )
    page.goto(f"/t/{answer.json()['id']}")
    for _ in range(3):
        play_one(page)
    expect(page.locator(".log li").nth(2)).to_be_visible()


@GAMES
def test_a_game_is_played_by_pointing_alone(new_page: NewPage, game: str) -> None:
    page = new_page(drawn=True, viewport=PHONE)
    table = open_drawn(page, game)
    check(page)
    assert play_quickly(page, seed=3, seconds=60, offers=SPOTS) > 0
    expect_over(page)
    check(page)
    assert record_of(page, table)["game"] == game


@GAMES
def test_a_game_is_played_by_the_keyboard_alone(new_page: NewPage, game: str) -> None:
    page = new_page(drawn=True, color_scheme="dark", viewport={"width": 1280, "height": 900})
    open_drawn(page, game)
    check(page)
    rng = random.Random(4)
    for _ in range(3000):
        if page.evaluate(ASKED) == "over":
            break
        go_to_offer(page)
        for _ in range(
            rng.randrange(3)
        ):  # go on to another of the things that are offered; by chance, or one could go in circles
            page.keyboard.press(rng.choice(["ArrowRight", "ArrowDown"]))
        page.keyboard.press("Enter")
    expect_over(page)
    check(page)


def go_to_offer(page: Page) -> None:
    """Move the focus to the next offered move; if Tab leaves the board, go back."""
    key, at = "Tab", page.evaluate(AT)
    for _ in range(60):
        page.keyboard.press(key)
        before, at = at, page.evaluate(AT)
        if at == "offer":
            return
        if before and not at:
            key = "Shift+Tab"
    raise AssertionError("the keyboard does not reach what is offered")


# The number of moves made, and the marks of the last one.
LAST = {
    "clear_board": (2, ".last"),
    "connect_four": (5, ".last"),
    "five_in_a_row": (5, ".last"),
    "museum": (8, ".last"),
    "number_poker": (4, ".won"),
    "safehouse": (13, ".last"),
    "torris": (37, ".last"),
}


@pytest.mark.parametrize(
    ("game", "motion"),
    [*((game, "reduce") for game in LAST), ("museum", "no-preference"), ("torris", "no-preference")],
)
def test_the_person_who_comes_to_a_table_sees_the_last_move(
    browser: Browser, quiet: str, game: str, motion: Literal["reduce", "no-preference"]
) -> None:
    number, mark = LAST[game]
    context = browser.new_context(base_url=quiet, reduced_motion=motion)
    page = context.new_page()
    look_at(page, open_after(context.request, game, number))
    expect(page.locator(f".board {mark}").first).to_be_visible()
    context.close()


def test_the_person_who_comes_back_from_the_words_sees_the_last_move(new_page: NewPage) -> None:
    page = new_page(drawn=True)
    open_table(page, "connect_four", "An einem Gerät", seats=None)
    for column in "de":
        page.locator(f".board [data-spot={column}]").click()
        expect(page.locator(".board .last")).to_have_count(1)
    open_menu(page)
    words = page.get_by_role("switch", name="Textansicht")
    words.check()
    expect(page.locator(".board")).to_have_count(0)
    expect(page.locator(".lines")).not_to_be_empty()  # the lines were not sent before
    words.uncheck()
    expect(page.locator(".board .last")).to_have_count(1)


# The names of buttons that make a move; none for those whose effect is not certain yet.
NAMED = """() => [...document.querySelectorAll(".board .buttons button, .board :is([data-spot=throw], [data-spot=keep], [data-spot=done])")]
  .filter((button) => !button.disabled && button.getAttribute("aria-disabled") !== "true")
  .map((button) => button.getAttribute("aria-label") ?? button.innerText.trim())"""


@pytest.mark.parametrize(
    ("game", "most"), [("museum", 40), ("number_poker", 25), ("safehouse", 40), ("shell_game", 12)]
)
def test_a_button_is_named_as_the_server_names_its_move(new_page: NewPage, game: str, most: int) -> None:
    page = new_page(drawn=True)
    table, rng, checked = open_drawn(page, game), random.Random(2), set[str]()
    for _ in range(most):
        if page.evaluate(ASKED) == "over":
            break
        names = set(page.evaluate(NAMED))
        frame = page.request.get(f"/api/tables/{table}/frame?language=de").json()
        if page.locator("[data-version]").get_attribute("data-version") == str(frame["version"]):
            assert names <= {move["label"] for move in frame["moves"]}
            checked |= names
        spots = page.locator(SPOTS)
        spots.nth(rng.randrange(spots.count())).dispatch_event("click")
    assert checked or game == "number_poker"  # where one seldom has to pass


def test_pointing_at_what_cannot_be_done_says_why(new_page: NewPage) -> None:
    page = new_page(drawn=True)
    open_drawn(page, "connect_four")
    for _ in range(60):  # until the first column is full
        column = page.locator("[data-spot=a]")
        if page.evaluate(ASKED) == "over" or column.get_attribute("aria-disabled") == "true":
            break
        column.dispatch_event("click")
    page.locator("[data-spot=a]").dispatch_event("click")
    expect(page.locator(".board .note")).not_to_be_empty()


def test_a_stone_is_dragged_and_what_was_picked_is_put_back(new_page: NewPage) -> None:
    page = new_page(drawn=True, viewport={"width": 1280, "height": 1000})
    open_drawn(page, "clear_board")
    page.evaluate(ASKED)
    page.locator("[data-spot=c1]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-spot=c1]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("[data-spot=c1]")).not_to_have_attribute("aria-pressed", "true")
    page.locator("[data-spot=c1]").drag_to(page.locator("[data-spot=a1]"))
    expect(page.locator("[data-spot=a1]")).to_have_attribute("aria-label", "Stein auf a1")
    expect(page.locator("[data-spot=b1]")).to_have_attribute("aria-label", "leeres Feld b1")
