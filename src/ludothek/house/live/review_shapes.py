"""Reviews as sent to clients: in the reader's language, with the names of the players."""

from ludothek.core.table import Table
from ludothek.house.api.review_types import (
    ReviewBalance,
    ReviewDecision,
    ReviewMoment,
    ReviewReading,
    ReviewShape,
)
from ludothek.house.table.sitting import Sitting
from ludothek.review import DecisionReview, ReadabilityReport, Review, Story
from ludothek.review.review_texts import ReviewTexts, SpokenDecision

DIGITS = 4  # of a chance


def shown(sitting: Sitting, part: float, review: Review, language: str) -> ReviewShape:
    words = ReviewTexts(Story(Table.load(sitting.table.record())), language, sitting.names)
    return ReviewShape(
        part,
        [_rounded(chances) for chances in review.curve],
        review.left,
        [ReviewBalance(*_rounded([b.start, b.result, b.luck, b.own, b.others])) for b in review.balances],
        [
            ReviewMoment(m.number, m.cause, m.seat, _rounded(m.change), words.moment(m, review))
            for m in review.moments
        ],
        [_decision(decision, words.decision(decision)) for decision in review.decisions],
        [_reading(found, words.readable(found)) for found in review.readable],
        sitting.out_of_time is not None,
    )


def _decision(d: DecisionReview, said: SpokenDecision) -> ReviewDecision:
    return ReviewDecision(
        d.number,
        d.seat,
        d.grade,
        round(d.got, DIGITS),
        round(d.best, DIGITS),
        said.made,
        said.better,
        said.why,
    )


def _reading(r: ReadabilityReport, said: str) -> ReviewReading:
    guessed, read, unread = _rounded([r.guessed, r.read, r.unread])
    return ReviewReading(r.seat, r.choices, r.foreseen, guessed, read, unread, said)


def _rounded(chances: list[float]) -> list[float]:
    return [round(chance, DIGITS) for chance in chances]
