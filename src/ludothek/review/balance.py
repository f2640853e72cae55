"""Turn the judge's estimates into a curve of chances, and separate luck from skill.

At every turn the judge estimates the best chance of the seat to move and the chance with the move it made,
from one estimate on what that seat could know. The difference is what the decision gave away. All other
changes of the chances until the next turn are luck: dice, cards and revealed hidden information. All changes
add up to the result less the chances at the start, by construction.

Where chance makes the beginning, its luck is the judge's estimate of it less the mean of alternative
beginnings dealt for comparison. The record's own beginning is judged like the alternatives, so this luck
averages zero, even if the judge is biased for the seat that begins. The rest belongs to the start. So does
what later turns reveal about the first one, since it would have held for the other beginnings too.

Once nothing is hidden and no chance remains, there is no luck. The worth of a move then follows best from the
turn after it, and later turns correct earlier ones: a seat could reach what its move led to, or the best
other move, whichever is more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ludothek.bots.contract import Choice
from ludothek.core.chance import CHANCE
from ludothek.review.predictability import readable
from ludothek.review.report import VERSION, DecisionReview, KeyMoment, LuckBalance, Review
from ludothek.review.stones import stones_left
from ludothek.review.story import Story, StoryTurn

MOMENTS = 3
NOTABLE = 0.03  # the least change of the chances for a key moment
SAME = 1e-6

Chances = list[float]  # by side


def reviewed(story: Story, answers: Sequence[Choice | None], nodes: int) -> Review:
    """Return the review that follows from the answers to `story.asks()`; missing answers are None."""
    sides = _Sides(story)
    judged = iter(answers)
    turns = [
        _Judged(turn, {seat: _verdict(turn, seat, next(judged)) for seat in story.choosing(turn)})
        for turn in story.turns
    ]
    begun = [{view.seat: next(judged) for view in views} for views in story.beginnings]
    return _Reckoning(story, sides, turns, begun).review(nodes)


@dataclass(frozen=True)
class _Verdict:
    """The judge's estimates of the move made and of the best other move."""

    number: int
    seat: int
    made: str
    got: float
    other: str | None
    otherwise: float
    error: float  # the larger error of the two

    def decision(self) -> DecisionReview:
        """Return the decision; another move counts as better only if it leads by more than the error."""
        return self._against(self.got, self.error)

    def corrected(self, got: float) -> DecisionReview:
        """Return the decision with the exact chance of the move made, known from later turns."""
        return self._against(got, 0.0)

    def _against(self, got: float, doubt: float) -> DecisionReview:
        is_best = self.other is None or self.otherwise <= got + doubt + SAME
        return DecisionReview(
            self.number,
            self.seat,
            self.made,
            got,
            None if is_best else self.other,
            got if is_best else self.otherwise,
        )


def _hope(choice: Choice) -> float:
    return max(float(found.value) for found in choice.considered.values())


def _verdict(turn: StoryTurn, seat: int, choice: Choice | None) -> _Verdict | None:
    """Return the judge's verdict on a seat's decision; None if it has no estimate."""
    if choice is None:
        return None
    known = {move: float(estimate.value) for move, estimate in choice.considered.items()}
    number, made = turn.made[seat]
    others = {move: value for move, value in known.items() if move != made}
    if not known or (made not in known and choice.move == made):
        return None
    got = known.get(made, min(known.values()))  # an unconsidered move counts as the worst considered one
    other = max(others, key=lambda move: (others[move], move == choice.move), default=None)
    errors = [float(choice.considered[move].error) for move in (made, other) if move in choice.considered]
    return _Verdict(number, seat, made, got, other, others[other] if other else 0.0, max(errors))


@dataclass
class _Judged:
    """A turn with its verdicts, the chances before it and the change by each decision in it."""

    turn: StoryTurn
    verdicts: dict[int, _Verdict | None]
    chances: Chances = field(default_factory=list)
    changes: dict[int, Chances] = field(default_factory=dict)  # by the number of the move

    def hopes(self) -> dict[int, float]:
        return {seat: verdict.decision().best for seat, verdict in self.verdicts.items() if verdict}


