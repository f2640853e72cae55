"""Each game, from the shelf to its end, through the pages."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import expect_over, open_table, play_quickly, record_of

BOTS = "Gegen Bots"
TABLES = [
    ("five_in_a_row", BOTS, None),
    ("museum", BOTS, 2),
    ("number_poker", BOTS, 4),
    ("safehouse", BOTS, 2),
    ("shell_game", BOTS, 3),
    ("squid", BOTS, 4),
    ("torris", BOTS, None),
    ("clear_board", "Allein", None),
]


@pytest.mark.parametrize(("game", "way", "seats"), TABLES, ids=[game for game, _, _ in TABLES])
def test_a_game_is_played_to_its_end(page: Page, game: str, way: str, seats: int | None) -> None:
    page.locator("article").first.wait_for()
    page.locator(f"a[href='/games/{game}']").click()
    expect(page.locator("h1")).not_to_be_empty()
    table = open_table(page, game, way, seats=seats, names=("Anna",))
    made = play_quickly(page, seed=len(game))
    expect_over(page)
    record = record_of(page, table)
    assert record["game"] == game
    assert sum(seat == 0 for seat, _ in record["moves"]) == made  # every press once, and nothing else


def test_the_shelf_shows_every_game_with_its_facts(page: Page) -> None:
    boxes = page.locator("article")
    expect(boxes.first).to_be_visible()
    for game, _, _ in TABLES:
        box = boxes.filter(has=page.locator(f"a[href='/games/{game}']"))
        expect(box.locator(".emblem svg")).to_be_visible()
        assert "Person" in (box.locator("ul").text_content() or "")


def test_the_shelf_by_the_number_of_people(page: Page) -> None:
    expect(page.locator("article").first).to_be_visible()
    page.get_by_role("group", name="Wie viele seid ihr?").get_by_role("radio", name="6").check()
    expect(page.locator("article")).to_have_count(1)
    expect(page.locator("article")).to_contain_text("Squid")
    page.get_by_role("group", name="Wie viele seid ihr?").get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("group", name="Wie lange habt ihr Zeit?").get_by_role("radio", name="10 min").check()
    expect(page.get_by_role("status").first).to_have_text("Zu dritt, in höchstens 10 Minuten: Zahlenpoker.")
    page.get_by_role("link", name="Zahlenpoker").click()
    expect(
        page.get_by_role("radio", name="3", exact=True)
    ).to_be_checked()  # the number of players is not asked again
    page.locator("form button.main").click()
    page.locator("button[data-move]").first.click()  # the third click makes a move


def test_a_vote_is_counted_down_and_ends_by_itself(page: Page) -> None:
    page.goto("/games/squid")
    page.get_by_role("button", name=BOTS).click()
    page.locator("form").get_by_role("combobox").select_option("random")
    page.get_by_text("Mehr einstellen").click()
    page.get_by_label("Abstimmungen und Reaktionen mit Uhr").check()
    page.get_by_label("Sekunden für die Abstimmung").fill("60")  # of the test server's, which are short
    page.locator("form button.main").click()
    page.locator("button[data-move]").first.click()  # the guard is placed
    expect(page.get_by_role("timer")).to_be_visible()
    expect(page.get_by_role("region", name="Verlauf", exact=True)).to_contain_text("Die Stimmen:")
