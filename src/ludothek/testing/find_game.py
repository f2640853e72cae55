"""Find the game that an author names, installed or not."""

import importlib
import sys
from importlib.util import find_spec
from pathlib import Path

from ludothek.core import Game, UnknownGame
from ludothek.core.registry import find, load, packages


def found(name: str) -> Game:
    """Load a game by its id, by its package (also one in this folder or in `src`), or by its folder."""
    if name in packages():
        return find(name)
    for folder, package in _places(name):
        if (folder / package.replace(".", "/") / "rules.py").is_file():
            sys.path.insert(0, str(folder))
            importlib.invalidate_caches()
            return load(package)
    if all(part.isidentifier() for part in name.split(".")) and find_spec(name.partition(".")[0]):
        return load(name)
    raise UnknownGame(
        f"there is no game {name!r}: name an installed one ({', '.join(packages())}), a package with a"
        " rules.py in this folder or in src,"
        " or the game's folder"
    )


def _places(name: str) -> list[tuple[Path, str]]:
    """Return the folders that may contain the package, and its name in each."""
    given, here = Path(name).resolve(), Path.cwd()
    inside = [
        (path.parents[1], path.parent.name) for path in sorted(given.glob("src/*/rules.py")) if given.is_dir()
    ]
    package = name.replace("/", ".").strip(".") if name.isidentifier() or "." in name else given.name
    return [(given.parent, given.name), *inside, (here, package), (here / "src", package)]
