"""The players of a game: its levels from weakest to strongest, and guest players from plug-ins.

A game's own players are in a module with `LEVELS`: `ludothek.bots.<game>` for the games of this package,
`players.py` in the package of another author's game (the part `players`). Every other game gets the general
search at five strengths.

Each level beats the one below in 65 to 95 of 100 decided games (docs/duels.md). `random` and `perfect`
players are outside this scale.

Guest players are added in three ways:

    an entry point of the group `ludothek.players`     named `GAME.NAME`, or `NAME` for every game
    the environment variable LUDOTHEK_PLAYERS          `GAME.NAME=module:object`, separated by commas
    `module:object` instead of a level                 only on the command line, never from a request

An object is a `Bot`, or a callable without arguments that returns one.
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
RANDOM = "random"  # a player that every game has

# Not a level: the player that gives hints, `ADVISER` of a game's module, otherwise the strongest level
ADVISER = "adviser"

_RANDOM_BOT = RandomBot()


def levels(game: Game) -> list[str]:
    """Return the game's own players, from the weakest to the strongest."""
    return list(_own(game))


def guests(game: Game) -> list[str]:
    """Return the names of the guest players of this game."""
    return [name for name in _guest_places(game) if name not in _own(game)]


def bot(game: Game, level: str) -> Bot:
    """Return the player of that name; only registered names, so that a request cannot import code."""
    if level == RANDOM:
        return _RANDOM_BOT  # without importing the other players and their compiled programs
    if level in _own(game):
        return _own(game)[level]
    if level == ADVISER:
        return _adviser(game)
    if level in _guest_places(game):
        return _guest(_guest_places(game)[level])
    raise BadOption(f"{game.id} has no player {level!r}; it has: {', '.join([*levels(game), *guests(game)])}")


def invite(players: list[str]) -> None:
    """Allow guest players, GAME.NAME=module:object, in this process and its children; refuse missing ones."""
    if players:
        os.environ[ALLOWED] = ",".join(players)
        _guest_places.cache_clear()
    for game in installed_games():
        for name in guests(game):
            bot(game, name)


def player(game: Game, name: "str | Bot") -> Bot:
    """Return the player named on this machine: a level, `module:object`, or the player itself."""
    if not isinstance(name, str):
        return _checked(name, repr(name))
    if ":" not in name:
        return bot(game, name)
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)  # so that modules in the working directory can be imported
    return _guest(name)


def is_built_in(game: Game, level: str) -> bool:
    """Whether a player belongs to this package and is not a guest."""
    return level == RANDOM or (
        level in _own(game) and not (module_of(game) and "players" in game.declared.parts)
    )


def stand_in(game: Game) -> str:
    """Return the built-in level, of medium strength, that replaces a guest player after an error."""
    known = [level for level in levels(game) if is_built_in(game, level)]
    return known[len(known) // 2]


def title(name: "str | Bot") -> str:
    """Return the name of a player: its level or its class name."""
    return name if isinstance(name, str) else type(name).__name__


def about_levels(game: Game, language: str) -> dict[str, str]:
    """Return a sentence about each level: from the game's texts (`levels.easy`), or the shared one."""
    own, shared = game.texts[language].templates, shared_texts(language).templates
    return {level: own.get(f"levels.{level}", shared.get(f"levels.{level}", "")) for level in levels(game)}


@cache
def module_of(game: Game) -> ModuleType | None:
    """Return the module of a game's own players, or None."""
    name = f"ludothek.bots.{game.id}"
    is_ours = game.package.startswith("ludothek.") and find_spec(name)
    return import_module(name) if is_ours else game.module("players")


@cache
def _own(game: Game) -> dict[str, Bot]:
    own: Mapping[str, Bot] | None = getattr(module_of(game), "LEVELS", None)
    return {RANDOM: _RANDOM_BOT, **(_general() if own is None else own)}


@cache
def _adviser(game: Game) -> Bot:
    own = module_of(game)
    if getattr(own, "LEVELS", None) is None:
        return _general_adviser()
    adviser: Bot = getattr(own, "ADVISER", list(_own(game).values())[-1])
    return adviser


@cache
def _general_adviser() -> Bot:
    """Return the strongest player with three times the nodes, since users of hints repeat its mistakes."""
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
def _guest_places(game: Game) -> dict[str, str]:
    """Return `module:object` of each guest player of this game, by name."""
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
    """Load the player at `module:object`."""
    module, _, name = place.partition(":")
    try:
        found = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:  # importing a plug-in may raise anything
        raise BadOption(f"the player {place} cannot be loaded: {type(error).__name__}: {error}") from error
    return _checked(found, place)


def _checked(found: object, place: str) -> Bot:
    """Return an object as a bot, calling a class or factory; raise BadOption otherwise."""
    make: Callable[[], object] | None = (
        found if callable(found) and not callable(getattr(found, "choose", None)) else None
    )
    if isinstance(found, type):
        make = found
    made = make() if make else found
    if not callable(getattr(made, "choose", None)) or not hasattr(made, "remembers"):
        raise BadOption(
            f"{place} is no player: it needs choose(view, budget, seed), which returns a Choice, and"
            " remembers = False (or True, where it"
            " wants to see view.past); see docs/new-bot.md"
        )
    return made  # type: ignore[return-value]
