"""Print and play: a PDF of a game. A printable game has a `print.py` beside its rules:

    draw(paper, figures, say)        draws the pages from the figures of the kit (None for a game without one)

`paper` is a `Paper`, and `say` renders a `Phrase` in the language of the reader. It raises `BadKit` for
figures that do not fit on the sheets.
"""

from importlib import import_module
from typing import Any

from ludothek.core import Game, Refusal
from ludothek.core.registry import find, game_ids


class CannotPrint(Refusal):
    """A game without pages to print."""


def can_print(game: Game) -> bool:
    return "print" in game.declared.parts


def render_pdf(game: Game, figures: dict[str, Any] | None, language: str) -> bytes:
    """Return a PDF of the game with this kit; the shipped kit by default."""
    if not can_print(game):
        others = ", ".join(name for name in game_ids() if can_print(find(name)))
        raise CannotPrint(f"{game.id} cannot be printed; these can: {others}")
    from ludothek.printing.paper import Paper

    texts = game.texts[language]
    paper = Paper(texts["title"], language)
    variant = game.variant(game.fewest, kit=figures)
    with game.own_words():
        import_module(f"{game.package}.print").draw(paper, variant.figures, texts.say)
    return paper.finished()
