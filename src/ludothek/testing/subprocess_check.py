"""Check a game in a subprocess with a time limit, so that a game that hangs or crashes cannot harm the
caller.

The subprocess writes a JSON line when it begins a check and another when it ends. When its time is up it
reports the current line in the game's code, which locates an endless loop.
"""

import json
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from ludothek.core import BadGame, Refusal
from ludothek.testing.check_suite import CheckResult, check, planned_checks
from ludothek.testing.find_game import found

GRACE = 5.0  # seconds in which a process that is told to stop may say where it was
OUT_OF_TIME = 3  # its exit status then
STANDSTILL = 1.0  # seconds in one call of a rule: no rule takes a hundredth of that
GAME_FILES = ("rules.py", "view.py", "notation.py", "kit.py")


@dataclass
class Inspection:
    """The results of all checks that ran, and the number of checks that did not run in time."""

    results: list[CheckResult] = field(default_factory=list)
    not_reached: int = 0

    @property
    def flaws(self) -> list[CheckResult]:
        return [result for result in self.results if result.flaw]


def inspect(
    game: str, seconds: float = 60, compiled: bool = True, watch: Callable[[str, str], None] = lambda *_: None
) -> Inspection:
    """Check a game within a number of seconds; `watch` is called with the name and variant of each check."""
    inspection, begun = Inspection(), ("load", game)
    command = [
        sys.executable,
        "-m",
        "ludothek.testing.subprocess_check",
        game,
        str(seconds),
        str(int(compiled)),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        killer = threading.Timer(seconds + GRACE, process.kill)
        killer.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                told: dict[str, Any] = json.loads(line)
                if "total" in told:
                    inspection.not_reached = told["total"]
                elif "refused" in told:
                    raise BadGame(told["refused"])
                elif "flaw" in told:
                    inspection.results.append(CheckResult(**told))
                    inspection.not_reached -= 1
                else:
                    begun = (told["check"], told["shape"])
                    watch(*begun)
            errors = process.stderr.read() if process.stderr else ""
        finally:
            killer.cancel()
            process.kill()
    if process.returncode not in (0, OUT_OF_TIME):
        inspection.results.append(CheckResult(*begun, _ended(process.returncode, seconds, errors)))
    if any(result.flaw for result in inspection.results):
        inspection.not_reached = 0
    return inspection


def _ended(status: int, seconds: float, errors: str) -> str:
    if status == -9:
        return f"it does not come to an end, and was stopped after {seconds:.0f} seconds"
    last = errors.strip().splitlines()[-1:] or [""]
    return f"the process that played it ended with status {status}: {last[0]}"


def main(name: str, seconds: float, compiled: bool) -> None:
    """Run the checks and print results: the entry point of the subprocess."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    now = {"check": "load", "shape": name}

    def begin(check: str, shape: str) -> None:
        now.update(check=check, shape=shape)
        _say(**now)

    threading.Thread(target=_keep_time, args=(seconds, now), daemon=True).start()
    try:
        game = found(name)
        _say(total=len(list(planned_checks(game, compiled))))
        for result in check(game, compiled, begin):
            _say(**asdict(result))
    except Refusal as refusal:
        _say(refused=str(refusal))
    os._exit(0)  # also ends threads that the game may have started


def _keep_time(seconds: float, now: dict[str, str]) -> None:
    """Exit when the time is up; report a flaw if one call of the game has been running for a while."""
    time.sleep(max(0.0, seconds - STANDSTILL))
    before = _in_game()
    time.sleep(STANDSTILL)
    if before is not None and _in_game() is before:
        here = traceback.extract_stack(sys._current_frames()[threading.main_thread().ident or 0])
        place = next(entry for entry in reversed(here) if _is_game(entry.filename))
        where = f"{place.name} ({Path(place.filename).name}, line {place.lineno})"
        _say(
            **now,
            flaw=f"{before.f_code.co_name} does not return: it was at {where} when the time was up; a loop"
            " there has no end",
        )
    os._exit(OUT_OF_TIME)


def _in_game() -> FrameType | None:
    """Return the outermost frame in the game's code, or None if no game code is running."""
    frame, found_frame = sys._current_frames().get(threading.main_thread().ident or 0), None
    while frame is not None:
        if _is_game(frame.f_code.co_filename):
            found_frame = frame
        frame = frame.f_back
    return found_frame


def _is_game(file: str) -> bool:
    return Path(file).name in GAME_FILES


def _say(**told: Any) -> None:
    print(json.dumps(told, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), sys.argv[3] == "1")
