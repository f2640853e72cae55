"""Answers about games as static files beside the pages, readable offline and before Python has loaded.

They are the answers of docs/interface.md that do not depend on a person.
web/src/runtimes/page/house.svelte.ts knows their names.
"""

from functools import cache
from typing import TypeVar

import msgspec
from msgspec import structs

from ludothek.core.registry import game_ids, is_bundled
from ludothek.core.texts import LANGUAGES
from ludothek.house.api.catalogue_types import FigureList, GameList, GameShape
from ludothek.house.catalogue import game_pages
from ludothek.house.catalogue.download import Download
from ludothek.house.catalogue.prints import PDF
from ludothek.page.bot_worker_client import BotWorkerClient
from ludothek.printing import can_print, render_pdf

Shown = TypeVar("Shown", bound=GameShape)
FOLDER = "shelf"
JSON = "application/json"


@cache
def texts() -> list[str]:
    """Return the names of all JSON files."""
    spoken = [f"{what}.{language}.json" for language in LANGUAGES for what in ("games", *_ours())]
    return [*spoken, *(f"{game}.figures.json" for game in _ours())]


@cache
def prints() -> list[str]:
    """Return the names of all PDF files."""
    return [
        f"{game}-{language}.pdf"
        for game in _ours()
        if can_print(game_pages.game(game))
        for language in LANGUAGES
    ]


def file(name: str) -> Download:
    """Return one of these files."""
    if name in texts():
        what, said, _ = name.split(".")
        return Download(name, JSON, msgspec.json.encode(_said(what, said)))
    game, language = name.removesuffix(".pdf").rsplit("-", 1)
    return Download(name, PDF, render_pdf(game_pages.game(game), None, language))


def _said(what: str, language: str) -> msgspec.Struct:
    if language == "figures":
        return FigureList(game_pages.figures(what))
    if what != "games":
        return _on_a_device(game_pages.page(what, language))
    return GameList([_on_a_device(game) for game in game_pages.games(language) if is_bundled(game.id)])


def _on_a_device(shown: Shown) -> Shown:
    """Replace the levels by those available in a page."""
    return structs.replace(shown, levels=BotWorkerClient.levels(game_pages.game(shown.id)))


def _ours() -> list[str]:
    return [game for game in game_ids() if is_bundled(game)]
