"""The other commands: what they print, what they refuse and with which exit code."""

import json
import os
import re
import subprocess
import sys
import tomllib
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from ludothek.cli.menu import shelf
from ludothek.core import Phrase
from ludothek.core.registry import find, game_ids
from ludothek.core.texts import shared_texts
from tests.goldens import golden_file

ROOT = Path(__file__).parents[2]


def run(*arguments: str, given: str = "", saves: Path | None = None) -> "subprocess.CompletedProcess[str]":
    environment = (
        os.environ
        | {"LUDOTHEK_LANG": "en", "COLUMNS": "100"}
        | ({"LUDOTHEK_SAVES": str(saves)} if saves else {})
    )
    command = [sys.executable, "-m", "ludothek", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, env=environment)


def golden_record(game_id: str) -> dict[str, object]:
    record: dict[str, object] = json.loads(golden_file(game_id).read_text().splitlines()[0])["record"]
    return record


COMMANDS = ["games", "play", "referee", "replay", "review", "rules", "kit", "print", "check", "new", "bot"]


def test_help_names_every_command_and_every_command_has_help() -> None:
    listed = run("--help").stdout
    assert all(command in listed for command in COMMANDS)
    for command in COMMANDS:
        done = run(command, "--help")
        assert done.returncode == 0
        assert "Usage: ludothek" in done.stdout


def test_games_lists_all_of_them() -> None:
    for lang in ("de", "en"):
        listed = run("games", "--lang", lang).stdout
        assert all(find(game_id).texts[lang]["title"].split()[0] in listed for game_id in game_ids())


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("lang", ["de", "en"])
def test_rules_are_printed(game_id: str, lang: str) -> None:
    assert run("rules", game_id, "--lang", lang).stdout.startswith("# ")


def test_kits_are_printed_and_can_be_read_back() -> None:
    for game_id in game_ids():
        done = run("kit", game_id)
        if find(game_id).kit is None:
            assert (done.returncode, done.stdout) == (2, "")
            assert f"{game_id} has no kit" in done.stderr
        else:
            assert tomllib.loads(done.stdout) == find(game_id).kit


@pytest.mark.parametrize("game_id", game_ids())
def test_replay_tells_checks_and_stops_early(game_id: str, tmp_path: Path) -> None:
    record = golden_record(game_id)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    told = run("replay", str(file), "--lang", "de")
    assert (told.returncode, told.stderr) == (0, "")
    assert "★" in told.stdout
    checked = run("replay", str(file), "--check")
    assert json.loads(checked.stdout)["moves"] == len(record["moves"])  # type: ignore[arg-type]
    short = run("replay", "-", "--upto", "1", given=json.dumps(record))
    assert short.returncode == 0
    assert "after 1 moves" in short.stdout


def test_review_tells_what_decided_and_adds_up() -> None:
    record = json.dumps(golden_record("number_poker"))
    for language in ("de", "en"):
        told = run("review", "-", "--lang", language, "--nodes", "64", given=record)
        assert (told.returncode, told.stderr) == (0, "")
        words = shared_texts(language)
        assert words["review.curve"] in told.stdout
        assert words["review.moments"] in told.stdout
    review = json.loads(run("review", "-", "--nodes", "64", "--json", given=record).stdout)
    for balance in review["balances"]:
        assert balance["result"] - balance["start"] == pytest.approx(
            balance["luck"] + balance["own"] + balance["others"]
        )
    assert "cannot be read" in run("review", "missing.json").stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "squid", "--lang", "fr"], "'fr' is not one of de, en"),
        (["kit", "torris"], "torris has no kit"),
        (["play", "squid"], "needs a terminal"),
        (["replay", "missing.json"], "cannot be read"),
        (["dance"], "No such command"),
        (["replay"], "Missing argument"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert said in " ".join(re.sub("[│╭╮╰╯─]", " ", done.stderr).split())
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "content",
    ["", "{", "[1, 2", "[]", "{}", "null", "\x00", '{"game": "squid", "seats": 2, "moves": [[0, "x"]]}'],
)
def test_a_file_that_is_no_record_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(content)
    for arguments in (["replay", str(file)], ["replay", str(file), "--check"]):
        done = run(*arguments)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_a_truncated_record_says_so(tmp_path: Path) -> None:
    file = tmp_path / "cut.json"
    file.write_text(json.dumps(golden_record("torris"))[:-20])
    assert "is the file cut off?" in run("replay", str(file)).stderr


def readme_commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    lines = [line.split("  #")[0].strip() for block in blocks for line in block.splitlines()]
    return [
        line
        for line in lines
        if line.startswith("ludothek ") and not re.match(r"ludothek (play|serve)\b", line)
    ]


def test_the_commands_in_the_readme_work(tmp_path: Path) -> None:
    commands = readme_commands()
    assert len(commands) >= 4
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    (tmp_path / "game.json").write_text(json.dumps(golden_record("torris")))
    for command in commands:
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"PATH": path},
        )
        assert done.returncode == 0, (command, done.stderr)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_shelf_can_be_read_in_eighty_columns(language: str) -> None:
    console = Console(width=80, file=StringIO())
    console.print(shelf(language))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "…" not in shown
    assert len(shown.splitlines()) < 45


@pytest.mark.parametrize(("language", "said"), [("de", "Ada, Bo gewinnen."), ("en", "Ada, Bo win.")])
def test_several_win(language: str, said: str) -> None:
    texts = shared_texts(language)
    assert (
        texts.say(Phrase("terminal.won", who=["Ada", "Bo"], n=2))
        .replace(" und ", ", ")
        .replace(" and ", ", ")
        == said
    )