class _Sides:
    """The groups of seats that win or lose together: all seats in a team game, otherwise each seat."""

    def __init__(self, story: Story) -> None:
        self.are_together = story.variant.game.declared.together
        self.count = 1 if self.are_together else story.variant.seats

    def of(self, seat: int) -> int:
        return 0 if self.are_together else seat

    def even(self) -> Chances:
        return [0.5] if self.are_together else [1 / self.count] * self.count

    def after(self, hopes: dict[int, float], before: Chances) -> Chances:
        """Return the chances of the sides when these seats have these hopes.

        The other sides share the rest in proportion to their chances before.
        """
        if not hopes:
            return before
        if self.are_together:
            return [sum(hopes.values()) / len(hopes)]
        hoped, rest = (
            sum(hopes.values()),
            sum(chance for side, chance in enumerate(before) if side not in hopes),
        )
        if len(hopes) == self.count or hoped > 1:  # the estimates are optimistic: normalise them
            hopes, hoped = {seat: hope / hoped for seat, hope in hopes.items()} if hoped else hopes, 1.0
        return [
            hopes[side]
            if side in hopes
            else (1 - hoped) * (chance / rest if rest else 1 / (self.count - len(hopes)))
            for side, chance in enumerate(before)
        ]

    def given_away(self, seat: int, lost: float, chances: Chances) -> Chances:
        """Return how a decision that gave away `lost` changes the chances.

        The others win what the seat loses, in proportion to their chances.
        """
        mine = self.of(seat)
        rest = sum(chances) - chances[mine]
        shares = [chance / rest if rest else 1 / max(1, self.count - 1) for chance in chances]
        return [-lost if side == mine else lost * share for side, share in enumerate(shares)]


