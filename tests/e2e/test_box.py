"""Companion mode on a phone: a roll is entered in one go, and the taps are counted."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import tell
from tests.e2e.test_access import PHONE, check


def open_box(page: Page, game: str) -> None:
    page.request.get("/api/me")
    seats = [{"kind": "me", "name": "Anna"}]
    answer = page.request.post("/api/tables", data={"game": game, "seats": seats, "companion": True})
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['id']}")
    page.locator(".board .canvas").first.wait_for()


class Thumb:
    """Taps, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, *targets: str) -> None:
        for target in targets:
            self.page.locator(target).click()
            self.taps += 1


def key(move: str) -> str:
    return f'.keys [data-move="{move}"]'


def spot(name: str) -> str:
    return f'.dock [data-spot="{name}"]'


def test_a_whole_turn_of_the_museum_is_seven_taps(new_page: NewPage) -> None:
    page = new_page(drawn=True, viewport=PHONE)
    open_box(page, "museum")
    question = page.locator("#question")
    expect(question).to_have_text("Was habt ihr gewürfelt?")
    check(page)
    thumb = Thumb(page)
    thumb.tap(
        key("torch"), key("torch"), key("cap"), key("shoe"), "[data-tell]"
    )  # the other two are shoes too; they enter themselves
    expect(page.locator('.board [data-spot^="die:"][aria-disabled=false]')).to_have_count(
        5
    )  # the cap has gone to its strip
    thumb.tap(spot("all"))  # as this is the only move, the strips act
    thumb.tap(spot("walk:jo"))  # all four steps
    expect(question).to_have_text("Was habt ihr gewürfelt?")  # the next turn
    assert thumb.taps == 7
    record = page.request.get(f"{page.url.replace('/t/', '/api/tables/')}/frame").json()
    assert [child["at"] for child in record["view"]["children"]] == [0, 0, 4, 0]


def test_a_throw_of_safehouse_is_five_taps(new_page: NewPage) -> None:
    page = new_page(drawn=True, viewport=PHONE)
    open_box(page, "safehouse")
    thumb = Thumb(page)
    thumb.tap(spot("throw"), key("3"), key("X"), key("3"), key("5"))
    for die, shows in {"Y": 3, "G": "X", "R": 3, "B": 5}.items():
        expect(page.locator(f'[data-spot="{die}"]')).to_have_attribute(
            "aria-label", re.compile(f"zeigt {shows}$")
        )
    assert thumb.taps <= 5


def test_what_was_rolled_can_be_mended_before_it_counts(new_page: NewPage) -> None:
    page = new_page(drawn=True, viewport=PHONE)
    open_box(page, "safehouse")
    page.locator('[data-spot="B"]').click()  # not thrown after all
    page.locator('[data-spot="throw"]').click()
    expect(page.locator(".told li")).to_have_count(3)
    expect(page.locator("[data-tell]")).to_be_disabled()  # nothing is typed
    page.locator(key("2")).click()
    page.get_by_role("button", name="Letzte Eingabe löschen").click()
    tell(page, "3", "X", "3")
    expect(page.locator('[data-spot="Y"]')).to_have_attribute("aria-label", re.compile("zeigt 3$"))
    expect(page.locator('[data-spot="G"]')).to_have_attribute("aria-label", re.compile("zeigt X$"))


def test_what_was_rolled_is_typed_by_keys(new_page: NewPage) -> None:
    page = new_page(drawn=True)
    open_box(page, "safehouse")
    for name in ("R", "B", "throw"):  # of one of each colour two stay
        page.locator(f'[data-spot="{name}"]').click()
    expect(page.locator(".told li")).to_have_count(2)
    for key in ("4", "9", "Backspace", "2", "x"):  # 9 is on no die
        page.keyboard.press(key)
    page.locator("#question").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-spot="Y"]')).to_have_attribute("aria-label", re.compile("zeigt 2$"))
