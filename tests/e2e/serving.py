"""A real server in a process of its own, with its own port and database; it can be killed and restarted."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

STARTS_WITHIN = 120  # seconds, on a machine that is busy with other tests


class Server:
    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        given = {
            "host": "127.0.0.1",
            "port": self.port,
            "db": f"sqlite+aiosqlite:///{folder / 'tables.db'}",
            "bot_delay": 0,
            "tables_per_minute": 1000,
            "log_level": "warning",
        } | settings
        self._environment = {
            name: value for name, value in os.environ.items() if not name.startswith("LUDOTHEK_")
        }
        self._environment |= {f"LUDOTHEK_{name.upper()}": str(value) for name, value in given.items()}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.folder / "server.log").open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "ludothek.server.run"],
                env=self._environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        deadline = time.monotonic() + STARTS_WITHIN
        while not self._answers():
            log = (self.folder / "server.log").read_text("utf-8")
            assert self._process.poll() is None, log
            assert time.monotonic() < deadline, log
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server and its bot processes as a power failure would."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Suspend the server, as on an overloaded machine: requests wait."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=1) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False
