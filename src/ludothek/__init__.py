"""Tabletop games: rules, tables, bots and simulations.

    import ludothek

    table = ludothek.Table.open("number_poker", 2)
    table.play(0, "4")
    print(table.status())

See `docs/python.md`. Each name is imported on first use, so `import ludothek` is fast. Interpreted play needs
neither NumPy nor Numba; compiled play (`Batch`, `simulate`, most bots) imports both.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from ludothek.bots.contract import Bot, Budget, Choice, PlayerView
    from ludothek.bots.levels import levels, player
    from ludothek.core.chance import CHANCE, SecretSeed
    from ludothek.core.declaration import Declaration
    from ludothek.core.errors import (
        BadGame,
        BadKit,
        BadOption,
        BadRecord,
        CannotCompile,
        IllegalMove,
        Refusal,
        UnknownGame,
    )
    from ludothek.core.game import Game, Variant
    from ludothek.core.registry import broken_games, game_ids, installed_games
    from ludothek.core.registry import find as game
    from ludothek.core.table import Table
    from ludothek.core.texts import SPECTATOR
    from ludothek.lab.batch import Batch
    from ludothek.lab.duel import duel, play
    from ludothek.lab.simulate import simulate

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "BadGame",
    "BadKit",
    "BadOption",
    "BadRecord",
    "Batch",
    "Bot",
    "Budget",
    "CannotCompile",
    "Choice",
    "Declaration",
    "Game",
    "IllegalMove",
    "PlayerView",
    "Refusal",
    "SecretSeed",
    "Table",
    "UnknownGame",
    "Variant",
    "broken_games",
    "duel",
    "game",
    "game_ids",
    "installed_games",
    "levels",
    "play",
    "player",
    "simulate",
]

# The public names of each module; `public=original` where the module uses another name.
_MODULES = {
    "core.chance": ("CHANCE", "SecretSeed"),
    "core.declaration": ("Declaration",),
    "core.errors": (
        "BadGame",
        "BadKit",
        "BadOption",
        "BadRecord",
        "CannotCompile",
        "IllegalMove",
        "Refusal",
        "UnknownGame",
    ),
    "core.game": ("Game", "Variant"),
    "core.registry": ("broken_games", "game=find", "game_ids", "installed_games"),
    "core.table": ("Table",),
    "core.texts": ("SPECTATOR",),
    "bots.contract": ("Bot", "Budget", "Choice", "PlayerView"),
    "bots.levels": ("levels", "player"),
    "lab.batch": ("Batch",),
    "lab.duel": ("duel", "play"),
    "lab.simulate": ("simulate",),
}
_ORIGINS = {
    name.partition("=")[0]: (module, name.rpartition("=")[2])
    for module, names in _MODULES.items()
    for name in names
}


def __getattr__(name: str) -> Any:
    if name not in _ORIGINS:
        raise AttributeError(f"ludothek has no {name!r}; it has: {', '.join(sorted(_ORIGINS))}")
    module, original = _ORIGINS[name]
    value = globals()[name] = getattr(import_module(f"ludothek.{module}"), original)
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
