"""Invitations in the same room: the link works on phones, or the page says that it cannot."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import open_table
from tests.e2e.serving import Server

PHONE = "127.0.0.2"  # cannot be reached until the door is open, just as another machine's address


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("home"), door="true", home_addresses=f"127.0.0.3,{PHONE}")
    running.start()
    yield running
    running.stop()


def test_an_invitation_is_one_that_a_phone_can_open(home: Server, new_page: NewPage) -> None:
    host = new_page("/", home.url)
    open_table(host, "number_poker", "Mit Freunden")
    expect(host.get_by_text("Bisher kommt nur dieses Gerät herein.")).to_be_visible()
    expect(host.get_by_role("img", name="QR-Code zum Tisch")).to_have_count(0)
    assert "127.0.0.1" not in host.locator("main").inner_text()
    host.get_by_label("Adresse, unter der Handys uns erreichen").select_option(label=f"{PHONE}:{home.port}")
    host.get_by_role("button", name="Andere Geräte zu Hause hereinlassen").click()
    link = host.get_by_label("Link zum Tisch").input_value()
    assert link.startswith(f"http://{PHONE}:{home.port}/")
    expect(host.get_by_role("img", name="QR-Code zum Tisch")).to_be_visible()
    assert "127.0.0.1" not in host.locator("main").inner_html()
    host.get_by_text("Was Handys so nicht können").click()
    expect(host.get_by_text("--https")).to_be_visible()
    phone = new_page(link, f"http://{PHONE}:{home.port}", viewport={"width": 390, "height": 844})
    expect(phone.get_by_label("Link zum Tisch")).to_have_value(link)  # a guest can pass the link on
    expect(phone.get_by_role("button", name="Mitspielen")).to_be_visible()
    host.goto(f"{host.url}/screen")  # on the big screen too, for all people in the room
    expect(host.get_by_role("img", name="QR-Code zum Tisch")).to_be_visible()


def test_a_server_that_nobody_may_open_says_what_to_do(new_page: NewPage) -> None:
    page = new_page("/", locale="en-GB")
    open_table(page, "number_poker", "With friends")
    expect(page.get_by_text("For now only this device can get in.")).to_be_visible()
    expect(page.get_by_text("ludothek serve --home")).to_be_visible()
    assert "127.0.0.1" not in page.locator("main").inner_html()
