"""Everything that the next move needs is in view, in every game, at every question, with every number of seats, in every window."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.fits import WINDOWS, measure, misfits, open_position, positions
from tests.e2e.scenes import GAMES, look_at

# Boards that are not yet laid out for a stage and a dock. Whoever does that for one takes it off; at the end there are none.
NOT_YET = {"clear_board", "connect_four", "five_in_a_row", "number_poker", "shell_game", "torris"}


@pytest.mark.parametrize("game", sorted(set(GAMES) - NOT_YET))
def test_a_table_fits_the_window(browser: Browser, quiet: str, game: str) -> None:
    found = list(misfits(browser, quiet, game))
    assert not found, "\n".join(found)


def test_what_does_not_fit_is_noticed(browser: Browser, quiet: str) -> None:
    context = browser.new_context(base_url=quiet, reduced_motion="reduce")
    page = context.new_page()
    look_at(page, open_position(context.request, positions("connect_four")[0]))
    for style, said in [
        (".stage { transform: translateY(60vh) }", "below the window"),
        (".stage { transform: scale(0.5) }", "less than a finger"),
        (".bar { font-size: 11px } .bar * { font-size: inherit }", "letters of 11.0 px"),
        (".table::after { content: ''; position: fixed; inset: 0 }", "is covered by"),
        (".dock { min-height: 120vh !important }", "too high"),
    ]:
        tag = page.add_style_tag(content=style)
        assert any(said in wrong for wrong in measure(page, WINDOWS[0])), said
        tag.evaluate("(style) => style.remove()")
    context.close()
