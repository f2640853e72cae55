"""Every rule number has a test that names it."""

import re
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SPECIFICATION = HERE.parents[2] / "shared" / "rules"
NUMBERS: dict[str, int] = tomllib.loads((HERE / "numbers.toml").read_text())
MARK = re.compile(r"mark\.rule\(([^)]*)\)")
NUMBER = re.compile(r'"([A-Z]{2}-\d+)"')


def numbers_tested() -> set[str]:
    sources = "".join(file.read_text("utf-8") for file in HERE.rglob("test_*.py"))
    return {number for mark in MARK.findall(sources) for number in NUMBER.findall(mark)}


@pytest.mark.parametrize("prefix", NUMBERS)
def test_every_rule_has_a_test(prefix: str) -> None:
    missing = {f"{prefix}-{n}" for n in range(1, NUMBERS[prefix] + 1)} - numbers_tested()
    assert not missing, f"rules without a test: {', '.join(sorted(missing))}"


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert numbers_tested() <= {
        f"{prefix}-{n}" for prefix, count in NUMBERS.items() for n in range(1, count + 1)
    }


@pytest.mark.skipif(
    not SPECIFICATION.is_dir(),
    reason="the specification lies beside the checkout only where Ludothek is developed",
)
def test_the_numbers_are_those_of_the_specification() -> None:
    text = "".join(file.read_text("utf-8") for file in SPECIFICATION.glob("*.md") if file.name != "README.md")
    found = re.findall(r"^- ([A-Z]{2})-(\d+) ", text, re.MULTILINE)
    assert {prefix: max(int(n) for p, n in found if p == prefix) for prefix, _ in found} == NUMBERS
