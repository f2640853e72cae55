"""A real PostgreSQL for tests: its own cluster in a temporary folder, its own port, gone afterwards."""

import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.server.serving import free_port


def folder_of_programs() -> Path | None:
    if found := shutil.which("initdb"):
        return Path(found).parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL."""
    programs = folder_of_programs()
    assert programs, "there is no PostgreSQL here; install the package postgresql"
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="ludothek-pg-", ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            postgres_user = pwd.getpwnam("postgres")
            os.chown(folder, postgres_user.pw_uid, postgres_user.pw_gid)
        _run(programs / "initdb", "-D", str(data), "-U", "ludothek", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=60"
        _run(programs / "pg_ctl", "-D", str(data), "-w", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield f"postgresql+asyncpg://ludothek@127.0.0.1:{port}/postgres"
        finally:
            _run(programs / "pg_ctl", "-D", str(data), "-m", "immediate", "stop")


class Passage:
    """A TCP proxy to a database that can be cut: open connections are closed, and new ones are refused."""

    def __init__(self, address: str) -> None:
        before, _, after = address.rpartition("@")
        host, port, name = re.fullmatch(r"(.*):(\d+)/(.*)", after).groups()  # type: ignore[union-attr]
        self._there = host, int(port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lines = [self._door]
        self._passing = [threading.Thread(target=self._let_in)]
        self._passing[0].start()
        self.address = f"{before}@127.0.0.1:{self._door.getsockname()[1]}/{name}"

    def cut(self) -> None:
        """Once; all that it has opened is closed then."""
        self._door.shutdown(socket.SHUT_RDWR)  # accepts no more connections
        self._passing[0].join()
        for line in self._lines[1:]:
            with suppress(OSError):  # it has ended already
                line.shutdown(socket.SHUT_RDWR)
        for thread in self._passing[1:]:
            thread.join()
        for line in self._lines:
            line.close()

    def _let_in(self) -> None:
        with suppress(OSError):  # it is cut
            while True:
                here = self._door.accept()[0]
                self._lines.append(here)
                there = socket.create_connection(self._there)
                self._lines.append(there)
                self._passing += [
                    threading.Thread(target=_pass_on, args=ends) for ends in ((here, there), (there, here))
                ]
                for thread in self._passing[-2:]:
                    thread.start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while content := one.recv(65536):
            other.sendall(content)
    with suppress(OSError):
        other.shutdown(socket.SHUT_WR)


def _run(*command: object) -> None:
    user = "postgres" if os.geteuid() == 0 else None
    subprocess.run(
        [str(part) for part in command],
        check=True,
        user=user,
        stdout=subprocess.DEVNULL,
        cwd=tempfile.gettempdir(),
    )
