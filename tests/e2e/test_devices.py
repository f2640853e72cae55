"""The same person on another device, as one does it: a link, a phrase, a passkey."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.serving import Server

PHONE = {"viewport": {"width": 360, "height": 640}, "locale": "en-GB"}
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def anna(new_page: NewPage, path: str = "/me/devices", **options: object) -> Page:
    page = new_page(path, **options)
    page.wait_for_load_state("networkidle")  # the cookie is set by now
    page.request.put("/api/me", data={"name": "Anna"})
    page.reload()
    expect(
        page.get_by_role("button", name="Link und Code machen")
    ).to_be_visible()  # the settings are saved by now
    return page


def test_a_link_makes_a_phone_the_same_person_with_tables_and_settings(new_page: NewPage) -> None:
    laptop = anna(new_page)
    laptop.evaluate(
        "localStorage.setItem('ludothek.settings', JSON.stringify({textView: true, theme: 'dark', language: 'de'}))"
    )
    table = laptop.request.post(
        "/api/tables", data={"game": "torris", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    ).json()["id"]
    laptop.reload()
    with laptop.expect_response("**/api/me/kept"):  # the initial settings of the phone
        laptop.get_by_role("button", name="Link und Code machen").click()
    expect(laptop.get_by_role("img", name="Code mit dem Link für dein anderes Gerät")).to_be_visible()
    link = laptop.get_by_label("Ein weiteres Gerät").last.input_value()
    assert re.search(r"/join#[\w-]{32}$", link)

    phone = new_page(link, **PHONE)
    phone.get_by_role("button", name="Yes, I am Anna").click()
    expect(phone.get_by_role("status").filter(has_text="Welcome back, Anna!")).to_be_visible()
    phone.get_by_role("link", name="To your tables").click()
    expect(phone.locator(f"a[href='/t/{table}']")).to_be_visible()
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")

    other = new_page(link, **PHONE)  # another person opens the used link
    expect(other.get_by_role("alert")).to_contain_text("has been used already")
    laptop.reload()
    expect(laptop.get_by_role("heading", name="Du bist auf 2 Geräten")).to_be_visible()
    laptop.get_by_role("button", name="Überall sonst abmelden").click()
    laptop.get_by_role("dialog").get_by_role("button", name="Abmelden", exact=True).click()
    expect(laptop.get_by_role("heading", name="Du bist auf diesem Gerät")).to_be_visible()
    with phone.expect_response("**/api/me") as answer:  # by which the page shows a message for a while
        phone.goto("/tables")
    assert answer.value.json()["signed_out"]
    expect(phone.locator(f"a[href='/t/{table}']")).to_have_count(0)


def test_what_comes_along_with_the_link_of_somebody_breaks_no_page(new_page: NewPage) -> None:
    laptop, phone = anna(new_page), new_page("/", drawn=True)
    link = laptop.request.post("/api/me/link", data={}).json()["token"]
    settings = '{"language": "xx", "theme": "dark", "pace": 7, "textView": "no"}'
    kept = {"ludothek.settings": settings, "ludothek.guides": '{"torris": 1}', "ludothek.goals": "null"}
    laptop.request.put("/api/me/kept", data={"kept": kept})
    phone.goto(f"/join#{link}")
    phone.get_by_role("button", name="Ja, ich bin Anna").click()
    phone.get_by_role("link", name="Zu deinen Tischen").click()
    expect(phone.get_by_role("heading", name="Meine Tische")).to_be_visible()
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")  # only the final state counts
    table = phone.request.post(
        "/api/tables", data={"game": "torris", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    ).json()["id"]
    phone.goto(f"/t/{table}")
    expect(phone.locator(".board [data-spot]").first).to_be_visible()


def test_a_phrase_is_written_down_and_typed_in(new_page: NewPage) -> None:
    page = anna(new_page)
    page.get_by_role("button", name="Merksatz machen").click()
    phrase = page.locator(".phrase").inner_text()
    page.get_by_role("button", name="Aufgeschrieben").click()
    expect(page.locator(".phrase")).to_have_count(0)
    page.context.clear_cookies()
    page.goto("/join")
    page.get_by_label("Dein Merksatz").fill("kaffee " + phrase)
    page.get_by_role("button", name="Mit dem Merksatz herein").click()
    expect(page.get_by_role("alert")).to_contain_text("„kaffee“ kann kein Wort deines Merksatzes sein")
    page.get_by_label("Dein Merksatz").fill(phrase.upper())
    page.get_by_role("button", name="Mit dem Merksatz herein").click()
    expect(page.get_by_role("status").filter(has_text="Willkommen zurück, Anna!")).to_be_visible()


def test_a_passkey_knows_somebody_who_has_lost_the_cookie(new_page: NewPage, server: Server) -> None:
    page = anna(new_page, url=server.url.replace("127.0.0.1", "localhost"))  # as over https, under a name
    browser = page.context.new_cdp_session(page)
    browser.send("WebAuthn.enable")
    browser.send(
        "WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR | {"automaticPresenceSimulation": True}}
    )
    page.get_by_role("button", name="Passkey anlegen").click()
    expect(page.get_by_text("Dein Passkey ist angelegt.").first).to_be_visible()
    page.context.clear_cookies()
    page.goto("/join")
    page.get_by_role("button", name="Mit einem Passkey herein").click()
    expect(page.get_by_role("status").filter(has_text="Willkommen zurück, Anna!")).to_be_visible()
    page.goto("/me/devices")
    page.get_by_role("button", name="Löschen", exact=True).click()
    expect(page.get_by_role("button", name="Löschen", exact=True)).to_have_count(0)
    page.context.clear_cookies()
    page.goto("/join")
    page.get_by_role("button", name="Mit einem Passkey herein").click()
    expect(page.get_by_role("alert")).to_contain_text("Diesen Passkey kennen wir nicht.")
