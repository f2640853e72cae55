"""Print-and-play PDFs, cached."""

import json
from functools import lru_cache
from typing import Any

from ludothek.core import BadKit, Game
from ludothek.core.registry import find
from ludothek.house.catalogue.download import Download
from ludothek.house.table.refusals import Refused
from ludothek.printing import CannotPrint, render_pdf

PDF = "application/pdf"
REMEMBERED = 64  # cached PDFs; rate limits bound the number of kits


def pdf(game: Game, figures: dict[str, Any] | None, language: str) -> Download:
    """Return the PDF; drawing takes a while."""
    try:
        content = _drawn(game.id, json.dumps(figures), language)
    except CannotPrint as refusal:
        raise Refused("no_print", str(refusal)) from None
    except BadKit as refusal:
        raise Refused("bad_kit", refusal) from None
    return Download(f"{game.id}-{language}.pdf", PDF, content)


@lru_cache(REMEMBERED)
def _drawn(game_id: str, figures: str, language: str) -> bytes:
    return render_pdf(find(game_id), json.loads(figures), language)
