"""Every offered move can be clicked and the whole table is in the window, in each engine and game."""

import pytest

from tests.browsers.conftest import NewTab
from tests.browsers.engines import Tab
from tests.browsers.playing import SETTLED, ask, see
from tests.e2e.fits import FINGER, MEASURE, SMALLEST, Position, positions, wish
from tests.e2e.scenes import GAMES
from tests.e2e.serving import Server

WINDOWS = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 720)]


@pytest.mark.feature("everything offered can be hit, in five windows and every phase")
@pytest.mark.parametrize("game", GAMES)
def test_everything_offered_can_be_hit(new_tab: NewTab, quiet: Server, game: str) -> None:
    tab = new_tab(f"{quiet.url}/early.js")
    ask(tab, "/api/me")
    fullest = max(position.seats for position in positions(game))
    found = [
        f"{position}, {window[0]}×{window[1]}: {wrong}"
        for position in positions(game)
        if position.seats == fullest
        for window, wrongs in measured(tab, quiet, position).items()
        for wrong in wrongs
    ]
    assert not found, "\n".join(found)


# Firefox counts to a box the frame around it, also one that cannot be seen.
THIN = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("[data-spot] rect { stroke-width: 0 !important }");
  document.adoptedStyleSheets = [sheet];
}"""


def measured(tab: Tab, server: Server, position: Position) -> dict[tuple[int, int], list[str]]:
    tab.goto(f"{server.url}/t/{ask(tab, '/api/tables', wish(position))['id']}")
    see(tab, ".board .canvas")
    tab.evaluate(THIN)
    return {window: wrongs(tab, window) for window in WINDOWS}


def wrongs(tab: Tab, window: tuple[int, int]) -> list[str]:
    tab.resize(*window)
    tab.evaluate(SETTLED)
    assert tab.evaluate("() => [innerWidth, innerHeight]") == list(window)
    found: list[str] = tab.evaluate(MEASURE, [FINGER, SMALLEST])
    return found


# How much wider or higher a round choice is than it should be, in pixels.
OVAL = """() => Math.max(...[...document.querySelectorAll(".dock .pick")].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return Math.abs(width - height);
}))"""


@pytest.mark.parametrize(("game", "question"), [("number_poker", "choose"), ("shell_game", "lay")])
def test_round_choices_are_round(new_tab: NewTab, quiet: Server, game: str, question: str) -> None:
    position = next(position for position in positions(game) if position.question == question)
    tab = new_tab(f"{quiet.url}/early.js")
    ask(tab, "/api/me")
    tab.goto(f"{quiet.url}/t/{ask(tab, '/api/tables', wish(position))['id']}")
    see(tab, ".dock .pick")
    for window in WINDOWS:
        tab.resize(*window)
        tab.evaluate(SETTLED)
        assert tab.evaluate(OVAL) < 1, window
