"""`ludothek play` as a person meets it: in a real terminal, with keys pressed."""

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pexpect
import pytest

from ludothek.core.registry import game_ids
from tests.cli.ending import end

Terminal = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """Start ludothek in a terminal of its own."""
    started = []

    def start(*arguments: str, lang: str = "en") -> "pexpect.spawn[str]":
        ours = {"LUDOTHEK_SAVES": str(tmp_path), "LUDOTHEK_LANG": lang, "LUDOTHEK_PAUSE": "0"}
        environment = os.environ | ours | {"TERM": "xterm-256color", "NO_COLOR": "1"}
        process = pexpect.spawn(
            sys.executable,
            ["-m", "ludothek", *arguments],
            env=environment,
            dimensions=(50, 100),
            encoding="utf-8",
            timeout=60,
            preexec_fn=heed_ctrl_c,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        end(process)


def heed_ctrl_c() -> None:
    """Restore the default for Ctrl-C, which a test run in the background ignores and child processes
    inherit.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def ended(process: "pexpect.spawn[str]") -> int | None:
    process.expect(pexpect.EOF)
    process.close()
    status: int | None = process.exitstatus
    return status


def test_the_menu_leads_to_a_game(terminal: Terminal) -> None:
    process = terminal("play")
    process.expect("Which game")
    process.sendline("nonsense")
    process.expect("type a number from 1 to")
    games = sorted(
        [
            "clear_board",
            "connect_four",
            "five_in_a_row",
            "museum",
            "number_poker",
            "safehouse",
            "shell_game",
            "squid",
            "torris",
        ]
    )
    process.sendline(str(games.index("number_poker") + 1))
    process.expect("How many seats")
    process.sendline("2")
    process.expect("Who plays seat 1")
    process.sendline("")
    process.expect("Who plays seat 2")
    process.sendline("grandmaster")
    process.expect("or type one of")
    process.sendline("random")
    process.expect("Round 1: choose what you show")
    process.sendline("quit")
    process.expect("ludothek play --resume")
    assert ended(process) == 0


def test_a_game_against_bots_to_its_end(terminal: Terminal) -> None:
    process = terminal("play", "number_poker", "--player", "human", "--player", "random", "--seed", "1")
    while True:
        met = process.expect(["> $", "wins\\.|A draw\\."])
        if met == 1:
            break
        process.sendline("#1")
    assert ended(process) == 0


def test_between_people_a_curtain_hides_what_was_chosen(terminal: Terminal) -> None:
    process = terminal("play", "number_poker", "--name", "Ada", "--name", "Bo")
    process.expect("goes to Ada")
    process.sendline("")
    process.expect("Ada: Round 1")
    process.expect("> $")
    process.sendline("4")
    process.expect(re.escape("\x1b[3J"))  # clears the screen and the scrollback
    process.expect("Bo: Round 1")  # the last to choose needs no curtain: his choice opens all hands
    assert "✊" in process.before
    process.expect("> $")
    process.sendline("3")
    process.expect("goes to Ada")
    process.sendline("")
    process.expect("All hands open: Ada 4, Bo 3")


def test_between_three_people_each_choice_has_its_curtain(terminal: Terminal) -> None:
    process = terminal("play", "number_poker", "--seats", "3", "--name", "Ada", "--name", "Bo")
    for name in ("Ada", "Bo"):
        process.expect(f"goes to {name}")
        process.sendline("")
        process.expect(f"{name}: Round 1")
        process.expect("> $")
        process.sendline("4")
    process.expect("Player 3: Round 1")


def test_bad_input_gets_a_sentence(terminal: Terminal) -> None:
    process = terminal("play", "clear_board")
    process.expect("> $")
    process.sendline("z9-z8")
    process.expect("'z9-z8' is not legal for seat 0; legal: ")
    process.sendline("undo")
    process.expect("cannot be taken back")
    process.sendline("hint")
    process.expect("can still be solved")
    process.sendline("help")
    process.expect("take the last move back")


def test_the_dial_advises_at_every_turn_and_plays_along(terminal: Terminal) -> None:
    process = terminal("play", "clear_board")
    process.expect("> $")
    process.sendline("dial loud")
    process.expect("silent · warn · advise · play_along")
    process.sendline("dial play_along")
    process.expect("Dial: play along")
    for answer in ("", "c1-a1", ""):
        process.expect("can still be solved")
        process.expect("Press Enter")
        process.expect("> $")
        process.sendline(answer)
    process.expect("Press Enter")
    process.sendline("dial silent")
    process.expect("You play on your own")


SOLVABLE = [
    "d6-f6",
    "d4-d6",
    "a4-a6",
    "c6-e6",
    "f6-d6",
    "f4-d4",
    "a2-a4",
    "a6-c6",
    "c6-e6",
    "e6-e4",
    "d3-d5",
    "c5-e5",
    "f2-f4",
    "f5-d5",
    "f4-d4",
    "d5-d3",
    "c3-a3",
]


def test_the_dial_warns_before_it_is_too_late(terminal: Terminal) -> None:
    process = terminal("play", "clear_board")
    for move in SOLVABLE:
        process.expect("> $")
        process.sendline(move)
    process.expect("> $")
    process.sendline("dial warn")
    process.expect("> $")
    process.sendline("b4-b6")  # after which it cannot be solved
    process.expect("Sure\\? That leaves you with: cannot be solved any more")
    process.expect("> $")
    process.sendline("b4-b6")
    process.expect("stones left: which one jumps")


def test_undo_takes_a_move_back(terminal: Terminal, tmp_path: Path) -> None:
    process = terminal("play", "clear_board")
    process.expect("> $")
    process.sendline("c1-a1")
    process.expect("> $")
    process.sendline("undo")
    process.expect("c1-a1")
    process.expect("> $")
    process.sendline("save puzzle")
    process.expect("Saved: ")
    assert json.loads((tmp_path / "puzzle.json").read_text())["record"]["moves"] == []


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_stopping_in_the_middle_loses_nothing(terminal: Terminal, tmp_path: Path, key: str) -> None:
    process = terminal("play", "clear_board")
    process.expect("> $")
    process.sendline("c1-a1")
    process.expect("> $")
    process.send(key)
    process.expect("go on with: ludothek play --resume")
    assert ended(process) == (130 if key == "\x03" else 0)
    [saved] = tmp_path.glob("clear_board-*.json")
    assert json.loads(saved.read_text())["record"]["moves"] == [[0, "c1-a1"]]
    process = terminal("play", "--resume", saved.stem)
    process.expect("> $")
    process.sendline("undo")
    process.expect("c1-a1")


def test_a_killed_game_is_where_its_last_move_left_it(terminal: Terminal, tmp_path: Path) -> None:
    process = terminal("play", "clear_board")
    process.expect("> $")
    process.sendline("c1-a1")
    process.expect("> $")
    process.kill(9)
    [saved] = tmp_path.glob("clear_board-*.json")
    assert json.loads(saved.read_text())["record"]["moves"] == [[0, "c1-a1"]]


def test_companion_asks_for_what_was_rolled(terminal: Terminal) -> None:
    process = terminal("play", "torris", "--companion", lang="de")
    process.expect("Was wurde gew")
    process.expect("> $")
    process.sendline("5")
    process.expect("'5' is not legal for chance")
    process.sendline("3")
    process.expect("> $")


@pytest.mark.parametrize(("game", "lang"), list(zip(game_ids(), cycle(["de", "en"]), strict=False)))
def test_every_game_can_be_sat_down_to(terminal: Terminal, game: str, lang: str) -> None:
    process = terminal(
        "play",
        game,
        "--player",
        "human",
        *(["--player", "random"] if game != "clear_board" else []),
        "--seed",
        "3",
        lang=lang,
    )
    for _ in range(3):
        process.expect("> $")
        process.sendline("#1")
    process.expect("> $")
    process.sendline("quit")
    assert ended(process) == 0


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("Raises", "RuntimeError: a mistake of somebody else"),
        ("Lies", "IllegalMove: 'checkmate' is not legal"),
    ],
)
def test_a_player_from_outside_that_fails_is_replaced(terminal: Terminal, player: str, reason: str) -> None:
    process = terminal(
        "play", "connect_four", "--player", f"tests.server.guests:{player}", "--player", "human"
    )
    process.expect_exact(f"could not go on ({reason}")
    process.expect(r"From now on \w+ plays for it")
