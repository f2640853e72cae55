"""`ludothek new` creates a game that is installed, playable and passes every check of `ludothek check`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludothek.core import BadOption, Refusal
from ludothek.workshop import begin

ANNOUNCED = """[ludothek.games]
night_train = night_train
"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game, installed like an editable install: its folder on the path, and its metadata."""
    folder = tmp_path_factory.mktemp("new")
    made = run("new", "night_train", "--in", str(folder), where=folder)
    assert made.returncode == 0
    assert "ludothek check night_train" in made.stdout
    information = folder / "night_train/src/night_train-0.1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: night_train\nVersion: 0.1.0\n")
    (information / "entry_points.txt").write_text(ANNOUNCED)
    assert ANNOUNCED.split()[0][1:-1] in (folder / "night_train/pyproject.toml").read_text()
    return folder / "night_train"


def run(
    *arguments: str, where: Path, given: str = "", command: str = "ludothek"
) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {
        "PYTHONPATH": str(where / "src"),
        "LUDOTHEK_LANG": "en",
        "LUDOTHEK_SAVES": str(where),
        "COLUMNS": "100",
    }
    return subprocess.run(
        [sys.executable, "-m", command, *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=where,
    )


def test_it_is_on_the_shelf(begun: Path) -> None:
    assert "Night Train" in run("games", where=begun).stdout


def test_it_is_played(begun: Path) -> None:
    duel = run("lab", "duel", "night_train", "random", "random", "--games", "10", "--jobs", "1", where=begun)
    assert duel.stdout.startswith("night_train (2 seats), 10 games: random beats random in"), duel.stderr


def test_it_speaks_with_other_programs(begun: Path) -> None:
    asked = '{"do": "new", "game": "night_train", "seats": 2}\n{"do": "move", "seat": 0, "move": "3"}\n'
    assert '"to_act": [1]' in run("referee", where=begun, given=asked).stdout


def test_it_passes_every_check_and_its_own_tests(begun: Path) -> None:
    done = run("-q", "-p", "no:cacheprovider", "tests", where=begun, command="pytest")
    assert done.returncode == 0, done.stdout


def test_its_board_is_built_from_what_its_view_declares(begun: Path) -> None:
    done = run("board", "night_train", where=begun)
    assert done.returncode == 0, done.stderr
    assert "export type NightTrainView = {" in (begun / "board/shape.ts").read_text()
    built = begun / "src/night_train/board"
    assert {file.name for file in built.iterdir()} == {"board.js", "emblem.svg"}
    assert "drawn.from_here" in (built / "board.js").read_text()


def test_what_is_wrong_is_said_once_for_all_shapes_of_a_game_and_the_status_is_1(begun: Path) -> None:
    rules = begun / "src/night_train/rules.py"
    good = rules.read_text()
    try:
        rules.write_text(good.replace("legal=MOST", "legal=2"))
        done = run("check", "night_train", "--no-compiled", where=begun)
    finally:
        rules.write_text(good)
    assert done.returncode == 1
    assert done.stdout.startswith(
        "night_train-2, night_train-3, night_train-4: legal writes 3 actions for seat 0 at the start, but"
    )
    assert done.stdout.endswith("checks failed\n")


def test_a_game_that_is_not_there_is_refused(begun: Path) -> None:
    done = run("check", "nosuch", where=begun)
    assert done.returncode == 2
    assert "there is no game 'nosuch': name an installed one" in done.stderr


@pytest.mark.parametrize("name", ["Night", "night-train", "class", "1st", "züge", "torris", "json"])
def test_a_name_that_cannot_be_one_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"such as night_train|already"):
        begin(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(begun: Path) -> None:
    with pytest.raises(Refusal, match="is there already; nothing was written"):
        begin("night_train", begun.parent)
