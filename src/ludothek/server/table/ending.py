"""How a game ended, in words."""

from typing import Any

from ludothek.core import Phrase, Variant
from ludothek.server.table.speech import TEXTS


def outcome(variant: Variant, state: Any, names: tuple[str, ...], language: str) -> dict[str, Any]:
    found = variant.outcome(state)
    assert found is not None, "only asked when the game is over"
    why = variant.why(state)
    reason = variant.game.texts[language].say(why, names) if why else None
    return found | {"headline": headline(variant, state, names, language), "why": reason}


def headline(variant: Variant, state: Any, names: tuple[str, ...], language: str) -> str:
    """In one sentence."""
    scores = variant.scores(state)
    best = max(scores)
    winners = [name for name, score in zip(names, scores, strict=True) if score == best]
    texts = TEXTS[language]
    if len(scores) == 1 or (len(winners) == len(scores) and best in (0, 1)) or best > 1:
        with_whom = "alone" if len(scores) == 1 else "together"
        how = {1: "won", 0: "lost"}.get(int(best), "points") if float(best).is_integer() else "points"
        return texts.say(Phrase(f"headline.{with_whom}_{how}", points=_plain(best)))
    if len(winners) == len(scores):
        return texts.say(Phrase("headline.draw"))
    return texts.say(Phrase("headline.wins" if len(winners) == 1 else "headline.share", who=winners))


def _plain(score: float) -> str:
    return str(int(score)) if float(score).is_integer() else str(score)
