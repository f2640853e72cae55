"""Announcements that reach a player: the end of a game, what others say and do, whose turn it is."""

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import open_table
from tests.e2e.scenes import PHONE, open_scene


def test_the_end_of_a_game_makes_way_for_the_board_and_comes_back(new_page: NewPage, quiet: str) -> None:
    page = new_page("/", quiet, drawn=True)
    page.goto(f"/t/{open_scene(page.request, 'torris', 'end')}")
    end = page.locator(".outcome")
    for size in ({"width": 1280, "height": 720}, PHONE, {"width": 640, "height": 360}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for offered in ("Revanche", "Noch einmal ansehen", "Zum Regal"):
            offer = end.get_by_text(offered)
            offer.scroll_into_view_if_needed()
            expect(offer).to_be_in_viewport()
    expect(end.get_by_role("row")).to_have_count(3)  # the points of both
    page.keyboard.press("Escape")
    expect(end).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.get_by_role("button", name="Ergebnis").click()
    end.get_by_role("button", name="Brett ansehen").click()
    expect(end).to_have_count(0)


def test_others_are_heard_and_seen(new_page: NewPage) -> None:
    anna, ben = new_page(viewport=PHONE), new_page()
    open_table(anna, "connect_four", "Mit Freunden", names=("Anna",))
    ben.goto(anna.url)
    ben.get_by_label("Ein Platz ist für dich frei.").fill("Ben")
    ben.get_by_role("button", name="Mitspielen").click()
    expect(anna.locator(".toasts")).to_contain_text("Ben setzt sich an den Tisch.")
    anna.get_by_role("button", name="Spiel beginnen").click()
    first = anna if "Du bist dran" in anna.locator(".who").inner_text() else ben
    expect(first).to_have_title("Du bist dran · Vier gewinnt · Ludothek")
    ben.get_by_role("tab", name="Chat").click()
    ben.get_by_role("button", name="Viel Glück!").click()
    expect(anna.locator(".toasts")).to_contain_text("Ben: Viel Glück!")
    ben.close()
    expect(anna.locator(".toasts")).to_contain_text("Ben ist gerade weg.")
