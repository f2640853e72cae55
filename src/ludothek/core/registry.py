"""The installed games: the folders of `ludothek.games`, and packages with an entry point of that group."""

import pkgutil
import traceback
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from ludothek.core.errors import BadGame, UnknownGame
from ludothek.core.game import Game

GROUP = "ludothek.games"  # both the package of the bundled games and the group of entry points


@cache
def packages() -> dict[str, str]:
    """The package of every game by its id: the bundled games first. No entry point replaces one of those."""
    bundled = {
        module.name: f"{GROUP}.{module.name}"
        for module in pkgutil.iter_modules(import_module(GROUP).__path__)
        if module.ispkg
    }
    others = {entry.name: entry.value for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name)}
    return others | bundled


@cache
def _installed() -> tuple[dict[str, Game], dict[str, BadGame]]:
    """The games that load, by id, and the errors of those that do not."""
    games, broken = {}, {}
    for game_id in sorted(packages()):
        try:
            games[game_id] = _loaded(game_id)
        except BadGame as error:
            broken[game_id] = error
    return games, broken


def installed_games() -> list[Game]:
    """Every installed game that can be loaded, of other packages too, sorted by id."""
    return list(_installed()[0].values())


def broken_games() -> dict[str, BadGame]:
    """The installed games that cannot be loaded, by id, with the reason."""
    return dict(_installed()[1])


def game_ids() -> list[str]:
    """The ids of the installed games that can be loaded, sorted."""
    return list(_installed()[0])


def bundled_game_ids() -> list[str]:
    """The ids of the games in this package, sorted."""
    return sorted(name for name in packages() if is_bundled(name))


def is_bundled(game_id: str) -> bool:
    """Whether the game is part of this package, not of another author's."""
    return packages()[game_id].startswith(f"{GROUP}.")


def find(game_id: str) -> Game:
    """Return the installed game with this id."""
    if game_id not in packages():
        raise UnknownGame(f"there is no game {game_id!r}; there are: {', '.join(game_ids())}")
    return _loaded(game_id)


@cache
def _loaded(game_id: str) -> Game:
    package = packages()[game_id]
    if package.rpartition(".")[2] != game_id:
        raise BadGame(
            f"the entry point {game_id!r} names the package {package!r}: call both the same, "
            f'in pyproject.toml under [project.entry-points."{GROUP}"]'
        )
    return load(package)


def load(package: str) -> Game:
    """Load the game in a package; it needs no entry point."""
    try:
        return Game(package)
    except BadGame as refusal:
        raise BadGame(f"the game {package} cannot be loaded: {refusal}") from refusal
    except Exception as error:  # importing a foreign module can raise anything
        raise BadGame(f"the game {package} cannot be loaded: {describe_error(error)}") from error


def describe_error(error: BaseException) -> str:
    """Describe an error raised by a game's code in one sentence, with the line that raised it."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({error.filename}, line {error.lineno})"
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<frozen")
    ]
    # An error raised by importlib itself means that the package does not exist
    is_in_game = frames and Path(frames[-1].filename).parent.name != "importlib"
    line = f" ({frames[-1].filename}, line {frames[-1].lineno})" if is_in_game else ""
    return f"{type(error).__name__}: {error}{line}"
