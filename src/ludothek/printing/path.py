"""SVG outlines: M, L, H, V, C, Q and Z, absolute or relative, with one command per letter."""

import re
from collections.abc import Iterator

Point = tuple[float, float]
Piece = tuple[str, list[Point]]  # M, L, C or Z, and its points


def pieces(outline: str) -> Iterator[Piece]:
    """Convert an outline to absolute moves, lines and curves."""
    here = begin = (0.0, 0.0)
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", outline):
        kind, numbers = (
            letter.upper(),
            [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)],
        )
        x, y = here if letter.islower() else (0.0, 0.0)
        if kind == "Z":
            here = begin
            yield "Z", []
            continue
        if kind == "H":
            points = [(x + numbers[0], here[1])]
        elif kind == "V":
            points = [(here[0], y + numbers[0])]
        else:
            points = [
                (x + across, y + down) for across, down in zip(numbers[::2], numbers[1::2], strict=True)
            ]
        if kind == "Q":
            points = _cubic(here, *points)
        here = points[-1]
        if kind == "M":
            begin = here
        yield {"H": "L", "V": "L", "Q": "C"}.get(kind, kind), points


def oval(x: float, y: float, across: float, down: float | None = None) -> str:
    """The outline of an ellipse or a circle around a point."""
    rx, ry = across, across if down is None else down
    kx, ky = rx * 0.5523, ry * 0.5523  # the Bézier approximation of a quarter circle
    quarters = (
        (0, -ky, rx - kx, -ry, rx, -ry),
        (kx, 0, rx, ry - ky, rx, ry),
        (0, ky, kx - rx, ry, -rx, ry),
        (-kx, 0, -rx, ky - ry, -rx, -ry),
    )
    return (
        f"M{x - rx:.3f} {y:.3f}"
        + "".join("c" + " ".join(f"{number:.3f}" for number in curve) for curve in quarters)
        + "Z"
    )


def _cubic(start: Point, control: Point, end: Point) -> list[Point]:
    (x0, y0), (x1, y1), (x2, y2) = start, control, end
    return [((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3), ((x2 + 2 * x1) / 3, (y2 + 2 * y1) / 3), end]
