"""Time until the review of a game shows its first curve, and until it is complete.


    python -m bench.reviews                    every game: in Chromium, and at a terminal
    python -m bench.reviews museum safehouse

The page's time runs from the click on "Look back"; the terminal's from the start of `ludothek review`,
including the interpreter. The players are compiled before, as after a game. On a busy computer wall-clock
time says little, so the terminal's times are shown with their CPU time and the number of processes that
wanted a core.
"""

import argparse
import json
import os
import pty
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.machines import where
from ludothek.core.texts import shared_texts
from tests.e2e.scenes import GAMES, chromium, open_scene, quiet_server, record_of

MOST = 300  # seconds after which a review is given up
TITLES = [shared_texts("en")[f"review.{drawn}"].encode() for drawn in ("curve", "left")]
WIDE = {"COLUMNS": "200", "TERM": "xterm"}
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Waited:
    curve: float  # seconds
    everything: float


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    asked = parser.parse_args()
    print(f"{where()}, {os.cpu_count()} cores; seconds until the curve, and until everything")
    print(f"{'':16}{'moves':>6}{'page':>16}{'terminal':>16}{'processor':>16}{'load':>8}", flush=True)
    for game in asked.games:
        at_a_terminal(game, "--nodes", "1")  # compiles everything, as a game would have
        shown = "".join(
            f"{waited.curve:8.1f}{waited.everything:8.1f}"
            for waited in (on_the_page(game), *at_a_terminal(game))
        )
        print(f"{game:16}{len(record_of(game)['moves']):6}{shown}{os.getloadavg()[0]:8.1f}", flush=True)


def on_the_page(game: str) -> Waited:
    with quiet_server() as server, chromium() as browser:
        page = browser.new_context(base_url=server.url).new_page()
        page.goto(f"/t/{open_scene(page.context.request, game, 'end')}/replay")
        begin = page.locator(".review button.main")
        begin.wait_for()
        began = time.monotonic()
        begin.click()
        page.locator(".review [role=slider]").wait_for(timeout=1000 * MOST)
        curve = time.monotonic() - began
        page.locator(".review:not(:has(progress)) h3").first.wait_for(timeout=1000 * MOST)
        return Waited(curve, time.monotonic() - began)


def at_a_terminal(game: str, *more: str) -> tuple[Waited, Waited]:
    """Run the command in a pseudo-terminal and read its output as it is written; wall-clock and CPU times."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(record_of(game), file)
        file.flush()
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "ludothek", "review", file.name, "--lang", "en", *more]
        began, curve, worked, written = time.monotonic(), 0.0, 0.0, b""
        process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | WIDE)
        os.close(theirs)
        while read := _read(ours):
            written += read
            if not curve and any(title in written for title in TITLES):
                curve, worked = time.monotonic() - began, _worked(process.pid)
        os.close(ours)
        _, status, used = os.wait4(process.pid, 0)
        assert status == 0, written.decode()
        return Waited(curve, time.monotonic() - began), Waited(worked, used.ru_utime + used.ru_stime)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other end is closed
        return b""


def _worked(process: int) -> float:
    """Return the CPU seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
