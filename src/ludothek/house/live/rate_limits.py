"""How often somebody may do something: a bucket that fills by itself and empties with every use."""

import time
from collections import OrderedDict
from collections.abc import Callable

from ludothek.house.table.refusals import Refused

REMEMBERED = 10_000
Clock = Callable[[], float]


class TokenBucket:
    """How often one may do it."""

    __slots__ = ("at", "clock", "left", "most", "per_second")

    def __init__(self, times: float, seconds: float, clock: Clock = time.monotonic) -> None:
        self.most = self.left = times
        self.per_second = times / seconds
        self.clock = clock
        self.at = clock()  # when so much was left

    def use(self) -> None:
        """Count one use, or refuse it."""
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
    """How often each of many may do it."""

    def __init__(self, times: float, seconds: float, clock: Clock = time.monotonic) -> None:
        self.times = times
        self.seconds = seconds
        self.clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = (
            OrderedDict()
        )  # whoever was here last stands at the end

    def use(self, who: str) -> None:
        """Count one use, or refuse it."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = TokenBucket(self.times, self.seconds, self.clock)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(who)
        bucket.use()

    def tidy(self) -> None:
        """Forget those who may do it as often as if they had never come."""
        self._buckets = OrderedDict(
            (who, bucket) for who, bucket in self._buckets.items() if not bucket.is_full
        )
