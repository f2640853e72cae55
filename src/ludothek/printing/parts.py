"""What several games print: a winding track, dice to fold, things to cut out."""

from collections.abc import Sequence
from math import ceil

from ludothek.printing.paper import CUT, INK, PALE, SOFT, WHITE, Paper, Point, Stroke

MARGIN = 13.0
TAB = 4.5  # to glue a die with
FACES = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))  # of a die, column and row
TABS = (  # the middle of a side, and whether the tab stands to the left, to the right, up or down of it
    (1.5, 0, 0, -1), (1, 0.5, -1, 0), (2, 0.5, 1, 0), (1.5, 3, 0, 1), (1, 2.5, -1, 0), (2, 2.5, 1, 0), (0, 1.5, -1, 0),
)  # fmt: skip


def heading(paper: Paper, title: str, subtitle: str) -> None:
    """The title of a page, and what it is."""
    paper.text(MARGIN, MARGIN + 4, title, 20, bold=True)
    paper.text(paper.width - MARGIN, MARGIN + 4, subtitle, 12, align="right", colour=SOFT)
    paper.line([(MARGIN, MARGIN + 10), (paper.width - MARGIN, MARGIN + 10)], Stroke(weight=0.5))


def capital(words: str) -> str:
    """The words as they stand at the beginning of a line."""
    return words[0].upper() + words[1:]


def winding(count: int, x: float, y: float, width: float, height: float) -> tuple[float, list[Point]]:
    """Fields of a track that winds through a rectangle, as large as they can be: their pitch, and their
    middles.
    """
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
    """A numbered reminder; where it ends."""
    paper.text(x, y + 2, title, size + 2, bold=True)
    y += 6.5
    for number, line in enumerate(lines, 1):
        paper.circle(x + 2.2, y + 2, 2.2, Stroke(INK, None))
        paper.text(x + 2.2, y + 2, number, size - 1.5, bold=True, align="centre", colour=WHITE)
        y = paper.paragraph(x + 6.5, y, width - 6.5, line, size) + 1.3
    return y


def die(paper: Paper, x: float, y: float, side: float, fill: str = WHITE) -> list[Point]:
    """A die to cut out and fold, four sides wide and three high beside its tabs; the middles of its faces."""
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
    """Lines to cut a number of parts out along; the top left corners of these."""
    corners = [(x + part % columns * width, y + part // columns * height) for part in range(count)]
    edges = set()  # neighbours share one
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
