"""Cost of a board: few bytes over the network, and no layout shift during a game.

Times are measured by bench/pages.py.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from bench.pages import IN_WORDS, board_size
from tests.e2e.measuring import Load, first_load, open_for_bots
from tests.e2e.scenes import GAMES, PHONE, open_scene, quiet_server, record_of
from tests.e2e.serving import Server

MOST_BYTES = 100_000
MOST_SHIFT = 0.05
# Bots play for a while: a number of moves, or of milliseconds where they take their time.
WATCHED = """([moves, end]) => document.querySelector(".table").dataset.version >= moves || document.querySelector(".outcome")
  || performance.now() > end"""
MOVES, LONGEST = 30, 6000


@pytest.fixture(scope="module")
def busy() -> Iterator[Server]:
    """Its bots play at a pace that can be watched."""
    with quiet_server(bot_delay=0.1) as server:
        yield server


@pytest.fixture
def phone(browser: Browser, busy: Server) -> Iterator[Page]:
    context = browser.new_context(
        base_url=busy.url, viewport=PHONE, reduced_motion="reduce", service_workers="block"
    )
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def words(browser: Browser, busy: Server) -> Load:
    """A table without a drawn board."""
    context = browser.new_context(base_url=busy.url, service_workers="block")
    context.add_init_script(IN_WORDS)
    load = first_load(
        context.new_page(), f"/t/{open_scene(context.request, 'torris', 'middle')}", "#question"
    )
    context.close()
    return load


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_small_and_nothing_jumps(phone: Page, words: Load, game: str) -> None:
    table = open_for_bots(phone.request, game, record_of(game)["seats"])
    load = first_load(phone, f"/t/{table}", ".board .canvas")
    assert 0 < board_size(load, words) < MOST_BYTES
    phone.wait_for_function(WATCHED, arg=[MOVES, LONGEST])
    assert phone.evaluate("told.shift") < MOST_SHIFT


def test_what_jumps_is_noticed(phone: Page) -> None:
    first_load(phone, f"/t/{open_scene(phone.request, 'torris', 'middle')}", ".board .canvas")
    phone.wait_for_timeout(600)  # a shift right after a person's action would not count
    phone.evaluate(
        "() => document.querySelector('.board').before(Object.assign(document.createElement('p'), { style: 'height: 20rem' }))"
    )
    phone.wait_for_function("(most) => told.shift > most", arg=MOST_SHIFT)
