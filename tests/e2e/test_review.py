"""The review of a finished game on its page: started once, drawn, clicked, stored, and played on from."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.e2e.scenes import open_scene, record_of

GAME = "number_poker"  # whose judge is immediate


def test_a_game_is_looked_at_again_and_tried_again(new_page: NewPage, quiet: str) -> None:
    anna = new_page("/", quiet)
    replay = f"/t/{open_scene(anna.request, GAME, 'end')}/replay"
    anna.goto(replay)
    review = anna.locator(".review")
    review.get_by_role("button", name="Zurückschauen").click()
    curve = review.get_by_role("slider")
    expect(review.locator("progress")).to_have_count(0)
    last = len(record_of(GAME)["moves"])
    expect(curve).to_have_attribute("aria-valuemax", str(last))
    curve.press("End")
    expect(curve).to_have_attribute("aria-valuetext", re.compile(rf"Nach Zug {last}: .*Anna \d+ %"))
    expect(anna).to_have_url(re.compile(rf"step={last}$"))  # the board follows, and so does the address
    box = curve.bounding_box()
    assert box
    curve.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(curve).to_have_attribute("aria-valuenow", str(round(last / 2)))
    for said in (
        "Glück und Können",
        "Das hat entschieden",
        "So durchschaubar wart ihr",
        "ist keins von beiden: Das ist der Anfang.",
    ):
        expect(review).to_contain_text(said)
    review.get_by_role(
        "button", name="Ab hier noch einmal"
    ).first.click()  # beneath the curve: from the moment at which it stands
    expect(anna).not_to_have_url(re.compile("/replay"))
    expect(anna.get_by_text(f"Noch einmal ab Zug {round(last / 2)}").first).to_be_visible()

    ben = new_page(
        replay, quiet, locale="en-GB"
    )  # other people with the link get the review in their own language
    expect(ben.locator(".review")).to_contain_text("Luck and skill")
    expect(ben.get_by_role("button", name="Look back")).to_have_count(0)
