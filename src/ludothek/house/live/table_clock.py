"""What time it is at the tables of this process: the time of day, which here never jumps.

Windows and waits are measured with it, so somebody who sets the machine's clock must not end them, nor hold
them up for hours. It runs as evenly as the machine does; where the time of day says otherwise it follows
slowly.
"""

import time
from collections.abc import Callable
from functools import partial

CATCHING_UP = 20  # of so many milliseconds that pass it runs one quicker or slower until it is right again


def _even() -> int:
    """The clock to go by: one that also counts while a laptop sleeps, where there is one.

    A browser knows the name of it, and no more.
    """
    try:
        time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    except (AttributeError, OSError):
        return time.CLOCK_MONOTONIC
    return time.CLOCK_BOOTTIME


_even_ns = partial(time.clock_gettime_ns, _even())


class Clock:
    def __init__(self, of_day: Callable[[], int] = time.time_ns, even: Callable[[], int] = _even_ns) -> None:
        self._of_day = of_day
        self._even = even
        self._at = even()
        self._time = of_day()

    def now(self) -> int:
        """Milliseconds since 1970."""
        at = self._even()
        passed = at - self._at
        self._at = at
        self._time += passed
        most = passed // CATCHING_UP
        wrong = self._of_day() - self._time
        self._time += wrong if -most < wrong < most else most if wrong > 0 else -most
        return self._time // 1_000_000


now = Clock().now
