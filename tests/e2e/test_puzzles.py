"""Puzzles: their cards keep their content, and the goal is stated at the table and marked on its board."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage

SPILLED = """() => [...document.querySelectorAll("[aria-labelledby=puzzles] li.card")].flatMap((card) => {
  const edge = card.getBoundingClientRect();
  const spills = (box) => box.right > edge.right + 1 || box.bottom > edge.bottom + 1 || box.left < edge.left - 1;
  return [...card.querySelectorAll("*")].filter((one) => spills(one.getBoundingClientRect())).map((one) => one.textContent);
})"""


def test_a_puzzle_is_opened_with_its_goal(new_page: NewPage) -> None:
    page = new_page("/games/clear_board", drawn=True)
    cards = page.locator("[aria-labelledby=puzzles] li.card")
    cards.first.wait_for()
    for width in (360, 844, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate(SPILLED) == []
    cell = cards.nth(1).locator("p").first.inner_text().rstrip(".")[-2:]
    cards.nth(1).get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"letzter Stein auf {cell}")
    page.set_viewport_size({"width": 360, "height": 640})
    goal = page.locator(".bar p")
    expect(goal).to_have_text(f"Letzter Stein auf {cell}")
    assert goal.evaluate("(words) => words.scrollWidth <= words.clientWidth"), "the goal is cut off"
    for _ in range(2):  # also after a return to the page
        expect(page.locator(".board path.goal")).to_be_visible()
        expect(page.locator(f".board [data-spot={cell}]")).to_have_attribute(
            "aria-label", re.compile("hier soll der letzte Stein liegen$")
        )
        page.reload()
