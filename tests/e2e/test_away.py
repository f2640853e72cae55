"""A server's pages while it is unreachable: tables are played on the device, and uploaded later."""

import io

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.e2e.conftest import NewPage
from tests.e2e.playing import BUTTONS, open_table, play_one

QUICK = (
    'localStorage.setItem(\'ludothek.house\', \'{"bot_delay": 0, "time_scale": 0.01, "bot_seconds": 0.1}\')'
)


def test_tables_go_on_without_the_server_and_are_taken_to_it_later(new_page: NewPage) -> None:
    page = new_page()
    page.context.add_init_script(QUICK)
    manifest = page.request.get("/manifest.webmanifest").json()
    assert all(page.request.get(icon["src"]).ok for icon in manifest["icons"])
    page.wait_for_function("() => navigator.serviceWorker.controller")
    fetch_ahead(page)
    kept = page.evaluate(
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).map((one) => new URL(one.url).pathname)"
    )
    assert "/" in kept
    assert not [path for path in kept if path.startswith("/api")]

    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_text("Der Server ist nicht zu erreichen")).to_be_visible()
    expect(page.locator("article")).to_have_count(8)
    table = open_table(page, "museum", "Gegen Bots", seats=2, level="medium", names=("Anna",))
    page.locator(BUTTONS).first.wait_for()
    play_one(page)
    page.reload()
    page.locator(BUTTONS).first.wait_for()
    expect(page.get_by_text("Auf diesem Gerät").first).to_be_visible()
    here = printed(page)
    page.goto("/tables")
    expect(page.locator("li.card")).to_have_count(1)

    page.context.set_offline(False)
    assert here == words(page.request.get("/api/games/museum/print?language=de").body()), (
        "a page prints what a server prints"
    )
    expect(page.locator("li.card")).to_have_count(1)
    page.get_by_role("button", name="Zum Server bringen").click()
    page.wait_for_url(f"**/t/{table}")
    info = page.request.get(f"/api/tables/{table}").json()
    assert (info["seats"][0]["name"], info["phase"]) == ("Anna", "waiting")
    page.goto("/tables")
    expect(page.locator("li.card")).to_have_count(1)

    page.get_by_role("button", name="Auf dieses Gerät").click()
    expect(page.get_by_role("button", name="Zum Server bringen")).to_be_visible()
    expect(page.locator("li.card")).to_have_count(1)
    assert page.request.get(f"/api/tables/{table}").status == 404
    page.context.set_offline(True)
    page.get_by_role("link", name="Weiterspielen").click()
    page.wait_for_url(f"**/t/{table}")
    page.get_by_role("button", name="Spiel beginnen").click()
    play_one(page)


def fetch_ahead(page: Page) -> None:
    page.goto("/tables")
    page.get_by_role("button", name="Jetzt laden").click()
    expect(page.get_by_text("Alles da:")).to_be_visible()


def printed(page: Page) -> list[str]:
    page.get_by_role("button", name="Regeln").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Zum Ausdrucken").click()
    page.keyboard.press("Escape")
    return words(download.value.path().read_bytes())


def words(pdf: bytes) -> list[str]:
    return [sheet.extract_text() for sheet in PdfReader(io.BytesIO(pdf)).pages]
