"""The result of a finished game, in words."""

from dataclasses import dataclass
from typing import Any

from ludothek.core import People, Phrase, Variant
from ludothek.house.api.live_types import SeriesScore
from ludothek.house.table.sitting import Sitting
from ludothek.house.table.table_texts import TEXTS


@dataclass(frozen=True)
class GameEnding:
    """A game that is over by its rules or on time."""

    variant: Variant
    state: Any
    names: tuple[str, ...]
    out_of_time: int | None = None

    @classmethod
    def of(cls, sitting: Sitting) -> "GameEnding":
        return cls(sitting.variant, sitting.table.state, sitting.names, sitting.out_of_time)

    @property
    def scores(self) -> list[float]:
        if self.out_of_time is None:
            return self.variant.scores(self.state)
        return [float(seat != self.out_of_time) for seat in range(self.variant.seats)]

    @property
    def is_narrow(self) -> bool:
        return self._narrow_win is not None

    @property
    def _narrow_win(self) -> Phrase | None:
        return self.variant.narrow_win(self.state) if self.out_of_time is None else None

    def headline(self, language: str) -> str:
        if narrow := self._narrow_win:
            return self.variant.game.texts[language].say(narrow, self.names)
        return _headline(self.scores, self.names, language)

    def outcome(self, language: str) -> dict[str, Any]:
        return self._outcome(language) | {"headline": self.headline(language), "narrow": self.is_narrow}

    def _outcome(self, language: str) -> dict[str, Any]:
        if self.out_of_time is not None:
            said = TEXTS[language].say(Phrase("headline.time", who=self.names[self.out_of_time]))
            return {"scores": [int(score) for score in self.scores], "reason": "time", "why": said}
        found, why = self.variant.outcome(self.state), self.variant.why(self.state)
        assert found is not None, "only asked when the game is over"
        return found | {"why": self.variant.game.texts[language].say(why, self.names) if why else None}


def _headline(scores: list[float], names: tuple[str, ...], language: str) -> str:
    """Return the result in one sentence."""
    best = max(scores)
    winners = People(name for name, score in zip(names, scores, strict=True) if score == best)
    texts = TEXTS[language]
    if len(scores) == 1 or (len(winners) == len(scores) and best in (0, 1)) or best > 1:
        with_whom = "alone" if len(scores) == 1 else "together"
        how = {1: "won", 0: "lost"}.get(int(best), "points") if float(best).is_integer() else "points"
        return texts.say(Phrase(f"headline.{with_whom}_{how}", points=_plain(best)))
    if len(winners) == len(scores):
        return texts.say(Phrase("headline.draw"))
    return texts.say(Phrase("headline.wins" if len(winners) == 1 else "headline.share", who=winners))


def winners(scores: list[float]) -> list[bool]:
    """Return per seat whether it won; all seats with the same score have won only if it is at least 1."""
    best = max(scores)
    has_winner = best > 0 and (min(scores) < best or best >= 1)
    return [has_winner and score == best for score in scores]


def series_of(sitting: Sitting) -> SeriesScore:
    """Return the score of the series of rematches, including this game if it is over."""
    is_over = sitting.phase == "over"
    now = winners(GameEnding.of(sitting).scores) if is_over else [False] * len(sitting.seats)
    before = sitting.facts.won
    won = [
        before.get(table_seat.known_as, 0) + here for table_seat, here in zip(sitting.seats, now, strict=True)
    ]
    return SeriesScore(sitting.facts.played + is_over, won)


def _plain(score: float) -> str:
    return str(int(score)) if float(score).is_integer() else str(score)
