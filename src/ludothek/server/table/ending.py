"""How a game ended, in words."""

from typing import Any

from ludothek.core import Phrase, Variant
from ludothek.server.table.shapes import Series
from ludothek.server.table.sitting import Sitting
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


def winners(scores: list[float]) -> list[bool]:
    """Who has won, seat by seat: nobody where all have the same, unless they have won together."""
    best = max(scores)
    has_winner = best > 0 and (min(scores) < best or best >= 1)
    return [has_winner and score == best for score in scores]


def series_of(sitting: Sitting) -> Series:
    """How often each has won in the games that these people have played one after the other, this one included when it is over."""
    is_over = sitting.phase == "over"
    now = winners(sitting.variant.scores(sitting.table.state)) if is_over else [False] * len(sitting.chairs)
    before = sitting.facts.won
    won = [before.get(chair.known_as, 0) + here for chair, here in zip(sitting.chairs, now, strict=True)]
    return Series(sitting.facts.played + is_over, won)


def _plain(score: float) -> str:
    return str(int(score)) if float(score).is_integer() else str(score)
