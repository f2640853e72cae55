"""Time limits with a clock that all players see, and players who mark themselves as away."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import join, open_menu, play_one
from tests.e2e.scenes import PHONE


def test_by_the_clock_and_away_for_a_while(new_page: NewPage, quiet: str) -> None:
    anna = new_page("/games/connect_four", quiet, viewport=PHONE)
    anna.get_by_role("button", name="Mit Freunden").click()
    anna.get_by_text("Mehr einstellen").click()
    anna.get_by_label("5 min + 5 s").check()
    anna.locator("form button.main").click()
    anna.wait_for_url("**/t/*")
    join(anna, "Ben")
    anna.get_by_role("button", name="Spiel beginnen").click()
    clocks = anna.get_by_role("list", name="Bedenkzeit").get_by_role("listitem")
    expect(clocks).to_have_text([re.compile(r"[45]:\d\d$"), re.compile(r"5:00$")])
    play_one(anna)
    expect(clocks.last).not_to_have_text(re.compile("5:00$"))  # Ben's runs now
    open_menu(anna)
    anna.get_by_role("button", name="Ich bin kurz weg").click()
    back = anna.locator(".question").get_by_role("button", name="Ich bin wieder da")
    expect(back).to_be_in_viewport()
    ben = new_page(anna.url, quiet)
    expect(ben.locator(".people")).to_contain_text("ist eine Weile weg")
    back.click()
    expect(back).to_have_count(0)
    expect(ben.locator(".people")).not_to_contain_text("ist eine Weile weg")
