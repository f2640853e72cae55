"""Build the board of another author's game: compile `board/Board.svelte` of its project for the pages.

The components of the bundled boards (`web/src`) are available as `ludothek/…`. The sources are copied beside
them for the build, so that both use the same Svelte and Vite.
"""

import shutil
import tempfile
from pathlib import Path

from platformdirs import user_cache_path

from ludothek import __version__
from ludothek.boards.node import CannotBuildBoard, npm
from ludothek.boards.typescript import view_types
from ludothek.core import Game

FOLDER = "board"  # sources in the author's project, built files in the game's package
SHAPE_HEAD = (
    "/** What the server shows of this game. Written by `ludothek board` from the game's view.py:"
    " change that, not this. */\n\n"
)
PARTS = Path(__file__).parents[3] / "web"  # in a source tree
SHIPPED = Path(__file__).parent / "kit"  # in an installed package


def build(game: Game, source: Path | None = None) -> Path:
    """Build the game's board into its package; return the folder of the files."""
    source = (source or project(game) / FOLDER).resolve()
    if not (source / "Board.svelte").is_file():
        raise CannotBuildBoard(f"there is no {source / 'Board.svelte'} to build: see docs/new-board.md")
    (source / "shape.ts").write_text(SHAPE_HEAD + view_types(game), "utf-8")
    parts, out = _parts(), Path(str(game.folder)) / FOLDER
    copied = parts / "outside" / game.id
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(source, copied)
    npm(parts, "run", "board", BOARD_SOURCE=str(copied), BOARD_OUT=str(out.resolve()))
    if (emblem := source / "emblem.svg").is_file():
        shutil.copy(emblem, out)
    return out


def project(game: Game) -> Path:
    """The folder of the author's project: the nearest parent of the package with a `pyproject.toml`."""
    package = Path(str(game.folder)).resolve()
    for folder in package.parents:
        if (folder / "pyproject.toml").is_file():
            return folder
    raise CannotBuildBoard(
        f"{package} is not in a project: install {game.id} with pip install -e,"
        " or name its sources with --source"
    )


def sources() -> Path:
    """The folder of the sources of the pages, for reading."""
    return (PARTS if PARTS.is_dir() else SHIPPED) / "src"


def _parts() -> Path:
    """The folder in which boards are built, with npm packages installed.

    It is `web/` of a source tree, or else a copy of the shipped sources in the user's cache.
    """
    if PARTS.is_dir():
        if not (PARTS / "node_modules").is_dir():
            npm(PARTS, "ci")
        return PARTS
    home = user_cache_path("ludothek", appauthor=False) / f"boards-{__version__}"
    if not home.is_dir():
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent) as folder:  # renamed only when complete
            shutil.copytree(SHIPPED, copy := Path(folder) / "kit")
            npm(copy, "ci")
            copy.rename(home)
    return home
