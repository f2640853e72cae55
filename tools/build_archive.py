"""Compile all the Python that a device needs: where that is missing, or older than the sources.

It comes after the pages, with which their Python is installed, and after the players, which are part of it.
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
