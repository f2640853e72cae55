"""Colour is never the only sign: what differs in colour on a board differs in greyscale too."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.e2e.scenes import DESKTOP, look_at, open_scene

Grey = npt.NDArray[np.float64]
SIZE = 48  # pixels of a sign, after which all are equally large
DIFFERENT_FORM = 0.1  # of the area that two signs cover together; redrawn signs differ by less than 0.05
DIFFERENT_SHADE = 60  # of 255
GREY = "html { filter: grayscale(1) } text { visibility: hidden }"

COLOURS = "([selector, attribute]) => [...new Set([...document.querySelectorAll(selector)].map((thing) => thing.getAttribute(attribute)))]"

# Where a colour is drawn for the first time: a box a little larger than the thing, or well within it, where
# its sign is.
BOX = """([selector, attribute, colour, within]) => {
  const thing = [...document.querySelectorAll(selector)].find((one) => one.getAttribute(attribute) === colour);
  thing.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = thing.getBoundingClientRect();
  const edge = within ? -within * width : 3;
  return { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge };
}"""


@dataclass(frozen=True)
class Signs:
    """Pieces or signs of one kind in several colours."""

    game: str
    stage: str
    things: str  # a selector
    colour: str  # the attribute that holds it
    count: int
    # How far inside its edge the sign is looked for, as a part of its width; 0: its own form is the sign
    within: float = 0
    by_form: bool = True  # else they may also differ in how light they are


# Without the puzzle and the shell game, which have one colour, and number poker, whose hands have names and
# places.
EVERYTHING = [
    Signs("safehouse", "start", ".board rect.body", "fill", 5, within=0.12),  # dice
    Signs("safehouse", "start", ".board rect[stroke^='rgb(40 28 18']", "fill", 4, within=0.1),  # fields
    Signs("squid", "start", ".board .member .body", "fill", 4),
    Signs("museum", "start", ".board circle.body", "fill", 4, within=-0.75),  # the heads of the children
    Signs("connect_four", "middle", ".board .disc", "fill", 2, within=0.2),
    Signs("torris", "start", ".board .canvas :is(.white, .black)", "class", 2, by_form=False),
    Signs("five_in_a_row", "middle", ".board .canvas :is(.white, .black)", "class", 2, by_form=False),
]


@pytest.fixture
def page(browser: Browser, quiet: str) -> Iterator[Page]:
    context = browser.new_context(
        base_url=quiet, viewport=DESKTOP, device_scale_factor=2, color_scheme="light", reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("signs", EVERYTHING, ids=lambda signs: f"{signs.game} {signs.things}")
def test_every_colour_is_also_a_form(page: Page, signs: Signs) -> None:
    look_at(page, open_scene(page.request, signs.game, signs.stage))
    seen = seen_in_grey(page, signs)
    assert len(seen) >= signs.count, f"only {list(seen)}"
    assert not confused(seen, signs.by_form)


def test_six_seats_are_told_apart(page: Page) -> None:
    """Squid for six: the most colours of any game."""
    page.request.get("/api/me")
    seats = [{"kind": "me", "name": "Anna"}, *[{"kind": "bot", "level": "random"}] * 5]
    look_at(page, page.request.post("/api/tables", data={"game": "squid", "seats": seats}).json()["id"])
    seen = seen_in_grey(page, Signs("squid", "start", ".board .member .body", "fill", 6))
    assert len(seen) == 6
    assert not confused(seen, by_form=True)


def test_colours_alone_are_confused(page: Page) -> None:
    """Shows that the test can fail: with one form for all signs it finds confusions."""
    signs = next(one for one in EVERYTHING if one.game == "squid")
    look_at(page, open_scene(page.request, signs.game, signs.stage))
    page.evaluate(
        "(things) => document.querySelectorAll(things).forEach((one) => one.setAttribute('d', 'M5 5H35V35H5Z'))",
        signs.things,
    )
    assert len(confused(seen_in_grey(page, signs), by_form=True)) == 6  # all pairs of four


def seen_in_grey(page: Page, signs: Signs) -> dict[str, Grey]:
    page.add_style_tag(content=GREY)
    seen = {}
    for colour in page.evaluate(COLOURS, [signs.things, signs.colour]):
        box = page.evaluate(BOX, [signs.things, signs.colour, colour, signs.within])
        picture = Image.open(
            BytesIO(page.screenshot(clip=box))
        )  # of the visible area: a full-page picture would change the layout
        seen[colour] = np.asarray(picture.convert("L").resize((SIZE, SIZE)), float)
    return seen


def confused(seen: dict[str, Grey], by_form: bool) -> list[tuple[str, str, float]]:
    """Return the pairs that look the same in greyscale, with the difference of their forms."""
    pairs = []
    for (one, drawn), (other, like) in combinations(seen.items(), 2):
        form, like_form = outline(drawn), outline(like)
        apart = (form != like_form).sum() / (form | like_form).sum()
        shade = abs(drawn.mean() - like.mean())
        if apart < DIFFERENT_FORM and (by_form or shade < DIFFERENT_SHADE):
            pairs.append((one, other, float(apart)))
    return pairs


def outline(grey: Grey) -> npt.NDArray[np.bool_]:
    """Separate the drawing from the ground at the edge by Otsu's threshold."""
    levels = np.unique(grey)[:-1]
    light = grey > min(
        levels,
        key=lambda level: sum(part.var() * part.size for part in (grey[grey <= level], grey[grey > level])),
    )
    edge = np.concatenate([light[0], light[-1], light[:, 0], light[:, -1]])
    different: npt.NDArray[np.bool_] = light != (edge.mean() > 0.5)
    return different
