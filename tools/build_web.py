"""Build the pages into the server's package: install what they are built with, and run the scripts of
`web/package.json` that are named.
"""

import sys
from pathlib import Path

import runtime

from ludothek.boards.node import CannotBuildBoard, npm

WEB = Path(__file__).parents[1] / "web"


def is_installed() -> bool:
    """Whether what the lock names lies there: npm writes its own list last."""
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
