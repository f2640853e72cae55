"""Accessibility: no serious findings on any page, all by keyboard, nothing wider than a small phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import expect_over, join, open_menu, open_side, open_table, play_one, play_quickly

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 360, "height": 740}


def check(page: Page) -> None:
    """No serious finding, and nothing to scroll sideways."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("async () => (await axe.run(document)).violations")
    serious = [
        (one["id"], [node["html"][:160] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert not serious, (page.url, serious)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (
        f"{page.url} is too wide"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page(new_page: NewPage, scheme: str) -> None:
    page = new_page(color_scheme=scheme, viewport=PHONE)
    expect(page.locator("article").first).to_be_visible()
    check(page)
    page.get_by_role("button", name="Einstellungen").click()
    check(page)
    page.goto("/games/squid")
    page.get_by_role("button", name="Mit Freunden").click()
    page.get_by_text("Mehr einstellen").click()
    check(page)
    page.goto("/games/squid/rules")
    expect(page.locator("h1")).to_be_visible()
    check(page)
    page.goto("/nowhere")
    expect(page.get_by_role("link", name="Zum Regal")).to_be_visible()
    check(page)
    open_table(page, "safehouse", "Mit Freunden", seats=4, names=("Anna",))
    expect(page.get_by_text("Bisher kommt nur dieses Gerät herein.")).to_be_visible()
    check(page)
    join(page, "Ben")
    page.get_by_role("button", name="Mit Bots auffüllen und beginnen").click()
    expect(page.locator("#question")).to_be_visible()
    check(page)
    open_menu(page)
    check(page)
    page.keyboard.press("Escape")
    open_side(page)
    for tab in ("Am Tisch", "Verlauf", "Chat"):
        page.get_by_role("tab", name=tab).click()
        check(page)
    open_table(page, "number_poker", "An einem Gerät", names=("Oma", "Kim"))
    expect(page.locator("#curtain")).to_be_visible()
    check(page)
    open_table(page, "squid", "Gegen Bots", names=("Anna",))
    play_quickly(page)
    expect_over(page)
    check(page)
    page.get_by_role("link", name="Noch einmal ansehen").click()
    page.get_by_role("button", name="Zufall nachrechnen").click()
    expect(page.locator(".verdict")).to_be_visible()
    check(page)
    page.goto("/tables")
    expect(page.locator("h3").first).to_be_visible()
    check(page)


def test_a_game_by_keyboard_alone(page: Page) -> None:
    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the keyboard does not reach {selector}")

    expect(page.locator("article").first).to_be_visible()
    tab_to("a[href='/games/number_poker']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Gegen Bots")).to_be_visible()
    tab_to(".way")
    page.keyboard.press("Enter")
    tab_to("form select")
    page.keyboard.press("Home")  # the weakest bot is the quickest
    tab_to("form button.main")
    page.keyboard.press("Enter")
    for _ in range(20):
        page.locator("button[data-move]:not(:disabled), .outcome").first.wait_for()
        if page.locator(".outcome").is_visible():
            break
        tab_to("button[data-move]")
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    expect_over(page)


def test_what_happens_is_announced(page: Page) -> None:
    open_table(page, "number_poker", "Gegen Bots", names=("Anna",))
    said = page.locator("[aria-live=polite]")
    expect(said).to_contain_text("Runde 1: Wähle, was du zeigst.")
    play_one(page, "Eine 1 zeigen")
    expect(said).to_contain_text("Alle Hände auf")
    expect(said).to_contain_text("Runde 2")


def test_a_long_list_of_moves_stays_usable(page: Page) -> None:
    open_table(page, "safehouse", "Gegen Bots", seats=2, names=("Anna",))
    moves = page.locator("button[data-move]")
    expect(moves).to_have_count(24)
    page.get_by_role("button", name="weitere zeigen").click()
    expect(moves).to_have_count(48)
    page.get_by_label("Züge durchsuchen").fill("GRUN, 1 × blau, 2")
    expect(moves.first).to_contain_text("grün, 1 × blau, 2 × weiß")
    page.get_by_label("Züge durchsuchen").fill("xyz")
    expect(moves).to_have_count(0)
