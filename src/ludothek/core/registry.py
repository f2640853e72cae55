"""Which games there are: the folders of `ludothek.games`, and packages that others announce as entry points
of `ludothek.games`.
"""

import pkgutil
import traceback
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

from ludothek.core.errors import BadGame, UnknownGame
from ludothek.core.game import Game

OURS = "ludothek.games"  # the package, and the group of entry points


@cache
def packages() -> dict[str, str]:
    """The package of every game by its id: our own first, then those of others."""
    ours = {m.name: f"{OURS}.{m.name}" for m in pkgutil.iter_modules(import_module(OURS).__path__) if m.ispkg}
    others = {entry.name: entry.value for entry in sorted(entry_points(group=OURS), key=lambda e: e.name)}
    return others | ours


class InstalledGames(NamedTuple):
    """The games that can be played, by id, and why the others cannot."""

    games: dict[str, Game]
    refused: dict[str, BadGame]


@cache
def shelf() -> InstalledGames:
    """Every game that is installed. One that cannot be loaded leaves the others standing."""
    games, refused = {}, {}
    for game_id in sorted(packages()):
        try:
            games[game_id] = _loaded(game_id)
        except BadGame as refusal:
            refused[game_id] = refusal
    return InstalledGames(games, refused)


def game_ids() -> list[str]:
    """The games that can be played."""
    return list(shelf().games)


def our_game_ids() -> list[str]:
    """The games of this package, without those of other authors."""
    return sorted(name for name in packages() if is_ours(name))


def is_ours(game_id: str) -> bool:
    """Whether the game belongs to this package."""
    return packages()[game_id].startswith(f"{OURS}.")


def find(game_id: str) -> Game:
    """The game of that id."""
    if game_id not in packages():
        raise UnknownGame(f"there is no game {game_id!r}; there are: {', '.join(game_ids())}")
    return _loaded(game_id)


@cache
def _loaded(game_id: str) -> Game:
    package = packages()[game_id]
    if package.rpartition(".")[2] != game_id:
        raise BadGame(
            f"the entry point {game_id!r} names the package {package!r}: call both the same, "
            f'in pyproject.toml under [project.entry-points."{OURS}"]'
        )
    return load(package)


def load(package: str) -> Game:
    """The game in a package, whether it is announced or not."""
    try:
        return Game(package)
    except BadGame as refusal:
        raise BadGame(f"the game {package} cannot be loaded: {refusal}") from refusal
    except Exception as error:  # whatever the modules of others do when they are imported
        raise BadGame(f"the game {package} cannot be loaded: {described(error)}") from error


def described(error: BaseException) -> str:
    """An error of a game's own code in a sentence, with the line that it comes from."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({error.filename}, line {error.lineno})"
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<frozen")
    ]
    is_theirs = (
        frames and Path(frames[-1].filename).parent.name != "importlib"
    )  # else the package itself is not there
    line = f" ({frames[-1].filename}, line {frames[-1].lineno})" if is_theirs else ""
    return f"{type(error).__name__}: {error}{line}"
