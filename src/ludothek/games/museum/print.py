"""Museum by night on paper: the path, strips, cards, and the figures, tiles and dice to cut out."""

from collections.abc import Sequence
from typing import Any

from ludothek.core import BadKit, Phrase
from ludothek.core.texts import Say
from ludothek.games.museum.box import MOST_DICE
from ludothek.games.museum.kit import STRIPS
from ludothek.games.museum.notation import CARDS
from ludothek.games.museum.pictures import (
    BACK,
    CHILDREN,
    DIE,
    FORWARD,
    GUARD,
    LAMP,
    LOCK,
    MOON,
    MUSEUM,
    SILAS,
    STOP,
    SYMBOLS,
    TURN,
)
from ludothek.printing.paper import INK, SOFT, STONE, WHITE, Paper, Picture, Stroke
from ludothek.printing.parts import MARGIN, TAB, capital, cutting, die, heading, steps, winding

MOST_FIELDS = 60  # the longest path on one page
NIGHT, LIGHT, PURPLE, RED, ORANGE, BLUE = "#59609f", "#fff3c4", "#e9ddfa", "#fbe0dc", "#fde6cf", "#dbe7f6"


def draw(paper: Paper, figures: dict[str, Any], say: Say) -> None:
    fields = fields_of(figures)
    if len(fields) > MOST_FIELDS:
        longest = max("purple_fields", "red_fields", "ida_behind", key=figures.__getitem__)
        raise BadKit(longest, Phrase("refusals.path", room=MOST_FIELDS, found=len(fields)))
    paper.page(landscape=True)
    tile = _path(paper, figures, fields, say)
    paper.page(landscape=True)
    _strips(paper, figures["strips"], say)
    paper.page()
    _cards(paper, figures["cards"], say)
    paper.page()
    _cut_out(paper, figures["tiles"], tile, say)
    paper.page()
    _dice(paper, figures, say)


def fields_of(figures: dict[str, Any]) -> range:
    """The fields of the path, counted from the purple start field; the last is Silas's."""
    return range(
        -max(figures["ida_behind"], figures["red_fields"]), figures["purple_fields"] + figures["tiles"] + 2
    )


# The path


def _path(paper: Paper, figures: dict[str, Any], fields: range, say: Say) -> float:
    """Draw the path; return the width of a tile."""
    heading(paper, say(Phrase("title")), say(Phrase("print.path")))
    top = MARGIN + 14
    pitch, middles = winding(len(fields), MARGIN, top, paper.width - 2 * MARGIN, paper.height - top - MARGIN)
    side = min(pitch * 0.9, 35)
    paper.line(middles, Stroke(None, STONE, side * 0.35))
    for at, (x, y) in zip(fields, middles, strict=True):
        _field(paper, figures, at, x, y, side, say)
    (before, _), (last, y) = middles[-2:]
    # The space beyond Silas
    room = (MARGIN, last - pitch / 2) if last < before else (last + pitch / 2, paper.width - MARGIN)
    if room[1] - room[0] > 1.5 * side:
        paper.picture(MUSEUM, sum(room) / 2, y, side * 1.2)
    return side


def _field(paper: Paper, figures: dict[str, Any], at: int, x: float, y: float, side: float, say: Say) -> None:
    first_tile, target = figures["purple_fields"] + 1, figures["purple_fields"] + figures["tiles"] + 1
    starting: list[tuple[str, Picture, str]] = []
    if at == -figures["ida_behind"]:
        starting.append(("words.symbols.ida", SYMBOLS["ida"], ORANGE))
    if at == -figures["red_fields"]:
        starting.append(("words.guard", GUARD, RED))
    if at == target:
        starting.append(("print.silas", SILAS, LIGHT))
    is_dark = first_tile <= at < target
    fill = starting[0][2] if starting else NIGHT if is_dark else PURPLE if at >= 0 else WHITE
    paper.box(
        x - side / 2,
        y - side / 2,
        side,
        side,
        Stroke(fill, INK, 0.6 if at == 0 or starting else 0.3),
        rounded=3,
    )
    if is_dark:
        paper.picture(MOON, x + side * 0.2, y - side * 0.18, side * 0.32)
        for across, down in ((-0.25, -0.05), (0.05, 0.2), (0.3, 0.3), (-0.1, -0.3)):
            paper.circle(x + side * across, y + side * down, 0.5, Stroke("#f9e6a8", None))
        paper.text(x - side / 2 + 2.5, y + side / 2 - 4, at - first_tile + 1, 14, bold=True, colour=WHITE)
        return
    for k, (name, picture, _) in enumerate(starting):
        middle = x + (k - (len(starting) - 1) / 2) * side / 2
        paper.picture(picture, middle, y - 1.5, side * 0.6 / len(starting))
        paper.text(
            middle,
            y + side * 0.38,
            capital(say(Phrase(name))),
            side / 4,
            bold=True,
            align="centre",
            fit=side * 0.9 / len(starting),
        )
    if at == 0:
        paper.text(x, y, capital(say(Phrase("words.start"))), 13, bold=True, align="centre", fit=side - 4)
    elif at != target:
        paper.text(x - side / 2 + 2, y - side / 2 + 3.5, f"–{-at}" if at < 0 else at, 9, colour=SOFT)


