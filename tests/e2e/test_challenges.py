"""The challenge page: a challenge is opened, counts once, can be shared, and appears in the calendar."""

import datetime
import re

from playwright.sync_api import expect

from tests.days import today, within_one_day  # noqa: F401 (a fixture)
from tests.e2e.conftest import NewPage
from tests.e2e.playing import BUTTONS, QUICK_HAND, open_table


def test_a_challenge_counts_once_and_is_shared(new_page: NewPage) -> None:
    page = new_page("/", permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    page.get_by_role("link", name="Tagesaufgaben").click()
    expect(page.get_by_role("heading", level=1, name="Tagesaufgaben")).to_be_visible()
    page.get_by_role("button", name="Abräumen: Spielen – es zählt").click()
    expect(page.get_by_text("Dein Versuch, der zählt")).to_be_visible()
    expect(page.get_by_role("button", name="Tipp")).to_have_count(0)
    counted = page.url
    assert page.evaluate(QUICK_HAND, [1, 100, 30_000, BUTTONS]) > 0  # few stones are soon gone
    page.get_by_role("link", name="Zu den Tagesaufgaben").click()
    done = page.get_by_role("article", name="Abräumen")
    expect(done).to_contain_text(re.compile("Gelöst|Nicht gelöst"))
    picture = page.get_by_role("img", name=re.compile("^Bild zum Teilen: Ludothek #"))
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("naturalWidth", 600)  # once it is read
    page.get_by_role("button", name="Den Tag teilen").click()
    expect(page.get_by_text("Kopiert.").first).to_be_visible()
    number = (today() - datetime.date(2026, 11, 1)).days + 1
    assert re.fullmatch(f"Ludothek #{number} [🟩🟥]", page.evaluate("navigator.clipboard.readText()"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Als Bild sichern").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    marked = page.get_by_role("table").locator("[aria-current=date]")
    expect(marked).to_have_accessible_name(re.compile(r": 1 von \d+ gespielt"))
    done.get_by_role("button", name="Abräumen: Üben").click()
    expect(page.get_by_text("Übung", exact=True)).to_be_visible()
    assert page.url != counted


def test_a_day_that_is_none_is_said_in_a_sentence(new_page: NewPage) -> None:
    page = new_page(f"/challenges/{today() + datetime.timedelta(7)}", locale="en-GB")
    expect(page.get_by_text("is still to come")).to_be_visible()
    page.get_by_role("link", name="To today").click()
    expect(page.get_by_role("article")).not_to_have_count(0)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_nobody_is_rated_by_default_and_games_tell_something(new_page: NewPage) -> None:
    page = new_page("/")
    page.request.get("/api/me")
    page.request.put("/api/me", data={"name": "Anna"})
    table = open_table(page, "number_poker", "Gegen Bots", seats=2)
    assert page.evaluate(QUICK_HAND, [1, 200, 60_000, BUTTONS]) > 0
    assert page.request.get(f"/api/tables/{table}/record").ok
    page.goto("/tables")
    page.get_by_role("link", name="Meine Partien").click()
    told = page.get_by_role("article", name="Zahlenpoker")
    expect(told).to_contain_text("1 gespielt")
    expect(told.get_by_role("img").first).to_have_accessible_name(re.compile("^1 gespielt: "))
    rated = page.get_by_role("switch", name="Ich möchte gewertet werden")
    expect(rated).not_to_be_checked()
    rated.click()
    champions = page.get_by_role("region", name="Die Besten im Haus")
    champions.get_by_role("combobox").select_option("number_poker")
    expect(champions.locator("tr.mine")).to_have_count(1)
    rated.click()
    expect(champions.locator("tr.mine")).to_have_count(0)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Als Tabelle (CSV)").click()
    assert "number_poker" in saved.value.path().read_text("utf-8-sig")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
