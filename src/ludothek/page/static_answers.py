"""What is said of the games, as files beside the pages: to be read before Python is there, and without a
network.

They are the answers of docs/interface.md that depend on nobody, as they are on a device.
web/src/runtimes/page/house.svelte.ts knows their names.
"""

from functools import cache
from typing import TypeVar

import msgspec
from msgspec import structs

from ludothek.core.registry import game_ids, is_ours
from ludothek.core.texts import LANGUAGES
from ludothek.house.api.catalogue_types import FigureList, GameList, GameShape
from ludothek.house.catalogue import game_pages
from ludothek.house.catalogue.download import Download
from ludothek.house.catalogue.prints import PDF
from ludothek.page.bot_worker_client import BotWorkerClient
from ludothek.printing import can_print, printed

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
    return [
        f"{game}-{language}.pdf"
        for game in _ours()
        if can_print(game_pages.game(game))
        for language in LANGUAGES
    ]


def file(name: str) -> Download:
    """One of them."""
    if name in texts():
        what, said, _ = name.split(".")
        return Download(name, JSON, msgspec.json.encode(_said(what, said)))
    game, language = name.removesuffix(".pdf").rsplit("-", 1)
    return Download(name, PDF, printed(game_pages.game(game), None, language))


def _said(what: str, language: str) -> msgspec.Struct:
    if language == "figures":
        return FigureList(game_pages.figures(what))
    if what != "games":
        return _on_a_device(game_pages.page(what, language))
    return GameList([_on_a_device(game) for game in game_pages.games(language) if is_ours(game.id)])


def _on_a_device(shown: Shown) -> Shown:
    """Who can be played against there."""
    return structs.replace(shown, levels=BotWorkerClient.levels(game_pages.game(shown.id)))


def _ours() -> list[str]:
    return [game for game in game_ids() if is_ours(game)]
