"""Memory that nobody needs any more goes back to the system. Left alone, the allocator would keep it for tables that may never come."""

import ctypes
import gc
from contextlib import suppress


def give_back() -> None:
    gc.collect()
    with suppress(OSError, AttributeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def search_the_new() -> None:
    gc.collect(0)


def has_grown() -> bool:
    """Whether something has come since then, among which rubbish may have been overlooked."""
    return gc.get_count()[1] > 0


def resident(process: int | str = "self") -> int:
    """Bytes that a process holds now; 0 where the system does not tell."""
    with suppress(OSError, ValueError), open(f"/proc/{process}/statm") as told:  # noqa: PTH123
        return int(told.read().split()[1]) * 4096
    return 0
