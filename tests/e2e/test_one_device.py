"""On one device that is handed round, no player sees, hears or reads what is secret to another.

Each game is played in two worlds that differ only in a secret of one player. While the device is with
others, or lies open, each frame records everything that the page holds: texts, names for screen readers,
drawings, the title, the address, tones. These records must be the same in both worlds; so must the views
that the rules allow those players, or the test would ask too much.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from ludothek.core.registry import find
from ludothek.core.table import Table, seat_of
from ludothek.core.texts import SPECTATOR
from tests.e2e.conftest import PATIENCE
from tests.e2e.scenes import DESKTOP, SETTLED
from tests.e2e.serving import Server

BELOW_THE_BAR = FloatRect(x=0, y=48, width=DESKTOP["width"], height=DESKTOP["height"] - 48)
NAMES = ["Biber", "Eule", "Otter"]
VISITS = 4  # further ones of a world in which something has not been seen
DRAWN = re.compile(r"\w+ (d|points) ")
Moves = list[tuple[int | str, str]]
Seen = dict[str, list[str]]  # who holds the device: the records
Visit = Callable[[str], Seen]  # to the world with this secret

# Records, frame by frame, what is on the page and who holds the device. It belongs to no player while the
# curtain is shown.
RECORDER = """
  const inEachFrame = window.requestAnimationFrame.bind(window);
  const seen = {};
  let isOld = true;
  window.recorder = { seen, hands: null, hand(hands) { this.hands = hands; isOld = true; } };
  const put = (words) => (seen[document.querySelector('.curtain') ? 'all' : window.recorder.hands] ??= new Set()).add(words);
  const SAID = ['aria-label', 'aria-description', 'aria-valuetext', 'aria-pressed', 'title', 'alt', 'data-spot', 'data-move'];
  const NAMED = [...SAID, 'd', 'href', 'points'];
  const look = () => {
    if (!document.body) return;
    put(`title ${document.title}`);
    put(`address ${location.pathname.replace(/t\\/.*/, 't/')}${location.search}${location.hash}`);
    put(`history ${history.length} ${JSON.stringify(history.state)}`);
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of NAMED)
        if (element.hasAttribute(name)) put(`${element.localName} ${name} ${element.getAttribute(name).replace(/^\\/t\\/[^/]*/, '/t/')}`);
      if (element.value) put(`value ${element.value}`);
      for (const node of element.childNodes) if (node.nodeType === 3 && node.data.trim()) put(`text ${node.data.trim()}`);
    }
  };
  new MutationObserver(() => (isOld = true)).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const frame = () => {
    if (isOld && window.recorder.hands !== null) look();
    isOld = false;
    inEachFrame(frame);
  };
  inEachFrame(frame);
  window.OscillatorNode = class extends OscillatorNode {
    constructor(audio, options) {
      super(audio, options);
      if (window.recorder.hands !== null) put(`tone ${options.frequency}`);
    }
  };
  localStorage.setItem('ludothek.settings', JSON.stringify({ sound: true, ...window.chosen }));
"""
HAND = "(hands) => window.recorder.hand(hands)"
READ = "() => Object.fromEntries(Object.entries(window.recorder.seen).map(([hands, all]) => [hands, [...all].sort()]))"
PRESS = "(element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true }))"


@contextmanager
def device(browser: Browser, server: Server, **settings: object) -> Iterator[Page]:
    context = browser.new_context(
        base_url=server.url, viewport=DESKTOP, locale="de-DE", reduced_motion="no-preference"
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"window.chosen = {str(settings).replace('True', 'true')};")
    context.add_init_script(RECORDER)
    # Fake clock: in real time the page may find the device slow, and drop motion in one of the worlds.
    context.clock.install()
    yield context.new_page()
    context.close()


def open_at(page: Page, game: str, seats: int, moves: Moves, *, companion: bool = False) -> None:
    """A table for people at this device, at which these moves have been made."""
    page.request.get("/api/me")
    wish = {
        "game": game,
        "seats": [{"kind": "me", "name": name} for name in NAMES[:seats]],
        "moves": moves,
        "companion": companion or any(seat == "chance" for seat, _ in moves),
    }
    answer = page.request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['id']}")


def take(page: Page, seat: int) -> None:
    """Open the curtain for the player it names; from now on nothing of another player's may be shown."""
    button = page.get_by_role("button", name=f"Ich bin {NAMES[seat]}")
    button.wait_for()
    page.evaluate(HAND, NAMES[seat])
    button.evaluate(PRESS)
    page.locator(OFFERED).first.wait_for()


OFFERED = ":is([data-move], [data-spot]):not(:disabled, [aria-disabled=true])"


def play(page: Page, *things: str) -> None:
    """Point at the things of a move, one after the other, on the board or in words."""
    for thing in things:
        offered = page.locator(f'{OFFERED}:is([data-move="{thing}"], [data-spot="{thing}"])').first
        offered.wait_for(state="attached")
        offered.evaluate(PRESS)


def is_known(game: str, seats: int, worlds: list[Moves], viewer: int) -> bool:
    """Whether a viewer may know in which of these worlds they are."""
    variant = find(game).variant(seats)
    seen: list[dict[str, Any]] = []
    for moves in worlds:
        table = Table(variant)
        for seat, move in moves:
            table.play(seat_of(seat), move)
        seen.append(variant.view(table.state, viewer))
    return seen[0] != seen[1]


