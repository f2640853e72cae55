"""The examples are games of other authors: nothing of ours knows them."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "example",
    [folder.name for folder in (ROOT / "examples").iterdir() if (folder / "pyproject.toml").is_file()],
)
def test_an_example_is_named_nowhere_in_our_sources(example: str) -> None:
    pattern = example.replace("_", ".")
    found = subprocess.run(
        ["git", "grep", "-il", pattern, "--", "web/src", "src/ludothek"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""