# The strips

SLOT = 20.0


def _strips(paper: Paper, strips: dict[str, list[int]], say: Say) -> None:
    heading(paper, say(Phrase("title")), say(Phrase("print.strips")))
    y = MARGIN + 14.5
    for symbol in STRIPS:
        _strip(paper, y, symbol, strips[symbol][:MOST_DICE], say)
        y += 34
    x = paper.width - MARGIN - 72
    lines = [say(Phrase(f"print.turn_{k}")) for k in range(1, 6)]
    y = steps(paper, x, MARGIN + 15, 72, say(Phrase("print.turn")), lines, 9.5) + 4
    for key in ("cards", "white", "end"):
        paper.text(x, y + 2, say(Phrase(f"print.{key}")), 11.5, bold=True)
        y = paper.paragraph(x, y + 6, 72, say(Phrase(f"print.{key}_help")), 9.5) + 4


def _strip(paper: Paper, y: float, symbol: str, numbers: Sequence[int], say: Say) -> None:
    paper.box(MARGIN, y, 187, 32, Stroke("#f7f4ee", INK, 0.3), rounded=3)
    paper.picture(SYMBOLS[symbol], MARGIN + 11, y + 16, 17)
    paper.text(MARGIN + 22, y + 3.7, capital(say(Phrase(f"words.symbols.{symbol}"))), 10, bold=True)
    paper.text(MARGIN + 50, y + 3.7, say(Phrase(f"print.strip.{symbol}")), 9, colour=SOFT, fit=135)
    for k, number in enumerate(numbers):
        x = MARGIN + 22 + k * (SLOT + 3.5)
        paper.box(x, y + 6.8, SLOT, SLOT - 1, Stroke(WHITE, INK, 0.4), rounded=2)
        paper.text(x + SLOT / 2, y + 29, number, 13, bold=True, align="centre", fit=SLOT)


# The cards

CARD = (47.0, 54.0)
ART: dict[str, Sequence[Picture]] = {  # drawn side by side
    "guard_back": (BACK, GUARD),
    "guard_stays": (GUARD, STOP),
    "ida_step": (SYMBOLS["ida"], FORWARD),
    "light1": (LAMP,),
    "light2": (LAMP, LAMP),
    "turn1": (DIE,),
    "turn2": (DIE, DIE),
    "reroll1": (SYMBOLS["cap"],),
    "reroll2": (SYMBOLS["cap"], SYMBOLS["cap"]),
    "steps2": (SYMBOLS["shoe"],) * 2,
    "steps3": (SYMBOLS["shoe"],) * 3,
}
WHEN = {"turn1": "placing", "turn2": "placing", "reroll1": "placed", "reroll2": "placed"}


def _cards(paper: Paper, counts: dict[str, int], say: Say) -> None:
    width, height = CARD
    cards = [card for card in CARDS for _ in range(counts[card])]
    corners = cutting(
        paper, (paper.width - 4 * width) / 2, (paper.height - 5 * height) / 2, len(cards), 4, width, height
    )
    for card, (x, y) in zip(cards, corners, strict=True):
        _card(paper, card, x + width / 2, y, say)


def _card(paper: Paper, card: str, x: float, y: float, say: Say) -> None:
    width, height = CARD
    paper.box(x - width / 2 + 2, y + 2, width - 4, height - 4, Stroke("#fdfbf7", INK, 0.4), rounded=3)
    pictures, again = ART[card], card in WHEN
    size = {1: 22, 2: 18, 3: 12.5}[len(pictures)] - 4 * again
    for k, picture in enumerate(pictures):
        middle = x + (k - (len(pictures) - 1) / 2) * (size + 1)
        paper.picture(picture, middle, y + 18 + 2.5 * again, size)
        if again:
            paper.picture(TURN, middle, y + 20.5 if picture is DIE else y + 17.5 - size / 2, size * 0.6)
    below = paper.paragraph(
        x, y + 32, width - 8, capital(say(Phrase(f"words.cards.{card}"))), 10, bold=True, align="centre"
    )
    paper.paragraph(
        x,
        below + 1,
        width - 8,
        say(Phrase(f"print.when.{WHEN.get(card, card)}")),
        7.5,
        align="centre",
        colour=SOFT,
    )


