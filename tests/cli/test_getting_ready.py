"""The one-time compilation is seen: at the keyboard and in a duel."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from ludothek.cli import duel_screen
from ludothek.compiler import drivers as compiling
from ludothek.lab.duel import Duel, DuelGame, Ending, Endings
from tests.cli.ending import end


def test_a_bot_that_thinks_for_the_first_time_says_so_and_counts(tmp_path: Path) -> None:
    environment = {
        "LUDOTHEK_SAVES": str(tmp_path),
        "LUDOTHEK_CACHE": str(tmp_path / "cache"),
        "LUDOTHEK_MACHINE": "native",
        "TERM": "xterm-256color",
        "NO_COLOR": "1",
    }
    # The level `hard` always searches.
    command = [
        "-m",
        "ludothek",
        "play",
        "connect_four",
        "--player",
        "hard",
        "--player",
        "human",
        "--lang",
        "en",
    ]

    def beginning() -> str:
        process = pexpect.spawn(
            sys.executable,
            command,
            env=os.environ | environment,
            dimensions=(50, 100),
            encoding="utf-8",
            timeout=120,
        )
        process.expect("> $")
        seen = process.before
        end(process)
        return str(seen)

    first = beginning()
    assert "Thinking for the first time" in first
    assert re.search("just this once … [1-9]", first)
    assert "Thinking for the first time" not in beginning()


def test_a_duel_shows_it_before_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    def run(duel: Duel, games: int, jobs: int, played: Endings | None) -> Iterator[DuelGame]:
        for functions in (7, None):
            for watcher in compiling._watchers:
                watcher(functions)
            shown.append(str(progress.tasks[0].description))
        yield DuelGame(Ending(1.0), Ending(0.0))

    monkeypatch.setattr(duel_screen, "run", run)
    with duel_screen.progress_bars() as progress:
        assert duel_screen.run_duel(Duel("connect_four", 2, "hard", "easy"), 1, 1, progress).wins == 1
    assert "getting ready, only once (7 rules compiled)" in shown[0]
    assert "getting ready" not in shown[1]
