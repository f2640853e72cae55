"""What is counted and timed, and the text in which Prometheus reads it.

A library for this keeps one set of figures for the whole process; here each house has its own, in three small kinds.
"""

import bisect
import time
from array import array
from collections.abc import Callable, Iterator
from typing import TypeVar

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
PREFIX = "ludothek_"
KIND = "text/plain; version=0.0.4; charset=utf-8"


class Count:
    """How often something has happened."""

    kind = "counter"

    def __init__(self) -> None:
        self.value = 0

    def add(self, more: int = 1) -> None:
        self.value += more

    def lines(self, name: str) -> Iterator[str]:
        yield f"{name} {self.value}"


class Level:
    """How much of something there is, looked up when somebody asks."""

    kind = "gauge"

    def __init__(self, look: Callable[[], float]) -> None:
        self.look = look

    def lines(self, name: str) -> Iterator[str]:
        yield f"{name} {self.look():.3f}".rstrip("0").rstrip(".")


class Times:
    """How long something took: how often no longer than each bound, and in all."""

    kind = "histogram"

    def __init__(self) -> None:
        self._within = array("Q", [0] * (len(BOUNDS) + 1))  # not a list: each of its numbers would lie where the last move was made
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self._within[bisect.bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def add_since(self, begun: float) -> None:
        """How long it is since `time.perf_counter` said this."""
        self.add(time.perf_counter() - begun)

    def lines(self, name: str) -> Iterator[str]:
        so_far = 0
        for bound, times in zip([*map(str, BOUNDS), "+Inf"], self._within, strict=True):
            so_far += times
            yield f'{name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{name}_sum {self.total:.6f}"
        yield f"{name}_count {so_far}"


Measure = Count | Level | Times
Kind = TypeVar("Kind", Count, Level, Times)


class Measures:
    """The figures of one house, by name."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, Measure]] = {}
        self.moves = self.add("moves_total", "Moves that were written, of people, bots and chance.", Count())
        self.refusals = self.add("refusals_total", "Actions that were refused.", Count())
        self.actions = self.add("action_seconds", "From an action to its answer, after the commit.", Times())
        self.requests = self.add("request_seconds", "From a request to its answer.", Times())
        self.lines_opened = self.add("lines_opened_total", "Live connections that were opened.", Count())
        self.lines_ended = self.add("lines_ended_total", "Live connections that ended.", Count())
        self.failures = self.add("request_failures_total", "Requests that failed by a fault of ours.", Count())
        self.writes = self.add("write_seconds", "From an entry to its commit.", Times())
        self.write_errors = self.add("database_errors_total", "Writes that failed, other than by somebody being first.", Count())
        self.thoughts = self.add("bot_seconds", "From a question to a bot until its answer, its turn awaited.", Times())

    def add(self, name: str, about: str, measure: Kind) -> Kind:
        self._known[name] = about, measure
        return measure

    def text(self) -> str:
        made = []
        for name, (about, measure) in self._known.items():
            made += [f"# HELP {PREFIX}{name} {about}", f"# TYPE {PREFIX}{name} {measure.kind}", *measure.lines(PREFIX + name)]
        return "\n".join(made) + "\n"
