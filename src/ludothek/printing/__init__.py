"""Print and play: a game on paper. A game that can be printed says so with a `print.py` beside its rules:

    draw(paper, figures, say)        the pages, from the figures of the kit in use (None for a game without a
    kit)

`paper` is a `Paper`, `say` says a `Phrase` in the language of whoever prints. Figures that no sheet has room
for are refused as a `BadKit`.
"""

from importlib import import_module
from typing import Any

from ludothek.core import Game, Refusal
from ludothek.core.registry import find, game_ids


class CannotPrint(Refusal):
    """A game without pages to print."""


def can_print(game: Game) -> bool:
    return "print" in game.declared.parts


def printed(game: Game, figures: dict[str, Any] | None, language: str) -> bytes:
    """A PDF of the game with this kit; the shipped kit where none is given."""
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
