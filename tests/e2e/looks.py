"""Small pictures of every board: made by `python -m tests.e2e.looks [GAME …]`, compared by `test_looks.py`.

Each picture shows a board's start, middle and end, on a desktop in light colours (above) and on a phone in
dark ones (below). It is blurred, so that another machine's fonts make no difference, while a missing piece
or another colour does. Remake it only for an intended change of the board, and look at it before you commit
it.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Literal

import numpy as np
from PIL import Image, ImageFilter
from playwright.sync_api import Browser, Page, ViewportSize

from tests.e2e.scenes import DESKTOP, GAMES, PHONE, STAGES, chromium, look_at, open_scene, quiet_server

FOLDER = Path(__file__).parent / "looks"
DEVICES: tuple[tuple[str, Literal["light", "dark"], ViewportSize], ...] = (
    ("desktop", "light", DESKTOP),
    ("phone", "dark", PHONE),
)
CELL = (128, 160)  # pixels; a board keeps its proportions in them
EMPTY = (128, 128, 128)
BLUR = 1.2
# Of 255. Letters of another font make up to 2 overall and 17 in a block; another theme 100, a stone that is
# gone 50 to 160 in a block.
MOST_OVERALL = 4.0
MOST_IN_A_BLOCK = 30.0
BLOCK = 8  # pixels, about the size of a stone


def look_file(game: str) -> Path:
    return FOLDER / f"{game}.webp"


def kept_looks(game: str) -> dict[tuple[str, str], Image.Image]:
    """Read the stored pictures by device and stage."""
    whole = Image.open(look_file(game)).convert("RGB")
    wide, high = CELL
    return {
        (device, stage): whole.crop((wide * column, high * row, wide * (column + 1), high * (row + 1)))
        for (row, (device, _, _)), (column, stage) in product(enumerate(DEVICES), enumerate(STAGES))
    }


def looks(browser: Browser, url: str, game: str) -> Iterator[tuple[str, str, Image.Image]]:
    """Yield device, stage and picture of a board as it is now."""
    for device, scheme, window in DEVICES:
        context = browser.new_context(
            base_url=url, viewport=window, color_scheme=scheme, locale="de-DE", reduced_motion="reduce"
        )
        for stage in STAGES:
            page = context.new_page()
            look_at(page, open_scene(context.request, game, stage))
            yield device, stage, look_of(page)
            page.close()
        context.close()


def look_of(page: Page) -> Image.Image:
    """The drawings of the board that a page shows, one below the other, without the words around them."""
    page.add_style_tag(content=".overlay { visibility: hidden }")  # the result covers the board
    drawings = [
        Image.open(BytesIO(canvas.screenshot())).convert("RGB")
        for canvas in page.locator(".board .canvas").all()
    ]
    picture = Image.new(
        "RGB", (max(one.width for one in drawings), sum(one.height for one in drawings)), EMPTY
    )
    below = 0
    for one in drawings:
        picture.paste(one, (0, below))
        below += one.height
    picture.thumbnail(CELL, Image.Resampling.BOX)
    cell = Image.new("RGB", CELL, EMPTY)
    cell.paste(picture)
    return cell.filter(ImageFilter.GaussianBlur(BLUR))


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return how much two pictures differ: on average, and in the most different block."""
    apart = np.abs(np.asarray(one, float) - np.asarray(other, float)).mean(axis=2)
    wide, high = CELL
    blocks = apart.reshape(high // BLOCK, BLOCK, wide // BLOCK, BLOCK).mean(axis=(1, 3))
    return float(apart.mean()), float(blocks.max())


def is_alike(one: Image.Image, other: Image.Image) -> bool:
    overall, in_a_block = difference(one, other)
    return overall <= MOST_OVERALL and in_a_block <= MOST_IN_A_BLOCK


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with quiet_server() as server, chromium() as browser:
        for game in sys.argv[1:] or GAMES:
            whole = Image.new("RGB", (CELL[0] * len(STAGES), CELL[1] * len(DEVICES)))
            for number, (_, _, look) in enumerate(looks(browser, server.url, game)):
                row, column = divmod(number, len(STAGES))
                whole.paste(look, (CELL[0] * column, CELL[1] * row))
            whole.save(look_file(game), "WEBP", quality=95, method=6)


if __name__ == "__main__":
    main()