# Parts to cut out


def _cut_out(paper: Paper, tiles: int, side: float, say: Say) -> None:
    heading(paper, say(Phrase("title")), say(Phrase("print.cut_out")))
    columns = int((paper.width - 2 * MARGIN) // side)
    y = _caption(paper, MARGIN + 13, say(Phrase("print.tiles")))
    for number, (x, top) in enumerate(
        cutting(paper, (paper.width - columns * side) / 2, y, tiles, columns, side, side), 1
    ):
        paper.box(x + 0.7, top + 0.7, side - 1.4, side - 1.4, Stroke(LIGHT, INK, 0.3), rounded=3)
        paper.picture(LAMP, x + side / 2, top + side / 2, side * 0.55)
        paper.text(x + 3.2, top + side - 4.7, number, 14, bold=True)
    y = _caption(paper, y + -(-tiles // columns) * side + 4, say(Phrase("print.figures")))
    figures = [(name.capitalize(), picture, PURPLE) for name, picture in CHILDREN.items()]
    figures += [
        (capital(say(Phrase("words.guard"))), GUARD, RED),
        (say(Phrase("words.symbols.ida")), SYMBOLS["ida"], ORANGE),
    ]
    width, height = STANDING
    corners = cutting(
        paper, (paper.width - len(figures) * width) / 2, y, len(figures), len(figures), width, height
    )
    for (name, picture, fill), (x, top) in zip(figures, corners, strict=True):
        _standing(paper, x, top, name, picture, fill)
    y = _caption(paper, y + height + 4, say(Phrase("print.covers")))
    for x, top in cutting(
        paper, (paper.width - len(STRIPS) * SLOT) / 2, y, len(STRIPS), len(STRIPS), SLOT, SLOT
    ):
        paper.picture(LOCK, x + SLOT / 2, top + SLOT / 2 - 1.5, SLOT * 0.5)
        paper.text(
            x + SLOT / 2, top + SLOT - 3, say(Phrase("table.covered")), 7.5, align="centre", fit=SLOT - 2
        )


def _caption(paper: Paper, y: float, words: str) -> float:
    paper.text(paper.width / 2, y + 3, words, 9, align="centre", colour=SOFT, fit=paper.width - 2 * MARGIN)
    return y + 7


STANDING = (26.0, 76.0)
FOOT = 9.0


def _standing(paper: Paper, x: float, y: float, name: str, picture: Picture, fill: str) -> None:
    """A figure to fold in the middle, with feet and two faces."""
    width, height = STANDING
    fold = Stroke(line=SOFT, weight=0.2, dashes=(0.3, 1))
    middle_x, middle_y = x + width / 2, y + height / 2
    paper.box(x + 0.6, y + FOOT, width - 1.2, height - 2 * FOOT, Stroke(fill, None))
    for down in (FOOT, height / 2, height - FOOT):
        paper.line([(x, y + down), (x + width, y + down)], fold)
    away = (height / 2 - FOOT) / 2
    paper.picture(picture, middle_x, middle_y - away, width * 0.75, upside_down=True)
    paper.picture(picture, middle_x, middle_y + away, width * 0.75)
    paper.text(middle_x, y + height - FOOT / 2, name, 9, bold=True, align="centre", fit=width - 2)


SIDE = 18.0  # the side of a die


def _dice(paper: Paper, figures: dict[str, Any], say: Say) -> None:
    heading(paper, say(Phrase("title")), say(Phrase("print.dice")))
    wide, high = 4 * SIDE + TAB + 16, 3 * SIDE + 2 * TAB + 1
    left, top = MARGIN + 6, MARGIN + 13
    for k, kind in enumerate(["blue_die"] * 6 + ["white_die"]):
        faces = die(
            paper, left + k % 2 * wide, top + k // 2 * high, SIDE, BLUE if kind == "blue_die" else WHITE
        )
        for symbol, (x, y) in zip(figures[kind], faces, strict=True):
            paper.picture(SYMBOLS[symbol], x, y - 1.4, SIDE * 0.66)
            paper.text(
                x, y + SIDE * 0.4, say(Phrase(f"words.symbols.{symbol}")), 6, align="centre", fit=SIDE - 2
            )
    paper.paragraph(left + wide, top + 3 * high + 14, 4 * SIDE, say(Phrase("print.dice_help")), 9)
