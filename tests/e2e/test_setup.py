"""Settings before a table opens: the figures of the box, and who may join by link."""

import re
import tomllib
from pathlib import Path

from playwright.sync_api import Page, expect

from ludothek.core.registry import find
from tests.e2e.conftest import NewPage
from tests.e2e.playing import tell
from tests.e2e.test_access import PHONE, check


def opens_kit(page: Page, game: str) -> None:
    page.goto(f"/games/{game}")
    page.get_by_role("button", name=re.compile("Gegen Bots|Mit Bots im Team")).click()
    page.get_by_text("Mehr einstellen").click()
    page.get_by_role("button", name="Spielmaterial ändern").click()


def starts(page: Page) -> str:
    page.locator("form > button.main").click()
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def test_a_figure_is_changed_and_the_table_has_it(page: Page) -> None:
    opens_kit(page, "safehouse")
    dialog = page.get_by_role("dialog", name="Spielmaterial")
    dialog.get_by_label("Vorsprung").fill("0")
    dialog.get_by_role("button", name="Übernehmen").click()
    expect(dialog.locator(".wrong")).to_contain_text(
        "Hier stimmt etwas nicht: Vorsprung. Was möglich ist, steht darüber."
    )
    expect(dialog.locator(".wrong")).to_contain_text(
        "Genauer: Hier muss eine ganze Zahl von 1 bis 39 stehen, nicht 0."
    )
    check(page)
    dialog.get_by_label("Vorsprung").fill("20")
    expect(dialog).to_contain_text("Vorgabe: 16")
    dialog.get_by_label("Chamäleons je Person").fill("2, 2, 2, 3")
    dialog.get_by_role("button", name="Übernehmen").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".chip", has_text="geändert")).to_be_visible()
    kit = page.request.get(f"/api/tables/{starts(page)}").json()["kit"]
    assert kit == dict(find("safehouse").kit or {}) | {"lead": 20, "chameleons": [2, 2, 2, 3]}


def test_a_kit_is_saved_as_a_file_and_loaded_again(page: Page, tmp_path: Path) -> None:
    opens_kit(page, "squid")
    dialog = page.get_by_role("dialog", name="Spielmaterial")
    dialog.get_by_label("POW").fill("11")
    dialog.get_by_label("Leeres Magazin").fill("3")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Als Datei sichern").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    kit = tomllib.loads(saved.read_text("utf-8"))
    assert kit["guard_actions"] == {"pow": 11, "empty": 3, "trick": 6}
    dialog.get_by_role("button", name="Zurück zur Vorgabe").click()
    expect(dialog.get_by_label("POW")).to_have_value("10")
    dialog.locator("input[type=file]").set_input_files(saved)
    expect(dialog.get_by_label("POW")).to_have_value("11")
    broken = tmp_path / "broken.toml"
    broken.write_text("[guard_actions")
    dialog.locator("input[type=file]").set_input_files(broken)
    expect(dialog.locator(".trouble")).to_contain_text("Diese Datei passt nicht zu diesem Spiel.")
    expect(dialog.locator(".trouble")).to_contain_text("Diese Datei lässt sich nicht als TOML lesen.")
    no_pow = tmp_path / "no_pow.toml"
    no_pow.write_text(
        saved.read_text("utf-8").replace("pow = 11", "pow = 0").replace("empty = 3", "empty = 14")
    )
    dialog.locator("input[type=file]").set_input_files(no_pow)
    expect(dialog.locator(".trouble")).to_contain_text(
        "Wächteraktionen · POW: Es muss mindestens ein POW geben."
    )
    expect(dialog.get_by_label("POW")).to_have_value("11")
    dialog.get_by_role("button", name="Übernehmen").click()
    assert page.request.get(f"/api/tables/{starts(page)}").json()["kit"] == kit


def test_the_faces_of_a_die_are_chosen_by_their_names(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, color_scheme="dark")
    opens_kit(page, "museum")
    page.get_by_label("Blauer Würfel 1", exact=True).select_option("Schuh")
    check(page)
    page.get_by_role("button", name="Übernehmen").click()
    kit = page.request.get(f"/api/tables/{starts(page)}").json()["kit"]
    assert kit["blue_die"] == ["shoe", "torch", "shoe", "shoe", "cap", "ida"]


def test_friends_come_to_a_real_box_by_link(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page(locale="en-GB")
    anna.goto("/games/squid")
    anna.get_by_role("button", name="Mit der Schachtel").click()
    anna.get_by_label("Name auf Platz 1").fill("Anna")
    anna.get_by_role("button", name="Platz 2 kommt per Link dazu").click()
    check(anna)
    starts(anna)
    ben.goto(anna.url)
    ben.get_by_label("There is a seat for you. What is your name?").fill("Ben")
    ben.get_by_role("button", name="Join in").click()
    anna.get_by_role("button", name="Spiel beginnen").click()
    expect(ben.locator("#question")).to_have_text("A card is drawn: Anna enters it.")
    expect(ben.locator("button[data-move]")).to_have_count(0)
    tell(anna)
    expect(anna.locator("#question")).to_have_text("Eine Karte wird gezogen: Ben gibt sie ein.")
    tell(ben)
    expect(anna.locator(".log li.chance")).to_have_count(4)
    expect(anna.locator("button[data-move]").first).to_be_visible()  # Anna places the guard


def test_dice_at_a_real_box_are_typed_on_either_device(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page()
    anna.goto("/games/museum")
    anna.get_by_role("button", name="Mit der Schachtel").click()
    anna.get_by_role("button", name="Platz 2 kommt per Link dazu").click()
    starts(anna)
    ben.goto(anna.url)
    ben.get_by_role("button", name="Mitspielen").click()
    anna.get_by_role("button", name="Spiel beginnen").click()
    for person in (anna, ben):
        expect(person.locator("#question")).to_have_text("Was habt ihr gewürfelt?")
    tell(ben)
    for person in (anna, ben):
        expect(person.locator(".log li.chance")).to_have_count(6)
    expect(anna.locator("p.who")).to_have_text("Du bist dran")
