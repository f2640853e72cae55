"""Compile the Python archive that a page runs, if it is missing or older than the sources.

Runs after the build of the pages, which installs Pyodide, and of the players, which the archive contains.
"""

import shutil
import sys

from runtime import compiled

from ludothek.boards.node import CannotBuildBoard
from ludothek.page.archive import bundle, compiled_file, sources


def main() -> None:
    file = compiled_file()
    if file.is_file():
        return
    made = bundle(compiled(sources()))
    shutil.rmtree(file.parent, ignore_errors=True)
    file.parent.mkdir()
    part = file.with_suffix(".part")
    part.write_bytes(made)
    part.replace(file)


if __name__ == "__main__":
    try:
        main()
    except CannotBuildBoard as refusal:
        sys.exit(str(refusal))
