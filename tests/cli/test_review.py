"""A review at a terminal: the curve is there long before everything is."""

import io
import json
from collections import Counter
from types import SimpleNamespace

import pytest
from rich.console import Console

from ludothek.bots import Choice
from ludothek.cli import review_screen
from ludothek.core.table import Table
from ludothek.core.texts import LANGUAGES, shared_texts
from ludothek.review import PASSES, Story, StoryQuestion
from ludothek.review.judge import SECONDS
from ludothek.review.review_texts import ReviewTexts
from tests.goldens import golden_file

NODES = 16
RECORD = json.loads(golden_file("number_poker").read_text("utf-8").splitlines()[0])["record"]


def shown(monkeypatch: pytest.MonkeyPatch, language: str, *, is_terminal: bool) -> str:
    """Return the output for a short game; the curve is redrawn after each of 24 results."""
    monkeypatch.setattr(review_screen, "LOOK", 0.0)
    written = io.StringIO()
    review_screen.show(
        Console(file=written, force_terminal=is_terminal, width=200), RECORD, language, NODES, as_json=False
    )
    return written.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_curve_is_shown_as_soon_as_something_is_known(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
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


def test_a_pass_that_takes_much_longer_than_was_thought_is_broken_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a fake clock: a machine that becomes a hundred times slower in the second pass."""
    story, now, asked = Story(Table.load(RECORD)), 0.0, Counter[int]()

    def judged(ask: StoryQuestion, nodes: int) -> Choice:
        nonlocal now
        now += 0.01 if nodes <= PASSES[0] else 4.0
        asked[nodes] += 1
        return Choice("")

    monkeypatch.setattr(review_screen, "judged", judged)
    monkeypatch.setattr(review_screen, "time", SimpleNamespace(monotonic=lambda: now))
    with review_screen.ReviewProgress(
        Console(file=io.StringIO()), ReviewTexts(story, "en", ["Anna", "Ben"]), ["Anna", "Ben"]
    ) as waiting:
        made = review_screen.make_review(story, None, waiting)
    assert made.nodes == PASSES[0]
    assert asked[PASSES[0]] == len(story.asks())
    assert 4.0 * asked[PASSES[1]] < SECONDS + 5
    assert set(asked) == {1, *PASSES[:2]}
