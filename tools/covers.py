"""Render the cover of every game from its board: `python -m tools.covers` (needs built pages and Chromium)."""

import io
from pathlib import Path

from PIL import Image

from tests.e2e.scenes import GAMES, SETTLED, chromium, look_at, open_scene, quiet_server

GAMES_FOLDER = Path(__file__).parents[1] / "web" / "src" / "games"
WINDOW = {"width": 900, "height": 700}
COVER = (480, 300)  # twice what the shelf shows on a phone, for sharp screens
QUALITIES = range(42, 10, -2)
HEAVIEST = 11_500  # bytes: the whole shelf has 150 kB
MARGIN = 2  # pixels around what is played on: beside it stand signs
# Where one can point, from the stage's corner: left, top, right and bottom of all of it.
PLAYED_ON = """() => {
  const stage = document.querySelector(".stage"), { left, top } = stage.getBoundingClientRect();
  const boxes = [...stage.querySelectorAll("[data-spot]")].map((spot) => spot.getBoundingClientRect()).filter(({ width }) => width);
  const ends = (name, most) => Math[most](...boxes.map((box) => box[name]));
  return [ends("left", "min") - left, ends("top", "min") - top, ends("right", "max") - left, ends("bottom", "max") - top];
}"""


def main() -> None:
    with quiet_server() as server, chromium() as browser:
        context = browser.new_context(
            base_url=server.url,
            viewport=WINDOW,  # type: ignore[arg-type]
            locale="en-GB",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto("/")
        for game in GAMES:
            if not (GAMES_FOLDER / game).is_dir():
                continue  # a third-party game ships its own
            look_at(page, open_scene(page.request, game, "middle"))
            page.evaluate(SETTLED)
            picture = Image.open(
                io.BytesIO(page.locator(".stage").first.screenshot(animations="disabled"))
            ).convert("RGB")
            (GAMES_FOLDER / game / "cover.webp").write_bytes(
                written(cropped(picture, page.evaluate(PLAYED_ON)))
            )


def cropped(picture: Image.Image, played_on: list[float]) -> Image.Image:
    """Crop a picture to the width of the playing area, around its middle, in the shape of a cover."""
    left, top, right, bottom = played_on
    width = min(right - left + 2 * MARGIN, picture.width, picture.height * COVER[0] / COVER[1])
    height = width * COVER[1] / COVER[0]
    x = max(0, min((left + right - width) / 2, picture.width - width))
    y = max(0, min((top + bottom - height) / 2, picture.height - height))
    return picture.resize(COVER, Image.Resampling.LANCZOS, (x, y, x + width, y + height))


def written(picture: Image.Image) -> bytes:
    """Encode as WebP in the best quality that stays within HEAVIEST."""
    for quality in QUALITIES:
        picture.save(content := io.BytesIO(), "WEBP", quality=quality, method=6)
        if content.tell() <= HEAVIEST:
            break
    return content.getvalue()


if __name__ == "__main__":
    main()
