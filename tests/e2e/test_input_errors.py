"""Invalid input: a sentence says what to do, and the typed text is not lost."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import SPOTS, join, open_side, open_table
from tests.e2e.test_access import PHONE
from tests.e2e.test_setup import opens_kit

BAD_NAME = "Ein Name hat 1 bis 24 Zeichen"


# The number of pixels by which an element is wider than its container.
OVERFLOW = "(element) => Math.max(0, element.scrollWidth - element.clientWidth)"


def test_a_name_that_is_refused_in_the_settings(page: Page) -> None:
    page.get_by_role("button", name="Einstellungen").click()
    dialog = page.get_by_role("dialog", name="Einstellungen")
    field, save = dialog.get_by_label("Dein Name"), dialog.get_by_role("button", name="Übernehmen")
    field.fill("<b>Anna</b>")
    save.click()
    expect(dialog.locator(".toasts p")).to_contain_text(
        BAD_NAME
    )  # in the dialog: elsewhere it would be behind it
    expect(dialog.locator("[aria-live=assertive]")).to_contain_text(BAD_NAME)
    expect(field).to_have_value("<b>Anna</b>")
    field.fill("Anna")
    save.click()
    expect(dialog.locator(".toasts p").last).to_have_text("Übernommen.")
    field.fill("   ")
    save.click()
    expect(dialog.locator(".toasts p").last).to_have_text("Schreib einen Namen in das Feld.")
    expect(field).to_have_value("Anna")


def test_the_longest_names_fit_a_phone(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    open_table(page, "squid", "An einem Gerät", names=("W" * 24, "M" * 24))
    mine = page.get_by_role("button", name="Ich bin")
    expect(mine).to_be_visible()
    assert page.locator(".curtain").evaluate(OVERFLOW) == 0
    mine.click()
    open_side(page)
    expect(page.locator(".log")).to_be_visible()
    assert page.locator(".log").evaluate(OVERFLOW) == 0
    assert page.locator("html").evaluate(OVERFLOW) == 0


def test_the_longest_names_do_not_run_into_each_other_on_a_board(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, drawn=True)
    open_table(
        page,
        "number_poker",
        "An einem Gerät",
        seats=4,
        names=("W" * 24, "M" * 24, "Bartholomäus der Mammut.", "Wilhelmina Mommsenwagner"),
    )
    page.get_by_role("button", name="Ich bin").click()
    names = page.locator(".board text.name")
    expect(names).to_have_count(4)
    boxes = [one.bounding_box() for one in names.all()]
    for left, right in (boxes[0:2], boxes[2:4]):
        assert left
        assert right
        assert left["x"] + left["width"] <= right["x"]


def test_a_figure_that_was_emptied_is_still_there_to_be_filled(page: Page) -> None:
    opens_kit(page, "safehouse")
    dialog = page.get_by_role("dialog", name="Spielmaterial")
    reward, lead = dialog.get_by_label("1. alle gleich"), dialog.get_by_label("Vorsprung")
    for field in (reward, lead):
        field.fill("")
        expect(field).to_have_value("")
        dialog.get_by_role("button", name="Übernehmen").click()
        expect(dialog.locator(".wrong .trouble")).to_contain_text("Hier fehlt eine ganze Zahl")
        field.fill("2.5")
        dialog.get_by_role("button", name="Übernehmen").click()
        expect(dialog.locator(".wrong .trouble")).to_contain_text("nicht 2.5")
        field.fill("3")
    dialog.get_by_role("button", name="Übernehmen").click()
    expect(dialog.locator(".wrong")).to_contain_text(
        "zusammen mindestens der Weg"
    )  # a lead of 3 is too long a way
    lead.fill("17")
    dialog.get_by_role("button", name="Übernehmen").click()
    expect(dialog).to_have_count(0)


def test_a_message_that_is_refused_stays_in_the_field(page: Page) -> None:
    open_table(page, "torris", "Mit Freunden", names=("Anna",))
    join(page, "Ben")
    page.get_by_role("tab", name="Chat").click()
    field = page.get_by_label("Nachricht")
    field.fill("\u202eHallo")
    page.get_by_role("button", name="Senden").click()
    expect(page.locator(".toasts .bad")).to_contain_text("ohne Steuerzeichen")
    expect(field).to_have_value("\u202eHallo")
    field.fill("Hallo")
    page.get_by_role("button", name="Senden").click()
    expect(page.locator(".said li")).to_contain_text("Hallo")
    expect(field).to_have_value("")


def test_a_step_that_no_replay_has(page: Page) -> None:
    page.request.get("/api/me")
    moves = [[number % 2, "ab"[number % 2]] for number in range(7)]
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    table = page.request.post(
        "/api/tables", data={"game": "connect_four", "seats": seats, "moves": moves}
    ).json()["id"]
    for step, shown in (
        ("2.5", "Zug 2 von 7"),
        ("-3", "Der Anfang"),
        ("1000", "Zug 7 von 7"),
        ("x", "Der Anfang"),
    ):
        page.goto(f"/t/{table}/replay?step={step}")
        expect(page.locator(".step")).to_have_text(shown)


def test_why_something_cannot_be_done_is_said_in_sight(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, drawn=True)
    open_table(page, "museum", "Gegen Bots", names=("Anna",))
    page.locator(SPOTS).first.wait_for(
        state="attached"
    )  # the question is up: no event replaces the error message
    silas = page.get_by_role("button", name="bei Silas", exact=True)
    expect(silas).to_have_attribute("aria-disabled", "true")
    silas.dispatch_event("click")
    note = page.locator(".board .note")
    expect(note).not_to_be_empty()
    expect(note).to_be_in_viewport(ratio=1)
