"""Waiting times are skipped: players confirm that they have memorised; a single legal move is automatic."""

import random

from playwright.sync_api import Page, expect

from ludothek.core.table import Table, seat_label
from tests.e2e.conftest import NewPage
from tests.e2e.fits import Position, open_position, play_one
from tests.e2e.playing import open_menu
from tests.e2e.scenes import PHONE, look_at


def test_the_person_who_has_memorised_the_stones_says_so(new_page: NewPage, quiet: str) -> None:
    page = new_page("/", quiet, drawn=True, viewport=PHONE, has_touch=True)
    look_at(page, open_position(page.request, Position("shell_game", 2, "memorise", 1, ((0, "PLTS"),))))
    assert waits_for(page) == [1]
    got_it = page.get_by_role("button", name="Gemerkt!")
    expect(got_it).to_be_in_viewport()
    got_it.tap()
    expect(got_it).to_have_count(0)
    assert waits_for(page) == []


def waits_for(page: Page) -> list[int]:
    seats: list[int] = page.request.get(f"{page.url.replace('/t/', '/api/tables/')}/frame").json()[
        "waits_for"
    ]
    return seats


def test_one_passes_by_itself_only_if_one_wants_to(new_page: NewPage, quiet: str) -> None:
    page = new_page("/", quiet, drawn=True)
    look_at(page, open_position(page.request, with_nothing_left()))
    passing = page.locator('.dock [data-spot="pass"][aria-disabled=false]')
    expect(passing).to_be_visible()
    open_menu(page)
    page.get_by_label("Einzigen Zug von allein machen").check()
    page.keyboard.press("Escape")
    expect(passing).to_have_count(0)


def with_nothing_left() -> Position:
    """Find a position of Squid in which a player has no trick to play."""
    for seed in range(100):
        table, rng = Table.open("squid", 3), random.Random(seed)
        while acting := table.variant.to_act(table.state):
            for seat in acting:
                if list(table.variant.moves(table.state, seat)) == ["pass"]:
                    return Position(
                        "squid", 3, "pass", seat, tuple((seat_label(by), move) for by, move in table.moves)
                    )
            play_one(table, rng)
    raise AssertionError("everybody always has something to choose from")
