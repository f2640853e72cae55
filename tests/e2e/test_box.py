"""With the box on the table, by thumb: what was rolled is typed in one go, and the taps are counted."""

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


def test_the_six_dice_of_a_museum_turn_are_seven_taps(new_page: NewPage) -> None:
    page = new_page(drawn=True, viewport=PHONE)
    open_box(page, "museum")
    expect(page.locator("#question")).to_have_text("Was habt ihr gewürfelt?")
    check(page)
    assert tell(page, "fox", "shoe", "shoe", "torch", "cap", "shoe") <= 7
    expect(page.locator('.board [data-spot^="die:"][aria-disabled=false]')).to_have_count(5)  # the cap has gone to its strip


def test_a_throw_of_safehouse_is_five_taps_and_can_be_mended_before_it_counts(new_page: NewPage) -> None:
    page = new_page(drawn=True, viewport=PHONE)
    open_box(page, "safehouse")
    for spot in ("Y", "G", "R", "B", "throw"):
        page.locator(f'[data-spot="{spot}"]').click()
    expect(page.locator(".told li")).to_have_count(4)
    enter = page.locator("[data-tell]")
    page.locator('.keys [data-move="2"]').click()
    expect(enter).to_be_disabled()  # three dice are missing
    page.get_by_role("button", name="Letzte Eingabe löschen").click()
    assert tell(page, "3", "X", "3", "5") <= 5
    expect(page.locator('[data-spot="Y"]')).to_have_attribute("aria-label", re.compile("zeigt 3$"))
    expect(page.locator('[data-spot="G"]')).to_have_attribute("aria-label", re.compile("zeigt X$"))


def test_what_was_rolled_is_typed_by_keys(new_page: NewPage) -> None:
    page = new_page(drawn=True)
    open_box(page, "safehouse")
    for spot in ("Y", "G", "throw"):
        page.locator(f'[data-spot="{spot}"]').click()
    expect(page.locator(".told li")).to_have_count(2)
    for key in ("4", "9", "Backspace", "2", "x"):  # 9 is on no die
        page.keyboard.press(key)
    page.locator("#question").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-spot="Y"]')).to_have_attribute("aria-label", re.compile("zeigt 2$"))
