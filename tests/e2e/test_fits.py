"""Everything for the next move is in view, in every game, question, number of seats and window."""

import random

import pytest
from playwright.sync_api import Browser

from ludothek.core.table import Table, seat_label
from tests.e2e.fits import WINDOWS, Position, measure, misfits, open_position, outermost, play_one, positions
from tests.e2e.scenes import GAMES, look_at


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_the_window(browser: Browser, quiet: str, game: str) -> None:
    found = list(misfits(browser, quiet, game, outermost))
    assert not found, "\n".join(found)


def test_points_and_towers_are_read_in_full_between_those_windows(browser: Browser, quiet: str) -> None:
    """Windows in which a seat just fits on one line, or a little more."""
    found = list(misfits(browser, quiet, "torris", lambda _: [(844, 390), (932, 430)]))
    assert not found, "\n".join(found)


# How many lines its words take, and how much of it is out of sight.
CURTAIN = """(curtain) => {
  const words = curtain.querySelector("h2");
  const outside = ({ left, top, right, bottom }) => Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
  const lines = words.offsetHeight / parseFloat(getComputedStyle(words).lineHeight);
  const parts = [curtain, ...curtain.querySelectorAll("h2, button")];
  return [Math.round(lines), Math.max(...parts.map((part) => outside(part.getBoundingClientRect())))];
}"""


def test_the_person_who_is_given_the_device_can_read_it(browser: Browser, quiet: str) -> None:
    context = browser.new_context(base_url=quiet, locale="de-DE", reduced_motion="reduce")
    context.request.get("/api/me")
    seats = [{"kind": "me", "name": name} for name in ("Annabella", "Großmutter Ottilie")]
    table = context.request.post("/api/tables", data={"game": "number_poker", "seats": seats}).json()["id"]
    page = context.new_page()
    look_at(page, table)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        lines, hidden = page.locator(".curtain").evaluate(CURTAIN)
        assert (lines <= 3, hidden <= 1) == (True, True), (width, height, lines, hidden)
    context.close()


def test_what_does_not_fit_is_noticed(browser: Browser, quiet: str) -> None:
    context = browser.new_context(base_url=quiet, reduced_motion="reduce")
    page = context.new_page()
    look_at(page, open_position(context.request, positions("connect_four")[0]))
    for style, said in [
        (".stage { transform: translateY(60vh) }", "below the window"),
        (".stage { transform: scale(0.25) }", "less than a finger"),
        (".bar, .bar * { font-size: 11px !important }", "letters of 11.0 px"),
        (".table::after { content: ''; position: fixed; inset: 0 }", "is covered by"),
        (".bar { min-height: 120vh !important }", "too high"),
        (".bar h1 { inline-size: 3rem }", "is cut off"),
        (".bar svg path { display: none }", "is an empty button"),
    ]:
        tag = page.add_style_tag(content=style)
        assert any(said in wrong for wrong in measure(page, WINDOWS[0])), said
        tag.evaluate("(style) => style.remove()")
    context.close()


def test_no_tower_hides_a_stone(browser: Browser, quiet: str) -> None:
    context = browser.new_context(base_url=quiet, reduced_motion="reduce", has_touch=True)
    page = context.new_page()
    look_at(page, open_position(context.request, among_towers(least=6)))
    assert [wrong for window in WINDOWS for wrong in measure(page, window)] == []
    context.close()


def among_towers(least: int) -> Position:
    """Find a position of Torris with two towers of this height and a player to move."""
    for seed in range(500):
        table, rng = Table.open("torris", 2), random.Random(seed)
        while acting := table.variant.to_act(table.state):
            if sum(height >= least for height in table.state.height) > 1:
                moves = tuple((seat_label(by), move) for by, move in table.moves)
                return Position("torris", 2, "tall", acting[0], moves)
            play_one(table, rng)
    raise AssertionError("no game has towers as high")
