"""Several people: in two browsers, on one device, and with the physical box."""

from playwright.sync_api import Page, WebSocket, expect

from tests.e2e.conftest import PATIENCE, NewPage
from tests.e2e.playing import SPOTS, expect_over, open_menu, open_table, play_one, record_of, tell
from tests.e2e.scenes import PHONE, quiet_server

MOVES = "button[data-move]:not(:disabled)"


def to_move(*people: Page) -> Page | None:
    """Wait until one of the people is asked and return their page; None when the game is over."""
    for _ in range(PATIENCE // 50):
        for person in people:
            if person.locator(MOVES).count():
                return person
        if any(person.locator(".outcome").is_visible() for person in people):
            return None
        people[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked, and it is not over")


def test_two_browsers_share_a_table(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page(locale="en-GB")
    table = open_table(anna, "number_poker", "Mit Freunden", seats=2, names=("Anna",))
    ben.goto(anna.url)
    ben.get_by_label("There is a seat for you. What is your name?").fill("Ben")
    ben.get_by_role("button", name="Join in").click()
    expect(anna.locator("main")).to_contain_text("Ben")
    anna.get_by_role("button", name="Spiel beginnen").click()
    expect(ben.locator("#question")).to_contain_text("Round 1")  # each in their own language
    while person := to_move(anna, ben):
        play_one(person)
    expect_over(anna)
    expect_over(ben)
    assert len(record_of(ben, table)["moves"]) >= 16


def test_nothing_jumps_while_all_choose_by_the_clock(new_page: NewPage) -> None:
    def top() -> float:
        box = anna.locator(".board .canvas").first.bounding_box()
        assert box
        return box["y"]

    with quiet_server() as server:
        anna, ben = (new_page("/", server.url, drawn=True, viewport=PHONE) for _ in range(2))
        open_table(anna, "squid", "Mit Freunden", names=("Anna",))
        ben.goto(anna.url)
        ben.get_by_role("button", name="Mitspielen").click()
        anna.get_by_role("button", name="Spiel beginnen").click()
        anna.locator(SPOTS).first.dispatch_event("click")  # where the guard stands
        expect(anna.locator("#question")).to_contain_text("Wie stimmst du ab?")
        expect(anna.get_by_role("timer")).to_be_visible()
        before = top()
        anna.locator(SPOTS).first.dispatch_event("click")
        expect(anna.locator("#question")).to_contain_text("Deine Wahl: 0 zeigen.")
        assert top() == before


def test_chat_and_phrases_and_who_is_here(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page()
    open_table(anna, "connect_four", "Mit Freunden", names=("Anna",))
    ben.goto(anna.url)
    ben.get_by_label("Ein Platz ist für dich frei.").fill("Ben & Co")
    ben.get_by_role("button", name="Mitspielen").click()
    anna.get_by_role("button", name="Spiel beginnen").click()
    ben.get_by_role("tab", name="Chat").click()
    ben.get_by_role("button", name="Viel Glück!").click()
    ben.get_by_label("Nachricht").fill("<b>hallo</b>")
    ben.get_by_role("button", name="Senden").click()
    anna.get_by_role("tab", name="Chat").click()
    expect(anna.get_by_role("region", name="Chat", exact=True)).to_contain_text("Viel Glück!")
    expect(anna.get_by_role("region", name="Chat", exact=True)).to_contain_text(
        "<b>hallo</b>"
    )  # markup stays text
    ben.close()
    expect(anna.get_by_role("listitem").filter(has_text="Ben & Co").first).to_contain_text("ist gerade weg")


def test_the_language_is_switched_at_the_table(page: Page) -> None:
    open_table(page, "connect_four", "Gegen Bots", names=("Anna",))
    play_one(page)
    expect(page.locator(".log li").last).to_contain_text(
        "Bruno"
    )  # not Ada: two tokens would bear the same letter
    open_menu(page)
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Your moves")).to_be_visible()
    expect(page.locator(".log li").first).to_contain_text("Anna sits down")


def test_a_seat_is_handed_to_a_bot_and_back(new_page: NewPage, quiet: str) -> None:
    page = new_page("/", quiet)  # where bots take their time, and the game is not over before one is back
    open_table(page, "connect_four", "Gegen Bots", names=("Anna",))
    expect(page.locator(MOVES).first).to_be_visible()
    page.get_by_role("button", name="An einen Bot geben: Anna").click()
    expect(page.locator("p.who")).to_have_text("Ein Bot spielt für dich")
    back = page.locator(".question").get_by_role("button", name="Selbst weiterspielen")
    back.click()
    expect(back).to_have_count(0)
    play_one(page)
    expect(page.locator(".log li.move")).to_have_count(1)


def test_a_move_is_taken_back_with_the_bots_answer(page: Page) -> None:
    open_table(page, "torris", "Gegen Bots", names=("Anna",))
    play_one(page)  # the first seat is drawn by lot: now she has certainly moved once, and is asked again
    expect(page.get_by_role("button", name="Zug zurücknehmen")).to_be_enabled()
    expect(page.locator(MOVES).first).to_be_visible()
    made = page.locator(".log li.move:not(.chance)").count()
    page.get_by_role("button", name="Zug zurücknehmen").click()
    log = page.get_by_role("region", name="Verlauf", exact=True)
    expect(log).to_contain_text("Anna nimmt den letzten Zug zurück")
    expect(page.locator(MOVES).first).to_be_visible()
    assert (
        page.locator(".log li.move:not(.chance)").count() == made
    )  # the log still has what was taken back, and no bot has moved since
    expect(page.get_by_role("tab")).to_have_text(["Verlauf"])  # there is no one to chat with


def test_tables_are_left_and_deleted(page: Page) -> None:
    open_table(page, "connect_four", "Gegen Bots", names=("Anna",))
    page.goto("/tables")
    for answer, left in (("Behalten", 1), ("Verlassen", 0)):
        page.get_by_role("button", name="Verlassen: Vier gewinnt").click()
        page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()
        expect(page.locator("li.card")).to_have_count(left)
    expect(page.get_by_role("link", name="Ein Spiel aussuchen")).to_be_visible()


def test_nobody_waits_for_memories_that_are_ready(new_page: NewPage) -> None:
    page = new_page(drawn=True, viewport=PHONE)
    open_table(page, "shell_game", "Gegen Bots", seats=2, names=("Anna",))
    for symbol in "PLTS":
        page.locator(f'[data-spot="lay{symbol}"]').click()
    expect(page.locator('[data-spot="hide"]')).to_be_enabled()  # no bot needs time
    expect(page.get_by_role("button", name="Gemerkt!")).to_have_count(0)


def test_a_move_is_taken_back(page: Page) -> None:
    open_table(page, "clear_board", "Allein", names=("Anna",))
    before = page.locator(".lines").inner_text()
    play_one(page)
    expect(page.locator(".lines")).not_to_have_text(before)
    page.get_by_role("button", name="Zug zurücknehmen").click()
    expect(page.get_by_role("region", name="Verlauf", exact=True)).to_contain_text(
        "nimmt den letzten Zug zurück"
    )
    assert page.locator(".lines").inner_text() == before


def test_a_whole_game_on_one_device(page: Page) -> None:
    table = open_table(page, "number_poker", "An einem Gerät", seats=2, names=("Oma", "Kim"))
    holders: list[str] = []
    for _ in range(100):
        page.locator(f"#curtain, .outcome, {MOVES}").first.wait_for()
        if page.locator(".outcome").is_visible():
            break
        if page.locator("#curtain").is_visible():
            holders.append((page.locator("#curtain").text_content() or "").removeprefix("Gib das Gerät an "))
            page.get_by_role("button", name=f"Ich bin {holders[-1]}").click()
            page.locator(MOVES).first.wait_for()
        else:
            play_one(page)
            page.wait_for_timeout(30)
    expect_over(page)
    assert holders[:4] == ["Oma", "Kim", "Oma", "Kim"]
    assert len(record_of(page, table)["moves"]) >= 16


def test_each_in_turn_on_one_device(page: Page) -> None:
    open_table(page, "connect_four", "An einem Gerät", names=("Oma", "Kim"))
    for name in ("Oma", "Kim", "Oma"):
        expect(page.locator("p.who", has_text=name)).to_be_visible()
        play_one(page)


def test_a_companion_game_takes_the_dice_that_fell(page: Page) -> None:
    open_table(page, "museum", "Mit der Schachtel", seats=1, names=("Oma",))
    expect(page.locator("#question")).to_have_text("Was habt ihr gewürfelt?")
    assert tell(page) == 7  # six blue dice, typed in one go
    expect(page.get_by_role("heading", name="Deine Züge")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Mit der Schachtel")


def test_rematch_seats_the_same_people(new_page: NewPage) -> None:
    anna, ben = new_page(), new_page()
    open_table(anna, "connect_four", "Mit Freunden", names=("Anna",))
    ben.goto(anna.url)
    ben.get_by_role("button", name="Mitspielen").click()
    anna.get_by_role("button", name="Spiel beginnen").click()
    first = anna.url
    for person, column in [(anna, 0), (ben, 6)] * 3 + [(anna, 0)]:
        person.locator(MOVES).nth(column).click()  # one column each: soon four in a row
    expect_over(ben)
    connections: list[WebSocket] = []
    for person in (anna, ben):
        person.on("websocket", lambda connection: connections.append(connection))
    anna.get_by_role("button", name="Revanche").click()
    ben.get_by_role("link", name="Zum neuen Tisch").click()
    expect(anna).not_to_have_url(first)
    expect(ben).to_have_url(anna.url)
    expect(ben.locator("main")).to_contain_text("Anna")
    expect(anna.locator("#question")).to_be_visible()
    assert connections == []  # the first table's connection was reused
    mover = to_move(anna, ben)
    assert mover
    play_one(mover)
    expect((ben if mover is anna else anna).locator(MOVES).first).to_be_visible()
