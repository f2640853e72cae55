"""A4 pages to draw on, in millimetres from the top left corner: boxes, lines, shapes, pictures and text.

Text is set in Helvetica, which every PDF reader has and which covers German and English.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from ludothek.printing.path import Piece, pieces

INK = "#211c18"
SOFT = "#6b6259"
PALE = "#efeae2"
STONE = "#d9d3ca"
WHITE = "#ffffff"
POINT = 1 / mm  # in millimetres
LEADING = 1.25  # line height, relative to the font size
CAPITALS = 0.72  # the height of a capital letter, relative to the font size

Align = Literal["left", "centre", "right"]
Point = tuple[float, float]


@dataclass(frozen=True)
class Stroke:
    """The fill colour and the outline of a shape; None for either omits it."""

    fill: str | None = None
    line: str | None = INK
    weight: float = 0.3
    dashes: tuple[float, ...] = ()


OUTLINE = Stroke()
CUT = Stroke(line=SOFT, weight=0.2, dashes=(2, 1.2))
# SVG outlines on a grid of 24 units, each with its fill colour
Picture = Sequence[tuple[str, str | None]]


class Paper:
    def __init__(self, title: str, language: str) -> None:
        self._file = BytesIO()
        # Invariant: the same kit gives the same bytes
        self._canvas = Canvas(self._file, pagesize=A4, lang=language, invariant=True, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Ludothek")
        self._pages = 0
        self.width, self.height = (size / mm for size in A4)

    def page(self, landscape: bool = False) -> None:
        """Start a new page."""
        if self._pages:
            self._canvas.showPage()
        self._pages += 1
        size = (A4[1], A4[0]) if landscape else A4
        self._canvas.setPageSize(size)
        self._canvas.setLineJoin(1)
        self._canvas.setLineCap(1)
        self.width, self.height = (length / mm for length in size)

    def finished(self) -> bytes:
        self._canvas.save()
        return self._file.getvalue()

    def box(
        self, x: float, y: float, width: float, height: float, pen: Stroke = OUTLINE, rounded: float = 0
    ) -> None:
        left, bottom = self._at(x, y + height)
        self._set_stroke(pen)
        self._canvas.roundRect(
            left,
            bottom,
            width * mm,
            height * mm,
            rounded * mm,
            stroke=pen.line is not None,
            fill=pen.fill is not None,
        )

    def circle(self, x: float, y: float, radius: float, pen: Stroke = OUTLINE) -> None:
        self._set_stroke(pen)
        self._canvas.circle(
            *self._at(x, y), radius * mm, stroke=pen.line is not None, fill=pen.fill is not None
        )

    def line(self, corners: Iterable[Point], pen: Stroke = OUTLINE) -> None:
        first, *others = corners
        self._trace([("M", [first]), *(("L", [corner]) for corner in others)], pen)

    def shape(self, corners: Iterable[Point], pen: Stroke = OUTLINE) -> None:
        first, *others = corners
        self._trace([("M", [first]), *(("L", [corner]) for corner in others), ("Z", [])], pen)

    def picture(
        self,
        picture: Picture,
        x: float,
        y: float,
        size: float,
        *,
        weight: float = 0.3,
        upside_down: bool = False,
    ) -> None:
        """Draw a picture centred there."""
        scale = -size / 24 if upside_down else size / 24
        for outline, fill in picture:
            traced = [
                (kind, [(x + (px - 12) * scale, y + (py - 12) * scale) for px, py in points])
                for kind, points in pieces(outline)
            ]
            self._trace(traced, Stroke(fill, INK, weight))

    def text(
        self, x: float, y: float, words: object, size: float = 10, *,
        bold: bool = False, align: Align = "left", colour: str = INK, fit: float | None = None,
    ) -> None:  # fmt: skip
        """Write a line vertically centred at y, scaled down if it is wider than `fit`."""
        line, font = str(words), self._font(bold)
        if fit is not None and (wide := stringWidth(line, font, size) / mm) > fit:
            size *= fit / wide
        self._canvas.setFont(font, size)
        self._canvas.setFillColor(HexColor(colour))
        left, baseline = self._at(x, y + size * CAPITALS * POINT / 2)
        if align == "left":
            self._canvas.drawString(left, baseline, line)
        elif align == "centre":
            self._canvas.drawCentredString(left, baseline, line)
        else:
            self._canvas.drawRightString(left, baseline, line)

    def paragraph(
        self, x: float, y: float, width: float, words: object, size: float = 9, *,
        bold: bool = False, align: Align = "left", colour: str = INK,
    ) -> float:  # fmt: skip
        """Write lines of at most that width below y; return the y after them."""
        for line in self.lines(width, words, size, bold=bold):
            self.text(x, y + size * POINT * LEADING / 2, line, size, bold=bold, align=align, colour=colour)
            y += size * POINT * LEADING
        return y

    def lines(self, width: float, words: object, size: float = 9, *, bold: bool = False) -> list[str]:
        """Break text into lines of at most that width."""
        return list(simpleSplit(str(words), self._font(bold), size, width * mm))

    def _at(self, x: float, y: float) -> Point:
        return x * mm, (self.height - y) * mm

    def _font(self, bold: bool) -> str:
        return "Helvetica-Bold" if bold else "Helvetica"

    def _set_stroke(self, pen: Stroke) -> None:
        self._canvas.setLineWidth(pen.weight * mm)
        self._canvas.setDash([length * mm for length in pen.dashes])
        if pen.fill:
            self._canvas.setFillColor(HexColor(pen.fill))
        if pen.line:
            self._canvas.setStrokeColor(HexColor(pen.line))

    def _trace(self, traced: Iterable[Piece], pen: Stroke) -> None:
        path = self._canvas.beginPath()
        for kind, points in traced:
            numbers = [number for point in points for number in self._at(*point)]
            if kind == "M":
                path.moveTo(*numbers)
            elif kind == "L":
                path.lineTo(*numbers)
            elif kind == "C":
                path.curveTo(*numbers)
            else:
                path.close()
        self._set_stroke(pen)
        self._canvas.drawPath(path, stroke=pen.line is not None, fill=pen.fill is not None)
