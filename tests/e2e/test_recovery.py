"""Recovery in the middle of a game, without loss: a reload, a lost connection, a killed server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.playing import BUTTONS, expect_over, open_menu, open_table, play_one, play_quickly, record_of
from tests.e2e.serving import Server

LOST = "Verbindung unterbrochen"


@pytest.fixture
def fragile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this module's own, to be killed."""
    running = Server(tmp_path_factory.mktemp("fragile"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def slow_to_listen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that hears little at a time."""
    running = Server(tmp_path_factory.mktemp("slow"), messages_per_second=2)
    running.start()
    yield running
    running.stop()


def moves_of(record: dict[str, list[tuple[object, str]]]) -> list[str]:
    return [move for seat, move in record["moves"] if seat == 0]


def test_a_reload_in_the_middle(page: Page) -> None:
    table = open_table(page, "torris", "Gegen Bots", names=("Anna",))
    first = play_quickly(page, moves=4)
    expect(page.locator("button[data-move]:not(:disabled)").first).to_be_visible()
    log = page.locator(".log li").count()
    page.reload()
    expect(page.locator(".log li")).to_have_count(log)
    second = play_quickly(page)
    expect_over(page)
    assert len(moves_of(record_of(page, table))) == first + second


def test_a_lost_connection_in_the_middle(page: Page) -> None:
    table = open_table(page, "torris", "Gegen Bots", names=("Anna",))
    first = play_quickly(page, moves=3)
    expect(page.locator("button[data-move]:not(:disabled)").first).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_contain_text(LOST)
    play_one(page)  # clicked while offline: it is sent after reconnecting
    expect(page.locator("button[data-move]:not(:disabled)")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator(".banner")).to_have_count(0)
    second = play_quickly(page)
    expect_over(page)
    assert len(moves_of(record_of(page, table))) == first + 1 + second


def test_what_is_wished_for_before_the_line_is_open_is_heard(new_page: NewPage, fragile: Server) -> None:
    page = new_page(url=fragile.url, drawn=True)
    open_table(page, "torris", "Gegen Bots", names=("Anna",))
    open_menu(page)
    in_words, said = page.get_by_role("switch", name="Textansicht"), page.get_by_text("Anna hat Weiß.")
    in_words.check()
    expect(said).to_be_visible()
    in_words.uncheck()
    expect(page.locator(".board")).to_be_visible()
    page.wait_for_load_state(
        "networkidle"
    )  # a request that fails would count as a lost server, and here only the line is lost
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_contain_text(LOST)
    with fragile.held_up():
        with page.expect_websocket():
            page.context.set_offline(False)
        in_words.check()
    expect(said).to_be_visible()


def test_what_could_not_be_had_while_the_server_was_lost_is_asked_for_again(new_page: NewPage) -> None:
    """Else every table would wait for it, for as long as the page is open."""
    page = new_page("/games/torris", service_workers="block")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    with page.expect_event(
        "requestfailed", lambda failed: "house.svelte" in failed.url
    ):  # this device was to answer instead
        page.get_by_role("button", name="English").click()
    with page.expect_response("**/health"):  # it has noticed
        page.context.set_offline(False)
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("button", name="Gegen Bots").click()
    with page.expect_response(lambda answer: answer.url.endswith("/api/tables?language=de") and answer.ok):
        page.locator("form button.main").click()
    play_one(page)


def test_the_way_out_is_free_while_the_line_is_lost(page: Page) -> None:
    open_table(page, "torris", "Gegen Bots", names=("Anna",))
    expect(page.locator(".log li").first).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_contain_text(LOST)
    open_menu(page)
    expect(page.get_by_role("button", name="English")).to_be_visible()
    page.context.set_offline(False)


def test_another_language_waits_for_no_server(new_page: NewPage, fragile: Server) -> None:
    page = new_page(url=fragile.url, service_workers="block")
    with page.expect_response(lambda answer: "/assets/en-" in answer.url) as other:
        open_table(page, "torris", "Gegen Bots", names=("Anna",))
    other.value.finished()
    open_menu(page)
    with fragile.held_up():
        page.get_by_role("button", name="English").click()
        expect(page.get_by_role("region", name="What happened")).to_be_visible()
    expect(
        page.get_by_text("Anna sits down at the table.").first
    ).to_be_visible()  # which only the server can say


def test_a_killed_server_in_the_middle(new_page: NewPage, fragile: Server) -> None:
    page = new_page(url=fragile.url)
    table = open_table(page, "torris", "Gegen Bots", names=("Anna",))
    first = play_quickly(page, moves=3)
    expect(page.locator("button[data-move]:not(:disabled)").first).to_be_visible()
    log = page.locator(".log li").all_text_contents()
    fragile.kill()
    expect(page.locator(".banner")).to_contain_text(LOST)
    play_one(page)
    fragile.start()
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.locator("button[data-move]:not(:disabled)").first).to_be_visible()
    assert page.locator(".log li").all_text_contents()[: len(log)] == log
    second = play_quickly(page)
    expect_over(page)
    assert len(moves_of(record_of(page, table))) == first + 1 + second


def test_the_person_who_is_too_quick_for_the_server_is_heard_a_moment_later(
    new_page: NewPage, slow_to_listen: Server
) -> None:
    page = new_page(url=slow_to_listen.url)
    open_table(page, "torris", "Gegen Bots")
    play_quickly(page, moves=8)
    expect(page.locator(BUTTONS).first).to_be_visible()


def test_the_person_who_is_quicker_than_the_stones_need_not_tap_twice(
    new_page: NewPage, fragile: Server
) -> None:
    page = new_page(url=fragile.url)
    open_table(page, "shell_game", "Gegen Bots")
    play_quickly(page, moves=5)  # they are laid out, turned face down, and slid
    expect(page.locator(BUTTONS).first).to_be_visible()
    expect(page.locator(".toasts p")).to_have_count(0)


def test_a_table_that_does_not_exist(page: Page) -> None:
    page.goto("/t/AAAAAAAAAAAAAAAAAAAAAA")
    expect(page.get_by_role("heading", name="Diesen Tisch gibt es nicht.")).to_be_visible()
