"""Safehouse on paper: the four sheets, the track, and the dice and markers to cut out."""

from typing import Any

from ludothek.core import BadKit, Phrase
from ludothek.core.texts import Say
from ludothek.games.safehouse.kit import SHEETS
from ludothek.games.safehouse.pictures import CHAMELEON, COLOURS, HOUSE, PURSUER, SHAPES
from ludothek.printing.paper import CUT, INK, PALE, SOFT, STONE, WHITE, Paper, Stroke
from ludothek.printing.parts import MARGIN, TAB, die, heading, steps, winding

MOST_FIELDS = 100  # the longest track on one page
MOST_CHAMELEONS = 6


def draw(paper: Paper, figures: dict[str, Any], say: Say) -> None:
    if figures["safehouse"] > MOST_FIELDS:
        raise BadKit("safehouse", Phrase("refusals.track", room=MOST_FIELDS, found=figures["safehouse"]))
    if max(figures["chameleons"]) > MOST_CHAMELEONS:
        raise BadKit(
            "chameleons",
            Phrase("refusals.chameleons", room=MOST_CHAMELEONS, found=max(figures["chameleons"])),
        )
    for name in SHEETS:
        paper.page()
        _sheet(paper, figures, name, say)
    paper.page()
    _track(paper, figures, say)
    paper.page()
    heading(paper, say(Phrase("title")), say(Phrase("print.cut_out")))
    _dice(paper, figures)
    _markers(paper, figures["lead"], say)


# A sheet

FIELD = 17.0
BETWEEN = 4.6


def _sheet(paper: Paper, figures: dict[str, Any], name: str, say: Say) -> None:
    paper.box(MARGIN, MARGIN, 18, 18, Stroke(INK, None), rounded=3)
    paper.text(MARGIN + 9, MARGIN + 9, name, 34, bold=True, align="centre", colour=WHITE)
    paper.text(MARGIN + 23, MARGIN + 5.5, say(Phrase("title")), 22, bold=True)
    paper.text(MARGIN + 23, MARGIN + 14, say(Phrase("print.sheet", name=name)), 11, colour=SOFT)
    paper.text(115, MARGIN + 14, say(Phrase("print.name")), 11, colour=SOFT)
    paper.line([(130, MARGIN + 16.5), (paper.width - MARGIN, MARGIN + 16.5)])

    y, captioned = MARGIN + 23.0, ""
    for row, fields in enumerate(figures["sheets"][name]):
        kind = figures["rows"][row]["kind"]
        if kind != captioned:
            paper.text(MARGIN + 9, y + 2.2, say(Phrase(f"print.kinds.{kind}")), 9, colour=SOFT)
            y, captioned = y + 5, kind
        _row(paper, y, row + 1, kind, fields, figures["rows"][row]["reward"])
        y += FIELD + 3.8
    _footer(paper, y + 4, figures, say)


def _row(paper: Paper, y: float, number: int, kind: str, fields: str, reward: int) -> None:
    middle = y + FIELD / 2
    paper.text(MARGIN + 3, middle, number, 12, bold=True, align="centre", colour=SOFT)
    x = MARGIN + 9.0
    for k, letter in enumerate(fields):
        if k:
            _sign(paper, x - BETWEEN / 2, middle, kind)
        _field(paper, x, y, letter)
        x += FIELD + BETWEEN
    right, top, bottom = paper.width - MARGIN, y + 2.5, y + FIELD - 2.5
    paper.line([(x - 2, middle), (right - 23, middle)], Stroke(line=SOFT, weight=0.3, dashes=(0.4, 1.4)))
    paper.shape(
        [(right - 21, top), (right - 7, top), (right, middle), (right - 7, bottom), (right - 21, bottom)],
        Stroke(PALE, INK, 0.4),
    )
    paper.text(right - 12, middle, f"+{reward}", 17, bold=True, align="centre")


