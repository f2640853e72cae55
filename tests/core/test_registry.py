"""Third-party games that cannot be loaded are reported and left out; the other games still load."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludothek


@pytest.fixture
def half_installed(tmp_path: Path) -> Path:
    """Three games, none of which can be played."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("")
    (tmp_path / "broken" / "rules.py").write_text("import nowhere\n")
    (tmp_path / "undeclared").mkdir()
    for module in ("__init__", "rules", "notation", "view"):
        (tmp_path / "undeclared" / f"{module}.py").write_text("")
    announced = tmp_path / "others-1.0.dist-info"
    announced.mkdir()
    (announced / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    (announced / "entry_points.txt").write_text(
        "[ludothek.games]\nbroken = broken\nundeclared = undeclared\nfour = connect_four\n"
    )
    return tmp_path


def run(folder: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(folder), "LUDOTHEK_LANG": "en", "COLUMNS": "200"}
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, env=environment
    )


def test_the_shelf_stays_and_says_what_is_missing(half_installed: Path) -> None:
    done = run(half_installed, "-m", "ludothek", "games")
    assert done.returncode == 0
    assert "Torris" in done.stdout
    assert "broken" not in done.stdout
    assert "the game broken cannot be loaded: ModuleNotFoundError: No module named 'nowhere'" in done.stderr
    assert "undeclared/rules.py must declare the game: GAME = Declaration(" in done.stderr
    assert "the entry point 'four' names the package 'connect_four': call both the same" in done.stderr


def test_from_python_too(half_installed: Path) -> None:
    done = run(
        half_installed,
        "-c",
        "import ludothek; print(sorted(ludothek.broken_games()), *ludothek.game_ids())",
    )
    assert done.stdout.split("] ")[0] == "['broken', 'four', 'undeclared'"
    assert done.stdout.split("] ")[1].split() == list(ludothek.game_ids())


def test_to_play_such_a_game_is_refused_with_the_reason(half_installed: Path) -> None:
    done = run(half_installed, "-m", "ludothek", "rules", "broken")
    assert done.returncode == 2
    assert "No module named 'nowhere'" in done.stderr
