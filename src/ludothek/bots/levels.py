"""Which players a game has, from the weakest to the strongest, and those that others bring along.

A game's own players stand in a module with `LEVELS`: for our games `ludothek.bots.<game>`, for a game of
another author the `players.py` of its package (the part `players`). Every other game gets the general search
at five strengths.

Levels are steps: each beats the one below in 65 to 95 of 100 decided games (docs/duels.md). `random` is the
ground that they stand on, not one of them; and whoever is `perfect` at a game stands outside too.

Others bring players along in three ways:

    an entry point of the group `ludothek.players`     called `GAME.NAME`, or `NAME` for a player of any game
    LUDOTHEK_PLAYERS in the environment                `GAME.NAME=module:object`, several separated by commas:
    what an operator allows `module:object` in the place of a level            only where a person at this
    machine says so, never from a request

An object is a `Bot`, or something that makes one when it is called without arguments.
"""

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from ludothek.bots.contract import Bot
from ludothek.bots.random_bot import RandomBot
from ludothek.core import BadOption, Game
from ludothek.core.registry import installed_games
from ludothek.core.texts import shared_texts

GROUP = "ludothek.players"
ALLOWED = "LUDOTHEK_PLAYERS"
RANDOM = "random"  # whom every game has

# Not a level: the player that gives hints. A game's module may name one; else it is the strongest, or one
# like it
ADVISER = "adviser"

_ANYTHING = RandomBot()


def levels(game: Game) -> list[str]:
    """The game's own players, from the weakest to the strongest."""
    return list(_own(game))


def guests(game: Game) -> list[str]:
    """The players that others brought along for this game."""
    return [name for name in _announced(game) if name not in _own(game)]


def bot(game: Game, level: str) -> Bot:
    """The player of that name.

    Only names that are known here: it imports nothing that a request could choose.
    """
    if level == RANDOM:
        return _ANYTHING  # without loading the others, which may need what is compiled
    if level in _own(game):
        return _own(game)[level]
    if level == ADVISER:
        return _adviser(game)
    if level in _announced(game):
        return _guest(_announced(game)[level])
    raise BadOption(f"{game.id} has no player {level!r}; it has: {', '.join([*levels(game), *guests(game)])}")


def invite(players: list[str]) -> None:
    """Allow players of others in this process and in those that it starts: GAME.NAME=module:object.

    Whoever is not there is refused now.
    """
    if players:
        os.environ[ALLOWED] = ",".join(players)
        _announced.cache_clear()
    for game in installed_games():
        for name in guests(game):
            bot(game, name)


def player(game: Game, name: "str | Bot") -> Bot:
    """The player that a person at this machine names: a level, `module:object`, or the player itself."""
    if not isinstance(name, str):
        return _checked(name, repr(name))
    if ":" not in name:
        return bot(game, name)
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)  # where a person who types a module's name expects it to be found
    return _guest(name)


def is_built_in(game: Game, level: str) -> bool:
    """Whether a player is of this package, and not of somebody else."""
    return level == RANDOM or (
        level in _own(game) and not (module_of(game) and "players" in game.declared.parts)
    )


def stand_in(game: Game) -> str:
    """Who plays on where a player of somebody else has failed: neither the weakest nor the strongest that is
    built in.
    """
    known = [level for level in levels(game) if is_built_in(game, level)]
    return known[len(known) // 2]


def title(name: "str | Bot") -> str:
    """What a player is called where a level would stand."""
    return name if isinstance(name, str) else type(name).__name__


def about_levels(game: Game, language: str) -> dict[str, str]:
    """What each level is like, in a sentence: the game's own (`levels.easy` among its texts), or what is said
    of that level anywhere.
    """
    own, shared = game.texts[language].templates, shared_texts(language).templates
    return {level: own.get(f"levels.{level}", shared.get(f"levels.{level}", "")) for level in levels(game)}


@cache
def module_of(game: Game) -> ModuleType | None:
    """The module of a game's own players; None where it has none."""
    name = f"ludothek.bots.{game.id}"
    is_ours = game.package.startswith("ludothek.") and find_spec(name)
    return import_module(name) if is_ours else game.module("players")


@cache
def _own(game: Game) -> dict[str, Bot]:
    own: Mapping[str, Bot] | None = getattr(module_of(game), "LEVELS", None)
    return {RANDOM: _ANYTHING, **(_general() if own is None else own)}


@cache
def _adviser(game: Game) -> Bot:
    own = module_of(game)
    if getattr(own, "LEVELS", None) is None:
        return _general_adviser()
    adviser: Bot = getattr(own, "ADVISER", list(_own(game).values())[-1])
    return adviser


@cache
def _general_adviser() -> Bot:
    """The strongest, who thinks three times as long: whoever follows hints makes the same mistakes again, and
    should make fewer.
    """
    from ludothek.bots.search import SearchBot  # which needs this module

    return SearchBot(nodes=60_000)


@cache
def _general() -> Mapping[str, Bot]:
    from ludothek.bots.search import SearchBot  # which needs this module

    return {
        "easy": SearchBot(nodes=60, slips=0.15),
        "medium": SearchBot(nodes=200, slips=0.06),
        "tricky": SearchBot(nodes=800),
        "hard": SearchBot(nodes=4000),
        "expert": SearchBot(nodes=20_000),
    }


@cache
def _announced(game: Game) -> dict[str, str]:
    """Where each guest of this game is to be found, by name."""
    given = [f"{entry.name}={entry.value}" for entry in sorted(entry_points(group=GROUP), key=_name)]
    given += [text.strip() for text in os.environ.get(ALLOWED, "").split(",") if text.strip()]
    found = {}
    for text in given:
        name, equals, place = text.partition("=")
        if not equals or ":" not in place:
            raise BadOption(f"{ALLOWED} names players as GAME.NAME=module:object, not {text!r}")
        wanted, dot, own_name = name.strip().rpartition(".")
        if not dot or wanted == game.id:
            found[own_name] = place.strip()
    return found


def _name(entry: EntryPoint) -> str:
    return entry.name


@cache
def _guest(place: str) -> Bot:
    """The player at `module:object`."""
    module, _, name = place.partition(":")
    try:
        found = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever the module of somebody else does when it is imported
        raise BadOption(f"the player {place} cannot be loaded: {type(error).__name__}: {error}") from error
    return _checked(found, place)


def _checked(found: object, place: str) -> Bot:
    make: Callable[[], object] | None = (
        found if callable(found) and not callable(getattr(found, "choose", None)) else None
    )
    if isinstance(found, type):
        make = found
    made = make() if make else found
    if not callable(getattr(made, "choose", None)) or not hasattr(made, "remembers"):
        raise BadOption(
            f"{place} is no player: it needs choose(view, budget, seed), which returns a Choice, and remembers = False (or True, where it"
            " wants to see view.past); see docs/new-bot.md"
        )
    return made  # type: ignore[return-value]