def tell_nothing(visit: Visit, secrets: Sequence[str], *hands: str) -> list[Seen]:
    """Assert that all that these people saw in one world also appears in the other.

    Returns the first visit's record of each.
    """
    worlds = [visit(secret) for secret in secrets]
    for (one, other), (mine, theirs) in (worlds, secrets), (worlds[::-1], secrets[::-1]):
        assert all(len(one[name]) > 20 for name in hands), "nothing was written down"
        told = anywhere(one, *hands) - anywhere(other)
        for _ in range(VISITS):
            if told:  # a frame may have been left out there by a machine that has much to do
                told -= anywhere(visit(theirs))
        for _ in range(VISITS):
            if told and all(
                map(DRAWN.match, told)
            ):  # a board may have had another size for a moment, but a secret is drawn always
                told &= anywhere(visit(mine), *hands)
        assert sorted(told) == []
    return worlds


def anywhere(seen: Seen, *hands: str) -> set[str]:
    """Return all that was recorded for these people, or for all."""
    return set().union(*(seen[name] for name in hands or seen))


@pytest.mark.parametrize("settings", [{}, {"textView": True}], ids=["drawn", "in words"])
def test_a_stone_chosen_in_secret(browser: Browser, server: Server, settings: dict[str, object]) -> None:
    for viewer in (1, 2, SPECTATOR):
        assert not is_known("number_poker", 3, [[(0, "4"), (1, "2")], [(0, "1"), (1, "2")]], viewer)
    pictures: set[bytes] = set()
    revealed: dict[str, list[str]] = {}

    def visit(secret: str) -> Seen:
        with device(browser, server, **settings) as page:
            open_at(page, "number_poker", 3, [])
            expect(
                page.locator(".curtain.open")
            ).to_be_visible()  # nothing is secret yet: the table is shown to all
            take(page, 0)
            play(page, secret)
            for seat, shown in ((1, "2"), (2, "3")):
                expect(page.locator("#curtain")).to_have_text(f"Gib das Gerät an {NAMES[seat]}")
                assert (
                    page.locator(".board, .lines, .log").count() == 0
                )  # the last to choose, too, is called by a closed curtain
                take(page, seat)
                page.evaluate(SETTLED)
                pictures.add(bytes([seat]) + page.screenshot(animations="disabled", clip=BELOW_THE_BAR))
                if seat == 1:
                    play(page, shown)
            seen: Seen = page.evaluate(READ)
            play(page, "3")
            expect(page.locator(".curtain.open")).to_be_visible()  # the choices of all are public
            page.evaluate(SETTLED)
            revealed[secret] = page.evaluate(READ)["all"]
            return seen

    tell_nothing(visit, "41", "all", "Eule", "Otter")
    assert len(pictures) == 2  # one of each hand, the same in both worlds
    assert revealed["4"] != revealed["1"]  # shows that the records contain what is visible


def deals(*hands: str) -> Moves:
    return [("chance", trick) for hand in hands for trick in hand.split()]


@pytest.mark.parametrize("owner", [0, 1])
def test_tricks_in_another_hand(browser: Browser, server: Server, owner: int) -> None:
    secrets = ["next again", "quick quick"]
    begun = {hand: deals(*((hand, "2 -1") if owner == 0 else ("2 -1", hand))) for hand in secrets}
    for viewer in (1 - owner, SPECTATOR):
        assert not is_known("squid", 2, list(begun.values()), viewer)

    def visit(secret: str) -> Seen:
        with device(browser, server) as page:
            open_at(page, "squid", 2, begun[secret])
            take(page, 0)
            play(page, "@0", "0")  # the player who has placed the guard votes as well
            take(page, 1)
            play(page, "0")
            take(page, 0)  # the votes are shown to all; then each player may play a trick
            play(page, "pass")
            take(page, 1)
            page.evaluate(SETTLED)
            seen: Seen = page.evaluate(READ)
            return seen

    worlds = tell_nothing(visit, secrets, "all", NAMES[1 - owner])
    assert worlds[0][NAMES[owner]] != worlds[1][NAMES[owner]]


def test_cards_that_are_drawn_and_typed_in(browser: Browser, server: Server) -> None:
    def visit(trick: str) -> Seen:
        with device(browser, server) as page:
            open_at(page, "squid", 2, [], companion=True)
            take(page, 0)
            play(page, trick, "2")
            page.evaluate("document.querySelector('[data-tell]')?.click()")  # it may just have entered itself
            take(page, 1)
            page.evaluate(SETTLED)
            seen: Seen = page.evaluate(READ)
            return seen

    tell_nothing(visit, ["next", "quick"], "all", "Eule")


def test_stones_that_all_have_to_remember(browser: Browser, server: Server) -> None:
    """Face-down stones look the same to all: the next player sees the table without a curtain."""

    def visit(row: str) -> Seen:
        with device(browser, server) as page:
            open_at(page, "shell_game", 2, [])
            play(page, *(f"lay{symbol}" for symbol in row))
            play(page, "hide")
            play(page, "at1", "to3")
            page.evaluate(SETTLED)
            page.evaluate(HAND, "Eule")  # from now on open to any player
            play(page, "at2", "to1")
            play(page, "at4", "to1")
            page.locator('[data-spot^="?"]').first.wait_for()
            assert page.locator(".curtain").count() == 0
            seen: Seen = page.evaluate(READ)
            return seen

    tell_nothing(visit, ["PLTS", "STLP"], "Eule")


@pytest.mark.parametrize("game", ["connect_four", "five_in_a_row", "museum", "safehouse", "torris"])
def test_open_games_need_no_curtain(browser: Browser, server: Server, game: str) -> None:
    with device(browser, server) as page:
        open_at(page, game, 2, [])
        page.locator(OFFERED).first.wait_for()
        assert page.locator(".curtain").count() == 0
