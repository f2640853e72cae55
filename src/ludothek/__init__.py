"""Ludothek: tabletop games, their rules written once, for people and for machines.

    import ludothek

    table = ludothek.Table.open("number_poker", 2)
    table.play(0, "4")
    print(table.status())

`docs/python.md` goes on from here. Each name is loaded when it is first asked for: to import Ludothek costs
nothing, to play by the rules needs neither NumPy nor Numba, and what is compiled brings both.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

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
    from ludothek.core.registry import find as game
    from ludothek.core.registry import shelf
    from ludothek.core.table import Table
    from ludothek.core.texts import SPECTATOR
    from ludothek.lab.batch import Batch
    from ludothek.lab.duel import duel, played
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
    "duel",
    "game",
    "levels",
    "played",
    "player",
    "shelf",
    "simulate",
]

# Where each name lives, and what it is called there if not the same.
_HOMES = {
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
    "core.registry": ("game=find", "shelf"),
    "core.table": ("Table",),
    "core.texts": ("SPECTATOR",),
    "bots.contract": ("Bot", "Budget", "Choice", "PlayerView"),
    "bots.levels": ("levels", "player"),
    "lab.batch": ("Batch",),
    "lab.duel": ("duel", "played"),
    "lab.simulate": ("simulate",),
}
_FOUND = {
    name.partition("=")[0]: (home, name.rpartition("=")[2])
    for home, names in _HOMES.items()
    for name in names
}


def __getattr__(name: str) -> Any:
    if name not in _FOUND:
        raise AttributeError(f"ludothek has no {name!r}; it has: {', '.join(sorted(_FOUND))}")
    home, own_name = _FOUND[name]
    found = globals()[name] = getattr(import_module(f"ludothek.{home}"), own_name)
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_FOUND])
