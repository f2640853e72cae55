"""What is said of the games, as files beside the pages: to be read before Python is there, and without a network.

They are the answers of docs/interface.md that depend on nobody, as they are on a device. web/src/device/house.svelte.ts knows their names.
"""

from functools import cache
from typing import TypeVar

import msgspec
from msgspec import structs

from ludothek.core.registry import game_ids, is_ours
from ludothek.core.texts import LANGUAGES
from ludothek.printing import can_print, printed
from ludothek.server.device.thinkers import Thinkers
from ludothek.server.shelf import games
from ludothek.server.shelf.files import File
from ludothek.server.shelf.prints import PDF
from ludothek.server.wire.shelf import FigureList, GameList, GameShape

Shown = TypeVar("Shown", bound=GameShape)
FOLDER = "shelf"
JSON = "application/json"


@cache
def texts() -> list[str]:
    """The names of all that can be read."""
    spoken = [f"{what}.{language}.json" for language in LANGUAGES for what in ("games", *_ours())]
    return [*spoken, *(f"{game}.figures.json" for game in _ours())]


@cache
def prints() -> list[str]:
    """And of all that can be printed."""
    return [f"{game}-{language}.pdf" for game in _ours() if can_print(games.game(game)) for language in LANGUAGES]


def file(name: str) -> File:
    """One of them."""
    if name in texts():
        what, said, _ = name.split(".")
        return File(name, JSON, msgspec.json.encode(_said(what, said)))
    game, language = name.removesuffix(".pdf").rsplit("-", 1)
    return File(name, PDF, printed(games.game(game), None, language))


def _said(what: str, language: str) -> msgspec.Struct:
    if language == "figures":
        return FigureList(games.figures(what))
    if what != "games":
        return _on_a_device(games.page(what, language))
    return GameList([_on_a_device(game) for game in games.games(language) if is_ours(game.id)])


def _on_a_device(shown: Shown) -> Shown:
    """Who can be played against there."""
    return structs.replace(shown, levels=Thinkers.levels(games.game(shown.id)))


def _ours() -> list[str]:
    return [game for game in game_ids() if is_ours(game)]
