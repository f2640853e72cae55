"""A slow device drops animations before it drops frames: pieces stop gliding, and the game goes on.

An ordinary device keeps them.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import SPOTS, expect_over, play_quickly
from tests.e2e.test_boards import open_drawn

# The motions that the script begins on the board.
COUNTED = """(() => {
  window.begun = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...motion) {
    if (this.closest(".board")) window.begun += 1;
    return animate.apply(this, motion);
  };
})()"""
# For three quarters of the time the device does something else.
KEPT_BUSY = """() => {
  window.done = false;
  const work = () => { for (const end = performance.now() + 60; performance.now() < end;); if (!done) setTimeout(work, 20); };
  work();
}"""
# Current animations, by script or style; those of a millisecond only place an element.
MOVING = "() => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime > 1).length"
GAVE_UP = 'html[data-device="slow"]'


@contextmanager
def kept_busy(page: Page) -> Iterator[None]:
    page.evaluate(KEPT_BUSY)
    yield
    page.evaluate("done = true")


@contextmanager
def throttled(page: Page) -> Iterator[None]:
    browser = page.context.new_cdp_session(page)
    browser.send("Emulation.setCPUThrottlingRate", {"rate": 40})
    yield
    browser.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def open_moving(new_page: NewPage, game: str, *, in_time: bool = False) -> Page:
    """`in_time` the page's clock never misses a tick, whatever else this machine does."""
    page = new_page(drawn=True, reduced_motion="no-preference")
    page.add_init_script(COUNTED)
    if in_time:
        page.clock.install()
    open_drawn(page, game)
    return page


@pytest.mark.parametrize(("game", "slowed"), [("squid", kept_busy), ("connect_four", throttled)])
def test_a_slow_device_plays_without_motion(
    new_page: NewPage, game: str, slowed: Callable[[Page], AbstractContextManager[None]]
) -> None:
    page = open_moving(new_page, game)
    with slowed(page):
        for seed in range(30):  # only positions that stay long enough to move are judged
            if page.locator(GAVE_UP).count():
                break
            play_quickly(
                page, moves=1, seed=seed, offers=SPOTS, seconds=60
            )  # by turns here and there: four in one column would end it
        expect(page.locator(GAVE_UP)).to_be_attached()
    page.wait_for_function(f"() => ({MOVING})() === 0")
    page.evaluate("begun = 0")
    assert play_quickly(page, seed=3, offers=SPOTS, seconds=60) > 0
    expect_over(page)
    assert page.evaluate("begun") == 0
    assert page.evaluate(MOVING) == 0


def test_an_ordinary_device_keeps_its_motion(new_page: NewPage) -> None:
    page = open_moving(new_page, "connect_four", in_time=True)
    play_quickly(page, moves=3, offers=SPOTS)  # a fourth might have won the game
    page.locator(SPOTS).first.wait_for(state="attached")
    assert page.evaluate("begun") >= 5  # stones that fell: three own ones, and those of the bot
    expect(page.locator(GAVE_UP)).to_have_count(0)
