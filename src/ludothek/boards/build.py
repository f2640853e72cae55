"""Build the board of a game from outside: from `board/Board.svelte` in its project into files that a page can
load.

The parts that our own boards are made of (`web/src`) serve it under the name `ludothek/…`. Its sources are
copied beside them for the build, so that one installation of Svelte and Vite serves both.
"""

import shutil
import tempfile
from pathlib import Path

from platformdirs import user_cache_path

from ludothek import __version__
from ludothek.boards.node import CannotBuildBoard, npm
from ludothek.boards.typescript import view_types
from ludothek.core import Game

FOLDER = "board"  # of the sources in the author's project, and of the built files in the game's package
SHAPE_HEAD = "/** What the server shows of this game. Written by `ludothek board` from the game's view.py: change that, not this. */\n\n"
PARTS = Path(__file__).parents[3] / "web"  # in a source tree
SHIPPED = Path(__file__).parent / "kit"  # in an installed package


def build(game: Game, source: Path | None = None) -> Path:
    """Build the game's board into its package; where the files are then."""
    source = (source or project(game) / FOLDER).resolve()
    if not (source / "Board.svelte").is_file():
        raise CannotBuildBoard(
            f"there is no {source / 'Board.svelte'} to build: docs/new-board.md says what stands in it"
        )
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
    """The folder of the author's project: the nearest above the package with a `pyproject.toml`."""
    package = Path(str(game.folder)).resolve()
    for folder in package.parents:
        if (folder / "pyproject.toml").is_file():
            return folder
    raise CannotBuildBoard(
        f"{package} lies in no project: install {game.id} with pip install -e, or name its sources with --source"
    )


def sources() -> Path:
    """The sources of our pages, to be read."""
    return (PARTS if PARTS.is_dir() else SHIPPED) / "src"


def _parts() -> Path:
    """Where boards are built: our own sources, or a copy of those that were shipped, with what they need
    installed.
    """
    if PARTS.is_dir():
        if not (PARTS / "node_modules").is_dir():
            npm(PARTS, "ci")
        return PARTS
    home = user_cache_path("ludothek", appauthor=False) / f"boards-{__version__}"
    if not home.is_dir():
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent) as folder:  # a copy that was interrupted is none
            shutil.copytree(SHIPPED, copy := Path(folder) / "kit")
            npm(copy, "ci")
            copy.rename(home)
    return home
