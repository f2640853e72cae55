"""What a phone does otherwise than a small window.

An iPhone's notch and home bar are tried in Chromium, which can be told of them.
"""

from collections.abc import Callable

import pytest

from tests.browsers.chromium import Chromium
from tests.browsers.engines import Engine
from tests.browsers.playing import SETTLED, ask, see, tap
from tests.e2e.fits import positions, wish
from tests.e2e.scenes import GAMES
from tests.e2e.serving import Server

LYING = {"left": 47, "right": 47, "bottom": 21}
UPRIGHT = {"top": 47, "bottom": 34}
PHONES = [((844, 390), LYING), ((390, 844), UPRIGHT)]
IN_CHROMIUM = pytest.mark.xdist_group("chromium")

# What lies, in part, where an iPhone covers it.
COVERED = """({ top = 0, right = 0, bottom = 0, left = 0 }) => [
  ...document.querySelectorAll(".bar *, #question, .board .canvas, .board [data-spot], button, a, .menu:not([hidden])"),
].filter((one) => {
  if (one.matches(".skip, .sr-only, .sr-only *, .menu *") || !one.checkVisibility({ visibilityProperty: true })) return false;
  const box = one.getBoundingClientRect();
  if (getComputedStyle(one).clipPath !== "none" || !box.width || box.top >= innerHeight) return false;
  return box.left < left - 2 || box.right > innerWidth - right + 2 || box.top < top - 2 || box.bottom > innerHeight - bottom + 2;
}).map((one) => one.dataset.spot ?? one.ariaLabel ?? one.outerHTML.slice(0, 90))"""


@pytest.fixture
def chromium(started: Callable[[str], Engine]) -> Chromium:
    engine = started("chromium")
    assert isinstance(engine, Chromium)
    return engine


@IN_CHROMIUM
@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_under_the_notch_or_the_home_bar(chromium: Chromium, quiet: Server, game: str) -> None:
    tab = chromium.open()
    tab.goto(f"{quiet.url}/early.js")
    ask(tab, "/api/me")
    position = max(positions(game), key=lambda position: position.seats)
    tab.goto(f"{quiet.url}/t/{ask(tab, '/api/tables', wish(position))['id']}")
    see(tab, ".board .canvas")
    for size, covered in PHONES:
        tab.resize(*size)
        tab.cover(**covered)
        tab.evaluate(SETTLED)
        assert tab.evaluate(COVERED, covered) == [], size
        assert tab.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
        tap(tab, ".bar [aria-controls]")
        see(tab, ".menu:not([hidden]) .item")
        assert tab.evaluate(COVERED, covered) == [], size
        tab.press("Escape")
    tab.close()


@IN_CHROMIUM
def test_pages_and_drawers_keep_clear_of_the_notch(chromium: Chromium, quiet: Server) -> None:
    tab = chromium.open(size=(844, 390))
    tab.goto(quiet.url)
    tab.cover(**LYING)
    see(tab, "main a")
    notch = {"left": LYING["left"], "right": LYING["right"]}  # the home bar lies over what scrolls
    assert tab.evaluate(COVERED, notch) == []
    tab.close()