def _field(paper: Paper, x: float, y: float, letter: str) -> None:
    if letter == "6":
        paper.box(x, y, FIELD, FIELD, Stroke(STONE, INK, 0.5), rounded=2)
        paper.text(x + FIELD / 2, y + FIELD / 2, 6, 26, bold=True, align="centre")
        return
    colour, pale = COLOURS[letter]
    paper.box(x, y, FIELD, FIELD, Stroke(pale, INK, 0.3), rounded=2)
    paper.box(x + 0.75, y + 0.75, FIELD - 1.5, FIELD - 1.5, Stroke(None, colour, 1.2), rounded=1.4)
    _shape(paper, letter, x + 4.2, y + 4.2, 5)


def _shape(paper: Paper, letter: str, x: float, y: float, size: float) -> None:
    paper.picture([(SHAPES[letter], COLOURS[letter][0])], x, y, size, weight=0.25)


def _sign(paper: Paper, x: float, y: float, kind: str) -> None:
    """What holds between two neighbours: equal, less, less or equal."""
    pen = Stroke(line=INK, weight=0.45)
    if kind == "equal":
        for down in (-0.7, 0.7):
            paper.line([(x - 1.2, y + down), (x + 1.2, y + down)], pen)
        return
    up = 0.0 if kind == "rising" else 0.5
    paper.line([(x + 1.1, y - 1.4 - up), (x - 1.1, y - up), (x + 1.1, y + 1.4 - up)], pen)
    if up:
        paper.line([(x - 1.1, y + 1.9), (x + 1.1, y + 1.9)], pen)


def _footer(paper: Paper, y: float, figures: dict[str, Any], say: Say) -> None:
    wide, gap = (paper.width - 2 * MARGIN - 16) / 3, 8
    for k, letter in enumerate("YGRBW"):
        x, down = MARGIN + k % 3 * 19, y + 2 + k // 3 * 6
        _shape(paper, letter, x + 2, down, 4)
        paper.text(x + 5.5, down, say(Phrase("print.joker" if letter == "W" else f"words.{letter}")), 9)
    _chameleons(paper, y + 15, wide, figures["chameleons"], say)
    for k, name in enumerate(("turn", "write"), 1):
        lines = [say(Phrase(f"print.{name}_{line}")) for line in range(1, 5)]
        steps(paper, MARGIN + k * (wide + gap), y, wide, say(Phrase(f"print.{name}")), lines, 8.5)


def _chameleons(paper: Paper, y: float, width: float, counts: list[int], say: Say) -> None:
    paper.picture(CHAMELEON, MARGIN + 6, y + 4, 13)
    for k in range(max(counts)):
        paper.box(MARGIN + 16 + 7.2 * k, y + 1, 6, 6, Stroke(WHITE, INK, 0.4), rounded=1)
    y = paper.paragraph(MARGIN, y + 11, width, say(Phrase("print.chameleons")), 8.5) + 4
    for k, words in enumerate((say(Phrase("print.people")), say(Phrase("print.each")))):
        paper.text(MARGIN, y + 6 * k, words, 8.5, colour=SOFT)
        for seats, count in enumerate(counts, 1):
            paper.text(
                MARGIN + 24 + 8 * seats,
                y + 6 * k,
                count if k else seats,
                9,
                bold=bool(k),
                align="centre",
                fit=7,
            )
    paper.line([(MARGIN, y + 3), (MARGIN + width, y + 3)], Stroke(line=SOFT, weight=0.2))


# The track


def _track(paper: Paper, figures: dict[str, Any], say: Say) -> None:
    heading(paper, say(Phrase("title")), say(Phrase("print.track")))
    safehouse, lead = figures["safehouse"], figures["lead"]
    pitch, middles = winding(safehouse + 1, MARGIN, MARGIN + 14, paper.width - 2 * MARGIN, 150)
    paper.line(middles, Stroke(None, STONE, pitch * 0.35))
    half = pitch * 0.45
    for field, (x, y) in enumerate(middles):
        fill = (
            "#fdf1cf" if field == lead else "#e3f2e2" if field == safehouse else PALE if field == 0 else WHITE
        )
        paper.box(
            x - half,
            y - half,
            2 * half,
            2 * half,
            Stroke(fill, INK, 0.6 if field in (lead, safehouse) else 0.3),
            rounded=2.5,
        )
        if field == 0:
            paper.picture(PURSUER, x, y, pitch * 0.7)
        else:
            paper.text(x - half + 1.5, y - half * 0.72, field, min(9, pitch / 2), bold=True)
        if field == lead:
            paper.text(x, y + 2, " ".join(SHEETS), 10, bold=True, align="centre", fit=2 * half - 2)
            paper.text(x, y + half * 0.7, say(Phrase("print.start")), 8, align="centre", fit=2 * half - 2)
        if field == safehouse:
            paper.picture(HOUSE, x, y + half * 0.2, pitch * 0.55)
    _table(paper, MARGIN + 172, say)


