"""Hints at the table, and the setting for how much help a player wants."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import open_table
from tests.e2e.test_access import check

HINTS = "button[data-hint]"
# After these jumps, which solve the puzzle, one of the next spoils it.
SOLVABLE = [
    "d6-f6", "d4-d6", "a4-a6", "c6-e6", "f6-d6", "f4-d4", "a2-a4", "a6-c6", "c6-e6", "e6-e4", "d3-d5", "c5-e5", "f2-f4", "f5-d5", "f4-d4",
    "d5-d3", "c3-a3",
]  # fmt: skip
SPOILS = "b4-b6"


def turn_dial(page: Page, position: str) -> None:
    page.get_by_role("button", name="Hilfe:").click()
    page.get_by_role("radio", name=position).check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=f"Hilfe: {position}")).to_be_visible()


def moves_of(page: Page, table: str) -> int:
    """Return the number of moves in the table's log."""
    frame = page.request.get(f"/api/tables/{table}/frame").json()
    return sum(event["kind"] == "move" for event in frame["events"])


def test_a_hint_is_shown_announced_and_played(page: Page) -> None:
    table = open_table(page, "clear_board", "Allein", names=("Anna",))
    page.get_by_role("button", name="Tipp", exact=True).press("Enter")
    hints = page.locator(HINTS)
    expect(hints.first).to_be_focused()
    assert 1 <= hints.count() <= 3
    expect(hints.first).to_contain_text("lösbar")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Die besten Züge")
    expect(page.get_by_role("region", name="Verlauf", exact=True)).to_contain_text(
        "Anna lässt sich einen Tipp geben."
    )
    check(page)
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_contain_text("31 Steine")
    expect(hints).to_have_count(0)
    assert moves_of(page, table) == 1


def test_the_adviser_shows_the_best_moves_at_every_turn_and_plays_along(page: Page) -> None:
    open_table(page, "clear_board", "Allein", names=("Anna",))
    page.get_by_role("button", name="Hilfe:").click()
    check(page)
    page.keyboard.press("Escape")
    turn_dial(page, "Mitspielen")
    for left in (31, 30, 29):
        page.locator(f"{HINTS}.main", has_text="Wie vorgeschlagen").click()
        expect(page.locator("#question")).to_contain_text(f"{left} Steine")
    turn_dial(page, "Still")
    expect(page.locator(HINTS)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Tipp", exact=True)).to_be_visible()


def test_a_bad_move_is_asked_about_first(page: Page) -> None:
    table = open_table(page, "clear_board", "Allein", names=("Anna",))
    for number, move in enumerate(SOLVABLE):
        page.locator(f"button[data-move='{move}']").click()
        expect(page.locator("#question")).to_contain_text(f"{31 - number} Steine")
    turn_dial(page, "Warnen")
    page.locator(f"button[data-move='{SPOILS}']").click()
    dialog = page.get_by_role("dialog", name="Bist du sicher?")
    expect(dialog).to_contain_text("nicht mehr lösbar")
    check(page)
    dialog.get_by_role("button", name="Noch einmal überlegen").click()
    expect(dialog).to_have_count(0)
    assert moves_of(page, table) == len(SOLVABLE)
    page.locator(f"button[data-move='{SPOILS}']").click()
    dialog.get_by_role("button", name="Den besseren spielen").click()
    expect(page.locator("#question")).to_contain_text(f"{31 - len(SOLVABLE)} Steine")
    assert moves_of(page, table) == len(SOLVABLE) + 1


def test_people_who_play_against_each_other_have_hints_only_if_they_want(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page()
    open_table(anna, "connect_four", "Mit Freunden", names=("Anna",))
    ben.goto(anna.url)
    ben.get_by_role("button", name="Mitspielen").click()
    anna.get_by_role("button", name="Spiel beginnen").click()
    expect(anna.locator("#question")).to_be_visible()
    expect(anna.get_by_role("button", name="Tipp", exact=True)).to_have_count(0)
    anna.goto("/games/connect_four")
    anna.get_by_role("button", name="Mit Freunden").click()
    anna.get_by_text("Mehr einstellen").click()
    allowed = anna.get_by_role("switch", name="Tipps erlauben")
    expect(allowed).not_to_be_checked()
    allowed.check()
    anna.locator("form button.main").click()
    anna.wait_for_url("**/t/*")
    ben.goto(anna.url)
    ben.get_by_role("button", name="Mitspielen").click()
    anna.get_by_role("button", name="Spiel beginnen").click()
    expect(ben.get_by_role("button", name="Tipp", exact=True)).to_be_disabled()  # it is not his turn
    anna.get_by_role("button", name="Tipp", exact=True).click()
    expect(ben.get_by_role("region", name="Verlauf", exact=True)).to_contain_text(
        "lässt sich einen Tipp geben"
    )
    expect(ben.locator(HINTS)).to_have_count(0)
    anna.locator(HINTS).first.click()
    expect(ben.get_by_role("button", name="Tipp", exact=True)).to_be_enabled()
