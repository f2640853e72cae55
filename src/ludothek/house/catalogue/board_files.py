"""Board files of external games: their folder `board/`, built by `ludothek board`."""

from pathlib import Path

from ludothek.core import Game
from ludothek.core.registry import is_bundled

FOLDER = "board"
FILES = ("board.js", "guide.js", "emblem.svg")  # the only files served from that folder


def file_of(game: Game, name: str) -> Path | None:
    """Return a board file of an external game, or None; built-in boards are part of the pages."""
    if name not in FILES or is_bundled(game.id):
        return None
    path = Path(str(game.folder)) / FOLDER / name
    return path if path.is_file() else None


def address(game: Game, name: str) -> str | None:
    """Return the file's URL, which changes with each version of the file."""
    path = file_of(game, name)
    return None if path is None else f"/boards/{game.id}/{name}?{path.stat().st_mtime_ns:x}"
