"""Install the npm packages if needed, prepare Pyodide, and run the named scripts of `web/package.json`."""

import sys
from pathlib import Path

import runtime

from ludothek.boards.node import CannotBuildBoard, npm

WEB = Path(__file__).parents[1] / "web"


def is_installed() -> bool:
    """Whether the packages of the lock file are installed: npm writes its own list last."""
    wanted, got = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    return got.is_file() and got.stat().st_mtime >= wanted.stat().st_mtime


if __name__ == "__main__":
    try:
        if not is_installed():
            npm(WEB, "ci")
        runtime.main()
        for script in sys.argv[1:]:
            npm(WEB, "run", script)
    except CannotBuildBoard as refusal:
        sys.exit(str(refusal))
