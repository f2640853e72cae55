"""Review finished games in the background, one decision at a time, when no bot needs a process.

Each decision is a separate question with only what its seat could know, so a bot waits at most for one
question. Results appear gradually: first a few moves of the whole game, then all, then deeper; games
without any result go first. Reviews are stored with the game; running games are refused.
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
    """Stores finished reviews."""

    async def get(self, table: str) -> bytes | None: ...

    async def put(self, table: str, content: bytes) -> None: ...


class MemoryReviewStore:
    """Keeps recent reviews in memory."""

    def __init__(self) -> None:
        self._reviews: OrderedDict[str, bytes] = OrderedDict()

    async def get(self, table: str) -> bytes | None:
        return self._reviews.get(table)

    async def put(self, table: str, content: bytes) -> None:
        self._reviews[table] = content
        if len(self._reviews) > REMEMBERED:
            self._reviews.popitem(last=False)


@dataclass
class ReviewJob:
    """A review in progress."""

    record: dict[str, Any]
    whose: str
    part: float = 0.0
    review: Review | None = None
    steps: AsyncIterator[None] | None = None  # each step asks one question


class Reviewer:
    def __init__(self, players: Thinker, store: ReviewStore) -> None:
        self.players = players
        self.store = store
        self._work: OrderedDict[str, ReviewJob] = OrderedDict()
        self._worker: asyncio.Task[None] | None = None

    async def found(self, sitting: Sitting) -> tuple[float, Review | None] | None:
        """Return the progress and result of a game's review; None if none was requested."""
        self._check(sitting)
        table = sitting.facts.id
        if (work := self._work.get(table)) is not None:
            return work.part, work.review
        if (content := await self.store.get(table)) is None:
            return None
        try:
            review = msgspec.json.decode(content, type=Review)
        except msgspec.DecodeError:  # stored by another version
            return None
        is_of_these_moves = (
            not sitting.table.silent or len(review.curve) == len(sitting.table.moves) + 1
        )  # stored under earlier rules otherwise
        return (1.0, review) if review.version == VERSION and is_of_these_moves else None

    def begin(self, sitting: Sitting, whose: str) -> None:
        """Queue a review; requests are served round-robin by address."""
        self._check(sitting)
        if sitting.facts.id in self._work:
            return
        if len(self._waiting_of(whose)) >= MOST_OF_ONE or (
            len(self._work) >= MOST_WAITING and not self._make_room(whose)
        ):
            raise Refused("too_many", retry_in_ms=60_000)
        self._work[sitting.facts.id] = ReviewJob(sitting.table.record(), whose)
        self.players.warm_up()
        if self._worker is None:
            self._worker = asyncio.create_task(self._work_off())

    def stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()

    def _check(self, sitting: Sitting) -> None:
        if sitting.phase != "over":
            raise Refused("not_over")

    async def _work_off(self) -> None:
        try:
            while self._work:
                table, work = min(
                    self._work.items(), key=lambda waiting: waiting[1].review is not None
                )  # first a game without any result
                work.steps = work.steps or self._review(table, work)
                try:
                    await anext(work.steps)
                    continue
                except StopAsyncIteration:
                    pass
                except Exception:
                    log.exception("a review failed", extra={"game": work.record["game"]})
                self._work.pop(table, None)
                for other in self._waiting_of(work.whose):
                    self._work.move_to_end(other)  # to the end of the queue
        finally:
            self._worker = None

    def _waiting_of(self, whose: str) -> list[str]:
        return [table for table, work in self._work.items() if work.whose == whose]

    def _make_room(self, whose: str) -> bool:
        """Drop the last review of the address with the most, if it would still have no fewer than `whose`."""
        most = max((self._waiting_of(work.whose) for work in self._work.values()), key=len)
        if len(most) <= len(self._waiting_of(whose)) + 1:
            return False
        del self._work[most[-1]]
        return True

    async def _review(self, table: str, work: ReviewJob) -> AsyncIterator[None]:
        story = await asyncio.to_thread(lambda: Story(Table.load(work.record)))
        asks, spent = await asyncio.to_thread(story.asks), JudgeBudget()
        known: list[Choice | None] = [None] * len(asks)
        if asks:
            await self.players.judge(
                question_to_judge(asks[0], 1)
            )  # compile first, so that it does not count as thinking time
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
        await self.store.put(table, msgspec.json.encode(work.review))