class _Reckoning:
    def __init__(
        self, story: Story, sides: _Sides, turns: list[_Judged], begun: list[dict[int, Choice | None]]
    ) -> None:
        self.story = story
        self.sides = sides
        self.turns = turns
        self.decisions: list[DecisionReview] = []
        self.settled = self._first_settled()
        self._stand()
        self.end = self._end()
        self._correct()
        self.start = self._start(begun)

    def _first_settled(self) -> int:
        """Return the index of the first turn from which nothing is hidden and no chance remains."""
        declared, moves = self.story.variant.game.declared, self.story.table.moves
        if declared.hidden or (declared.chance and declared.together):
            return len(self.turns)
        last = max((number for number, (seat, _) in enumerate(moves) if seat == CHANCE), default=-1)
        return sum(judged.turn.begin <= last for judged in self.turns)

    def _start(self, begun: list[dict[int, Choice | None]]) -> Chances:
        """Return the chances before the deal: those at the first turn less the luck of the deal.

        The luck is scaled down where the chances would leave the range from 0 to 1.
        """
        if not self.turns:
            return self.sides.even()
        first, dealt = self.turns[0].chances, self._dealt(begun)
        rooms = [
            (chance if more > 0 else 1 - chance) / abs(more)
            for chance, more in zip(first, dealt, strict=True)
            if more
        ]
        part = max(0.0, min([1.0, *rooms]))
        return [chance - part * more for chance, more in zip(first, dealt, strict=True)]

    def _dealt(self, begun: list[dict[int, Choice | None]]) -> Chances:
        """Return how much better the beginning was than the mean of the alternatives.

        All are judged alike, so that it averages zero.
        """
        hopes = [
            {seat: _hope(choice) for seat, choice in choices.items() if choice and choice.considered}
            for choices in begun
        ]
        stood = [self.sides.after(hope, self.sides.even()) if hope else None for hope in hopes]
        others = [chances for chances in stood[1:] if chances]
        if not others or stood[0] is None:
            return [0.0] * self.sides.count
        return [
            own - sum(column) / len(others)
            for own, column in zip(stood[0], zip(*others, strict=True), strict=True)
        ]

    def _stand(self) -> None:
        """Compute the chances at each turn by the judge's estimates, and what each decision gave away."""
        before = self.sides.even()
        for judged in self.turns:
            judged.chances = now = self.sides.after(judged.hopes(), before)
            for seat, verdict in judged.verdicts.items():
                if verdict:
                    decision = verdict.decision()
                    self.decisions.append(decision)
                    scale = now[self.sides.of(seat)] / decision.best if decision.best else 1.0
                    judged.changes[verdict.number] = self.sides.given_away(seat, decision.lost * scale, now)
            before = _sum([now, *judged.changes.values()])

    def _end(self) -> Chances:
        story = self.story
        if not story.is_over:
            return (
                _sum([self.turns[-1].chances, *self.turns[-1].changes.values()])
                if self.turns
                else self.sides.even()
            )
        scores = story.variant.scores(story.table.state)
        return scores[: self.sides.count]

    def _correct(self) -> None:
        """Correct the turns without luck, from the end backwards: a move is worth what it led to."""
        after, made = self.end, {decision.number: decision for decision in self.decisions}
        for judged in reversed(self.turns[self.settled :]):
            [verdict] = judged.verdicts.values() or [None]
            if verdict is None:  # no choice, or no estimate
                judged.chances, judged.changes = after, {}
                continue
            mine = self.sides.of(verdict.seat)
            decision = made[verdict.number] = verdict.corrected(after[mine])
            change = self.sides.given_away(verdict.seat, decision.lost, after)
            judged.chances = [chance - gained for chance, gained in zip(after, change, strict=True)]
            judged.changes = {verdict.number: change}
            after = judged.chances
        self.decisions = [made[number] for number in sorted(made)]

    def review(self, nodes: int) -> Review:
        moments, curve = list(self._moments()), self._curve()
        return Review(
            version=VERSION,
            nodes=nodes,
            is_over=self.story.is_over,
            curve=curve,
            left=stones_left(self.story, curve),
            balances=[self._balance(side, moments) for side in range(self.sides.count)],
            moments=sorted(_greatest(moments), key=lambda moment: moment.number),
            decisions=self.decisions,
            readable=readable(self.story),
        )

    def _curve(self) -> list[Chances]:
        """Return the chances after each move; changes by chance appear at the next turn."""
        curve, now = [self.start], self.start
        begun = {judged.turn.begin: judged.chances for judged in self.turns}
        changes = {number: change for judged in self.turns for number, change in judged.changes.items()}
        for number in range(len(self.story.table.moves)):
            now = begun.get(number, now)
            curve[number] = now
            now = _sum([now, changes[number]]) if number in changes else now
            curve.append(now)
        curve[-1] = self.end
        return [[min(1.0, max(0.0, chance)) for chance in chances] for chances in curve]

    def _moments(self) -> Iterator[KeyMoment]:
        """Yield every change of the chances with its cause."""
        stops = [(0, self.start), *((judged.turn.begin, judged.chances) for judged in self.turns)]
        stops.append((len(self.story.table.moves), self.end))
        changes: list[dict[int, Chances]] = [{}, *(judged.changes for judged in self.turns)]
        seats = {number: seat for judged in self.turns for seat, (number, _) in judged.turn.made.items()}
        for place, ((_, before), (number, after)) in enumerate(pairwise(stops)):
            for decided, change in changes[place].items():
                yield KeyMoment(decided, "decision", seats[decided], change)
            luck = _sum(
                [
                    after,
                    [-chance for chance in before],
                    *([-c for c in change] for change in changes[place].values()),
                ]
            )
            if any(abs(change) > SAME for change in luck):
                yield KeyMoment(max(0, number - 1), "luck", None, luck)

    def _balance(self, side: int, moments: Sequence[KeyMoment]) -> LuckBalance:
        def total(cause: str, mine: bool | None = None) -> float:
            is_wanted = {
                True: lambda seat: self.sides.of(seat) == side,
                False: lambda seat: self.sides.of(seat) != side,
            }
            return sum(
                m.change[side]
                for m in moments
                if m.cause == cause and (mine is None or is_wanted[mine](m.seat))
            )

        return LuckBalance(
            self.start[side], self.end[side], total("luck"), total("decision", True), total("decision", False)
        )


def _greatest(moments: Sequence[KeyMoment]) -> list[KeyMoment]:
    ranked = sorted(moments, key=lambda moment: -max(map(abs, moment.change)))
    return [moment for moment in ranked[:MOMENTS] if max(map(abs, moment.change)) >= NOTABLE]


def _sum(vectors: Sequence[Chances]) -> Chances:
    return [sum(column) for column in zip(*vectors, strict=True)]
