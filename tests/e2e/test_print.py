"""Print and play from the pages: which games can be printed, with the table's kit and language."""

from playwright.sync_api import Page, expect

from tests.e2e.playing import open_table


def test_a_game_is_printed_from_its_page(page: Page) -> None:
    page.goto("/games/safehouse")
    with page.expect_download() as german:
        page.get_by_role("link", name="Zum Ausdrucken").click()
    assert german.value.suggested_filename == "safehouse-de.pdf"
    assert german.value.path().read_bytes().startswith(b"%PDF-")
    page.get_by_role("button", name="English").click()
    with page.expect_download() as english:
        page.get_by_role("link", name="Print and play").click()
    assert english.value.suggested_filename == "safehouse-en.pdf"
    page.goto("/games/torris")
    expect(page.get_by_role("link", name="Rules")).to_be_visible()
    expect(page.get_by_role("link", name="Print and play")).to_have_count(0)


def test_a_game_is_printed_from_its_table(page: Page) -> None:
    table = open_table(page, "museum", "Allein", names=("Anna",))
    page.get_by_role("button", name="Regeln").click()
    link = page.get_by_role("link", name="Zum Ausdrucken")
    expect(link).to_have_attribute("href", f"/api/tables/{table}/print?language=de")
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "museum-de.pdf"
