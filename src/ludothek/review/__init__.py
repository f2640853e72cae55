"""Review a finished game: chances over time, decisive moments, the quality of decisions, luck and skill.

    story = Story(table)                           # the record, split into turns
    asks = story.asks()                            # questions to the judge, each on what one seat could know
    answers = [judged(ask, nodes) for ask in asks]
    review = reviewed(story, answers)              # everything else follows from the answers

The slow part, `judged`, can run anywhere and in any order; the rest is arithmetic.
"""

from ludothek.review.balance import reviewed
from ludothek.review.judge import PASSES, judged, passes
from ludothek.review.report import DecisionReview, KeyMoment, LuckBalance, ReadabilityReport, Review
from ludothek.review.story import Story, StoryQuestion

__all__ = [
    "PASSES",
    "DecisionReview",
    "KeyMoment",
    "LuckBalance",
    "ReadabilityReport",
    "Review",
    "Story",
    "StoryQuestion",
    "judged",
    "passes",
    "reviewed",
]
