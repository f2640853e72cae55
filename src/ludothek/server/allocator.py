"""Where a server has its memory from.

Python's own allocator gives memory back by the megabyte, and only where nothing at all is left in it; glibc's gives it back by the page, so
that most of what an evening took is there again a minute after everybody has left. In large pages it is as quick
(docs/decisions/006-what-a-move-costs-the-server.md).
"""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress

GLIBC = {"PYTHONMALLOC": "malloc", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def choose() -> None:
    """Begin this process again with glibc's allocator, where there is one and nobody has chosen: a process has its own from the start."""
    if sys.executable and not sys.flags.dev_mode and _has_glibc() and (environment := chosen(os.environ)):
        with suppress(OSError):  # a server that keeps its memory is better than none
            os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)


def chosen(environment: Mapping[str, str]) -> dict[str, str] | None:
    """The environment to begin again with; None where somebody has chosen already."""
    return None if "PYTHONMALLOC" in environment else {**GLIBC, **environment}


def _has_glibc() -> bool:
    with suppress(AttributeError, ValueError, OSError):
        return bool(os.confstr("CS_GNU_LIBC_VERSION"))
    return False
