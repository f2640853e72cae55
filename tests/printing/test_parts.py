"""Building blocks for print: outlines, winding tracks, and pages for an external game."""

import shutil
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from ludothek.core.game import Game
from ludothek.core.registry import find
from ludothek.printing import can_print, render_pdf
from ludothek.printing.paper import Paper
from ludothek.printing.parts import winding
from ludothek.printing.path import oval, pieces

SLACK = 0.001


def test_an_outline_is_read_as_svg_means_it() -> None:
    assert list(pieces("M1 2l3-1H10v.5Zm1 1L0 0")) == [
        ("M", [(1, 2)]), ("L", [(4, 1)]), ("L", [(10, 1)]), ("L", [(10, 1.5)]), ("Z", []), ("M", [(2, 3)]), ("L", [(0, 0)]),
    ]  # fmt: skip
    assert list(pieces("M0 0Q3 6 6 0c1 1 2 2 3 0"))[1:] == [
        ("C", [(2, 4), (4, 4), (6, 0)]),
        ("C", [(7, 1), (8, 2), (9, 0)]),
    ]


def test_an_oval_goes_round_its_middle() -> None:
    ends = [points[-1] for kind, points in pieces(oval(12, 10, 4, 3)) if kind in "MC"]
    assert ends == [pytest.approx(point) for point in ((8, 10), (12, 7), (16, 10), (12, 13), (8, 10))]


@pytest.mark.parametrize("count", [2, 14, 25, 41, 60, 101])
def test_a_track_winds_through_its_rectangle(count: int) -> None:
    pitch, middles = winding(count, 10, 20, 180, 150)
    assert len(set(middles)) == count
    for x, y in middles:
        assert 10 + pitch / 2 - SLACK <= x <= 190 - pitch / 2 + SLACK
        assert 20 + pitch / 2 - SLACK <= y <= 170 - pitch / 2 + SLACK
    for (before_x, before_y), (x, y) in pairwise(
        middles
    ):  # each a neighbour of the one before, and none overlaps another
        across, down = abs(x - before_x), abs(y - before_y)
        assert min(across, down) == 0
        assert max(across, down) >= pitch - SLACK


def test_words_that_are_too_wide_get_smaller() -> None:
    paper = Paper("", "en")
    paper.page()
    paper.text(10, 10, "100000000", 20, fit=10)
    paper.text(10, 30, "1", 20, fit=10)
    sizes = {}
    (page,) = PdfReader(BytesIO(paper.finished())).pages
    page.extract_text(visitor_text=lambda text, cm, tm, font, size: sizes.update({text.strip(): size}))
    assert sizes["1"] == 20
    assert 5 < sizes["100000000"] < 7


PRINT = """
from ludothek.core import Phrase
from ludothek.printing.parts import MARGIN, heading


def draw(paper, figures, say):
    paper.page()
    heading(paper, say(Phrase("title")), str(figures))
    paper.circle(105, 150, MARGIN)
"""


def test_a_game_of_others_is_printed_once_it_declares_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not can_print(find("connect_four"))
    folder = tmp_path / "four_on_paper"
    shutil.copytree(str(find("connect_four").folder), folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / "rules.py"
    rules.write_text(rules.read_text().replace('parts=("figures",', 'parts=("figures", "print",'))
    (folder / "print.py").write_text(PRINT)
    monkeypatch.syspath_prepend(tmp_path)
    game = Game("four_on_paper")
    assert can_print(game)
    (page,) = PdfReader(BytesIO(render_pdf(game, None, "de"))).pages
    assert page.extract_text().split("\n")[0].strip() == game.texts["de"]["title"]
