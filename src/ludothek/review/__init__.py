"""After the game: how the chances went, what decided, how good each decision was, and how much of the outcome
was luck.

    story = Story(table)                        the record, cut into turns asks = story.asks()
    what a judge has to be asked: each on what one seat could know then answers = [judged(ask, nodes) for ask
    in asks] review = reviewed(story, answers)           everything else follows from the answers

So the thinking, which takes a while, can be done anywhere and in any order; the rest is arithmetic.
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
