"""Whether a table fits the window: for every kind of question, number of seats and shape of window.


    python -m tests.e2e.fits torris squid      lists what does not fit
    python -m tests.e2e.fits --pictures FOLDER torris      also writes pictures

The tests measure the outermost windows (between the fewest and the most seats: the tightest), this command
all of them. The positions come from reproducible random games: for each kind of question (the key of its
words) the one with the most moves. The whole table is real: server, page and board.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, expect

from ludothek.core import CHANCE
from ludothek.core.registry import find
from ludothek.core.table import Table, seat_label
from tests.e2e.scenes import GAMES, SETTLED, chromium, quiet_server

Window = tuple[int, int]
WINDOWS = [
    (1280, 720), (1440, 900), (1024, 768), (768, 1024), (360, 640), (390, 844), (430, 932), (640, 360), (844, 390), (932, 430)
]  # fmt: skip
EDGES = [(1280, 720), (768, 1024), (360, 640), (430, 932), (640, 360)]  # the others are between these
TIGHTEST = [(360, 640), (640, 360)]
PLAYED = 8  # games at random for each number of seats
LONGEST = 400  # moves; by then every kind of question has occurred
FINGER = 44  # pixels
SMALLEST = 12  # pixels, letters

MEASURE = """([finger, smallest]) => {
  const wrong = [];
  const [wide, high] = [innerWidth, innerHeight];
  const root = document.documentElement;
  if (root.scrollHeight > high + 1) wrong.push(`the page is ${root.scrollHeight - high} px too high`);
  if (root.scrollWidth > wide + 1) wrong.push(`the page is ${root.scrollWidth - wide} px too wide`);
  const table = document.querySelector(".table");
  if (table.scrollHeight > table.clientHeight + 1) wrong.push(`the table is ${table.scrollHeight - table.clientHeight} px too high`);

  const outside = ({ left, top, right, bottom }) => [
    ...(left < -1 ? [`${Math.round(-left)} px left of`] : []),
    ...(top < -1 ? [`${Math.round(-top)} px above`] : []),
    ...(right > wide + 1 ? [`${Math.round(right - wide)} px right of`] : []),
    ...(bottom > high + 1 ? [`${Math.round(bottom - high)} px below`] : []),
  ];
  // What clips an element may hide it as well as the window does.
  const clipped = (element, box) => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const { left, top, right, bottom } = up.getBoundingClientRect();
      if (box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1) return up.className || up.tagName;
    }
    return null;
  };
  const inside = (element, name) => {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) return void wrong.push(`${name} has no size`);
    const where = outside(box);
    if (where.length) return void wrong.push(`${name} ends ${where.join(" and ")} the window`);
    const by = clipped(element, box);
    if (by) return void wrong.push(`${name} is cut off by .${by}`);
    return box;
  };
  const hits = (element, x, y) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (element.contains(found) || found.contains(element) && found.matches("label"));
  };
  const under = (x, y) => {
    const found = document.elementFromPoint(x, y);
    const named = found?.closest("[data-spot], [class]") ?? found;
    return named?.dataset?.spot ?? (named?.getAttribute("class") || named?.tagName)?.replace(/svelte-\\w+/, "").trim();
  };

  const question = document.querySelector("#question");
  const asked = inside(question, "the question");
  if (asked && question.scrollHeight > question.clientHeight + 2) wrong.push(`the question is cut off`);
  if (asked && !hits(question, asked.x + asked.width / 2, asked.y + asked.height / 2))
    wrong.push(`the question is covered by ${under(asked.x + asked.width / 2, asked.y + asked.height / 2)}`);
  for (const canvas of document.querySelectorAll(".board .canvas")) inside(canvas, "the drawing");
  for (const spot of document.querySelectorAll(".board [data-spot]")) inside(spot, `“${spot.dataset.spot}”`);

  // What one can act with: each is at hand, and large enough for a finger, at least in one of its places.
  const offers = [...document.querySelectorAll(
    ".board [data-spot]:not([aria-disabled=true]):not(:disabled), .board button:not(:disabled), .board select, .board input, "
      + ".dock button:not(:disabled), button[data-move]:not(:disabled)")];
  const faults = new Map();
  for (const offer of new Set(offers)) {
    const name = offer.dataset.spot ?? offer.dataset.move ?? offer.textContent.trim() ?? offer.ariaLabel;
    const box = offer.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const half = finger / 2 - 1;
    let fault = null;
    if (!hits(offer, x, y)) fault = `“${name}” is covered by ${under(x, y)}`;
    else if (offer.closest("[data-nearer]")) fault = null; // a tap comes nearer first: see NEARER
    else if (box.width < finger - 1 || box.height < finger - 1)
      fault = `“${name}” is ${Math.round(box.width)}×${Math.round(box.height)} px, less than a finger`;
    else for (const [dx, dy] of [[-half, 0], [half, 0], [0, -half], [0, half]])
      if (!fault && !hits(offer, x + dx, y + dy)) fault = `a finger on “${name}” hits ${under(x + dx, y + dy)}`;
    if (!faults.has(name) || !fault) faults.set(name, fault);
  }
  wrong.push(...[...faults.values()].filter(Boolean));

  // What shows neither a word nor a picture; what ends in an ellipsis. Only of people's names a part may do.
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  for (const button of document.querySelectorAll(".table button")) {
    const drawn = [...button.querySelectorAll("img, svg *")].some((part) => isSeen(part) && part.getBoundingClientRect().width);
    if (isSeen(button) && !drawn && !button.textContent.trim()) wrong.push(`“${button.ariaLabel}” is an empty button`);
  }
  for (const said of document.querySelectorAll(".bar h1, .bar p, .board :not(b)")) {
    const word = [...said.childNodes].find((part) => part.nodeType === Node.TEXT_NODE && part.data.trim());
    const isCut = getComputedStyle(said).textOverflow === "ellipsis" && said.scrollWidth > said.clientWidth;
    if (!word || !isCut || !isSeen(said)) continue;
    const line = document.createRange();
    line.selectNode(word);
    if (line.getBoundingClientRect().top < said.getBoundingClientRect().bottom - 1) wrong.push(`“${word.data.trim()}” is cut off`);
  }

  const small = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (!words || element.closest("script, style, .sr-only, title")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || getComputedStyle(element).clipPath !== "none" || outside(box).length > 1) continue;
    const { a, b, c, d } = element.getScreenCTM?.() ?? { a: 1, b: 0, c: 0, d: 1 };
    const size = parseFloat(getComputedStyle(element).fontSize) * Math.sqrt(Math.abs(a * d - b * c));
    if (size < smallest - 0.1) small.set(`${size.toFixed(1)} px`, words.slice(0, 20));
  }
  for (const [size, words] of small) wrong.push(`“${words}” is written in letters of ${size}`);
  return wrong;
}"""

# On a board that is too large for fingers (`data-nearer`) a tap zooms in, and the next one makes the move.
# Tried for the outermost moves on each side.
OUTERMOST = """() => {
  const offers = [...document.querySelectorAll("[data-nearer] [data-spot]:not([aria-disabled=true])")].map((offer) => {
    const { x, y, width, height } = offer.getBoundingClientRect();
    return { id: offer.dataset.spot, x: x + width / 2, y: y + height / 2 };
  });
  const by = (side) => offers.toSorted((one, other) => side(one) - side(other))[0];
  return offers.length ? [by(({ x }) => x), by(({ x }) => -x), by(({ y }) => y), by(({ y }) => -y)] : [];
}"""
NEARER = """([id, finger]) => {
  const spot = document.querySelector(`.board [data-spot="${id}"]`);
  const { x, y, width, height } = spot.getBoundingClientRect();
  const [middle, half] = [{ x: x + width / 2, y: y + height / 2 }, finger / 2 - 1];
  const missed = [[0, 0], [-half, 0], [half, 0], [0, -half], [0, half]].some(
    ([dx, dy]) => !spot.contains(document.elementFromPoint(middle.x + dx, middle.y + dy)));
  return missed ? [`“${id}” is ${Math.round(width)}×${Math.round(height)} px and cannot be hit, also from near`] : [];
}"""


@dataclass(frozen=True)
class Position:
    """A table at which one kind of question is asked."""

    game: str
    seats: int
    question: str
    asked: int  # the seat, or CHANCE
    moves: tuple[tuple[int | str, str], ...]

    def __str__(self) -> str:
        return f"{self.game}, {self.seats} {'seat' if self.seats == 1 else 'seats'}, {self.question}"


@cache
def positions(game: str) -> list[Position]:
    """One for each kind of question and each number of seats."""
    kind = find(game)
    return [found for seats in range(kind.fewest, kind.most + 1) for found in _positions(game, seats)]


def _positions(game: str, seats: int) -> Iterator[Position]:
    best: dict[str, tuple[int, Position]] = {}
    for seed in range(PLAYED):
        table, rng = Table.open(game, seats), random.Random(seed)
        for _ in range(LONGEST):
            acting = table.variant.to_act(table.state)
            if not acting:
                break
            for seat in acting:
                offers = (
                    len(table.variant.moves(table.state, seat))
                    if seat != CHANCE
                    else len(table.variant.chances(table.state))
                )
                question = _question(table, seat)
                if offers > best.get(question, (0,))[0]:
                    moves = tuple((seat_label(by), move) for by, move in table.moves)
                    best[question] = offers, Position(game, seats, question, seat, moves)
            play_one(table, rng)
    return (position for _, position in best.values())


def _question(table: Table, seat: int) -> str:
    try:
        key = table.variant.ask(table.state, seat).key.removeprefix("prompts.")
    except (KeyError, IndexError, ValueError):
        key = "chance"  # a game may have no prompt for chance
    return f"fallen-{key}" if seat == CHANCE else key  # in companion mode people are asked for dice and cards


def play_one(table: Table, rng: random.Random) -> None:
    seat = rng.choice(table.variant.to_act(table.state))
    if seat == CHANCE:
        odds = table.variant.chances(table.state)
        table.play(CHANCE, rng.choices(list(odds), list(odds.values()))[0])
    else:
        table.play(seat, rng.choice(list(table.variant.moves(table.state, seat))))


def open_position(request: APIRequestContext, position: Position) -> str:
    """Open the table as the person of `request`, who takes the asked seat; return its id."""
    request.get("/api/me")
    answer = request.post("/api/tables", data=wish(position))
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    return table


def wish(position: Position) -> dict[str, Any]:
    """Return the request that opens this table."""
    mine = 0 if position.asked == CHANCE else position.asked
    seats = [
        {"kind": "me", "name": "Annabella"} if seat == mine else {"kind": "bot", "level": "random"}
        for seat in range(position.seats)
    ]
    companion = position.asked == CHANCE or any(seat == "chance" for seat, _ in position.moves)
    return {
        "game": position.game,
        "seats": seats,
        "moves": position.moves,
        "companion": companion,
        "clock": False,
    }


def outermost(position: Position) -> list[Window]:
    """Return the decisive windows: what fits with the fewest and the most seats fits with those between.

    Only the tightest windows may be an exception.
    """
    kind = find(position.game)
    return EDGES if position.seats in (kind.fewest, kind.most) else TIGHTEST


def misfits(
    browser: Browser,
    url: str,
    game: str,
    windows: Callable[[Position], Sequence[Window]] = lambda _: WINDOWS,
    pictures: Path | None = None,
) -> Iterator[str]:
    """Yield a sentence for everything that does not fit."""
    context = browser.new_context(base_url=url, locale="de-DE", reduced_motion="reduce", has_touch=True)
    page = context.new_page()
    for position in positions(game):
        page.goto(f"/t/{open_position(context.request, position)}")
        page.locator(".board .canvas").first.wait_for()
        page.evaluate(SETTLED)
        for window in windows(position):
            for wrong in measure(page, window):
                yield f"{position}, {window[0]}×{window[1]}: {wrong}"
            if pictures:
                name = f"{position.game}-{position.seats}-{position.question}-{window[0]}x{window[1]}.png"
                page.screenshot(path=pictures / name)
    context.close()


def measure(page: Page, window: Window) -> list[str]:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[str] = page.evaluate(MEASURE, [FINGER, SMALLEST])
    whole = page.locator(".dock [data-fit]")
    for offer in page.evaluate(OUTERMOST):
        page.touchscreen.tap(offer["x"], offer["y"])
        expect(whole).to_be_enabled()  # it has zoomed in
        found += page.evaluate(NEARER, [offer["id"], FINGER])
        whole.click()
        expect(whole).to_be_disabled()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    with quiet_server() as server, chromium() as browser:
        for game in given.games:
            found = list(misfits(browser, server.url, game, pictures=given.pictures))
            print(
                *found, f"{game}: {len(positions(game))} tables, {len(found)} misfits", sep="\n", flush=True
            )


if __name__ == "__main__":
    main()
