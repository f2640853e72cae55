"""Every ruling of the specification is on the rules page of its game, in one sentence, and no others are."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from ludothek.core.registry import find
from ludothek.core.rulings import OURS, rules_page, rulings
from ludothek.core.texts import LANGUAGES

HERE = Path(__file__).parent
SPECIFICATION = HERE.parents[2] / "shared" / "rules"
MARKED: dict[str, dict[str, int]] = tomllib.loads((HERE / "rulings.toml").read_text())


def marked(text: str) -> dict[str, int]:
    """How many rulings the specification marks, by the number of the rule or the card."""
    found: Counter[str] = Counter()
    prefix = re.findall(r"^- ([A-Z]{2})-1 ", text, re.MULTILINE)[0]
    place = f"{prefix}-0"
    for line in text.splitlines():
        if rule := re.match(r"- ([A-Z]{2}-\d+) ", line):
            place = rule[1]
        card = re.match(r"\| `(\w+)`", line)
        found[card[1] if card else place] += line.count("**Ruling")
    return dict(+found)


@pytest.mark.parametrize("game_id", MARKED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_ruling_is_said_in_one_sentence(game_id: str, language: str) -> None:
    said = rulings(find(game_id).texts[language])
    told = Counter(re.sub(r"(\d)[a-z]$", r"\1", key) for key in said)
    for place, count in MARKED[game_id].items():
        assert told[place] >= count, f"{game_id}: {place} marks {count} rulings, the texts tell {told[place]}"
    assert told.keys() == MARKED[game_id].keys()
    for sentence in said.values():
        assert sentence.endswith("."), sentence
        assert ". " not in sentence, sentence


@pytest.mark.parametrize("game_id", MARKED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_ends_with_the_rulings(game_id: str, language: str) -> None:
    texts = find(game_id).texts[language]
    end = rules_page(texts).removeprefix(texts["rules"])
    for sentence in rulings(texts).values():
        assert f"- {sentence}" in end
    assert OURS not in texts.templates or texts[OURS] in end
    assert ("Wo die Anleitung nichts sagt" if language == "de" else "Where the rulebook is silent") in end


@pytest.mark.parametrize("game_id", ["squid", "museum", "safehouse"])
def test_a_game_with_a_kit_says_which_figures_are_guesses(game_id: str) -> None:
    assert all(OURS in find(game_id).texts[language].templates for language in LANGUAGES)


def test_a_game_without_rulings_has_no_such_heading() -> None:
    texts = find("connect_four").texts["en"]
    assert rules_page(texts) == texts["rules"]


@pytest.mark.skipif(
    not SPECIFICATION.is_dir(),
    reason="the specification lies beside the checkout only where Ludothek is developed",
)
def test_the_rulings_are_those_of_the_specification() -> None:
    files = [file for file in SPECIFICATION.glob("*.md") if file.name != "README.md"]
    assert {file.stem: marked(file.read_text("utf-8")) for file in files} == MARKED
