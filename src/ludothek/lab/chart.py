"""Small SVG charts of shares in percent with their intervals, for light and dark backgrounds."""

from dataclasses import dataclass
from html import escape

SIDE, TOP, HEIGHT = 64, 48, 320  # margins, and the height of the plot

STYLE = """
svg { font: 13px system-ui, sans-serif; --ink: #222; --faint: #bbb; --ground: #fff }
@media (prefers-color-scheme: dark) { svg { --ink: #eee; --faint: #555; --ground: #181a1b } }
rect.ground { fill: var(--ground) } text { fill: var(--ink) } .title { font-weight: 600 }
.grid { stroke: var(--faint); stroke-width: 0.5 } .even { stroke: var(--faint); stroke-width: 2 } .wanted { opacity: 0.18 }
.interval { stroke-width: 2; fill: none }
"""

# Each series has a colour and a shape, so that colour-blind readers can tell them apart.
COLOURS = ("#8a8f98", "#d98e04", "#1b8dc9", "#c2417c", "#4f9a4a", "#8a63d2")
SHAPES = (
    "M-5 -5H5V5H-5Z",
    "M0 -6L6 5H-6Z",
    "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z",
    "M0 -7L7 0L0 7L-7 0Z",
    "M0 6L6 -5H-6Z",
    "M-2 -6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z",
)


@dataclass(frozen=True)
class Point:
    """A share with its interval, at a position on the scale."""

    x: float
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class ChartSeries:
    name: str
    points: list[Point]


@dataclass(frozen=True)
class TargetBand:
    """Where the points of a series should lie, from `left` to `right` on the scale."""

    series: int
    left: float
    right: float
    low: float
    high: float


@dataclass(frozen=True)
class Chart:
    title: str
    below: str
    beside: str
    scale: tuple[float, float]
    marks: dict[float, str]
    series: list[ChartSeries]
    wanted: tuple[TargetBand, ...] = ()
    is_even: bool = False  # with a diagonal where the share equals the value on the scale
    width: int = 480

    def svg(self) -> str:
        body = [*self._grid(), *(self._wanted(one) for one in self.wanted)]
        for number, series in enumerate(self.series):
            body += [self._point(number, point) for point in series.points]
        body += self._legend()
        wide, high = self.width + 2 * SIDE + 60, HEIGHT + 2 * TOP
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img"'
            f' aria-label="{escape(self.title)}">'
        )
        return "\n".join(
            [
                head,
                f"<style>{STYLE}</style>",
                '<rect class="ground" width="100%" height="100%"/>',
                *body,
                "</svg>",
                "",
            ]
        )

    def _grid(self) -> list[str]:
        lines = [
            _text(SIDE, 28, self.title, "title"),
            _text(SIDE + self.width / 2, TOP + HEIGHT + 40, self.below, anchor="middle"),
        ]
        lines.append(
            f'<text transform="translate(18 {TOP + HEIGHT / 2}) rotate(-90)"'
            f' text-anchor="middle">{escape(self.beside)}</text>'
        )
        for percent in range(0, 101, 20):
            y = self._y(percent / 100)
            lines.append(f'<path class="grid" d="M{SIDE} {y}H{SIDE + self.width}"/>')
            lines.append(_text(SIDE - 8, y + 4, f"{percent} %", anchor="end"))
        lines += [
            _text(self._x(at), TOP + HEIGHT + 20, mark, anchor="middle") for at, mark in self.marks.items()
        ]
        if self.is_even:
            lines.append(f'<path class="even" d="M{self._x(0)} {self._y(0)}L{self._x(1)} {self._y(1)}"/>')
        return lines

    def _wanted(self, one: TargetBand) -> str:
        left, top = self._x(one.left), self._y(one.high)
        size = f'width="{_short(self._x(one.right) - left)}" height="{_short(self._y(one.low) - top)}"'
        return f'<rect class="wanted" x="{left}" y="{top}" {size} fill="{COLOURS[one.series]}"/>'

    def _point(self, number: int, point: Point) -> str:
        x, colour = self._x(point.x), COLOURS[number]
        label = f"{self.series[number].name}: {point.share:.1%} ({point.low:.1%} to {point.high:.1%})"
        line = (
            f'<path class="interval" stroke="{colour}" d="M{x} {self._y(point.low)}V{self._y(point.high)}"/>'
        )
        shape = (
            f'<path fill="{colour}" transform="translate({x} {self._y(point.share)})" d="{SHAPES[number]}"/>'
        )
        return f"<g><title>{label}</title>{line}{shape}</g>"

    def _legend(self) -> list[str]:
        lines, x = [], SIDE + self.width + 24
        for number, series in enumerate(self.series):
            y = TOP + 20 + 24 * number
            lines.append(
                f'<path fill="{COLOURS[number]}" transform="translate({x} {y})"'
                f' d="{SHAPES[number]}"/>{_text(x + 14, y + 4, series.name)}'
            )
        return lines

    def _x(self, at: float) -> float:
        first, last = self.scale
        return _short(SIDE + (at - first) / (last - first) * self.width)

    def _y(self, share: float) -> float:
        return _short(TOP + (1 - share) * HEIGHT)


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return (
        f'<text x="{_short(x)}" y="{_short(y)}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _short(number: float) -> float:
    return round(number, 1)
