"""What time it is at the tables of this process."""

import time


def now() -> int:
    """The time of the table, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
