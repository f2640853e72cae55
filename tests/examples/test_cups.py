"""Under the Cups: an external game with hidden dice, installed, checked, and played by its own bots."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CUPS = ROOT / "examples/cups"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the metadata that pip would, with the entry points of its pyproject.toml."""
    import tomllib

    folder = tmp_path_factory.mktemp("installed")
    project = tomllib.loads((CUPS / "pyproject.toml").read_text("utf-8"))["project"]
    information = folder / "cups-0.1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: cups\nVersion: 0.1.0\n")
    groups = project["entry-points"].items()
    (information / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in entries.items())
            for group, entries in groups
        )
    )
    return folder


def run(installed: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, (installed, CUPS / "src", ROOT))),
        "LUDOTHEK_LANG": "en",
        "COLUMNS": "120",
    }
    return subprocess.run(
        [sys.executable, "-m", *command],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=CUPS,
    )


def test_its_own_tests_pass_and_with_them_every_check(installed: Path) -> None:
    done = run(installed, "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert done.returncode == 0, done.stdout


def test_its_players_and_its_guest_play(installed: Path) -> None:
    done = run(
        installed, "ludothek", "lab", "duel", "cups", "odds", "believer", "--games", "40", "--jobs", "1"
    )
    assert done.stdout.startswith("cups (2 seats), 40 games: odds beats believer in"), done.stderr
    share = float(done.stdout.partition(" in ")[2].partition("%")[0])
    assert share > 55


def test_the_player_who_searches_knows_that_others_know_their_own_dice(installed: Path) -> None:
    """The general search beats a bot of plain odds in 56 of 100 games, reproducibly.

    It won 42 while it ignored what the others know.
    """
    done = run(
        installed,
        "ludothek",
        "lab",
        "duel",
        "cups",
        "tests.examples.searcher:SEARCHER",
        "odds",
        "--games",
        "40",
        "--jobs",
        "1",
    )
    assert done.returncode == 0, done.stderr
    share = float(done.stdout.partition(" in ")[2].partition("%")[0])
    assert share > 50


def test_a_player_that_there_is_not_is_refused_with_those_that_there_are(installed: Path) -> None:
    done = run(installed, "ludothek", "lab", "duel", "cups", "odds", "prophet")
    assert done.returncode == 2
    assert "cups has no player 'prophet'; it has: random, easy, medium, odds, hard, believer" in done.stderr
