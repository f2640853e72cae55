"""Learning: a first game with the guide, and rules with figures that the game's own board draws."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import QUICK_HAND, SPOTS, open_menu
from tests.e2e.test_access import PHONE, check
from tests.e2e.test_boards import GAMES

GUIDE = ".guide"
# Goes through a lesson to its end, in one script, as a bot's move may trigger another lesson.
HEARD = """(guide) => {
  const button = document.querySelector(`${guide} .main`);
  const words = button && document.querySelector(`${guide} p`).innerText;
  button?.click();
  return words;
}"""


def lesson(page: Page) -> str:
    return page.locator(f"{GUIDE} p").inner_text()


@GAMES
def test_the_guide_explains_while_one_plays(new_page: NewPage, game: str) -> None:
    page = new_page(f"/games/{game}", drawn=True)
    page.get_by_role("button", name="Beim Spielen lernen").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(GUIDE)).to_be_visible()
    heard: list[str] = []
    while len(heard) < 4 and not page.locator(".outcome").count():
        page.evaluate(QUICK_HAND, [len(heard) + 1, 100_000, 60_000, SPOTS, f"{GUIDE} .main, .outcome"])
        if words := page.evaluate(HEARD, GUIDE):
            heard.append(words)
    assert len(heard) >= 4, heard
    assert len(set(heard)) == len(heard), "a lesson was given twice"
    assert not [words for words in heard if "guide." in words], "a lesson has no words"


def test_the_guide_is_skipped_and_begun_again(new_page: NewPage) -> None:
    page = new_page("/games/clear_board", drawn=True, viewport=PHONE)
    page.get_by_role("button", name="Beim Spielen lernen").click()
    expect(page.locator(f"{GUIDE} .main")).to_be_visible()
    first = lesson(page)
    check(page)
    page.locator(f"{GUIDE} .main").click()
    expect(page.locator(f"{GUIDE} p")).not_to_have_text(first)
    expect(page.locator(".pointed").first).to_be_visible()  # it points at its subject
    page.get_by_role("button", name="Ohne Spielhilfe").click()
    expect(page.locator(GUIDE)).to_have_count(0)
    page.reload()
    expect(page.locator(".board [data-spot]").first).to_be_visible()
    expect(page.locator(GUIDE)).to_have_count(0)
    open_menu(page)
    page.get_by_role("button", name="Erklär es mir").click()
    expect(page.locator(f"{GUIDE} p")).to_have_text(first)


# How much of the pointed-at elements is hidden: outside the window, or under the guide. In pixels, of the
# worst one.
HIDDEN = """() => {
  const guide = document.querySelector(".guide").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".board .pointed")].map((spot) => spot.getBoundingClientRect());
  const under = (box) => Math.min(guide.right - box.left, box.right - guide.left, guide.bottom - box.top, box.bottom - guide.top);
  const outside = ({ left, top, right, bottom }) => Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
  return boxes.length ? Math.max(...boxes.map((box) => Math.max(under(box), outside(box)))) : null;
}"""


def test_on_a_phone_a_lesson_and_what_it_is_about_are_seen_together(new_page: NewPage) -> None:
    page = new_page("/games/safehouse", drawn=True, viewport=PHONE)
    page.get_by_role("button", name="Beim Spielen lernen").click()
    expect(page.locator(f"{GUIDE} .main")).to_be_visible()
    pointing = 0
    for seed in range(1, 30):
        if pointing == 3:
            break
        page.evaluate(QUICK_HAND, [seed, 1, 60_000, SPOTS, f"{GUIDE} .main, .outcome"])
        if page.locator(f"{GUIDE} .main").count():
            page.wait_for_timeout(
                1000
            )  # by now it has chosen its corner a second time, even on a slow machine
            hidden = page.wait_for_function(
                f"() => {{ const hidden = ({HIDDEN})(); return hidden === null ? 'none' : hidden <= 0 }}"
            )
            pointing += hidden.json_value() is True
            page.locator(f"{GUIDE} .main").click()
    assert pointing == 3


def test_the_person_who_hesitates_is_helped(new_page: NewPage) -> None:
    page = new_page(drawn=True)
    page.clock.install()
    page.goto("/games/clear_board")
    page.get_by_role("button", name="Beim Spielen lernen").click()
    expect(page.locator(GUIDE)).to_be_visible()
    for _ in range(3):  # the lessons that fit at the beginning
        page.locator(f"{GUIDE} .main").click()
    expect(page.locator(f"{GUIDE} .main")).to_have_count(0)
    page.clock.run_for(26_000)
    expect(page.locator(f"{GUIDE} p")).to_contain_text("Such zwei Steine")


@GAMES
def test_the_rules_are_drawn_by_the_board(new_page: NewPage, game: str) -> None:
    page = new_page(f"/games/{game}/rules", drawn=True, viewport=PHONE)
    figures = page.locator("figure")
    expect(figures.first.locator("svg.canvas").first).to_be_visible()
    assert figures.count() >= 2
    for figure in figures.all():
        expect(figure.locator("svg.canvas").first).to_be_visible()
        assert figure.locator("figcaption").inner_text()
    check(page)
