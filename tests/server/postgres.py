"""A real PostgreSQL for tests: its own cluster in a temporary folder, its own port, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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


def _run(*command: object) -> None:
    user = "postgres" if os.geteuid() == 0 else None
    subprocess.run([str(part) for part in command], check=True, user=user, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
