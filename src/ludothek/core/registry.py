"""Which games there are: the folders of `ludothek.games`, and packages that others announce as entry points of `ludothek.games`."""

import pkgutil
from functools import cache
from importlib.metadata import entry_points

import ludothek.games
from ludothek.core.errors import UnknownGame
from ludothek.core.game import Game

GROUP = "ludothek.games"


@cache
def packages() -> dict[str, str]:
    """The package of every game by its id: our own first, then those of others."""
    ours = {m.name: f"{ludothek.games.__name__}.{m.name}" for m in pkgutil.iter_modules(ludothek.games.__path__) if m.ispkg}
    others = {entry.name: entry.value for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name)}
    return others | ours


def game_ids() -> list[str]:
    return sorted(packages())


def our_game_ids() -> list[str]:
    """The games of this package, without those of other authors."""
    return sorted(name for name, package in packages().items() if package.startswith(f"{ludothek.games.__name__}."))


def find(game_id: str) -> Game:
    """The game of that id."""
    if game_id not in packages():
        raise UnknownGame(f"there is no game {game_id!r}; there are: {', '.join(game_ids())}")
    return _loaded(game_id)


@cache
def _loaded(game_id: str) -> Game:
    return Game(packages()[game_id])
