"""Make the pictures on the shelf from the boards themselves: `python -m tools.covers` (needs built pages and Chromium)."""

import io
from pathlib import Path

from PIL import Image

from tests.e2e.scenes import GAMES, SETTLED, chromium, look_at, open_scene, quiet_server

GAMES_FOLDER = Path(__file__).parents[1] / "web" / "src" / "games"
WINDOW = {"width": 900, "height": 700}
COVER = (480, 300)  # twice what the shelf shows on a phone, for sharp screens
QUALITIES = range(42, 10, -2)
HEAVIEST = 11_500  # bytes: the whole shelf has 150 kB


def main() -> None:
    with quiet_server() as server, chromium() as browser:
        context = browser.new_context(base_url=server.url, viewport=WINDOW, locale="en-GB", reduced_motion="reduce")  # type: ignore[arg-type]
        page = context.new_page()
        page.goto("/")
        for game in GAMES:
            if not (GAMES_FOLDER / game).is_dir():
                continue  # a game from outside brings its own
            look_at(page, open_scene(page.request, game, "middle"))
            page.evaluate(SETTLED)
            picture = Image.open(io.BytesIO(page.locator(".stage").first.screenshot(animations="disabled"))).convert("RGB")
            (GAMES_FOLDER / game / "cover.webp").write_bytes(written(cropped(picture)))


def cropped(picture: Image.Image) -> Image.Image:
    """The middle of it, in the shape of a cover."""
    shape = COVER[0] / COVER[1]
    width = min(picture.width, round(picture.height * shape))
    height = min(picture.height, round(picture.width / shape))
    left, top = (picture.width - width) // 2, (picture.height - height) // 2
    return picture.crop((left, top, left + width, top + height)).resize(COVER, Image.Resampling.LANCZOS)


def written(picture: Image.Image) -> bytes:
    """As good as its weight allows."""
    for quality in QUALITIES:
        picture.save(content := io.BytesIO(), "WEBP", quality=quality, method=6)
        if content.tell() <= HEAVIEST:
            break
    return content.getvalue()


if __name__ == "__main__":
    main()
