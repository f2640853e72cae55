"""The judge of a review: the strongest level, limited by nodes and seeded from the seat's view.

So the same record gets the same review. A review is made in passes: the first is fast and rough, and each
further one searches four times as many nodes, as long as it can finish in time.
"""

from collections.abc import Iterator

from ludothek.bots.contract import Budget, Choice
from ludothek.bots.hints import seed_of
from ludothek.bots.levels import bot, levels
from ludothek.review.story import StoryQuestion

DEEPER = 4  # how much deeper the next pass looks; it takes as much longer, about
PASSES = tuple(64 * DEEPER**deep for deep in range(8))  # nodes of each
SECONDS = 25.0  # for all passes
LOOK = 0.5  # seconds in the first pass after which what is known by then is shown


def judged(ask: StoryQuestion, nodes: int) -> Choice:
    game = ask.view.variant.game
    return bot(game, levels(game)[-1]).choose(
        ask.view, Budget(nodes=nodes, about=ask.made), seed_of(ask.view)
    )


def passes(spent: "JudgeBudget") -> Iterator[int]:
    """Yield the nodes of successive passes, until the next one would take too long."""
    for nodes in PASSES:
        before = spent.seconds
        yield nodes
        if spent.seconds + DEEPER * (spent.seconds - before) > SECONDS:
            return


class JudgeBudget:
    """The time that the judge has used so far, updated by its caller."""

    seconds = 0.0

    @property
    def is_all(self) -> bool:
        """Whether a pass that was thought to be shorter is broken off: on a machine that is busy with other
        things by now.
        """
        return self.seconds > SECONDS


def spread(count: int) -> list[int]:
    """In which order to ask, so that the little that is known first is of the whole game: every 32nd, then
    those halfway between …
    """
    order = dict[int, None]()
    for stride in (32, 16, 8, 4, 2, 1):
        order |= dict.fromkeys(range(0, count, stride))
    return list(order)
