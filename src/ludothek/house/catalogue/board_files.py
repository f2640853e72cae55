"""The files of a board that a game from outside brings along: its folder `board/`, built by `ludothek board`."""

from pathlib import Path

from ludothek.core import Game
from ludothek.core.registry import is_ours

FOLDER = "board"
FILES = ("board.js", "guide.js", "emblem.svg")  # all that is ever handed out of that folder


def file_of(game: Game, name: str) -> Path | None:
    """One of the files that a game brings along; None where it brings none of that name.

    Our own are part of the pages.
    """
    if name not in FILES or is_ours(game.id):
        return None
    path = Path(str(game.folder)) / FOLDER / name
    return path if path.is_file() else None


def address(game: Game, name: str) -> str | None:
    """Where a page finds that file: another address for every version of it."""
    path = file_of(game, name)
    return None if path is None else f"/boards/{game.id}/{name}?{path.stat().st_mtime_ns:x}"
