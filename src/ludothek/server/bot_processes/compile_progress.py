"""What the bots' processes tell the server while they compile, which happens once: how many rules are done,
in shared memory.

A board, not a queue: each process writes to a line of its own, so that one that dies in the middle leaves no
lock behind.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnContext

from ludothek.compiler.drivers import watched


class CompileProgress:
    def __init__(self, context: SpawnContext, workers: int) -> None:
        self._lines_taken = context.Value("i", 0)
        self._jobs = context.RawArray("q", workers)  # what each process works at
        self._rules = context.RawArray(
            "q", workers
        )  # the number of the rule that it compiles for that; 0: it compiles nothing
        self._line: int | None = None

    @contextmanager
    def told_of(self, job: int) -> Iterator[None]:
        """In a process: tell of what is compiled for this job meanwhile."""
        if self._line is None:
            with self._lines_taken.get_lock():
                self._line = self._lines_taken.value
                self._lines_taken.value += 1
        line = self._line
        self._jobs[line] = job

        def compiling(functions: int | None) -> None:
            self._rules[line] = 0 if functions is None else functions + 1

        with watched(compiling):
            yield

    def has_begun(self, job: int) -> bool:
        """In the server: whether a process has taken that job up."""
        return job in self._jobs

    def of(self, job: int) -> int:
        """In the server: the number of the rule that is being compiled for a job; 0 if none is."""
        return next((rules for other, rules in zip(self._jobs, self._rules, strict=True) if other == job), 0)
