"""Rate limits by token buckets."""

import time
from collections import OrderedDict
from collections.abc import Callable

from ludothek.house.table.refusals import Refused

REMEMBERED = 10_000
Clock = Callable[[], float]


class TokenBucket:
    """Allows `times` uses per `seconds`, refilled continuously."""

    __slots__ = ("at", "clock", "left", "most", "per_second")

    def __init__(self, times: float, seconds: float, clock: Clock = time.monotonic) -> None:
        self.most = self.left = times
        self.per_second = times / seconds
        self.clock = clock
        self.at = clock()  # when `left` was computed

    def use(self) -> None:
        """Take one token, or refuse with `too_many`."""
        self._fill()
        if self.left < 1:
            raise Refused("too_many", retry_in_ms=round((1 - self.left) / self.per_second * 1000) + 1)
        self.left -= 1

    @property
    def is_full(self) -> bool:
        self._fill()
        return self.left >= self.most

    def _fill(self) -> None:
        now = self.clock()
        left = self.left + (now - self.at) * self.per_second
        self.left = left if left < self.most else self.most
        self.at = now


class RateLimit:
    """A token bucket per key, such as a person or an address."""

    def __init__(self, times: float, seconds: float, clock: Clock = time.monotonic) -> None:
        self.times = times
        self.seconds = seconds
        self.clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()  # the most recently used last

    def use(self, who: str) -> None:
        """Take one token of this key, or refuse with `too_many`."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = TokenBucket(self.times, self.seconds, self.clock)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(who)
        bucket.use()

    def tidy(self) -> None:
        """Drop full buckets, which are equivalent to new ones."""
        self._buckets = OrderedDict(
            (who, bucket) for who, bucket in self._buckets.items() if not bucket.is_full
        )
