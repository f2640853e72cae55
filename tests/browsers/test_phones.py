"""Differences between a phone and a small window.

An iPhone's notch and home bar are emulated in Chromium, which supports that.
"""

import re
import struct
from collections.abc import Callable

import httpx
import pytest

from ludothek.core import CHANCE
from tests.browsers.chromium import Chromium
from tests.browsers.conftest import NewTab
from tests.browsers.engines import Engine, Tab
from tests.browsers.playing import SETTLED, ask, see, tap, wait_for
from tests.e2e.fits import positions, wish
from tests.e2e.scenes import GAMES
from tests.e2e.serving import Server

LYING = {"left": 47, "right": 47, "bottom": 21}
UPRIGHT = {"top": 47, "bottom": 34}
PHONES = [((844, 390), LYING), ((390, 844), UPRIGHT)]
IN_CHROMIUM = pytest.mark.xdist_group("chromium")

# Elements that are partly covered by parts of an iPhone.
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
    notch = {"left": LYING["left"], "right": LYING["right"]}  # the home bar covers scrolling content
    assert tab.evaluate(COVERED, notch) == []
    tab.close()


def table(tab: Tab, server: Server) -> str:
    """A table of Torris at which a tap picks a stone."""
    position = next(position for position in positions("torris") if position.asked != CHANCE)
    return f"{server.url}/t/{ask(tab, '/api/tables', wish(position))['id']}"


# Counts connections to the server; open ones can be made silent, as a sleeping device leaves them.
LINES = """
window.lines = 0;
const Line = WebSocket;
window.WebSocket = class extends Line {
  constructor(...given) { super(...given); window.lines += 1; this.number = window.lines; }
  send(text) { if (!(this.number <= window.asleep)) super.send(text); }
};
"""


@pytest.mark.feature("a table that was asleep is current at once")
def test_a_table_that_wakes_up_takes_a_new_line_at_once(new_tab: NewTab, quiet: Server) -> None:
    tab = new_tab(f"{quiet.url}/early.js", script=LINES)
    ask(tab, "/api/me")
    tab.goto(table(tab, quiet))
    see(tab, ".board .canvas")
    before = tab.evaluate("() => (window.asleep = window.lines)")
    tab.evaluate("() => void document.dispatchEvent(new Event('visibilitychange'))")
    wait_for(
        tab, "(before) => window.lines > before", before, patience=5_000
    )  # else it asks after twelve seconds


# An iPhone's audio context: it starts suspended, and runs only after resume().
STOPPED = """
localStorage.setItem("ludothek.settings", JSON.stringify({ sound: true }));
window.resumed = 0;
Object.defineProperty(AudioContext.prototype, "state", { get: () => "suspended" });
AudioContext.prototype.resume = () => ((window.resumed += 1), Promise.resolve());
"""


@pytest.mark.feature("sound that the system stopped goes on")
def test_sound_that_the_system_stopped_goes_on(new_tab: NewTab, quiet: Server) -> None:
    tab = new_tab(f"{quiet.url}/early.js", script=STOPPED)
    ask(tab, "/api/me")
    tab.goto(table(tab, quiet))
    see(tab, ".board .canvas")
    tap(tab, ".board [data-spot]:not([aria-disabled=true])")
    wait_for(tab, "() => window.resumed > 0", patience=5_000)


def test_the_icon_of_a_home_screen_is_opaque(quiet: Server) -> None:
    page = httpx.get(quiet.url).text
    icon = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert icon
    content = httpx.get(quiet.url + icon[1]).content
    width, height, _, colours = struct.unpack(">IIBB", content[16:26])
    assert (width, height, colours) == (180, 180, 2)  # RGB without alpha


@pytest.mark.feature("a menu closes by a tap beside it")
def test_a_menu_closes_by_a_tap_beside_it(new_tab: NewTab, quiet: Server) -> None:
    tab = new_tab(f"{quiet.url}/early.js")
    ask(tab, "/api/me")
    tab.goto(table(tab, quiet))
    tap(tab, ".bar [aria-controls]")
    see(tab, ".menu:not([hidden])")
    tab.tap(20, 830)
    wait_for(tab, "() => document.querySelector('.menu').hidden", patience=5_000)


@pytest.mark.feature("two taps, a long one and two fingers leave the layout")
def test_fingers_leave_the_layout_as_it_is(new_tab: NewTab, quiet: Server) -> None:
    """Gestures: a double tap, a long press, and a pinch."""
    tab = new_tab(f"{quiet.url}/early.js")
    ask(tab, "/api/me")
    tab.goto(table(tab, quiet))
    see(tab, ".board .canvas")
    layout = "() => [visualViewport.scale, scrollY, document.querySelector('.stage').getBoundingClientRect().width]"
    before = tab.evaluate(layout)
    for _ in range(2):
        tab.tap(195, 300)
    tab.tap(195, 300, milliseconds=700)
    tab.evaluate(SETTLED)
    assert tab.evaluate(layout) == before
    assert (
        tab.evaluate("() => getComputedStyle(document.querySelector('.canvas')).touchAction")
        == "manipulation"
    )
    tab.pinch(195, 400)
    tab.evaluate(SETTLED)
    assert tab.evaluate(layout)[1:] == before[1:]
    assert tab.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")
