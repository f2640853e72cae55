"""The clock of the tables in this process: the time of day, without jumps.

Windows and waits use it, so that setting the machine's clock neither ends nor extends them. It follows the
monotonic clock and approaches a changed time of day slowly.
"""

import time
from collections.abc import Callable
from functools import partial

CATCHING_UP = 20  # gain or lose at most one millisecond in this many


def _even() -> int:
    """Return a monotonic clock that counts sleep if available.

    Pyodide has only CLOCK_MONOTONIC.
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
        """Return milliseconds since 1970."""
        at = self._even()
        passed = at - self._at
        self._at = at
        self._time += passed
        most = passed // CATCHING_UP
        wrong = self._of_day() - self._time
        self._time += wrong if -most < wrong < most else most if wrong > 0 else -most
        return self._time // 1_000_000


now = Clock().now
