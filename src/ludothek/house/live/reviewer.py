"""Games that are over, looked at again: one question at a time, whenever no bot has anything else to think
about.

Each decision is a question of its own to the bots' processes, which are told what that seat could know and
nothing else; so nobody waits for a review longer than for one of them. What is known is shown as it comes:
first of a few moves from the whole game, then of all, then deeper; and nobody's game is looked at more deeply
while somebody else has seen nothing yet of theirs. What a review found is kept with the game. A game that
still goes on is never looked at.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from ludothek.bots import Choice
from ludothek.core.table import Table
from ludothek.house.live.thinking import Thinker, question_to_judge
from ludothek.house.table.refusals import Refused
from ludothek.house.table.sitting import Sitting
from ludothek.review import Review, Story, passes, reviewed
from ludothek.review.judge import LOOK, PASSES, JudgeBudget, spread
from ludothek.review.report import VERSION

MOST_WAITING, MOST_OF_ONE = 20, 5  # games, in all and for one address
REMEMBERED = 200  # reviews in memory

log = logging.getLogger(__name__)


class ReviewStore(Protocol):
    """Where reviews are kept."""

    async def get(self, table: str) -> bytes | None: ...

    async def put(self, table: str, content: bytes) -> None: ...


class MemoryReviewStore:
    """Where nothing else keeps them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    async def get(self, table: str) -> bytes | None:
        return self._kept.get(table)

    async def put(self, table: str, content: bytes) -> None:
        self._kept[table] = content
        if len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)


@dataclass
class ReviewJob:
    """A game that is being looked at, and how far that is."""

    record: dict[str, Any]
    whose: str
    part: float = 0.0
    review: Review | None = None
    looking: AsyncIterator[None] | None = None  # goes on by one question


class Reviewer:
    def __init__(self, players: Thinker, kept: ReviewStore) -> None:
        self.players = players
        self.kept = kept
        self._work: OrderedDict[str, ReviewJob] = OrderedDict()
        self._worker: asyncio.Task[None] | None = None

    async def found(self, sitting: Sitting) -> tuple[float, Review | None] | None:
        """How far the review of a game is, and what it has found; None where nobody has asked for one."""
        self._check(sitting)
        table = sitting.facts.id
        if (work := self._work.get(table)) is not None:
            return work.part, work.review
        if (content := await self.kept.get(table)) is None:
            return None
        try:
            review = msgspec.json.decode(content, type=Review)
        except msgspec.DecodeError:  # of another version
            return None
        is_of_these_moves = (
            not sitting.table.silent or len(review.curve) == len(sitting.table.moves) + 1
        )  # not of an earlier version's
        return (1.0, review) if review.version == VERSION and is_of_these_moves else None

    def begin(self, sitting: Sitting, whose: str) -> None:
        """Look at a game, as soon as those before it are done: first one of each address, then the next of
        each.
        """
        self._check(sitting)
        if sitting.facts.id in self._work:
            return
        if len(self._waiting_of(whose)) >= MOST_OF_ONE or (
            len(self._work) >= MOST_WAITING and not self._make_room_for(whose)
        ):
            raise Refused("too_many", retry_in_ms=60_000)
        self._work[sitting.facts.id] = ReviewJob(sitting.table.record(), whose)
        self.players.warm_up()
        if self._worker is None:
            self._worker = asyncio.create_task(self._go_on())

    def stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()

    def _check(self, sitting: Sitting) -> None:
        if sitting.phase != "over":
            raise Refused("not_over")

    async def _go_on(self) -> None:
        try:
            while self._work:
                table, work = min(
                    self._work.items(), key=lambda waiting: waiting[1].review is not None
                )  # the first of those without
                work.looking = work.looking or self._look_at(table, work)
                try:
                    await anext(work.looking)
                    continue
                except StopAsyncIteration:
                    pass
                except Exception:
                    log.exception("a game could not be looked at", extra={"game": work.record["game"]})
                self._work.pop(table, None)
                for other in self._waiting_of(work.whose):
                    self._work.move_to_end(other)  # behind all others
        finally:
            self._worker = None

    def _waiting_of(self, whose: str) -> list[str]:
        return [table for table, work in self._work.items() if work.whose == whose]

    def _make_room_for(self, whose: str) -> bool:
        """Let go of the last game of whoever has most, where that is more than this one would have then."""
        most = max((self._waiting_of(work.whose) for work in self._work.values()), key=len)
        if len(most) <= len(self._waiting_of(whose)) + 1:
            return False
        del self._work[most[-1]]
        return True

    async def _look_at(self, table: str, work: ReviewJob) -> AsyncIterator[None]:
        story = await asyncio.to_thread(lambda: Story(Table.load(work.record)))
        asks, spent = await asyncio.to_thread(story.asks), JudgeBudget()
        known: list[Choice | None] = [None] * len(asks)
        if asks:
            await self.players.judge(
                question_to_judge(asks[0], 1)
            )  # what is compiled first is no measure of how long it thinks
        for nodes in passes(spent):
            looked = time.monotonic()
            for count, place in enumerate(spread(len(asks))):
                began = time.monotonic()
                known[place] = await self.players.judge(question_to_judge(asks[place], nodes)) or known[place]
                spent.seconds += time.monotonic() - began
                if spent.is_all and nodes > PASSES[0]:
                    break
                work.part = (PASSES.index(nodes) + (count + 1) / len(asks)) / (len(PASSES) + 1)
                if nodes == PASSES[0] and time.monotonic() - looked > LOOK:
                    work.review = await asyncio.to_thread(reviewed, story, known, nodes)
                    looked = time.monotonic()
                yield
            else:
                work.review = await asyncio.to_thread(reviewed, story, known, nodes)
                yield
        assert work.review is not None, "there is a first pass"
        await self.kept.put(table, msgspec.json.encode(work.review))
