"""Visual regression: each board is compared with its stored picture, tolerating other fonts."""

import pytest
from PIL import Image, ImageDraw, ImageOps
from playwright.sync_api import Browser

from tests.e2e.looks import BLOCK, CELL, difference, is_alike, kept_looks, look_file, look_of, looks
from tests.e2e.scenes import DESKTOP, GAMES, look_at, open_scene


@pytest.mark.parametrize("game", GAMES)
def test_a_board_looks_as_it_did(browser: Browser, quiet: str, game: str) -> None:
    kept = kept_looks(game)
    for device, stage, look in looks(browser, quiet, game):
        found = difference(look, kept[device, stage])
        assert is_alike(look, kept[device, stage]), (
            f"{game}, {stage}, {device} has changed by {found[0]:.1f} overall "
            f"and {found[1]:.0f} in one place; "
            f"if that is meant: python -m tests.e2e.looks {game}, and look at {look_file(game).name}"
        )


CHANGES = {
    "stones gone": "g.white { visibility: hidden }",
    "stones of the wrong colour": "g.white .face { fill: #3b322b !important }",
    "other colours": ".stage { filter: hue-rotate(120deg) }",
}
OTHER_LETTERS = "* { font-family: serif !important; letter-spacing: 0.02em }"


def test_other_letters_make_no_difference_and_other_drawings_do(browser: Browser, quiet: str) -> None:
    context = browser.new_context(
        base_url=quiet, viewport=DESKTOP, color_scheme="light", locale="de-DE", reduced_motion="reduce"
    )
    page = context.new_page()
    look_at(page, open_scene(context.request, "torris", "middle"))
    kept = kept_looks("torris")["desktop", "middle"]
    for name, style in ({"": ""} | CHANGES | {"other letters": OTHER_LETTERS}).items():
        page.evaluate(
            "(style) => { document.adoptedStyleSheets = [new CSSStyleSheet()]; document.adoptedStyleSheets[0].replaceSync(style) }",
            style,
        )
        look = look_of(page)
        assert is_alike(look, kept) == (name not in CHANGES), (name, difference(look, kept))
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_mutilated_picture_is_refused(game: str) -> None:
    """One thing gone, the colours turned around, the stages mixed up."""
    kept = kept_looks(game)
    for (device, stage), look in kept.items():
        x, y = busiest(look)
        hole = look.copy()
        ImageDraw.Draw(hole).rectangle((x, y, x + BLOCK - 1, y + BLOCK - 1), fill=inverted(look, x, y))
        assert not is_alike(hole, look)
        assert not is_alike(ImageOps.invert(look), look)
        assert not is_alike(kept[device, "end" if stage == "start" else "start"], look)


def busiest(look: Image.Image) -> tuple[int, int]:
    """The block with the most in it."""
    places = [(x, y) for y in range(0, CELL[1], BLOCK) for x in range(0, CELL[0], BLOCK)]
    return max(places, key=lambda at: look.crop((*at, at[0] + BLOCK, at[1] + BLOCK)).convert("L").entropy())


def inverted(look: Image.Image, x: int, y: int) -> tuple[int, ...]:
    """Return a colour that contrasts with a block: light if it is dark."""
    light = (
        look.crop((x, y, x + BLOCK, y + BLOCK))
        .convert("L")
        .resize((1, 1), Image.Resampling.BOX)
        .getpixel((0, 0))
    )
    return (0, 0, 0) if isinstance(light, int | float) and light > 127 else (255, 255, 255)
