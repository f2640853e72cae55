"""Which games there are: the folders of `ludothek.games`, and packages that others announce as entry points of `ludothek.games`."""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from ludothek.core.errors import UnknownGame
from ludothek.core.game import Game

OURS = "ludothek.games"  # the package, and the group of entry points


@cache
def packages() -> dict[str, str]:
    """The package of every game by its id: our own first, then those of others."""
    ours = {m.name: f"{OURS}.{m.name}" for m in pkgutil.iter_modules(import_module(OURS).__path__) if m.ispkg}
    others = {entry.name: entry.value for entry in sorted(entry_points(group=OURS), key=lambda e: e.name)}
    return others | ours


def game_ids() -> list[str]:
    return sorted(packages())


def our_game_ids() -> list[str]:
    """The games of this package, without those of other authors."""
    return sorted(name for name, package in packages().items() if package.startswith(f"{OURS}."))


def find(game_id: str) -> Game:
    """The game of that id."""
    if game_id not in packages():
        raise UnknownGame(f"there is no game {game_id!r}; there are: {', '.join(game_ids())}")
    return _loaded(game_id)


@cache
def _loaded(game_id: str) -> Game:
    return Game(packages()[game_id])
