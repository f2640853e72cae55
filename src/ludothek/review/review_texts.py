"""A review in words: what was done, what would have been better, and why, in one language and with the names
of the people.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludothek.bots.hints import reason_for
from ludothek.core import Phrase
from ludothek.core.texts import SPECTATOR, Seat, shared_texts
from ludothek.review.report import DecisionReview, KeyMoment, ReadabilityReport, Review
from ludothek.review.story import Story

WORTH_A_WORD = 0.01  # of a chance


@dataclass(frozen=True)
class SpokenDecision:
    """A decision in words."""

    made: str
    better: str | None
    why: str | None  # it would have been better, where a reason can be named


class ReviewTexts:
    def __init__(self, story: Story, language: str, names: Sequence[str]) -> None:
        self.story = story
        self.names = names
        self.own = story.variant.game.texts[language]
        self.shared = shared_texts(language)
        self._turns = {number: turn for turn in story.turns for number, _ in turn.made.values()}

    def say(self, key: str, **gaps: object) -> str:
        return self.shared.say(Phrase(f"review.{key}", **gaps), self.names)

    def decision(self, decision: DecisionReview) -> SpokenDecision:
        view = self.story.view(self._turns[decision.number], decision.seat)
        moves, label = view.moves(), self.story.variant.game.words.label

        def labelled(move: str) -> str:
            return self.own.say(label(view.variant.kit, view.state, decision.seat, moves[move]), self.names)

        if decision.better is None:
            return SpokenDecision(labelled(decision.made), None, None)
        reason = reason_for(view, decision.better)
        return SpokenDecision(
            labelled(decision.made),
            labelled(decision.better),
            self.own.say(reason, self.names) if reason else None,
        )

    def moment(self, moment: KeyMoment, review: Review) -> str:
        """Describe a key moment in a sentence."""
        decision = next(
            (d for d in review.decisions if d.number == moment.number and d.seat == moment.seat), None
        )
        if decision is None:
            return " ".join(self._told(moment.number))
        said, who = self.decision(decision), Seat(decision.seat)
        if said.better is None:
            return self.say("chose", who=who, made=said.made)
        return self.say("chose_worse", who=who, made=said.made, better=said.better)

    def readable(self, found: ReadabilityReport) -> str:
        """Say how readable a seat was, and what an opponent could have gained."""
        who, guessed = Seat(found.seat), round(found.guessed)
        said = self.say(
            f"read_{found.how}", who=who, n=found.foreseen, choices=found.choices, guessed=guessed
        )
        read, unread = (f"{round(100 * chance)} %" for chance in (found.read, found.unread))
        if found.read - found.unread < WORTH_A_WORD:
            return f"{said} {self.say('answered_in_vain')}"
        return (
            f"{said} {self.own.say(Phrase('review.answered', who=who, read=read, unread=unread), self.names)}"
        )

    def _told(self, number: int) -> Iterator[str]:
        """What everybody heard of a move; of those before it, where that was nothing."""
        told = self.story.table.events
        heard: list[str] = []
        while not heard and number >= 0:
            heard = [self.own.say(event, self.names) for event in told[number] if event.is_for(SPECTATOR)]
            number -= 1
        yield from heard
