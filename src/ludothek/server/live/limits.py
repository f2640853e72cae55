"""How often somebody may do something: a bucket that fills by itself and empties with every use."""

import time
from collections import OrderedDict
from collections.abc import Callable

from ludothek.server.table.refusals import Refused

REMEMBERED = 10_000


class Limit:
    def __init__(self, times: float, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = times
        self.per_second = times / seconds
        self.clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was so

    def use(self, who: str) -> None:
        """Count one use, or refuse it."""
        now = self.clock()
        left, at = self._left.pop(who, (self.most, now))
        left += (now - at) * self.per_second
        if left > self.most:
            left = self.most
        if left < 1:
            self._left[who] = left, now
            raise Refused("too_many", retry_in_ms=round((1 - left) / self.per_second * 1000) + 1)
        self._left[who] = left - 1, now
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)

    def tidy(self) -> None:
        """Forget those who may do it as often as if they had never come."""
        now = self.clock()
        used = ((who, (left, at)) for who, (left, at) in self._left.items() if left + (now - at) * self.per_second < self.most)
        self._left = OrderedDict(used)
