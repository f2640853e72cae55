"""Report the compile progress of the bot processes to the server, in shared memory.

Each process writes only to its own slot of an array, without a lock: a process that dies leaves none held.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnContext

from ludothek.compiler.drivers import watched


class CompileProgress:
    def __init__(self, context: SpawnContext, workers: int) -> None:
        self._slots_taken = context.Value("i", 0)
        self._jobs = context.RawArray("q", workers)  # the job of each process
        # the number of the rule that the process compiles for that job; 0: it compiles nothing
        self._rules = context.RawArray("q", workers)
        self._slot: int | None = None

    @contextmanager
    def report_on(self, job: int) -> Iterator[None]:
        """In a bot process: report what is compiled for this job until the end of the block."""
        if self._slot is None:
            with self._slots_taken.get_lock():
                self._slot = self._slots_taken.value
                self._slots_taken.value += 1
        slot = self._slot
        self._jobs[slot] = job

        def compiling(functions: int | None) -> None:
            self._rules[slot] = 0 if functions is None else functions + 1

        with watched(compiling):
            yield

    def has_begun(self, job: int) -> bool:
        """In the server: whether a process has started this job."""
        return job in self._jobs

    def of(self, job: int) -> int:
        """In the server: the number of the rule being compiled for a job; 0 if none is."""
        return next((rules for other, rules in zip(self._jobs, self._rules, strict=True) if other == job), 0)
