"""Around the table: rules, replay, honest chance, my tables, settings, and what a page weighs."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import open_table, play_one, play_quickly
from tests.e2e.serving import Server

LARGEST_SHELF = 150_000  # bytes of the first load, as they cross the network


def finished(page: Page, game: str = "squid") -> str:
    table = open_table(page, game, "Gegen Bots", names=("Anna",))
    play_quickly(page)
    return table


def test_three_clicks_from_the_shelf_to_the_first_move(new_page: NewPage) -> None:
    page = new_page(drawn=True)
    for click in (
        "article a[href='/games/five_in_a_row']",
        "form button.main",
        ".board [data-spot]:not([aria-disabled=true])",
    ):
        page.locator(click).first.click()
    expect(page.locator(".log li.move").first).to_be_visible()


def test_the_rules_in_both_languages(page: Page) -> None:
    page.goto("/games/squid/rules")
    expect(page.get_by_role("heading", name="Eine Runde")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Squid")
    expect(page.get_by_role("heading", name="Eine Runde")).to_have_count(0)
    assert page.locator("html").get_attribute("lang") == "en"


def test_a_replay_is_stepped_through_and_shared(new_page: NewPage) -> None:
    page = new_page()
    open_table(
        page, "number_poker", "Gegen Bots", seats=4, names=("Anna",)
    )  # many moves: it is not over before it is stopped
    play_quickly(page)
    page.get_by_role("link", name="Noch einmal ansehen").click()
    expect(page.locator(".step")).to_have_text("Der Anfang")
    page.get_by_role("button", name="Einen Zug weiter").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step")).to_contain_text("Zug 2 von")
    expect(page).to_have_url(re.compile(r"step=2$"))
    other = new_page(page.url)  # the link leads other people to the same moment
    expect(other.locator(".step")).to_contain_text("Zug 2 von")
    assert other.locator(".lines").inner_text() == page.locator(".lines").inner_text()
    page.get_by_text("schnell", exact=True).locator("..").get_by_role("radio").check()
    page.get_by_role("button", name="Abspielen").click()
    expect(page.locator(".step")).to_have_text(re.compile(r"Zug ([4-9]|\d\d) von"))  # it plays on by itself
    page.get_by_role("button", name="Anhalten").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Aufzeichnung laden").click()
    assert json.loads(download.value.path().read_text("utf-8"))["game"] == "number_poker"


def test_a_game_is_looked_at_again_along_a_curve_on_a_phone_and_tried_again(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    page.request.get("/api/me")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}]
    moves = [
        [number % 2, column] for number, column in enumerate("adbdgdfd")
    ]  # Anna does not see three in column d
    table = page.request.post(
        "/api/tables", data={"game": "connect_four", "seats": seats, "moves": moves}
    ).json()["id"]
    page.goto(f"/t/{table}/replay")
    page.get_by_role("button", name="Zurückschauen").click()
    curve = page.get_by_role("slider", name="Chancen zu gewinnen")
    expect(curve).to_be_visible()
    curve.focus()
    page.keyboard.press("ArrowRight")  # stepping along the curve is stepping through the game
    expect(page.locator(".step")).to_contain_text("Zug 1 von 8")
    expect(curve).to_have_attribute("aria-valuetext", re.compile(r"Nach Zug 1: Anna .* %, .* %"))
    page.keyboard.press("End")
    expect(curve).to_have_attribute("aria-valuetext", re.compile("Anna 0 %, .* 100 %"))
    page.get_by_role("button", name="Anfang").first.click()
    expect(curve).to_have_attribute("aria-valuenow", "0")
    expect(page.get_by_role("heading", name="Glück und Können")).to_be_visible()
    mistake = page.locator("li.mistake", has_text="Zug 7")
    expect(mistake).to_contain_text("Besser: Spalte d")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    other = new_page(f"/t/{table}/replay")  # any visitor with the link sees the same
    expect(other.get_by_role("slider", name="Chancen zu gewinnen")).to_be_visible()
    mistake.get_by_role("button", name="Ab hier noch einmal").click()
    page.wait_for_url(lambda url: "/t/" in url and table not in url)
    page.locator("button[data-move=d]").click()  # at the moment of the mistake, against the same player
    expect(page.locator(".lines")).to_contain_text("· · · ● · · ·")


def test_a_link_to_a_moment_shows_the_move_that_led_there(new_page: NewPage) -> None:
    page = new_page()
    table = finished(page, "torris")
    board = new_page(f"/t/{table}/replay?step=40", drawn=True).locator(
        ".board"
    )  # 32 stones are laid before the first move
    expect(board.locator(".last")).to_have_count(1)


def test_the_four_that_won_are_shown(new_page: NewPage) -> None:
    page = new_page(drawn=True)
    page.request.get("/api/me")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    moves = [[number % 2, column] for number, column in enumerate("abbccdcddad")]  # from a1 upwards to d4
    table = page.request.post(
        "/api/tables", data={"game": "connect_four", "seats": seats, "moves": moves}
    ).json()["id"]
    page.goto(f"/t/{table}")
    expect(page.locator(".outcome")).to_contain_text("Anna gewinnt!")
    expect(page.locator(".board circle.won")).to_have_count(4)
    expect(page.get_by_role("button", name="Spalte b, von unten: Ben, Anna", exact=True)).to_be_visible()


def test_every_draw_is_checked_in_the_browser(page: Page) -> None:
    table = finished(page)
    page.get_by_role("button", name="Nachweislich fair").click()
    page.get_by_role("button", name="Zufall nachrechnen").click()
    expect(page.locator(".verdict.good")).to_contain_text("Stimmt")
    draws = page.request.get(f"/api/tables/{table}/chance").json()["draws"]
    assert len(draws) > 3
    expect(page.locator(".verdict")).to_contain_text(str(len(draws)))


def test_a_forged_draw_is_found(page: Page) -> None:
    def forge(route: Route) -> None:
        proof = route.fetch().json()
        draw = next(one for one in proof["draws"] if len(one["weights"]) > 1)
        draw["move"] = next(move for move in draw["weights"] if move != draw["move"])
        route.fulfill(json=proof)

    table = finished(page)
    page.route("**/chance", forge)
    page.goto(f"/t/{table}/replay")
    page.get_by_role("button", name="Zufall nachrechnen").click()
    expect(page.locator(".verdict.bad")).to_contain_text("folgt nicht aus dem Geheimnis")


def test_my_tables_lead_back(page: Page) -> None:
    table = open_table(page, "torris", "Gegen Bots", names=("Anna",))
    page.goto("/tables")
    expect(page.locator(".chip", has_text="Du bist dran")).to_be_visible()
    page.get_by_role("link", name="Weiterspielen").click()
    expect(page).to_have_url(re.compile(table))
    play_one(page)


def test_settings_are_kept(page: Page) -> None:
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Dunkel").check()
    page.get_by_label("Hoch", exact=True).check()
    page.get_by_label("Dein Name").fill("Zoë <3"[:3])
    page.get_by_role("button", name="Übernehmen").click()
    expect(page.get_by_text("Übernommen.").first).to_be_visible()
    page.keyboard.press("Escape")
    page.reload()
    html = page.locator("html")
    assert (html.get_attribute("data-theme"), html.get_attribute("data-contrast")) == ("dark", "high")
    page.get_by_role("button", name="Einstellungen").click()
    expect(page.get_by_label("Dein Name")).to_have_value("Zoë")


def test_a_name_that_comes_after_the_settings_were_opened(page: Page) -> None:
    page.wait_for_load_state("networkidle")  # the cookie is set by now
    page.request.put("/api/me", data={"name": "Zoë"})
    held: list[Route] = []
    page.route("**/api/me", lambda route: held.append(route))
    with page.expect_request("**/api/me"):
        page.reload()
    page.get_by_role("button", name="Einstellungen").click()
    expect(page.get_by_label("Dein Name")).to_have_value("")
    for answer in held:
        answer.continue_()
    expect(page.get_by_label("Dein Name")).to_have_value("Zoë")


def test_an_address_that_leads_nowhere(page: Page) -> None:
    for path in ("/nowhere/at/all", "/games/no_such_game"):
        page.goto(path)
        page.get_by_role("link", name="Zum Regal").click()
        expect(page.locator("article").first).to_be_visible()


def test_the_first_load_of_the_shelf_is_light(new_page: NewPage) -> None:
    page = new_page("/health", service_workers="block")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    loaded: list[float] = []
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    page.goto("/", wait_until="networkidle")
    expect(page.locator("article").first).to_be_visible()
    assert 10_000 < sum(loaded) < LARGEST_SHELF


def test_the_person_who_wants_to_be_forgotten_is(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "connect_four", "Gegen Bots", names=("Annemarie",))
    page.goto("/")
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("link", name="Was hier von dir gespeichert ist").click()
    expect(page.get_by_role("heading", name="Ein Tisch")).to_be_visible()
    page.locator("summary").click()
    expect(page.locator("details li").first).to_contain_text("Platz genommen als Annemarie")
    with page.expect_download() as file:
        page.get_by_role("link", name="Als Datei herunterladen").click()
    assert "Annemarie" in file.value.path().read_text("utf-8")
    page.get_by_role("button", name="Alles löschen …").click()
    page.get_by_role("button", name="Alles von mir löschen").click()
    expect(page.get_by_text("Von dir ist nichts mehr gespeichert.").first).to_be_visible()
    page.goto("/me")
    expect(page.get_by_role("heading", name="Noch keine Tische")).to_be_visible()


def test_under_a_path_below_another_site_one_plays_as_anywhere(new_page: NewPage, tmp_path: Path) -> None:
    below = Server(tmp_path, prefix="/house/games")
    below.start()
    try:
        page = new_page("/house/games/games/connect_four", below.url)
        page.get_by_role("button", name="Gegen Bots").click()
        page.locator("form button.main").click()
        page.wait_for_url("**/house/games/t/*")
        play_one(page)
        page.reload()
        expect(page.get_by_role("button", name="Menü", exact=True)).to_be_visible()
        page.goto("/house/games/")
        page.get_by_role("link", name="Meine Tische").click()
        page.wait_for_url("**/house/games/tables")
        expect(page.get_by_role("heading", name="Vier gewinnt")).to_be_visible()
    finally:
        below.stop()