def _table(paper: Paper, y: float, say: Say) -> None:
    """Where the dice lie, the help that is used once, and what taking the dice back costs."""
    wide = (paper.width - 2 * MARGIN - 6) / 2
    for k, name in enumerate(("again", "calm")):
        x = MARGIN + k * (wide + 6)
        paper.box(x, y, wide, 20, Stroke(WHITE, INK, 0.4), rounded=3)
        paper.box(x + 4, y + 5, 10, 10, Stroke(WHITE, INK, 0.6), rounded=1.5)
        paper.text(x + 18, y + 6, say(Phrase(f"table.{name}")), 12, bold=True)
        paper.paragraph(x + 18, y + 9.5, wide - 21, say(Phrase(f"print.{name}")), 8.5)
    y += 25
    for k, name in enumerate(("at_hand", "lid")):
        x = MARGIN + k * (wide + 6)
        paper.box(x, y, wide, 48, Stroke(None, SOFT, 0.5, (2, 2)), rounded=5)
        paper.text(x + wide / 2, y + 6, say(Phrase(f"print.{name}")), 12, bold=True, align="centre")
        paper.paragraph(
            x + wide / 2,
            y + 9.5,
            wide - 10,
            say(Phrase(f"print.{name}_help")),
            8.5,
            align="centre",
            colour=SOFT,
        )
    paper.paragraph(
        paper.width / 2, y + 53, paper.width - 2 * MARGIN, say(Phrase("print.end")), 9, align="centre"
    )


# The dice and the markers

SIDE = 14.0


def _dice(paper: Paper, figures: dict[str, Any]) -> None:
    for k, letter in enumerate("YYGGRRBBWW"):
        column, row = k % 2, k // 2
        x, y = MARGIN + column * (4 * SIDE + TAB + 6), MARGIN + 13 + row * (3 * SIDE + 2 * TAB + 0.5)
        faces = figures["joker_faces" if letter == "W" else "faces"]
        for face, middle in zip(faces, die(paper, x, y, SIDE), strict=True):
            _face(paper, letter, face, *middle)


def _face(paper: Paper, letter: str, face: object, x: float, y: float) -> None:
    colour, pale = COLOURS[letter]
    if letter != "W":
        inner = SIDE - 1.6
        paper.box(x - inner / 2, y - inner / 2, inner, inner, Stroke(pale, colour, 1), rounded=1)
        _shape(paper, letter, x - SIDE / 2 + 3.2, y - SIDE / 2 + 3.2, 3.2)
    if face == "X":
        paper.circle(x + 0.8, y + 0.8, 4, Stroke(INK, None))
    paper.text(
        x + 0.8,
        y + 0.8,
        face,
        16,
        bold=True,
        align="centre",
        colour=WHITE if face == "X" else INK,
        fit=SIDE - 4,
    )


def _markers(paper: Paper, lead: int, say: Say) -> None:
    x = paper.width - MARGIN - 16
    for k, name in enumerate(("X", *SHEETS)):
        y = MARGIN + 25 + 22 * k
        paper.circle(x, y, 8.5, CUT)
        if name == "X":
            paper.picture(PURSUER, x, y, 13)
        else:
            paper.circle(x, y, 7, Stroke(WHITE, INK, 0.7))
            paper.text(x, y, name, 20, bold=True, align="centre")
    y = paper.paragraph(x, MARGIN + 130, 32, say(Phrase("print.markers", lead=lead)), 8.5, align="centre")
    paper.paragraph(x, y + 3, 32, say(Phrase("print.dice")), 8.5, align="centre")
