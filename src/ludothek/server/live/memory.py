"""Memory that nobody needs any more goes back to the system. Left alone, Python would keep it for tables that may never come.

Python gives memory back by the megabyte, and only where nothing at all is left. So a single string that was made while many played, and has
stayed, keeps a megabyte: what is only remembered is forgotten, and what is set aside for the next time is set aside anew, side by side.
"""

import asyncio
import ctypes
import functools
import gc
import sys
from contextlib import suppress

LIBRARY = "litestar"  # it remembers what it was asked for, among it the addresses of a thousand tables
SET_THP_DISABLE = 41  # the number of that wish, in linux/prctl.h
SET_ASIDE = 256  # things of a kind, at most, that asyncio and uvloop set aside when they are done with, to use them again


def give_back() -> None:
    pass_over_nothing()
    gc.collect()
    pass_over_the_new()
    with suppress(OSError, AttributeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def use_large_pages(*, wanted: bool) -> None:
    """Where many play they are quicker; but where few do, Linux would fill up again, two megabytes at a time, what was given back."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_THP_DISABLE, int(not wanted), 0, 0, 0)


def search_the_new() -> int:
    """For rubbish; how much was found."""
    return gc.collect(0)


def pass_over_the_new() -> None:
    """Leave it for the next search of everything: to go through what play makes costs a twentieth of it, and finds nothing."""
    gc.freeze()


def pass_over_nothing() -> None:
    gc.unfreeze()


def forget_requests() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith(LIBRARY):
            for known in vars(module).values():
                if isinstance(known, functools._lru_cache_wrapper):
                    known.cache_clear()


async def exchange_what_is_set_aside() -> None:
    """Take all that is set aside, make as much new, and let go of the new first: that is set aside, and for the old there is no room."""
    loop = asyncio.get_running_loop()
    wait_for_never = loop.create_future().__await__
    for make in (wait_for_never, functools.partial(loop.call_soon, _nothing), functools.partial(loop.call_later, 0, _nothing)):
        old = [make() for _ in range(SET_ASIDE)]
        new = [make() for _ in range(SET_ASIDE)]
        await asyncio.sleep(0.01)  # the loop has called what it was to call, and does not hold it any more
        new.clear()
        old.clear()


def _nothing() -> None: ...


def resident(process: int | str = "self") -> int:
    """Bytes that a process holds now; 0 where the system does not tell."""
    with suppress(OSError, ValueError), open(f"/proc/{process}/statm") as told:  # noqa: PTH123
        return int(told.read().split()[1]) * 4096
    return 0
