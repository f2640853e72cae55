"""A review at a terminal: the curve is there long before everything is."""

import io
import json

import pytest
from rich.console import Console

from ludothek.core.texts import LANGUAGES, shared_texts
from ludothek.terminal import review
from tests.goldens import golden_file

NODES = 16


def shown(monkeypatch: pytest.MonkeyPatch, language: str, *, is_terminal: bool) -> str:
    """What is written of a short game, where the curve is drawn anew after each of 24 answers."""
    record = json.loads(golden_file("number_poker").read_text("utf-8").splitlines()[0])["record"]
    monkeypatch.setattr(review, "LOOK", 0.0)
    written = io.StringIO()
    review.show(Console(file=written, force_terminal=is_terminal, width=200), record, language, NODES, as_json=False)
    return written.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_curve_is_shown_as_soon_as_something_is_known(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    words = shared_texts(language)
    told = shown(monkeypatch, language, is_terminal=True)
    assert told.count(words["review.curve"]) > 12  # beneath the bar, again and again
    assert told.index(words["review.curve"]) < told.index("100%")
    assert words["review.start"] in told


def test_into_a_file_only_the_whole_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    words, told = shared_texts("en"), shown(monkeypatch, "en", is_terminal=False)
    assert told.count(words["review.curve"]) == 1
    assert words["review.thinking"] not in told
    assert "\x1b" not in told
