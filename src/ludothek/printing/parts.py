"""Parts of pages that games share: a winding track, dice to fold, parts to cut out."""

from collections.abc import Sequence
from math import ceil

from ludothek.printing.paper import CUT, INK, PALE, SOFT, WHITE, Paper, Point, Stroke

MARGIN = 13.0
TAB = 4.5  # the width of the glue tabs of a die
FACES = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))  # of the net of a die: column and row
TABS = (  # the middle of a side, and the direction of its tab
    (1.5, 0, 0, -1), (1, 0.5, -1, 0), (2, 0.5, 1, 0), (1.5, 3, 0, 1),
    (1, 2.5, -1, 0), (2, 2.5, 1, 0), (0, 1.5, -1, 0),
)  # fmt: skip


def heading(paper: Paper, title: str, subtitle: str) -> None:
    """Draw the title and subtitle of a page."""
    paper.text(MARGIN, MARGIN + 4, title, 20, bold=True)
    paper.text(paper.width - MARGIN, MARGIN + 4, subtitle, 12, align="right", colour=SOFT)
    paper.line([(MARGIN, MARGIN + 10), (paper.width - MARGIN, MARGIN + 10)], Stroke(weight=0.5))


def capital(words: str) -> str:
    """Capitalize the first letter."""
    return words[0].upper() + words[1:]


def winding(count: int, x: float, y: float, width: float, height: float) -> tuple[float, list[Point]]:
    """Fit the fields of a winding track into a rectangle; return their size and centres."""
    columns = max(
        range(1, count + 1),
        key=lambda columns: (min(width / columns, height / ceil(count / columns)), -columns),
    )
    across, down = width / columns, height / ceil(count / columns)
    middles = []
    for field in range(count):
        row, column = divmod(field, columns)
        if row % 2:
            column = columns - 1 - column
        middles.append((x + (column + 0.5) * across, y + (row + 0.5) * down))
    return min(across, down), middles


def steps(
    paper: Paper, x: float, y: float, width: float, title: str, lines: Sequence[str], size: float = 9
) -> float:
    """Write a numbered list; return the y after it."""
    paper.text(x, y + 2, title, size + 2, bold=True)
    y += 6.5
    for number, line in enumerate(lines, 1):
        paper.circle(x + 2.2, y + 2, 2.2, Stroke(INK, None))
        paper.text(x + 2.2, y + 2, number, size - 1.5, bold=True, align="centre", colour=WHITE)
        y = paper.paragraph(x + 6.5, y, width - 6.5, line, size) + 1.3
    return y


def die(paper: Paper, x: float, y: float, side: float, fill: str = WHITE) -> list[Point]:
    """Draw the net of a die, four sides wide and three high plus tabs; return the centres of its faces."""
    left, top = x + TAB, y + TAB
    for across, down, out_x, out_y in TABS:
        middle_x, middle_y = left + across * side, top + down * side
        corners = [(-side / 2, 0.0), (-side / 2 + TAB / 2, TAB), (side / 2 - TAB / 2, TAB), (side / 2, 0.0)]
        turned = [
            (middle_x + along * abs(out_y) + out * out_x, middle_y + along * abs(out_x) + out * out_y)
            for along, out in corners
        ]
        paper.shape(turned, Stroke(PALE, SOFT, 0.2))
    for column, row in FACES:
        paper.box(left + column * side, top + row * side, side, side, Stroke(fill, INK, 0.25))
    return [(left + (column + 0.5) * side, top + (row + 0.5) * side) for column, row in FACES]


def cutting(
    paper: Paper, x: float, y: float, count: int, columns: int, width: float, height: float
) -> list[Point]:
    """Draw the cutting lines of a grid of parts; return the top left corners of the parts."""
    corners = [(x + part % columns * width, y + part // columns * height) for part in range(count)]
    edges = set()  # a set, because neighbours share edges
    for left, top in corners:
        right, bottom = left + width, top + height
        edges |= {
            (left, top, right, top),
            (left, bottom, right, bottom),
            (left, top, left, bottom),
            (right, top, right, bottom),
        }
    for left, top, right, bottom in sorted(edges):
        paper.line([(left, top), (right, bottom)], CUT)
    return corners
